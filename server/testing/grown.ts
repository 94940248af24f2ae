import type { Json } from '../core/json/json.ts';
import { kindNames, kinds, type Kind } from '../core/kinds.ts';
import { entryOf, marksOf, rootOf, type Marks } from '../core/shapes/table.ts';

/** Workspaces of any size: `files(n)` returns the texts by file name. */
export interface Family {
  readonly name: string;
  readonly files: (n: number) => Readonly<Record<string, string>>;
}
type Values = Record<string, Json>;

/** Five digits, so that all names have the same length and comparisons have the same cost. */
export const nth = (i: number): string => String(i).padStart(5, '0');

/**
 * One family for each object of the schemas with lists or maps, which are all grown, and one for a list at the root of
 * each kind.
 */
export function families(): Family[] {
  const seenPaths = new Set<string>();
  return kindNames.flatMap(kind => {
    // the first shape is enough, because responses of the platform have the same lists as requests
    const [shape] = kinds[kind].shapes,
      root = rootOf(shape),
      families: Family[] = [];
    visitContainers(root, [], seenPaths, (entry, path) => {
      const name = `${shape}/${path.join('/')}`;
      families.push({ name, files: n => fileOf(kind, valueAt(root, path, grow(entry, n))) });
    });
    return [...families, { name: `a list of ${shape}`, files: n => fileOf(kind, items(root, n)) }];
  });
}

const fileOf = (kind: Kind, value: Json): Record<string, string> => ({ [`grown.${kind}.json`]: JSON.stringify(value) });

/** Visits every entry with lists or maps once, by the shortest path from the root. */
function visitContainers(
  root: number,
  path: readonly string[],
  seenShapes: Set<string>,
  visit: (entry: number, path: readonly string[]) => void,
): void {
  const pending: (readonly [number, readonly string[]])[] = [[root, path]];
  for (const [id, path] of pending) {
    if (id < 0 || seenShapes.has(shapeKey(id))) continue;
    seenShapes.add(shapeKey(id));
    const { props = {}, items, map, variants } = entryOf(id);
    for (const [value, child] of Object.entries(variants?.of ?? {}))
      pending.push([child, [...path, `=${variants!.by}=${value}`]]);
    for (const [key, child] of Object.entries(props)) pending.push([child, [...path, key]]);
    if (items !== undefined) pending.push([items, [...path, '0']]);
    if (map !== undefined) pending.push([map, [...path, 'some_key']]);
    if (map !== undefined || Object.values(props).some(isContainer)) visit(id, path);
  }
}
/** A key that is equal for entries of the same shape; an engine, for example, has six entries. */
function shapeKey(id: number): string {
  const { shapes = [], props = {}, items, map } = entryOf(id);
  return shapes.length > 0 ? shapes.join() : JSON.stringify([Object.keys(props), items, map]);
}
const isContainer = (id: number): boolean => entryOf(id).items !== undefined || entryOf(id).map !== undefined;

/** A value of an entry that contains `value` at the end of a path. */
function valueAt(entry: number, path: readonly string[], value: Json): Json {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  const [, by, variant] = /^=(.*?)=(.*)$/.exec(step) ?? [];
  const { props = {}, items, map, variants } = entryOf(entry);
  if (by !== undefined) return { ...(valueAt(variants!.of[variant!]!, rest, value) as Values), [by]: variant! };
  if (step === '0' && items !== undefined) return [valueAt(items, rest, value)];
  return { ...(sample(entry, 1, 0) as Values), [step]: valueAt(props[step] ?? map!, rest, value) };
}

/** An object whose lists and maps have `n` items each, with `n` additional unknown keys. */
function grow(entry: number, n: number): Json {
  const { props = {}, map } = entryOf(entry);
  const value: Values = { ...(sample(entry, 1, 0) as Values) };
  for (const [key, child] of Object.entries(props)) {
    const { items: each, map: values } = entryOf(child);
    if (each !== undefined) value[key] = items(each, n, key);
    else if (values !== undefined) value[key] = keys(values, n);
  }
  const [text = 'key'] = Object.keys(props);
  const unknown = times(n, i => [i % 2 ? `${text}${nth(i)}` : `k${nth(i)}`, i] as const);
  return { ...value, ...(map === undefined ? Object.fromEntries(unknown) : (keys(map, n) as Values)) };
}

const times = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));
const keys = (entry: number, n: number): Json =>
  Object.fromEntries(times(n, i => [`key_${nth(i)}`, item(entry, i, '')]));
const items = (entry: number, n: number, key = 'items'): Json => times(n, i => item(entry, i, key));

/** The `i`th item. Of eight items, one is always the same, one has a wrong type, and two have extra keys. */
function item(entry: number, i: number, key: string): Json {
  if (i % 8 === 1) return sample(entry, 1, 0, key);
  if (i % 8 === 2) return i % 16 === 2 ? i : [i];
  const value = sample(entry, i, 0, key);
  return i % 8 > 5 && isValues(value)
    ? { ...value, [`${Object.keys(value)[0] ?? 'key'}x`]: i, [`k${nth(i)}`]: i }
    : value;
}
const isValues = (value: Json): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A plausible value, the `i`th of its kind. Half of the references name existing ids. */
function sample(id: number, i: number, depth: number, key = ''): Json {
  const entry = entryOf(id),
    marks = marksOf(id);
  if (entry.variants) {
    const names = Object.keys(entry.variants.of);
    const name = names[i % names.length]!;
    return { ...(sample(entry.variants.of[name]!, i, depth, key) as Values), [entry.variants.by]: name };
  }
  if (marks.const !== undefined) return marks.const;
  if (marks.enum) return marks.enum[i % marks.enum.length]!;
  if (entry.items !== undefined) return depth > 2 ? [] : [sample(entry.items, i, depth + 1, key)];
  if (entry.map !== undefined && !entry.props)
    return depth > 2 ? {} : { [`key_${nth(i)}`]: sample(entry.map, i, depth + 1) };
  if (entry.props) {
    const lines = Object.entries(entry.props).filter(
      ([name, child]) => entry.required?.includes(name) || (depth < 3 && isMarked(marksOf(child))),
    );
    return Object.fromEntries(lines.map(([name, child]) => [name, sample(child, i, depth + 1, name)]));
  }
  return scalar(entry.types ?? [], marks, i, key);
}
const isMarked = (marks: Marks): boolean =>
  ['x-identifies', 'x-reference', 'x-template', 'x-identity', 'x-expected', 'x-format'].some(
    name => marks[name as keyof Marks] !== undefined,
  );

function scalar(types: readonly string[], marks: Marks, i: number, key: string): Json {
  const lines = marks['x-known-values'];
  if (lines && i % 2 === 0) return lines[i % lines.length]!;
  const to = marks['x-reference']?.to ?? marks['x-identifies']?.of;
  if (types.includes('integer') || (types.includes('number') && !types.includes('string')))
    return (marks.minimum ?? 0) + i;
  if (types.includes('boolean') && !types.includes('string')) return i % 2 === 0;
  if (to !== undefined) return marks['x-reference'] && i % 2 === 1 ? `gone_${to}_${nth(i)}` : `${to}_${nth(i)}`;
  return marks['x-template'] === undefined
    ? `${key}_${nth(i)}`
    : `Say {{variable_name_${nth(i)}}} and {{other_${i % 3}}}`;
}
