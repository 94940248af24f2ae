import { isIndex } from '../json/pointer.ts';
import { countWhile } from './search.ts';
import type { Span } from './lines.ts';

/** The types of nodes. */
export const NodeType = { object: 0, array: 1, string: 2, number: 3, literal: 4, invalid: 5 } as const;
export type NodeType = (typeof NodeType)[keyof typeof NodeType];

/** The span that shows a value (for an object or list, its opening bracket), and the span of its key. */
export interface NodeExtent extends Span {
  readonly key: Span | undefined;
  readonly isString: boolean;
  /** The number of segments of the route that exist. */
  readonly depth: number;
}

const NUMBERS_PER_NODE = 6;
/** The minimum number of keys for which a map of the keys saves time. */
const MANY_KEYS = 64;
const BACKSLASH = 92;

/**
 * The positions of every value of a text in document order, as six numbers per node: type, start, end, start and end
 * of its key (-1 without a key), and the index of the first node after its subtree. The array is flat, so that no
 * nesting can overflow the stack.
 */
export class SyntaxNodes {
  #data = new Int32Array(64 * NUMBERS_PER_NODE);
  #children = new Map<number, Int32Array>();
  #byKey = new Map<number, Map<string, number>>();
  readonly text: string;
  length = 0;
  constructor(text: string) {
    this.text = text;
  }

  /** Appends a node whose end is not yet known. */
  open(type: NodeType, start: number, key: Span | undefined): number {
    const node = this.length++;
    if (this.length * NUMBERS_PER_NODE > this.#data.length) {
      const largerData = new Int32Array(this.#data.length * 2);
      largerData.set(this.#data);
      this.#data = largerData;
    }
    const slot = node * NUMBERS_PER_NODE;
    this.#data[slot] = type;
    this.#data[slot + 1] = start;
    this.#data[slot + 3] = key ? key.start : -1;
    this.#data[slot + 4] = key ? key.end : -1;
    return node;
  }
  close(node: number, end: number): void {
    this.#data[node * NUMBERS_PER_NODE + 2] = end;
    this.#data[node * NUMBERS_PER_NODE + 5] = this.length;
  }
  retype(node: number, type: NodeType): void {
    this.#data[node * NUMBERS_PER_NODE] = type;
  }

  type(node: number): NodeType {
    return this.#data[node * NUMBERS_PER_NODE] as NodeType;
  }
  start(node: number): number {
    return this.#data[node * NUMBERS_PER_NODE + 1]!;
  }
  end(node: number): number {
    return this.#data[node * NUMBERS_PER_NODE + 2]!;
  }
  next(node: number): number {
    return this.#data[node * NUMBERS_PER_NODE + 5]!;
  }
  span(node: number): Span {
    return { start: this.start(node), end: this.end(node) };
  }
  keySpan(node: number): Span | undefined {
    const start = this.#data[node * NUMBERS_PER_NODE + 3]!;
    return start < 0 ? undefined : { start, end: this.#data[node * NUMBERS_PER_NODE + 4]! };
  }
  /** The number of keys as written, duplicates included. */
  get keyCount(): number {
    let count = 0;
    for (let slot = 3; slot < this.length * NUMBERS_PER_NODE; slot += NUMBERS_PER_NODE)
      if (this.#data[slot]! >= 0) count++;
    return count;
  }
  key(node: number): string | undefined {
    const span = this.keySpan(node);
    return span && decode(this.text.slice(span.start, span.end));
  }
  /**
   * The direct children of an object or array, in order. Cached, because the items of a long list are requested one by
   * one.
   */
  children(node: number): Int32Array {
    let children = this.#children.get(node);
    if (!children) {
      const list: number[] = [];
      for (let child = node + 1; child < this.next(node); child = this.next(child)) list.push(child);
      this.#children.set(node, (children = Int32Array.from(list)));
    }
    return children;
  }
  /** The index of a node among the children of its object or array. */
  indexOf(node: number, child: number): number {
    const children = this.children(node);
    return countWhile(children.length, i => children[i]! < child);
  }
  /** The nodes from the root to a node, including both. */
  pathTo(node: number): number[] {
    const path = [0];
    for (let slot = 0; slot < node;) {
      const children = this.children(slot),
        child = children[countWhile(children.length, i => children[i]! <= node) - 1];
      if (child === undefined) break;
      path.push((slot = child));
    }
    return path;
  }
  /** The child under a key or index. Of equal keys the last one counts, as in `JSON.parse`. */
  child(node: number, segment: string | number): number | undefined {
    if (typeof segment === 'number')
      return this.type(node) === NodeType.array ? this.children(node)[segment] : this.child(node, String(segment));
    if (this.type(node) === NodeType.array) return isIndex(segment) ? this.children(node)[Number(segment)] : undefined;
    if (this.type(node) !== NodeType.object) return undefined;
    const end = this.next(node);
    let match: number | undefined,
      lookups = 0;
    for (let child = node + 1; child < end; child = this.next(child)) {
      if (this.#isCalled(child, segment)) match = child;
      if (++lookups > MANY_KEYS) return this.#childrenByKey(node).get(segment);
    }
    return match;
  }
  #isCalled(node: number, key: string): boolean {
    const start = this.#data[node * NUMBERS_PER_NODE + 3]!,
      first = this.text.charCodeAt(start + 1);
    // a quick check: most keys differ in the first character and have no escapes
    const isDifferent = first !== key.charCodeAt(0) && first !== BACKSLASH && key !== '';
    return start >= 0 && !(isDifferent && this.text[start] === '"') && this.key(node) === key;
  }
  /** The children of a large object by key. Cached, because each lookup would otherwise scan all children. */
  #childrenByKey(node: number): ReadonlyMap<string, number> {
    let children = this.#byKey.get(node);
    if (!children) {
      children = new Map<string, number>();
      for (const child of this.children(node)) {
        const key = this.key(child);
        if (key !== undefined) children.set(key, child);
      }
      this.#byKey.set(node, children);
    }
    return children;
  }
  /** The node at a route, and the number of segments of the route that exist. */
  find(segments: readonly string[]): { readonly node: number | undefined; readonly depth: number } {
    let node: number | undefined = this.length > 0 ? 0 : undefined;
    for (let depth = 0; node !== undefined && depth < segments.length; depth++) {
      const child = this.child(node, segments[depth]!);
      if (child === undefined) return { node, depth };
      node = child;
    }
    return { node, depth: node === undefined ? 0 : segments.length };
  }
}

/** The value at a route, or the nearest value around it. */
export function placeIn(nodes: SyntaxNodes, segments: readonly string[]): NodeExtent | undefined {
  const { node, depth } = nodes.find(segments);
  if (node === undefined) return undefined;
  const start = nodes.start(node),
    end = nodes.type(node) <= NodeType.array ? start + 1 : nodes.end(node);
  return { start, end, key: nodes.keySpan(node), depth, isString: nodes.type(node) === NodeType.string };
}

const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/**
 * The decoded string. Broken escapes stay as written.
 * @param raw the string as spelled, with quotes
 */
export function decode(raw: string): string {
  const quote = raw[0];
  const isQuoted = quote === '"' || quote === "'";
  const body = isQuoted ? raw.slice(1, raw.length > 1 && raw.endsWith(quote!) ? -1 : undefined) : raw;
  if (!body.includes('\\')) return body;
  return body.replace(/\\(?:u([0-9a-fA-F]{4})|([\s\S]))/g, (_, hex: string | undefined, char: string | undefined) =>
    hex !== undefined ? String.fromCharCode(parseInt(hex, 16)) : (escapes[char!] ?? char!),
  );
}

/** The offset in `raw`, including the quote, of the UTF-16 unit `index` of the decoded string. */
export function decodedOffset(raw: string, index: number): number {
  let offset = raw[0] === '"' || raw[0] === "'" ? 1 : 0;
  for (let remainingUnits = index; remainingUnits > 0 && offset < raw.length;) {
    const escape = raw.indexOf('\\', offset),
      plainLength = Math.min(remainingUnits, (escape < 0 ? raw.length : escape) - offset);
    offset += plainLength;
    remainingUnits -= plainLength;
    if (remainingUnits === 0 || offset !== escape) continue;
    offset += escapeLength(raw, offset);
    remainingUnits--;
  }
  return offset;
}

/** The length of the escape at an offset. */
export const escapeLength = (raw: string, offset: number): number =>
  raw[offset + 1] === 'u' && /^[0-9a-fA-F]{4}/.test(raw.slice(offset + 2, offset + 6)) ? 6 : 2;

/** Whether the character at an offset is escaped by a backslash. */
export function isEscaped(text: string, offset: number): boolean {
  let first = offset;
  while (text[first - 1] === '\\') first--;
  return (offset - first) % 2 === 1;
}
