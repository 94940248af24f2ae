import type { Document } from '../document.ts';
import type { MarkedPlaces, ValueCondition } from '../shapes/at.ts';
import { Dispatch } from '../dispatch.ts';
import { namesAt, namesWithin, type NameKind, type Occurrence } from './occurrences.ts';
import { addTo } from '../json/multimap.ts';

/**
 * All occurrences of names of a kind in a document, by name, in the order of the text. The occurrences of each kind
 * are found in one pass, and cached with the document.
 */
export function occurrencesIn(document: Document, kind: NameKind): ReadonlyMap<string, readonly Occurrence[]> {
  return document.memory.remember(occurrencesIn, kind, () => {
    const names = new Map<string, Occurrence[]>();
    for (const root of document.trees)
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
      (dispatch = new Dispatch([[placesOf(kind), true, kind === 'variable' ? mayContainVariable : undefined]])),
    );
  return dispatch;
}

const placesOf = (kind: NameKind): MarkedPlaces =>
  kind === 'variable'
    ? { among: ['x-template', 'x-sets-variables'] }
    : {
        among: [`x-identifies=${kind}`, `x-reference=${kind}`, `propertyNames=${kind}`, ...(placesByKind[kind] ?? [])],
      };
/** Places that contain names of a kind, but that no schema marks with this kind. */
const placesByKind: { readonly [Kind in NameKind]?: MarkedPlaces['among'] } = {
  tag: ['x-reference=agent-version'],
  tool: ['x-format=tool-name'],
  state: ['x-format=tool-name'],
  'phone-number': ['x-format=phone-number'],
};
const mayContainVariable: ValueCondition = () => value =>
  typeof value === 'object' || (typeof value === 'string' && value.includes('{{'));
