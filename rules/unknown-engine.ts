import { recordName } from '../server/core/workspace/names.ts';
import { keepsEngines } from '../server/core/domain/engine-folders.ts';
import { knownInWords, placeSearched, nearRecord, unreadInWords, lookupAt } from '../server/core/index/lookup.ts';
import { defineRule, listed, referencesTo, set, show } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'unknown-engine',
  group: 'references',
  severity: 'warning',
  needsEveryFile: true,
  spec: 'Agent settings (request shape, also returned in the agent)',
  clause: [
    'Agent settings: response_engine: exists before it is attached',
    'Referenced shapes with fields not shown: an engine has a type; the LLM engine is `service-llm` with llm_id and version',
    'Authentication: 5: what is not found under the key is an error',
  ],
  at: referencesTo('llm', 'llm-version', 'conversation-flow', 'conversation-flow-version'),

  check(node, workspace) {
    const lookup = lookupAt(node, workspace);
    if (!lookup || lookup.outcome === 'found') return undefined;
    const isMissing = lookup.outcome === 'missing';
    const { of, to } = node.marks['x-reference']!,
      kind = to as 'llm' | 'conversation-flow',
      other = kind === 'llm' ? 'conversation-flow' : 'llm',
      id = node.string();
    if (id && workspace.tables.engines(other).has(id))
      return {
        ...(isMissing && { severity: 'error' }),
        message: `${node.label}: ${show(id)} is ${other === 'llm' ? 'an LLM engine' : 'a conversation flow'}`,
      };
    if (!isMissing && lookup.because !== 'not-here' && lookup.because !== 'unread') return undefined;
    if (of !== undefined) {
      const versions = listed(lookup.names, 'and');
      // a missing engine is reported at its id
      if (versions === '') return undefined;
      return {
        ...(isMissing && { severity: 'error' }),
        message:
          `${recordName(to.replace('-version', ''), node.sibling(of).string() ?? '', workspace)} has no version ` +
          `${show(node.value)}${isMissing ? '' : ' here'}; known versions: ${versions}`,
      };
    }
    if (!isMissing && lookup.near === undefined && !keepsEngines(node.document.file, kind, workspace)) return undefined;
    const unreadFile = unreadInWords(lookup, workspace, kind);
    const noun = kind === 'llm' ? 'LLM engine' : 'conversation flow',
      candidates = knownInWords(kind, lookup.names, workspace);
    return {
      ...(isMissing && { severity: 'error' }),
      ...(unreadFile !== undefined && { severity: 'info' }),
      message:
        `${node.label}: no ${noun} ${show(node.value)}` +
        (unreadFile ?? `${placeSearched(lookup, workspace, kind)}${nearRecord(kind, lookup, workspace)}`),
      fix: set(node, unreadFile === undefined ? lookup.near : undefined),
      related: (workspace.tables.engines(kind).get(lookup.near ?? '') ?? [])
        .slice(-1)
        .map(at => ({ at, message: 'the similar one' })),
      ...(lookup.near === undefined && candidates !== '' && { help: `known: ${candidates}` }),
    };
  },
});
