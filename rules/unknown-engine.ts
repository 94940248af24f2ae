import { recordName } from '../server/core/workspace/names.ts';
import { knownInWords, placeSearched, recordSuggestion, unreadInWords, lookupAt } from '../server/core/index/lookup.ts';
import { defineRule, listed, referencesTo, set, show } from '../server/core/engine/rule.ts';
import type { EngineKind } from '../server/core/workspace/records.ts';
import { columns, enginePlace, keyInFolder } from '../server/core/workspace/tables.ts';
import type { Workspace } from '../server/core/workspace/workspace.ts';

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
      otherKind = kind === 'llm' ? 'conversation-flow' : 'llm',
      id = node.string();
    if (id && workspace.tables.engines(otherKind).has(id))
      return {
        ...(isMissing && { severity: 'error' }),
        message: `${node.label}: ${show(id)} is ${otherKind === 'llm' ? 'an LLM engine' : 'a conversation flow'}`,
      };
    if (!isMissing && lookup.reason !== 'not-here' && lookup.reason !== 'unread') return undefined;
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
    if (!isMissing && lookup.similarName === undefined && !keepsEngines(node.document.file, kind, workspace))
      return undefined;
    const unreadFile = unreadInWords(lookup, workspace, kind);
    const noun = kind === 'llm' ? 'LLM engine' : 'conversation flow',
      candidates = knownInWords(kind, lookup.names, workspace);
    return {
      ...(isMissing && { severity: 'error' }),
      ...(unreadFile !== undefined && { severity: 'info' }),
      message:
        `${node.label}: no ${noun} ${show(node.value)}` +
        (unreadFile ?? `${placeSearched(lookup, workspace, kind)}${recordSuggestion(kind, lookup, workspace)}`),
      fix: set(node, unreadFile === undefined ? lookup.similarName : undefined),
      related: (workspace.tables.engines(kind).get(lookup.similarName ?? '') ?? [])
        .slice(-1)
        .map(at => ({ at, message: 'the similar one' })),
      ...(lookup.similarName === undefined && candidates !== '' && { help: `known: ${candidates}` }),
    };
  },
});

/**
 * Whether engines of a kind are kept in files with this file: its folder has one, or an agent or test case of the
 * folder runs one that has a file. Other folders may belong to another team, unless almost all engines have files.
 */
const keepsEngines = (file: string, kind: EngineKind, workspace: Workspace): boolean =>
  !workspace.facts.isPart &&
  (workspace.table(columns.ownFiles).has(keyInFolder(kind, file)) ||
    foldersOfRunners(workspace).has(keyInFolder(kind, file)) ||
    foldersOfTests(workspace).has(keyInFolder(kind, file)) ||
    keepsAlmostAll(kind, workspace));

/**
 * Whether almost all engines that agents run have files: at least four are run, and at most one or a tenth has no
 * file.
 */
const keepsAlmostAll = (kind: EngineKind, workspace: Workspace): boolean =>
  workspace.sharedMemory.remember(keepsAlmostAll, kind, () => {
    const ids = new Set(
        workspace
          .recordsOf('runners')
          .flatMap(({ engine }) => (engine && 'id' in engine && engine.kind === kind ? [engine.id] : [])),
      ),
      missingCount = [...ids].filter(id => !workspace.tables.engines(kind).has(id)).length;
    return ids.size >= 4 && (missingCount === 1 || missingCount * 10 <= ids.size);
  });

/** The folders with an agent whose engine has a file of its own. */
const foldersOfRunners = (workspace: Workspace): ReadonlySet<string> =>
  workspace.sharedMemory.remember(foldersOfRunners, undefined, () => {
    const { tables } = workspace;
    const folders = workspace.recordsOf('runners').flatMap(({ engine, file }) => {
      const place = engine && 'id' in engine ? enginePlace(engine, file, tables) : undefined;
      return engine && 'id' in engine && place && workspace.recordKind(place) === engine.kind
        ? [keyInFolder(engine.kind, file)]
        : [];
    });
    return new Set(folders);
  });

const testedEnginePointers = { 'test-case-definition': '/response_engine' } as const;
/** The folders with a test case whose engine has a file of its own. */
const foldersOfTests = (workspace: Workspace): ReadonlySet<string> =>
  workspace.memory.remember(foldersOfTests, undefined, () => {
    const folders = workspace.collect(testedEnginePointers).flatMap(engine =>
      engineKeys.flatMap(([kind, key]) => {
        const id = engine.get(key).string();
        return id && workspace.tables.engines(kind).has(id) ? [keyInFolder(kind, engine.document.file)] : [];
      }),
    );
    return new Set(folders);
  });
const engineKeys = [
  ['llm', 'llm_id'],
  ['conversation-flow', 'conversation_flow_id'],
] as const;
