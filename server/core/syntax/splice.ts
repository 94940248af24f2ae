import { isArray, setOwn, type Json, type JsonObject } from '../json/json.ts';
import type { ReplacedPart } from './change.ts';
import { parseText, valueOf, type ParsedText } from './parse.ts';
import { Scanner, type SyntaxCode } from './scanner.ts';
import { NodeType, type Tape } from './tape.ts';

/** A parsed text: its positions and its value. */
interface SplicedText {
  readonly value: Json | undefined;
  readonly valid: boolean;
  readonly parsed: ParsedText;
}
/** A text that is valid JSON. */
interface JsonText {
  readonly text: string;
  readonly value: Json;
  readonly tape: Tape;
}

/**
 * A container around the change whose brackets the change does not touch: its value, the index of the next inner one,
 * and whether its keys are distinct.
 */
interface Level {
  readonly node: number;
  readonly value: Json;
  readonly inner: number;
  readonly unique: boolean;
}
/** Some or all adjacent children of a container: their range of nodes, and their extent in the old text. */
interface Run {
  readonly from: number;
  readonly to: number;
  readonly first: number;
  readonly after: number;
  readonly start: number;
  readonly end: number;
}
interface Piece extends ParsedText {
  readonly value: Json;
  readonly valid: boolean;
}

/** Looking at one child costs about as much as this many characters. */
const ATTEMPT = 64;

/**
 * Reads a changed text by parsing only the children of one container that the change touches; the rest is unchanged,
 * because it was valid JSON. Gives exactly the result of parsing the whole text, or `undefined` if a part is not enough
 * to tell, or would not be faster.
 * @param change from the text of the base to `text`
 */
export function spliced(
  base: JsonText,
  change: ReplacedPart,
  text: string,
  comments: boolean,
): SplicedText | undefined {
  const { tape } = base;
  if (change.start === change.end && change.end === change.newEnd)
    return { value: base.value, valid: true, parsed: { tape, problems: [], closed: true } };
  const levels = levelsAround(base, change);
  let budget = Math.max(base.text.length, text.length) / 4 + 1024;
  for (let depth = levels.length - 1; depth >= 0; depth--) {
    const level = levels[depth]!,
      run = runAt(tape, level.node, change),
      all = wholeOf(tape, level.node);
    for (const tried of !level.unique || (run.from === 0 && run.after === all.after) ? [all] : [run, all]) {
      budget -= tried.end - tried.start + change.newEnd - change.end + ATTEMPT;
      if (budget < 0) return undefined;
      const piece = pieceOf(tape, level.node, tried, change, text, comments, tried === all);
      const value = piece && merged(tape, level, tried, piece);
      if (piece && value !== undefined)
        return reading(base, change, text, levels.slice(0, depth + 1), tried, piece, value);
    }
  }
  return undefined;
}

/**
 * The containers around a change, outermost first. Stops at an object with duplicate keys, where the changed one may
 * not be the one that counts.
 */
function levelsAround({ tape, value }: JsonText, { start, end }: ReplacedPart): Level[] {
  const levels: Level[] = [];
  const encloses = (node: number): boolean =>
    tape.type(node) <= NodeType.array && tape.start(node) < start && end < tape.end(node);
  for (let node: number | undefined = tape.length > 0 && encloses(0) ? 0 : undefined; node !== undefined;) {
    const stop = tape.next(node);
    let children = 0,
      inner: number | undefined,
      innerIndex = -1;
    for (let child = node + 1; child < stop; child = tape.next(child), children++)
      if (encloses(child)) {
        inner = child;
        innerIndex = children;
      }
    const unique = isArray(value) || Object.keys(value as object).length === children;
    levels.push({ node, value, inner: innerIndex, unique });
    if (inner === undefined || !unique) break;
    value = isArray(value) ? value[innerIndex]! : (value as JsonObject)[tape.key(inner)!]!;
    node = inner;
  }
  return levels;
}

/** The children that a change touches or lies between. */
function runAt(tape: Tape, node: number, change: ReplacedPart): Run {
  const stop = tape.next(node);
  let from = 0,
    to = 0,
    first = node + 1,
    after = stop,
    start = tape.start(node) + 1,
    end = tape.end(node) - 1,
    index = 0;
  for (let child = node + 1; child < stop; child = tape.next(child), index++) {
    const begin = tape.keySpan(child)?.start ?? tape.start(child);
    if (begin <= change.start) {
      if (index > 0) start = begin;
      from = index;
      first = child;
    }
    to = index + 1;
    if (tape.end(child) < change.end) continue;
    if (tape.next(child) < stop) {
      end = tape.end(child);
      after = tape.next(child);
    }
    break;
  }
  return { from, to, first, after, start, end };
}

function wholeOf(tape: Tape, node: number): Run {
  return {
    from: 0,
    to: Infinity,
    first: node + 1,
    after: tape.next(node),
    start: tape.start(node) + 1,
    end: tape.end(node) - 1,
  };
}

/**
 * Parses the children in brackets of their own, provided these match each other and nothing in between can reach beyond
 * them.
 */
function pieceOf(
  tape: Tape,
  node: number,
  run: Run,
  change: ReplacedPart,
  text: string,
  comments: boolean,
  whole: boolean,
): Piece | undefined {
  const object = tape.type(node) === NodeType.object;
  const inside = text.slice(run.start, run.end + change.newEnd - change.end),
    piece = `${object ? '{' : '['}${inside}${object ? '}' : ']'}`;
  let value: Json | undefined;
  try {
    value = JSON.parse(piece) as Json;
  } catch {
    value = undefined;
  }
  // strings that a tolerant parse cuts out of its text would keep that version of the text in memory
  if (value === undefined && comments) return undefined;
  const parsed = parseText(piece, comments),
    { problems } = parsed;
  if (
    parsed.tape.length < (whole ? 1 : 2) ||
    parsed.tape.next(0) !== parsed.tape.length ||
    parsed.tape.end(0) !== piece.length
  )
    return undefined;
  if (value !== undefined) return { ...parsed, value, valid: true };
  if (/[<=>|]{7}/.test(inside) || !readsAlike(piece, text, run.start - 1)) return undefined;
  if (problems.some(({ code, node }) => beyond.has(code) || (node === 0 && unclosed.has(code)))) return undefined;
  // outside its object, a field's key would end a list
  if (!object && problems.some(({ code }) => code === 'unexpected')) return undefined;
  if (!whole && !(parsed.closed && ends(parsed.tape, piece))) return undefined;
  return { ...parsed, value: valueOf(parsed.tape)!, valid: false };
}

/** Whether a part has the same tokens in its text, where a broken one is read by what follows. */
function readsAlike(piece: string, text: string, shift: number): boolean {
  const alone = new Scanner(piece, 1),
    within = new Scanner(text, 1 + shift);
  for (;;) {
    const token = alone.next(),
      other = within.next();
    if (token.start >= piece.length - 1) return other.start >= token.start + shift;
    if (token.end + shift !== other.end || token.problem !== other.problem) return false;
  }
}

/** Whether something was read together with the added brackets, or after them. */
const beyond: ReadonlySet<SyntaxCode> = new Set(['merge-conflict', 'wrong-bracket', 'extra-text']);
const unclosed: ReadonlySet<SyntaxCode> = new Set(['unclosed-object', 'unclosed-array']);

/** Whether nothing is begun after the root's last child: no comma, no key. */
function ends(tape: Tape, text: string): boolean {
  let last = 1;
  while (tape.next(last) < tape.length) last = tape.next(last);
  return tape.end(last) > tape.start(last) && text.slice(tape.end(last), -1).trim() === '';
}

/**
 * The value of a container after a run of its children was replaced by those of a piece; none if keys are duplicated,
 * because then the last one counts.
 */
function merged(tape: Tape, { node, value }: Level, run: Run, piece: Piece): Json | undefined {
  if (run.to === Infinity) return piece.value;
  if (isArray(value)) return [...value.slice(0, run.from), ...(piece.value as readonly Json[]), ...value.slice(run.to)];
  const read = piece.value as JsonObject,
    keys = keysOf(piece.tape, 1, piece.tape.length),
    replaced = keysOf(tape, run.first, run.after);
  if (Object.keys(read).length !== keys.length) return undefined;
  if (keys.length === replaced.length && keys.every((key, i) => key === replaced[i])) {
    const copy = { ...(value as JsonObject) };
    for (const key of keys) setOwn(copy, key, read[key]!);
    return copy;
  }
  const made: JsonObject = {},
    before = keysOf(tape, node + 1, run.first),
    behind = keysOf(tape, run.after, tape.next(node));
  for (const key of before) setOwn(made, key, (value as JsonObject)[key]!);
  for (const key of keys) setOwn(made, key, read[key]!);
  for (const key of behind) setOwn(made, key, (value as JsonObject)[key]!);
  return Object.keys(made).length === before.length + keys.length + behind.length ? made : undefined;
}

function keysOf(tape: Tape, first: number, after: number): string[] {
  const keys: string[] = [];
  for (let child = first; child < after; child = tape.next(child)) keys.push(tape.key(child) ?? '');
  return keys;
}

function reading(
  base: JsonText,
  change: ReplacedPart,
  text: string,
  levels: readonly Level[],
  run: Run,
  piece: Piece,
  value: Json,
): SplicedText {
  const nodes = levels.map(({ node }) => node),
    holder = nodes.at(-1)!,
    shift = run.start - 1;
  for (let depth = levels.length - 2; depth >= 0; depth--)
    value = withChild(base.tape, levels[depth]!, levels[depth + 1]!.node, value);
  const problems = piece.problems.map(problem => ({
    ...problem,
    start: problem.start + shift,
    end: problem.end + shift,
    node: problem.node === 0 ? holder : problem.node + run.first - 1,
  }));
  const tape = base.tape.spliced(text, run.first, run.after, nodes, piece.tape, shift, change.newEnd - change.end);
  return { value, valid: piece.valid, parsed: { tape, problems, closed: piece.closed } };
}

function withChild(tape: Tape, level: Level, child: number, value: Json): Json {
  if (isArray(level.value)) {
    const copy = level.value.slice();
    copy[level.inner] = value;
    return copy;
  }
  const copy = { ...(level.value as JsonObject) };
  setOwn(copy, tape.key(child)!, value);
  return copy;
}
