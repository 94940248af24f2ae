import type { TextEdit } from '../finding.ts';
import { clipped, listed, show } from '../wording.ts';
import { probablyUnclosed } from '../syntax/indentation.ts';
import type { Span } from '../syntax/lines.ts';
import type { SyntaxProblem } from '../syntax/parse.ts';
import type { SyntaxCode } from '../syntax/scanner.ts';
import { decode, NodeType, type SyntaxNodes } from '../syntax/syntax-nodes.ts';
import { decimalComma, wrongNumber, wrongWord } from './wrong-literals.ts';
import { countWhile } from '../syntax/search.ts';

/** A syntax error in words, and the change that fixes it. */
interface Explanation {
  readonly span: Span;
  readonly message: string;
  readonly help?: string;
  readonly fix?: { readonly title: string; readonly safe: boolean; readonly edits: readonly TextEdit[] };
}

export type ExplainedProblem = Explanation & { readonly problem: SyntaxProblem };

type Explain = (
  text: string,
  problem: SyntaxProblem,
  nodes: SyntaxNodes,
) => Omit<Explanation, 'span'> & { readonly span?: Span };

const explanations: Readonly<Record<SyntaxCode, Explain>> = {
  empty: () => ({ message: 'expected a JSON object, got an empty file' }),
  comment: (text, problem) => ({
    message: 'comments are not allowed in JSON',
    fix: { title: 'Remove the comment', safe: false, edits: [commentRemoval(text, problem)] },
  }),
  'hash-comment': (text, problem) => ({
    message: 'comments are not allowed in JSON, and # does not start one',
    fix: { title: 'Remove the comment', safe: false, edits: [commentRemoval(text, problem)] },
  }),
  'code-fence': text => ({
    message: 'a Markdown fence is not part of the JSON',
    fix: {
      title: 'Remove the fences',
      safe: false,
      edits: [...text.matchAll(/^```[^\r\n]*(?:\r\n?|\n|$)/gm)].map(({ index, 0: { length } }) => ({
        start: index,
        end: index + length,
        text: '',
      })),
    },
  }),
  'invisible-character': (text, { start, end }) => {
    const names = Array.from(
      text.slice(start, end),
      char => `U+${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
    );
    return {
      message: `invisible character ${listed([...new Set(names)], 'and', 3)}; JSON allows spaces, tabs and line breaks only`,
      fix: isApartAt(text, { start, end })
        ? { title: 'Remove it', safe: true, edits: [{ start, end, text: '' }] }
        : { title: 'Write a space', safe: true, edits: [{ start, end, text: ' ' }] },
    };
  },
  semicolon: (text, { start, end }) => {
    const isLast = /^\s*(?:[\]}]|$)/.test(text.slice(end));
    return isLast
      ? { message: 'unexpected ;', fix: { title: 'Remove it', safe: false, edits: [{ start, end, text: '' }] } }
      : {
          message: 'expected a comma, got ;',
          fix: { title: 'Write a comma', safe: false, edits: [{ start, end, text: ',' }] },
        };
  },
  'unclosed-comment': () => ({ message: 'unclosed comment: */ is missing' }),
  'trailing-comma': (text, { start, end }) => ({
    message: `trailing comma after the last ${/^\s*\}/.test(text.slice(end)) ? 'property' : 'item'}`,
    fix: { title: 'Remove the comma', safe: true, edits: [{ start, end, text: '' }] },
  }),
  'extra-comma': (_, { start, end }) => ({
    message: 'expected a value, got a comma',
    fix: { title: 'Remove the comma', safe: false, edits: [{ start, end, text: '' }] },
  }),
  'missing-comma': (text, { start, node }, nodes) => {
    const message = `missing comma before ${excerpt(text, start)}`,
      item = itemBefore(nodes, node, start);
    // a comma after an unclosed single-quoted string would become part of it
    if (item === undefined || /^'(?:$|.*[^'])$/s.test(text.slice(item.start, item.end))) return { message };
    const isSafe = /[\r\n]/.test(text.slice(item.end, start).replace(/\/\*[^]*?\*\//g, ''));
    return {
      message,
      fix: { title: 'Insert a comma', safe: isSafe, edits: [{ start: item.end, end: item.end, text: ',' }] },
    };
  },
  'missing-colon': (text, { start }) => ({ message: `missing colon before ${excerpt(text, start)}` }),
  'wrong-colon': (text, { start, end }) => {
    const startOffset = start - (/[ \t]*$/.exec(text.slice(Math.max(0, start - 80), start))?.[0].length ?? 0),
      isApart = /\s/.test(text[end] ?? ' ');
    return {
      message: `expected a colon, got ${text.slice(start, end)}`,
      fix: { title: 'Write a colon', safe: false, edits: [{ start: startOffset, end, text: isApart ? ':' : ': ' }] },
    };
  },
  'missing-value': (text, { start }, nodes) => {
    const key = keyAt(nodes, start);
    return {
      message: key === undefined ? 'missing value' : `missing value for ${show(key.name)}`,
      ...(key && { span: key.span }),
    };
  },
  'merge-conflict': (text, problem) => {
    const names = [text.slice(problem.start, problem.end), /^>{7}.*/m.exec(text.slice(problem.start))?.[0] ?? ''].map(
      line => line.slice(7).trim(),
    );
    const location = names.every(name => name !== '') ? ` between ${clipped(names[0]!)} and ${clipped(names[1]!)}` : '';
    return { message: `unresolved merge conflict${location}` };
  },
  'single-quotes': (text, { start, end }) => {
    const raw = text.slice(start, end);
    const isClosed = raw.length > 1 && raw.endsWith("'");
    return {
      message: `single-quoted string${isClosed ? '' : ', not closed either'}; JSON requires double quotes`,
      ...(isClosed && {
        fix: {
          title: 'Use double quotes',
          safe: isWholeText(text, { start, end }),
          edits: [{ start, end, text: JSON.stringify(decode(raw)) }],
        },
      }),
    };
  },
  'curly-quotes': (text, { start, end }) => ({
    message: 'curly quotes; JSON requires straight double quotes',
    fix: {
      title: 'Use straight quotes',
      safe: true,
      edits: [
        { start, end: start + 1, text: '"' },
        { start: end - 1, end, text: '"' },
      ],
    },
  }),
  'unquoted-key': (text, { start, end }) => {
    const raw = text.slice(start, end);
    if (/^(\.{3}|…)/.test(raw))
      return { message: `${clipped(raw)} stands for omitted content, which JSON cannot express` };
    const name = /^[\w$-]+(?="?$)/.exec(raw)?.[0];
    return {
      message: `the key ${clipped(name ?? raw)} must be in double quotes`,
      ...(name && {
        fix: { title: `Write "${name}"`, safe: true, edits: [{ start, end, text: JSON.stringify(name) }] },
      }),
    };
  },
  'unclosed-string': (_, { end }) => ({
    message: 'unclosed string: a double quote is missing',
    fix: { title: 'Close it here', safe: false, edits: [{ start: end, end, text: '"' }] },
  }),
  'unescaped-quote': (text, { start, end }) => {
    const edits = escapes(text, start + 1, end - 1);
    return {
      span: { start: edits[0]!.start, end: edits.at(-1)!.end },
      message: 'unescaped double quote in a string; write \\"',
      fix: { title: writeTitle(edits), safe: false, edits },
    };
  },
  'line-break': (text, { start, end }) => {
    const edits = escapes(text, start + 1, end - 1);
    return {
      span: { start, end: edits.find(edit => edit.text === '\\n')!.start },
      message: 'line break in a string; write \\n',
      fix: { title: writeTitle(edits), safe: false, edits },
    };
  },
  'unclosed-object': (_, problem, nodes) => explainUnclosed(nodes, problem),
  'unclosed-array': (_, problem, nodes) => explainUnclosed(nodes, problem),
  'interrupted-array': (_, problem, nodes) => explainUnclosed(nodes, problem),
  'wrong-bracket': (text, { start, node }, nodes) => {
    const end = start + 1;
    if (text[start] === '}' && nodes.type(node) === NodeType.array)
      return {
        message: 'expected ], got }',
        fix: { title: 'Write ]', safe: false, edits: [{ start, end, text: ']' }] },
      };
    if (text[start] === '}' && node === 0)
      return {
        message: 'unexpected }: it ends the text, but more fields follow',
        fix: {
          title: 'Remove it',
          safe: false,
          edits: [{ start: afterLastText(text, start), end, text: '' }],
        },
      };
    return { message: `unexpected ${text[start]}: nothing to close here` };
  },
  'bad-escape': (text, { start, end }) => {
    const edits = [...text.slice(start, end).matchAll(escape)]
      .filter(([match]) => match.length === 1)
      .map(({ index }): TextEdit => {
        const offset = start + index,
          sequence = text.slice(offset, Math.min(offset + 2, end));
        const literal = `\\\\${JSON.stringify(sequence.slice(1)).slice(1, -1)}`;
        return { start: offset, end: offset + sequence.length, text: sequence === "\\'" ? "'" : literal };
      });
    const first = edits[0] ?? { start, end: start + 1, text: '' },
      sequence = text.slice(first.start, first.end);
    return {
      span: { start: first.start, end: first.end },
      message: `invalid escape ${sequence}; a literal backslash is \\\\`,
      fix: { title: writeTitle(edits), safe: false, edits },
    };
  },
  'control-character': (text, { start, end }) => {
    // every escape before this one is valid, because the first broken one is reported
    const edits = [...text.slice(start, end).matchAll(/\\[^]|[\0-\x1f]/g)].flatMap(({ index, 0: char }): TextEdit[] =>
      char.length > 1
        ? []
        : [{ start: start + index, end: start + index + 1, text: JSON.stringify(char).slice(1, -1) }],
    );
    const first = edits[0] ?? { start, end: start + 1, text: '' };
    return {
      span: { start: first.start, end: first.end },
      message: `unescaped ${text[first.start] === '\t' ? 'tab' : 'control character'} in a string; write ${first.text}`,
      fix: { title: writeTitle(edits), safe: true, edits },
    };
  },
  'unopened-string': (text, { start, end }) => ({
    message: `the double quote before ${clipped(text.slice(start, end - 1))} is missing`,
    fix: { title: 'Open it here', safe: false, edits: [{ start, end: start, text: '"' }] },
  }),
  'bad-number': wrongNumber,
  'bad-literal': wrongWord,
  unexpected: (text, { start }) => decimalComma(text, start) ?? { message: `unexpected ${excerpt(text, start)}` },
  'extra-text': (text, { start }) => ({
    message: `unexpected text after the end of the JSON value: ${excerpt(text, start)}`,
    span: { start, end: start + 1 },
  }),
};

/**
 * Explains an unclosed bracket. At the end of the text it is only certain that a bracket is missing; the indentation
 * shows which one.
 */
function explainUnclosed(nodes: SyntaxNodes, problem: SyntaxProblem): ReturnType<Explain> {
  const { text } = nodes,
    isRoot = problem.start === nodes.start(0);
  const culprit = isRoot ? probablyUnclosed(nodes, problem) : undefined;
  const start = culprit ? nodes.start(culprit.node) : problem.start;
  const message = text[start] === '{' ? 'unclosed object: } is missing' : 'unclosed list: ] is missing';
  if (!culprit) return { message };
  const line = 1 + (text.slice(0, culprit.closingOffset).match(/\r\n?|\n/g)?.length ?? 0);
  return {
    message,
    span: { start, end: start + 1 },
    help: `By its indentation, the ${text[culprit.closingOffset]} in line ${line} closes an outer object or list.`,
  };
}

/**
 * The edits that escape quotes, line breaks and other control characters in a string. The indentation after a line
 * break is removed, because an editor inserted it.
 */
function escapes(text: string, start: number, end: number): TextEdit[] {
  const blanks = /[ \t]{0,99}/y;
  blanks.lastIndex = text.lastIndexOf('\n', start) + 1;
  const escapeSequence = new RegExp(
    `\\\\[^\\r\\n]|\\\\?(?:\\r\\n?|\\n)(?:${blanks.exec(text)![0]})?|["\\0-\\x1f]`,
    'g',
  );
  return [...text.slice(start, end).matchAll(escapeSequence)].flatMap(({ index, 0: char }): TextEdit[] => {
    // in other languages, a backslash before a line break continues the line
    const isBreak = /[\r\n]/.test(char);
    const escape = isBreak ? '\\n' : JSON.stringify(char).slice(1, -1);
    return char[0] === '\\' && !isBreak
      ? []
      : [{ start: start + index, end: start + index + char.length, text: escape }];
  });
}

const writeTitle = (edits: readonly TextEdit[]): string =>
  `Write ${listed([...new Set(edits.map(({ text }) => text))], 'and', 4)}`;

/** Whether a single-quoted string certainly ends at its second quote and means the same in JSON. */
function isWholeText(text: string, { start, end }: Span): boolean {
  const escapes = text.slice(start, end).replaceAll('\\\\', '');
  endOfValue.lastIndex = end;
  return (
    !/\\(?!["/bfnrt']|u[0-9a-fA-F]{4})/.test(escapes) && !/[^\\]'/.test(escapes.slice(1, -1)) && endOfValue.test(text)
  );
}
const endOfValue = /[ \t]*(?:[,:\]}\r\n]|\/[/*]|$)/y;

/** A valid escape sequence, or a backslash that does not begin one. */
const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})|\\/g;

/** A syntax problem in words. */
export function explanationOf(text: string, problem: SyntaxProblem, nodes: SyntaxNodes): ExplainedProblem {
  const explanation = explanations[problem.code](text, problem, nodes);
  return { ...explanation, span: explanation.span ?? { start: problem.start, end: problem.end }, problem };
}

/** The value of the last item or field of an object or list before an offset. */
function itemBefore(nodes: SyntaxNodes, node: number, offset: number): Span | undefined {
  if (node < 0) return undefined;
  const children = nodes.children(node);
  const before = countWhile(children.length, i => nodes.start(children[i]!) < offset);
  return before === 0 ? undefined : nodes.span(children[before - 1]!);
}

/** The token at an offset, short enough for a sentence. */
export function excerpt(text: string, start: number): string {
  const token = /^(?:"(?:[^"\\\r\n]|\\.){0,60}"?|[^\s,:[\]{}"]+|[^\s])/.exec(text.slice(start, start + 80))?.[0] ?? '';
  return clipped(token);
}

function keyAt(nodes: SyntaxNodes, start: number): { readonly name: string; readonly span: Span } | undefined {
  for (let node = 0; node < nodes.length; node++) {
    if (nodes.type(node) !== NodeType.invalid || nodes.start(node) !== start || nodes.end(node) !== start) continue;
    const span = nodes.keySpan(node);
    return span && span.end > span.start ? { name: nodes.key(node) ?? '', span } : undefined;
  }
  return undefined;
}

/**
 * The edit that removes a comment with the whitespace before it, and the whole line if the line contains nothing else.
 * A comment that alone separates two words becomes a space.
 */
function commentRemoval(text: string, { start, end }: Span): TextEdit {
  let startOffset = start;
  while (startOffset > 0 && (text[startOffset - 1] === ' ' || text[startOffset - 1] === '\t')) startOffset--;
  const isOnlyComment =
    (startOffset === 0 || text[startOffset - 1] === '\n') && (text[end] === '\n' || text[end] === '\r');
  if ((startOffset === 0 || text[startOffset - 1] === '\n') && (text[end] === ' ' || text[end] === '\t'))
    return { start, end: end + 1, text: '' };
  if (isOnlyComment)
    return { start: startOffset, end: end + (text[end] === '\r' && text[end + 1] === '\n' ? 2 : 1), text: '' };
  return { start: startOffset, end, text: isApartAt(text, { start: startOffset, end }) ? '' : ' ' };
}

/**
 * The offset at which the whitespace before an offset begins; the offset itself if the whitespace may end a line
 * comment.
 */
function afterLastText(text: string, offset: number): number {
  const last = text.slice(0, offset).trimEnd().length,
    line = Math.max(text.lastIndexOf('\n', last - 1), text.lastIndexOf('\r', last - 1)) + 1;
  return text.slice(line, last).includes('//') ? offset : last;
}

/** Whether the texts on both sides of a span stay separate when the span is removed. */
const isApartAt = (text: string, { start, end }: Span): boolean =>
  [text[start - 1], text[end]].some(char => char === undefined || ' \t\r\n,:[]{}'.includes(char));
