import { inboundLists } from '../server/core/domain/inbound-variables.ts';
import { defineRule } from '../server/core/engine/rule.ts';
import { idAt } from '../server/core/workspace/version-references.ts';

const lists = [...inboundLists, 'outbound_agents', 'outbound_sms_agents'],
  webhookFields = ['inbound_webhook_url', 'inbound_sms_webhook_url'],
  oldFields = ['inbound_agent_id', 'outbound_agent_id', 'inbound_sms_agent_id', 'outbound_sms_agent_id'];

export default defineRule({
  id: 'number-without-agent',
  group: 'references',
  severity: 'info',
  spec: 'domain',
  at: { 'phone-number': '/phone_number' },

  check(node) {
    const number = node.parent!;
    // a request omits fields that it does not change
    if (!lists.some(key => number.get(key).exists)) return undefined;
    if (lists.some(key => number.get(key).items().length > 0) || oldFields.some(key => idAt(number.get(key))))
      return undefined;
    if (webhookFields.some(key => number.get(key).string())) return undefined;
    const fallback = number.get('fallback_number').string() ? 'only its fallback_number answers' : 'nobody answers';
    return { message: `${node.label}: no agent in any direction and no inbound webhook, so ${fallback}` };
  },
});
