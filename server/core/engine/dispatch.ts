import { Cursor } from '../cursor.ts';
import { isArray, type Json, type JsonObject } from '../json.ts';
import { split } from '../pointer.ts';
import { entryCount, entryFor, entryOf, keysOf, marksOf, type Marks, type ShapeName } from '../shapes.ts';
import type { At } from './rule.ts';

/** Deeper than any file of ours; what lies below is left alone, so that no nesting can overflow the walk. */
const MAX_DEPTH = 300;

interface Call<T> { readonly target: T; readonly path: readonly string[]; readonly suspects?: (value: Json, marks: Marks) => boolean }

/**
 * Which targets are called for which kind of place: compiled once from their `at`, then every document is walked once, value and
 * shape table together, and branches in which nobody is interested are not entered.
 */
export class Dispatch<T> {
  readonly #calls: (Call<T>[] | undefined)[] = new Array(entryCount);
  readonly #unknown: T[] = [];
  readonly #live = new Uint8Array(entryCount);

  constructor(targets: Iterable<readonly [At, T]>) {
    const byShape = shapeEntries();
    for (const [at, target] of targets) {
      if ('unknownKeys' in at) { this.#unknown.push(target); continue; }
      if ('marked' in at && typeof at.marked === 'function') {
        for (let id = 0; id < entryCount; id++) if (at.marked(marksOf(id), entryOf(id))) this.#add(id, { target, path: [], ...(at.suspects && { suspects: at.suspects }) });
        continue;
      }
      for (const [shape, paths] of Object.entries(at)) for (const path of [paths].flat() as string[]) {
        const call = { target, path: split(path) };
        for (const id of byShape.get(shape as ShapeName) ?? []) this.#add(id, call);
      }
    }
    this.#markLive();
  }

  #add(id: number, call: Call<T>): void { (this.#calls[id] ??= []).push(call); }

  /** An entry is live if it has calls, or if a live one can be reached from it. */
  #markLive(): void {
    const parents: number[][] = Array.from({ length: entryCount }, () => []);
    const pending: number[] = [];
    for (let id = 0; id < entryCount; id++) {
      const { props, items, map, variants } = entryOf(id);
      for (const child of [...Object.values(props ?? {}), ...Object.values(variants?.of ?? {}), items, map]) if (child !== undefined) parents[child]!.push(id);
      if (this.#calls[id] || (this.#unknown.length > 0 && props)) pending.push(id);
    }
    for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
      if (this.#live[id]) continue;
      this.#live[id] = 1;
      pending.push(...parents[id]!);
    }
  }

  /** Calls `visit` for every place that a target asked for. */
  walk(root: Cursor, visit: (target: T, node: Cursor) => void): void {
    this.#visit(root, visit, 0);
  }

  #visit(node: Cursor, visit: (target: T, node: Cursor) => void, depth: number): void {
    const calls = this.#calls[node.entry];
    if (calls) for (const call of calls) {
      if (call.path.length > 0) follow(node, call.path, 0, place => visit(call.target, place));
      else if (!call.suspects || (node.value !== undefined && call.suspects(node.value, node.marks))) visit(call.target, node);
    }
    const { value } = node;
    if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return;
    const entry = entryOf(node.entry);
    if (isArray(value)) {
      const items = entry.items;
      if (items === undefined || !this.#live[items]) return;
      for (let i = 0; i < value.length; i++) this.#enter(node, i, value[i]!, items, visit, depth);
      return;
    }
    const keys = keysOf(node.entry), { map } = entry;
    if (!keys && map === undefined) return;
    let unknown = false;
    for (const key in value) {
      const child = keys?.get(key) ?? map;
      if (child === undefined) unknown = true;
      else if (this.#live[child]) this.#enter(node, key, (value as JsonObject)[key]!, child, visit, depth);
    }
    if (unknown && keys) for (const target of this.#unknown) visit(target, node);
  }

  /** Most places are scalars that no call suspects of anything: for them not even a cursor is made. */
  #enter(parent: Cursor, segment: string | number, value: Json, child: number, visit: (target: T, node: Cursor) => void, depth: number): void {
    if (typeof value === 'object' && value !== null) {
      const id = entryFor(child, value);
      if (this.#live[id]) this.#visit(new Cursor(parent.document, value, id, parent, segment), visit, depth + 1);
      return;
    }
    const calls = this.#calls[child];
    if (!calls) return;
    let node: Cursor | undefined;
    for (const { target, path, suspects } of calls) {
      if (path.length > 0 || (suspects && !suspects(value, marksOf(child)))) continue;
      visit(target, (node ??= new Cursor(parent.document, value, child, parent, segment)));
    }
  }
}

function follow(node: Cursor, path: readonly string[], at: number, found: (place: Cursor) => void): void {
  if (at === path.length) { if (node.exists) found(node); return; }
  const segment = path[at]!;
  if (segment !== '*') { const child = node.get(segment); if (child.exists) follow(child, path, at + 1, found); return; }
  for (const child of node.isArray ? node.items() : node.entries()) follow(child, path, at + 1, found);
}

let shapes: Map<ShapeName, number[]> | undefined;
function shapeEntries(): Map<ShapeName, number[]> {
  if (shapes) return shapes;
  shapes = new Map();
  for (let id = 0; id < entryCount; id++) for (const shape of entryOf(id).shapes ?? []) {
    const ids = shapes.get(shape) ?? [];
    // a shape with variants is met as the entry of its variant; the undecided entry stays for values that name none
    ids.push(id);
    shapes.set(shape, ids);
  }
  return shapes;
}
