import { neighboursIn, type Names } from '../neighbours.ts';
import { placeholderIn, isStandIn } from '../placeholders.ts';
import { nearest } from '../wording.ts';

const plain = (id: string): string => id;
const generated = /[0-9a-f]{8,}$/i;
/** The longest id that is searched, because searching its tail could take quadratic time. No real id is longer. */
const LONGEST = 200;

/** Whether an id is a placeholder: `YOUR_AGENT_ID`. */
export const isPlaceholderId = (id: string): boolean => isStandIn(id) || placeholderIn(id, 'copied') !== undefined;

/** The most similar record id. Generated ids share a long prefix without meaning, so only their tails are compared. */
export function nearestId(id: string, candidates: Names<string>): string | undefined {
  const tail = id.length > LONGEST ? null : generated.exec(id);
  if (!tail) return real(nearest(id, candidates));
  const ids = neighboursIn(candidates, plain)
    .of(id)
    .map(({ name }) => name);
  const prefix = id.slice(0, tail.index),
    tails = new Map(ids.filter(other => other.startsWith(prefix)).map(other => [other.slice(prefix.length), other]));
  const near = nearest(tail[0], tails.keys());
  return near === undefined ? undefined : real(prefix + near);
}
const real = (id: string | undefined): string | undefined => (id === undefined || isPlaceholderId(id) ? undefined : id);

/** `; did you mean "x"?` for a record id, or nothing. */
export function didYouMeanId(id: string, candidates: Names<string>): string {
  const near = nearestId(id, candidates);
  return near === undefined ? '' : `; did you mean ${JSON.stringify(near)}?`;
}
