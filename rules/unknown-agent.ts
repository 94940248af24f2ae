import { knownInWords, placeSearched, recordSuggestion, unreadInWords, lookupAt } from '../server/core/index/lookup.ts';
import type { Workspace } from '../server/core/workspace/workspace.ts';
import { defineRule, referencesTo, set, show } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'unknown-agent',
  group: 'references',
  severity: 'error',
  reads: 'records',
  needsEveryFile: true,
  spec: 'Errors',
  clause: [
    'Agent swap: agent_id of tool and node is not empty; the agent exists',
    'Alert rule, alert incident: filter agent: at most 100, any of them',
    'Batch call: task: override_agent_id not empty',
    'Authentication: 5: what is not found under the key is an error',
  ],
  at: referencesTo('agent'),

  check(node, workspace) {
    const lookup = lookupAt(node, workspace);
    if (!lookup || lookup.outcome === 'found') return undefined;
    const isMissing = lookup.outcome === 'missing';
    if (!isMissing && lookup.reason !== 'not-here' && lookup.reason !== 'unread') return undefined;
    const engine = engineNamed(node.string() ?? '', workspace);
    if (engine !== undefined)
      return {
        ...(!isMissing && { severity: 'warning' }),
        message: `${node.label}: ${show(node.value)} is the id of ${engine}, not of an agent`,
        ...(lookup.names.size > 0 && { help: `known agents: ${knownInWords('agent', lookup.names, workspace)}` }),
      };
    const kinds = ['agent', 'agent-list'] as const,
      unreadFile = unreadInWords(lookup, workspace, ...kinds);
    return {
      ...(!isMissing && { severity: unreadFile === undefined ? 'warning' : 'info' }),
      message:
        `${node.label}: no agent ${show(node.value)}` +
        (unreadFile ?? `${placeSearched(lookup, workspace, ...kinds)}${recordSuggestion('agent', lookup, workspace)}`),
      fix: set(node, unreadFile === undefined ? lookup.similarName : undefined),
      ...(lookup.similarName === undefined &&
        lookup.names.size > 0 && { help: `known agents: ${knownInWords('agent', lookup.names, workspace)}` }),
    };
  },
});

/** The kind of record with an id, according to the beginning of the id. */
function engineNamed(id: string, workspace: Workspace): string | undefined {
  const { tables } = workspace;
  if (tables.engines('llm').has(id) || id.startsWith('llm_')) return 'an LLM engine';
  if (tables.components.has(id) || id.startsWith('conversation_flow_component_')) return 'a component';
  const isFlow = tables.engines('conversation-flow').has(id) || id.startsWith('conversation_flow_');
  return isFlow ? 'a conversation flow' : undefined;
}
