import type { Cursor } from '../../core/cursor.ts';
import { count } from '../../core/wording.ts';
import { keyOf } from '../../core/workspace/tables.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import {
  referencesOf,
  resolutionOf,
  type VersionReference,
  type ReferenceKind,
} from '../../core/index/agent-references.ts';
import { addTo } from '../../core/json/multimap.ts';

/** Every reference to an agent, live tags included. */
export function referencesToAgent(agentId: string, workspace: Workspace): readonly VersionReference[] {
  const byAgent = workspace.memory.remember(referencesToAgent, undefined, () => {
    const groups = new Map<string, VersionReference[]>();
    for (const reference of referencesOf(workspace)) addTo(groups, reference.agentId, reference);
    return groups;
  });
  return byAgent.get(agentId) ?? [];
}

/** The references that select one version. */
export function referencesToVersion(
  agentId: string,
  version: number,
  workspace: Workspace,
): readonly VersionReference[] {
  const byVersion = workspace.memory.remember(referencesToVersion, agentId, () => {
    const groups = new Map<number | null, VersionReference[]>();
    for (const reference of referencesToAgent(agentId, workspace))
      addTo(groups, resolutionOf(reference, workspace).version, reference);
    return groups;
  });
  return byVersion.get(version) ?? [];
}

const words: readonly (readonly [ReferenceKind, string, string])[] = [
  ['phone-number', 'number', 'numbers'],
  ['swap', 'swap', 'swaps'],
  ['transfer', 'transfer', 'transfers'],
  ['weight', 'weight list', 'weight lists'],
  ['task', 'batch task', 'batch tasks'],
  ['filter', 'alert filter', 'alert filters'],
  ['other', 'other field', 'other fields'],
];

/**
 * The number of places that refer to something, by kind: `3 numbers · 2 swaps`. Several arms of a number or list count
 * once. Tags are not counted.
 */
export function countsOf(references: readonly VersionReference[]): readonly string[] {
  return words.flatMap(([kind, singular, plural]) => {
    const places = references.filter(reference => reference.kind === kind);
    const n =
      kind === 'phone-number' || kind === 'weight'
        ? new Set(places.map(({ at }) => keyOf(holderOf(at, kind)))).size
        : places.length;
    return n === 0 ? [] : [count(n, singular, plural)];
  });
}

/** The holder that is counted once: a phone number, or one list of weights. */
const holderOf = (cursor: Cursor, kind: ReferenceKind): Cursor =>
  (kind === 'phone-number' ? cursor.within('phone-number') : cursor.within('agent-weights')) ?? cursor;
