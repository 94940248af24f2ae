// The signs of platform files, by which the extension decides whether to start Preflight (client/session/signs.ts).
import { load } from './load.mjs';

/**
 * @returns {Promise<{ kinds: string[], groups: string[][], ownKeys: string[][] }>} the signs, as described in
 * client/session/signs.ts
 */
export async function signs() {
  const core =
    "export { kinds, kindNames } from './server/core/kinds.ts'; export { entryOf, rootOf } from './server/core/shapes/table.ts';";
  const { kinds, kindNames, entryOf, rootOf } = await load(core);
  const keysOf = kind => new Set(kinds[kind].shapes.flatMap(shape => Object.keys(entryOf(rootOf(shape)).props ?? {})));
  const keys = new Map(kindNames.map(kind => [kind, keysOf(kind)]));
  // a key of one word is also in many unrelated files, so only keys of several words are used
  const isOnlyOf = (kind, key) =>
    kindNames.every(otherName => otherName === kind || otherName === 'agent-override' || !keys.get(otherName).has(key));
  const ownKeys = kindNames.map(kind => [...keys.get(kind)].filter(key => /[_A-Z]/.test(key) && isOnlyOf(kind, key)));
  // the keys that core/kinds.ts requires of version summaries and components, which have no distinctive keys
  const otherKeys = [
    ['version', 'is_published', 'last_modification_timestamp'],
    ['name', 'nodes', 'instruction'],
    ['name', 'nodes', 'edges'],
  ];
  const groups = [...kindNames.flatMap(kind => kinds[kind].keySets), ...otherKeys];
  return { kinds: kindNames, groups, ownKeys: ownKeys.filter(group => group.length > 1) };
}
