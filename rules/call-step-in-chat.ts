import { nameOfRecord } from '../server/core/domain/phone-numbers.ts';
import { agentsAt } from '../server/core/domain/swaps.ts';
import { isChat } from '../server/core/domain/version-records.ts';
import { defineRule } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'call-step-in-chat',
  group: 'flows',
  severity: 'warning',
  spec: 'domain',
  at: {
    'transfer-call-tool': '/type',
    'transfer-call-node': '/type',
    'press-digit-tool': '/type',
    'press-digit-node': '/type',
    'bridge-transfer-tool': '/type',
    'bridge-transfer-node': '/type',
    'cancel-transfer-tool': '/type',
    'cancel-transfer-node': '/type',
  },

  check(type, workspace) {
    const agents = agentsAt(type, workspace),
      [agent] = agents;
    if (!agent || !agents.every(agent => isChat(agent, workspace))) return undefined;
    const noun = type.parent!.is('node') ? 'node' : 'tool';
    return {
      message: `type: a ${type.value} ${noun} needs a call, but ${nameOfRecord(agent, workspace) || 'its agent'} is a chat agent`,
    };
  },
});
