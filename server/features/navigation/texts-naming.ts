import type { Cursor } from '../../core/cursor.ts';
import { namingsOf, visitTexts } from '../../core/domain/named-in-text.ts';
import { ownersOf } from '../../core/domain/tools.ts';
import { variablesIn } from '../../core/domain/variables.ts';
import type { OccurrencePart } from '../../core/index/occurrences.ts';
import type { Name } from './index-of-names.ts';

/**
 * Where prompts and descriptions speak of tools, states and nodes by name: in the texts of the engine or component that
 * declares them. Nowhere if a variable there has the same name.
 * @param places all places of one name
 */
export function* textsNaming(
  places: readonly Name[],
): Iterable<{ readonly at: Cursor; readonly part: OccurrencePart }> {
  const read = new Set<string>();
  for (const { kind, name, role, file, at } of places) {
    const [owner] = ownersOf(at),
      key = owner && JSON.stringify([file, owner.pointer]);
    // a name that is declared twice
    if (!owner || !key || read.has(key)) continue;
    if (role !== 'declares' || (kind !== 'tool' && kind !== 'state' && kind !== 'node')) continue;
    read.add(key);
    const { uses, setters } = variablesIn(owner);
    if (uses.has(name) || setters.has(name)) continue;
    const parts: { at: Cursor; part: OccurrencePart }[] = [];
    visitTexts(owner, (place, text) => {
      if (ownersOf(place)[0]?.pointer !== owner.pointer) return;
      for (const { start, end } of namingsOf(name, kind, text)) parts.push({ at: place, part: { start, end } });
    });
    yield* parts;
  }
}
