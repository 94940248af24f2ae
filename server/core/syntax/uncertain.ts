import { isArray, setOwn, type Json, type JsonObject } from '../json/json.ts';
import type { Segment } from '../json/pointer.ts';
import type { Span } from './lines.ts';
import type { ParsedText, SyntaxProblem } from './parse.ts';
import type { SyntaxCode } from './scanner.ts';
import { NodeType, type SyntaxNodes } from './syntax-nodes.ts';

/** Errors after which the text still has only one possible reading. */
const certainCodes: ReadonlySet<SyntaxCode> = new Set([
  'comment',
  'hash-comment',
  'code-fence',
  'invisible-character',
  'trailing-comma',
  'missing-comma',
  'single-quotes',
  'control-character',
]);
/**
 * Errors that affect only their own lines: strings end in their line, brackets are balanced, and a list ends before
 * the next field.
 */
const localCodes: ReadonlySet<SyntaxCode> = new Set([
  'extra-comma',
  'semicolon',
  'missing-value',
  'missing-colon',
  'wrong-colon',
  'unclosed-string',
  'unescaped-quote',
  'line-break',
  'curly-quotes',
  'bad-escape',
  'bad-number',
  'bad-literal',
  'unquoted-key',
  'unopened-string',
  'unexpected',
  'interrupted-array',
]);
const isDoubtful = ({ code }: SyntaxProblem): boolean => !certainCodes.has(code);

export const isCertain = ({ problems }: ParsedText): boolean => !problems.some(isDoubtful);

/**
 * The fields of an object that can be read in more than one way. It is therefore also unknown which fields the object
 * lacks.
 */
interface Doubt {
  readonly object: readonly Segment[];
  readonly fields: readonly string[];
}

/**
 * The uncertain fields: those in the lines from the first error to the last. If an item of a list is uncertain, the
 * whole list is, because its items are counted.
 * @returns undefined if the whole text is uncertain
 */
export function doubtIn({ nodes, problems }: ParsedText): Doubt | undefined {
  const doubtfulProblems = problems.filter(isDoubtful);
  if (doubtfulProblems.length === 0 || doubtfulProblems.some(({ code }) => !localCodes.has(code)) || nodes.length === 0)
    return undefined;
  const lines = wholeLines(
    nodes.text,
    doubtfulProblems[0]!.start,
    doubtfulProblems.reduce((last, { start, end }) => Math.max(last, start, end - 1), 0),
  );
  const path: Segment[] = [];
  let doubt: Doubt | undefined;
  for (let node = 0; nodes.type(node) <= NodeType.array && isAround(nodes, node, lines);) {
    const children = nodes.children(node),
      first = children.findIndex(child => nodes.end(child) >= lines.start);
    const touchedKeys: number[] = [];
    for (let i = first; i >= 0 && i < children.length && startOf(nodes, children[i]!) <= lines.end; i++)
      touchedKeys.push(children[i]!);
    const isObject = nodes.type(node) === NodeType.object,
      position = touchedKeys[0];
    if (isObject) doubt = { object: [...path], fields: touchedKeys.map(child => nodes.key(child) ?? '') };
    if (touchedKeys.length !== 1 || position === undefined) break;
    const segment = isObject ? (nodes.key(position) ?? '') : first;
    // of equal keys the last one counts, and it may be outside these lines
    if (nodes.child(node, String(segment)) !== position) return undefined;
    path.push(segment);
    node = position;
  }
  return doubt;
}

/** A value without the uncertain fields. Containers around them are copied; everything else is shared. */
export function certainValue(value: Json, { object, fields }: Doubt): Json {
  const holder: JsonObject = {};
  let parent: Json = holder,
    key: Segment = 'value',
    certainPart = value;
  for (const segment of object) {
    const copy: Json = isArray(certainPart) ? certainPart.slice() : { ...(certainPart as JsonObject) };
    setOwn(parent, String(key), copy);
    [parent, key, certainPart] = [copy, segment, (certainPart as JsonObject)[segment]!];
  }
  const remaining: JsonObject = {},
    doubtfulKeys = new Set(fields);
  for (const [name, value] of Object.entries(certainPart as JsonObject))
    if (!doubtfulKeys.has(name)) setOwn(remaining, name, value);
  setOwn(parent, String(key), remaining);
  return holder['value']!;
}

/** Whether both brackets of a container are outside a span of lines. */
const isAround = (nodes: SyntaxNodes, node: number, { start, end }: Span): boolean =>
  nodes.start(node) < start && end < nodes.end(node);
const startOf = (nodes: SyntaxNodes, node: number): number => (nodes.keySpan(node) ?? nodes.span(node)).start;

function wholeLines(text: string, startOffset: number, endOffset: number): Span {
  let start = startOffset,
    end = endOffset;
  while (start > 0 && !isBreak(text[start - 1])) start--;
  while (end < text.length && !isBreak(text[end])) end++;
  return { start, end };
}
const isBreak = (character: string | undefined): boolean => character === '\n' || character === '\r';
