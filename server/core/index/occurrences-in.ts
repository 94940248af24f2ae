import type { Document } from '../document.ts';
import type { MarkedPlaces, Needs, PlaceName } from '../shapes/at.ts';
import { Dispatch } from '../dispatch.ts';
import { namesAt, namesWithin, type NameKind, type Occurrence } from './occurrences.ts';
import { addTo } from '../json/multimap.ts';

/**
 * Every place in a document with a name of some kind, by name, in walk order. One walk over value and schemas per
 * requested kind, cached with the document and kept after its value is freed.
 */
export function occurrencesIn(document: Document, kind: NameKind): ReadonlyMap<string, readonly Occurrence[]> {
  return document.facts.remember(occurrencesIn, kind, () => {
    const names = new Map<string, Occurrence[]>();
    for (const root of document.roots)
      dispatchOf(kind).walk(root, (_, place) => {
        for (const name of place.isObject || place.isArray ? namesWithin(place) : namesAt(place)) {
          if (name.kind !== kind) continue;
          addTo(names, name.name, name);
        }
      });
    return names;
  });
}

const dispatches = new Map<NameKind, Dispatch<true>>();

function dispatchOf(kind: NameKind): Dispatch<true> {
  let dispatch = dispatches.get(kind);
  if (!dispatch)
    dispatches.set(
      kind,
      (dispatch = new Dispatch([[placesOf(kind), true, kind === 'variable' ? mayHoldVariable : undefined]])),
    );
  return dispatch;
}

function placesOf(kind: NameKind): MarkedPlaces {
  if (kind === 'variable') return { among: ['x-template', 'x-sets-variables'] };
  const among: PlaceName[] = [`x-identifies=${kind}`, `x-reference=${kind}`, `propertyNames=${kind}`];
  if (kind === 'tag') among.push('x-reference=agent-version');
  if (kind === 'tool' || kind === 'state') among.push('x-format=tool-name');
  if (kind === 'phone-number') among.push('x-format=phone-number');
  return { among };
}
const mayHoldVariable: Needs = () => value =>
  typeof value === 'object' || (typeof value === 'string' && value.includes('{{'));
