import { nestedEngines } from '../server/core/kinds.ts';
import { channelOf } from '../server/core/domain/settings.ts';
import { requiredTexts } from '../server/core/generated/shapes.js';
import type { Workspace } from '../server/core/workspace/workspace.ts';
import { defineRule, type Cursor } from '../server/core/engine/rule.ts';

/**
 * Whether a required string may be empty: the engine id of an export with a nested engine, or the voice of a chat
 * agent.
 */
function mayBeEmpty(text: Cursor, workspace: Workspace): boolean {
  const holder = text.parent!;
  if (text.key === 'voice_id') return channelOf(holder) === 'chat';
  if (!text.marks['x-reference'] || !holder.is('response-engine')) return false;
  const hasNestedEngine = nestedEngines().some(([key]) => holder.peek(key) !== undefined);
  return hasNestedEngine || holder.parent === undefined || workspace.engineOf(holder.parent) !== undefined;
}

export default defineRule({
  id: 'empty-required-string',
  group: 'values',
  aliases: ['empty-required-text'],
  severity: 'warning',
  spec: 'domain',
  at: {
    ...requiredTexts,
    'agent-settings': ['/voice_id'],
    'service-llm-engine': ['/llm_id'],
    'conversation-flow-engine': ['/conversation_flow_id'],
    'function-node': '/tool_id',
    'component-node': '/component_id',
    'mcp-node': ['/mcp_id', '/mcp_tool_name'],
    'mcp-tool': ['/mcp_id', '/mcp_tool_name'],
    'code-node': '/code',
    'code-tool': '/code',
    'transfer-agent': '/agent_id',
    'llm-state-edge': '/destination_state_name',
    'call-screening-option': ['/agent_identity', '/call_purpose'],
  },
  when: () => value => typeof value === 'string' && value.trim() === '',

  check(text, workspace) {
    if (mayBeEmpty(text, workspace)) return undefined;
    return {
      message: `${text.label}: required, but ${text.value === '' ? 'empty' : 'blank'}`,
    };
  },
});
