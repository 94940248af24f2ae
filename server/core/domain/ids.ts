import { nearest } from '../words.ts';

const generated = /[0-9a-f]{8,}$/i;

/**
 * The id of a record that was very likely meant. Generated ids share a long prefix that says nothing, so of those the tails are compared;
 * and of very many ids only those that begin or end the same, so that a batch of unknown ones stays cheap.
 */
export function nearestId(id: string, known: Iterable<string>): string | undefined {
  const all = [...known];
  const ids =
    all.length < 200 ? all : all.filter(other => other.startsWith(id.slice(0, 10)) || other.endsWith(id.slice(-4)));
  const tail = generated.exec(id);
  if (!tail) return nearest(id, ids);
  const prefix = id.slice(0, tail.index),
    tails = new Map(ids.filter(other => other.startsWith(prefix)).map(other => [other.slice(prefix.length), other]));
  const near = nearest(tail[0], tails.keys());
  return near === undefined ? undefined : prefix + near;
}

/** `; did you mean "x"?` for the id of a record, or nothing. */
export function didYouMeanId(id: string, known: Iterable<string>): string {
  const near = nearestId(id, known);
  return near === undefined ? '' : `; did you mean ${JSON.stringify(near)}?`;
}
