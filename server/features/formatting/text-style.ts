import type { Document } from '../../core/document.ts';
import { Scanner } from '../../core/syntax/scanner.ts';
import type { SyntaxNodes } from '../../core/syntax/syntax-nodes.ts';

/** The editor's indentation settings, for files that show none. */
export interface FormatOptions {
  /** Columns of one level. */ readonly tabSize: number;
  readonly insertSpaces: boolean;
}
export interface TextStyle {
  /** One level of indentation: a tab, or spaces. */
  readonly unit: string;
  /** Columns that a level takes. */
  readonly width: number;
  readonly eol: string;
}

/** At most this many values are looked at to learn the indentation of a file. */
const ENOUGH = 2000;
const WIDEST = 16;

/** The most common indentation of a file, and its first line end; the options decide what the file leaves open. */
export function textStyle(document: Document, options: FormatOptions): TextStyle {
  const own = document.memory.remember(textStyle, undefined, () => ({
    unit: unitOf(document.text, document.parsed.nodes),
    eol: lineEndOf(document.text),
  }));
  const columns = Math.min(Math.max(Math.trunc(options.tabSize) || 2, 1), WIDEST);
  const unit = own.unit ?? (options.insertSpaces ? ' '.repeat(columns) : '\t');
  return { unit, width: unit === '\t' ? columns : unit.length, eol: own.eol };
}

/** The first one between tokens: comments keep theirs. */
function lineEndOf(text: string): string {
  const scanner = new Scanner(text);
  for (let end = 0, token = scanner.next(); ; end = token.end, token = scanner.next()) {
    const found = /\r\n|\n|\r/.exec(text.slice(end, token.start));
    if (found) return found[0];
    if (token.kind === 'end') return '\n';
  }
}

/**
 * Each value that begins a line votes with its additional indentation relative to the line where its container opens.
 */
function unitOf(text: string, nodes: SyntaxNodes): string | undefined {
  const votes = new Map<string, number>();
  const open: { readonly next: number; readonly indent: string | undefined }[] = [];
  for (let node = 0; node < Math.min(nodes.length, ENOUGH); node++) {
    while (open.length > 0 && node >= open.at(-1)!.next) open.pop();
    const holder = open.at(-1),
      at = nodes.keySpan(node)?.start ?? nodes.start(node);
    const indent = holder ? indentBefore(text, at) : undefined;
    if (
      holder?.indent !== undefined &&
      indent !== undefined &&
      indent.length > holder.indent.length &&
      indent.startsWith(holder.indent)
    ) {
      const further = indent.slice(holder.indent.length);
      if (further === '\t' || (/^ +$/.test(further) && further.length <= WIDEST))
        votes.set(further, (votes.get(further) ?? 0) + 1);
    }
    if (nodes.next(node) === node + 1) continue;
    // a line that begins within a comment is indented like the comment
    const isAfterComment = text.slice(lineStart(text, nodes.start(node)), nodes.start(node)).includes('*/');
    open.push({ next: nodes.next(node), indent: isAfterComment ? undefined : lineIndent(text, nodes.start(node)) });
  }
  return [...votes].sort(([, a], [, b]) => b - a)[0]?.[0];
}

/** The start of the line of an offset; a byte order mark belongs to no line. */
export function lineStart(text: string, offset: number): number {
  const start = offset === 0 ? 0 : Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
  return start === 0 && text.charCodeAt(0) === 0xfeff ? 1 : start;
}

export function lineEnd(text: string, offset: number): number {
  let end = offset;
  while (end < text.length && text[end] !== '\n' && text[end] !== '\r') end++;
  return end;
}

/** The whitespace at the start of the line of an offset. */
export function lineIndent(text: string, offset: number): string {
  const start = lineStart(text, offset);
  let end = start;
  while (end < offset && (text[end] === ' ' || text[end] === '\t')) end++;
  return text.slice(start, end);
}

/** The whitespace before an offset, if nothing else precedes it on its line. */
function indentBefore(text: string, offset: number): string | undefined {
  let start = offset;
  while (start > 0 && (text[start - 1] === ' ' || text[start - 1] === '\t')) start--;
  return start > 0 && text[start - 1] !== '\n' && text[start - 1] !== '\r' ? undefined : text.slice(start, offset);
}
