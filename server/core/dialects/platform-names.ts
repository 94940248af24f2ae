import { childrenOf, entryOf, marksOf, rootOf, shapeNames } from '../shapes/table.ts';
import { spellings } from './names.ts';

let names: ReadonlySet<string> | undefined;

/**
 * Every name that can be translated: the keys of the platform's shapes and the values that they list, in all spellings.
 */
export function platformNames(): ReadonlySet<string> {
  if (names) return names;
  const all = new Set<string>(spellings().keys()),
    reached = new Set(shapeNames.filter(shape => shape !== 'preflight-config').map(rootOf));
  for (const name of spellings().values()) all.add(name);
  for (const entry of reached) {
    for (const key of Object.keys(entryOf(entry).props ?? {})) all.add(key);
    const { enum: closed = [], 'x-known-values': open = [], const: only } = marksOf(entry);
    for (const value of [...closed, ...open, only]) if (typeof value === 'string') all.add(value);
    for (const child of childrenOf(entry)) reached.add(child);
  }
  return (names = all);
}
