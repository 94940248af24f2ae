import { neighboursIn, type Names } from '../neighbours.ts';
import { placeholderIn, isStandIn } from '../placeholders.ts';
import { nearest } from '../wording.ts';

const plainId = (id: string): string => id;
const generatedEnd = /[0-9a-f]{8,}$/i;
/** The maximum length of a searched id, because searching its tail could take quadratic time. No real id is longer. */
const MAX_LENGTH = 200;

/** Whether an id is a placeholder: `YOUR_AGENT_ID`. */
export const isPlaceholderId = (id: string): boolean => isStandIn(id) || placeholderIn(id, 'copied') !== undefined;

/** The most similar record id. Generated ids share a long prefix without meaning, so only their tails are compared. */
export function nearestId(id: string, candidates: Names<string>): string | undefined {
  const tailMatch = id.length > MAX_LENGTH ? null : generatedEnd.exec(id);
  if (!tailMatch) return realId(nearest(id, candidates));
  const ids = neighboursIn(candidates, plainId)
    .candidatesFor(id)
    .map(({ name }) => name);
  const prefix = id.slice(0, tailMatch.index),
    idsByTail = new Map(ids.filter(id => id.startsWith(prefix)).map(id => [id.slice(prefix.length), id]));
  const similarTail = nearest(tailMatch[0], idsByTail.keys());
  return similarTail === undefined ? undefined : realId(prefix + similarTail);
}
const realId = (id: string | undefined): string | undefined =>
  id === undefined || isPlaceholderId(id) ? undefined : id;

/** The suggestion `; did you mean "x"?` with a similar record id; empty if no id is similar. */
export function didYouMeanId(id: string, candidates: Names<string>): string {
  const similarId = nearestId(id, candidates);
  return similarId === undefined ? '' : `; did you mean ${JSON.stringify(similarId)}?`;
}
