import { Document } from '../core/document.ts';
import { isArray, isObject, type Json } from '../core/json/json.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import { driftBetween, type DriftedRecord } from '../compare/drift.ts';
import type { DriftSide, DriftValue } from '../compare/drift-values.ts';
import { expect } from 'vitest';
import { stablePointer } from '../core/configuration/stable-pointer.ts';
import { Random } from './fuzz/random.ts';

type Fields = Record<string, unknown>;

/** The id or name that identifies an item within its list. */
const idIn = (item: Json): string | undefined =>
  isObject(item)
    ? (['id', 'name'].map(key => item[key]).find(id => typeof id === 'string') as string | undefined)
    : undefined;

/** Every scalar in a value, keyed by its path, in which items are identified by id or name. */
export function leavesOf(value: Json | undefined, path = ''): Map<string, Json> {
  if (value === undefined) return new Map();
  if (isArray(value) && value.every(item => idIn(item) !== undefined))
    return new Map(value.flatMap(item => [...leavesOf(item, `${path}/${idIn(item)}`)]));
  if (!isObject(value)) return new Map([[path, isArray(value) ? JSON.stringify(value) : value]]);
  return new Map(Object.entries(value).flatMap(([key, inner]) => [...leavesOf(inner, `${path}/${key}`)]));
}

/** The expected result of a three-way comparison, computed for each scalar on its own. */
function naiveSides(base: Json, value: Json, otherValue: Json): Map<string, DriftSide> {
  const [former, own, otherLeaves] = [base, value, otherValue].map(one => leavesOf(one)) as [
    Map<string, Json>,
    Map<string, Json>,
    Map<string, Json>,
  ];
  const sides = new Map<string, DriftSide>();
  for (const path of new Set([...former.keys(), ...own.keys(), ...otherLeaves.keys()])) {
    const [b, h, t] = [former, own, otherLeaves].map(leaves => leaves.get(path));
    if (h === t) continue;
    const origin = t === undefined ? 'not-kept' : 'there',
      other = b === h ? origin : 'both';
    sides.set(path, b === t ? 'here' : other);
  }
  return sides;
}

const containersIn = (value: object): (Fields | unknown[])[] => [
  value as Fields,
  ...Object.values(value).flatMap(inner =>
    typeof inner === 'object' && inner !== null ? containersIn(inner as object) : [],
  ),
];

/** A copy with random changes: replaced, added and removed values, fields and items. */
export function changedCopy<T extends object>(
  value: T,
  random: Random,
  times: number,
  keptKeys: ReadonlySet<string>,
  /** A field of new items, which distinguishes them from renamed items. */
  own?: string,
): T {
  const copy = structuredClone(value);
  for (let i = 0; i < times; i++) {
    const holder = random.pick(
      containersIn(copy).filter(one => !isArray(one) || one.every(item => idIn(item as Json))),
    );
    if (Array.isArray(holder)) {
      if (holder.length > 1 && random.chance(0.5)) holder.splice(random.upTo(holder.length), 1);
      else if (holder.length > 0) {
        const item = structuredClone(random.pick(holder)) as Fields,
          id = `new_${random.upTo(4)}`;
        if (holder.some(one => idIn(one as Json) === id)) continue;
        item['id' in item ? 'id' : 'name'] = id;
        if (own !== undefined) item[own] = id;
        holder.splice(random.upTo(holder.length + 1), 0, item);
      }
      continue;
    }
    const keys = Object.keys(holder).filter(key => !keptKeys.has(key)),
      key = random.chance(0.2) || keys.length === 0 ? `added_${random.upTo(3)}` : random.pick(keys),
      oldValue = holder[key];
    if (random.chance(0.2) && oldValue !== undefined) delete holder[key];
    else if (typeof oldValue !== 'object' || oldValue === null) holder[key] = `value ${random.upTo(5)}`;
  }
  return copy;
}

/** The drift of a single record between the states `here` and `there`. */
export function driftOf(file: string, base: unknown, here: unknown, there: unknown): DriftedRecord {
  const workspaceOf = (value: unknown): Workspace =>
    new Workspace([new Document(file, typeof value === 'string' ? value : JSON.stringify(value))]);
  const { records } = driftBetween(
    {
      filesWorkspace: workspaceOf(here),
      accountWorkspace: workspaceOf(there),
      base: base === undefined ? undefined : workspaceOf(base),
    },
    { byName: false },
  );
  return records[0]!;
}

/** A conversation flow with most kinds of fields that can change. */
export const flow = {
  conversation_flow_id: 'conversation_flow_1',
  version: 0,
  global_prompt: 'Be kind.',
  start_node_id: 'hello',
  kb_config: { filter_score: 0.4 },
  nodes: [
    {
      id: 'hello',
      type: 'conversation',
      name: 'Hello',
      instruction: { type: 'prompt', text: 'Greet.' },
      edges: [
        { id: 'e1', destination_node_id: 'bye', transition_condition: { type: 'prompt', prompt: 'Done' } },
        { id: 'e2', destination_node_id: 'more', transition_condition: { type: 'prompt', prompt: 'More' } },
      ],
    },
    { id: 'more', type: 'conversation', name: 'More', instruction: { type: 'prompt', text: 'Ask.' }, edges: [] },
    { id: 'bye', type: 'end', name: 'Bye' },
  ],
  tools: [
    { type: 'custom', name: 'a', url: 'https://a.example', headers: { accept: 'x' } },
    { type: 'end_call', name: 'b', description: 'Ends.' },
  ],
};
// keys that decide the shape of a record, and keys that identify a record or item
const keptKeys = new Set([
  'conversation_flow_id',
  'version',
  'type',
  'id',
  'name',
  'nodes',
  'tools',
  'instruction',
  'made_as',
]);

/** The path of a value, in the notation of `leavesOf`. */
function pathOf({ fileValue: here, accountValue: there, base }: DriftValue): string {
  const cursor = (here ?? there ?? base)!;
  return stablePointer(cursor.document, cursor.pointer).replace(/\[(?:id|name)=([^\]]*)\]/g, '/$1');
}

/** Expects that the three-way comparison of `flow` and two random copies agrees with the naive comparison. */
export function expectAsNaive(seed: number): void {
  const random = new Random(seed),
    own = changedCopy(flow, random, random.upTo(5), keptKeys, 'made_as'),
    other = changedCopy(flow, random, random.upTo(5), keptKeys, 'made_as');
  const expected = naiveSides(flow, own, other),
    { values } = driftOf('a.conversation-flow.json', flow, own, other);
  const coveredPaths = new Set<string>();
  for (const value of values) {
    const path = pathOf(value);
    const inner = [...expected].filter(([one]) => one === path || one.startsWith(`${path}/`));
    for (const [one] of inner) coveredPaths.add(one);
    // if both sides changed a value, it is shown as a whole, even if only one side changed a given part
    const isTouched = (value: Json): boolean =>
      [...naiveSides(flow, value, flow).keys()].some(leaf => leaf === path || leaf.startsWith(`${path}/`));
    if (value.side === 'both') expect([seed, path, [own, other].map(isTouched)]).toEqual([seed, path, [true, true]]);
    else expect([seed, path, [...new Set(inner.map(([, side]) => side))]]).toEqual([seed, path, [value.side]]);
  }
  expect([seed, [...expected.keys()].filter(path => !coveredPaths.has(path))]).toEqual([seed, []]);
}
