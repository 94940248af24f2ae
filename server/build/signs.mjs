// What tells our files from others, as the extension looks for it before anything of Preflight runs (client/signs.ts).
import { load } from './load.mjs';

/** @returns {Promise<{ kinds: string[], groups: string[][], own: string[][] }>} as client/signs.ts describes them */
export async function signs() {
  const { kinds, kindNames, entryOf, rootOf } = await load("export { kinds, kindNames } from './server/core/kinds.ts'; export { entryOf, rootOf } from './server/core/shapes.ts';");
  const keysOf = kind => new Set(kinds[kind].shapes.flatMap(shape => Object.keys(entryOf(rootOf(shape)).props ?? {})));
  const keys = new Map(kindNames.map(kind => [kind, keysOf(kind)]));
  // one word is a key of many other people's files; several words say more
  const own = kindNames.map(kind => [...keys.get(kind)].filter(key => /[_A-Z]/.test(key) && kindNames.every(other => other === kind || other === 'agent-override' || !keys.get(other).has(key))));
  const groups = [...kindNames.flatMap(kind => kinds[kind].telling), ['version', 'is_published', 'last_modification_timestamp'], ['name', 'nodes', 'instruction'], ['name', 'nodes', 'edges']];
  return { kinds: kindNames, groups, own: own.filter(group => group.length > 1) };
}
