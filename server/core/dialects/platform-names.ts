import { childrenOf, entryOf, marksOf, rootOf, shapeNames } from '../shapes/table.ts';
import { spellings } from './names.ts';

let names: ReadonlySet<string> | undefined;

/**
 * Every name that can be translated: the keys of the platform's shapes and the values that they list, in all spellings.
 */
export function platformNames(): ReadonlySet<string> {
  if (names) return names;
  const platformSpellings = new Set<string>(spellings().keys()),
    usedEntries = new Set(shapeNames.filter(shape => shape !== 'preflight-config').map(rootOf));
  for (const name of spellings().values()) platformSpellings.add(name);
  for (const entry of usedEntries) {
    for (const key of Object.keys(entryOf(entry).props ?? {})) platformSpellings.add(key);
    const { enum: enumValues = [], 'x-known-values': knownValues = [], const: fixedValue } = marksOf(entry);
    for (const value of [...enumValues, ...knownValues, fixedValue])
      if (typeof value === 'string') platformSpellings.add(value);
    for (const child of childrenOf(entry)) usedEntries.add(child);
  }
  return (names = platformSpellings);
}
