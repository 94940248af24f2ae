import { Dispatch } from '../../core/dispatch.ts';
import type { Cursor } from '../../core/cursor.ts';
import { namingsOf, textPlaces } from '../../core/domain/named-in-text.ts';
import { variablesIn } from '../../core/domain/variables.ts';
import type { OccurrencePart } from '../../core/index/occurrences.ts';
import { lazy } from '../../core/lazy.ts';
import type { Name } from './index-of-names.ts';

const texts = lazy(() => new Dispatch<true>([[textPlaces, true]]));

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
    const owner = ownerOf(at),
      key = owner && JSON.stringify([file, owner.pointer]);
    // a name that is declared twice
    if (!key || read.has(key)) continue;
    if (role !== 'declares' || (kind !== 'tool' && kind !== 'state' && kind !== 'node')) continue;
    read.add(key);
    const { uses, setters } = variablesIn(owner);
    if (uses.has(name) || setters.has(name)) continue;
    const parts: { at: Cursor; part: OccurrencePart }[] = [];
    texts().walk(owner, (_, text) => {
      if (ownerOf(text)?.pointer !== owner.pointer) return;
      for (const { start, end } of namingsOf(name, kind, text.string() ?? ''))
        parts.push({ at: text, part: { start, end } });
    });
    yield* parts;
  }
}

function ownerOf(at: Cursor): Cursor | undefined {
  for (let owner = at.parent; owner; owner = owner.parent)
    if (owner.is('llm') || owner.is('conversation-flow') || owner.is('flow-component')) return owner;
  return undefined;
}
