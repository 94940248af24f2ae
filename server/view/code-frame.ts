import type { Document } from '../core/document.ts';
import type { Range } from '../core/engine/report.ts';
import type { Span } from '../core/syntax/lines.ts';
import { cellsOf, type Cell } from './display.ts';
import { secretSpans } from '../core/domain/redacted.ts';
import { mergeSpans } from '../core/secrets.ts';
import type { LintReport } from './report.ts';

/** The line of a place, and the position of the mark below it; both are cut to the same window. */
interface CodeFrame {
  readonly source: string;
  readonly indent: number;
  readonly marked: number;
  readonly hasMore: boolean;
}

/**
 * The number of characters read around a place for each column; more than one, because some characters have no width.
 */
const CHARACTERS_PER_COLUMN = 4;
const ELLIPSIS = '…';
const HIDDEN_TEXT = '***';

/**
 * Draws the first line of a range. Columns of the result are terminal columns: tabs are expanded, wide characters count
 * two, unprintable characters are escaped, secrets are hidden, and a long line is shown as a window around the place.
 * @param secrets spans of the text that must not be shown
 * @param columns the available width for the source
 */
export function codeFrame(document: Document, range: Range, secrets: readonly Span[], columns: number): CodeFrame {
  const { text, lines } = document;
  const start = lines.offsetAt({ line: range.start.line - 1, character: range.start.column - 1 });
  const stop = lines.offsetAt({ line: range.end.line - 1, character: range.end.column - 1 });
  const lineStart = lines.offsetAt({ line: range.start.line - 1, character: 0 });
  const lineEnd = endOfLine(text, lineStart);
  const end = Math.min(Math.max(stop, start + 1), Math.max(lineEnd, start + 1));
  const visibleLength = CHARACTERS_PER_COLUMN * columns;
  const visibleStart = boundary(text, Math.max(lineStart, start - visibleLength));
  const visibleEnd = boundary(text, Math.min(lineEnd, Math.min(end, start + visibleLength) + visibleLength));

  const allCells = hide(cellsOf(text.slice(visibleStart, visibleEnd), visibleStart), secrets);
  const hasRoom =
    visibleStart === lineStart &&
    visibleEnd === lineEnd &&
    allCells.reduce((sum, cell) => sum + cell.width, 0) <= columns;
  // if the line is too long, its indentation is dropped first
  const cells =
    hasRoom || visibleStart > lineStart
      ? allCells
      : allCells.slice(
          Math.max(
            0,
            allCells.findIndex(cell => cell.text.trim() !== '' || cell.end > start),
          ),
        );
  const first = cells.findIndex(cell => cell.end > start);
  const offset = first < 0 ? cells.length : first;
  let last = offset;
  while (last < cells.length && cells[last]!.start < end) last++;
  const { lower, upper } = windowOf(cells, offset, last, columns, visibleStart > lineStart, visibleEnd < lineEnd);
  const before = lower > 0 || visibleStart > lineStart ? ELLIPSIS : '',
    after = upper < cells.length || visibleEnd < lineEnd ? ELLIPSIS : '';
  const width = (a: number, b: number): number => cells.slice(a, b).reduce((sum, cell) => sum + cell.width, 0);
  return {
    source:
      before +
      cells
        .slice(lower, upper)
        .map(cell => cell.text)
        .join('') +
      after,
    indent: before.length + width(lower, offset),
    marked: Math.max(1, width(offset, Math.min(last, upper)) + (last > upper ? ELLIPSIS.length : 0)),
    hasMore: stop > lineEnd && range.end.line > range.start.line,
  };
}

function endOfLine(text: string, start: number): number {
  const pattern = /[\r\n]/g;
  pattern.lastIndex = start;
  return pattern.exec(text)?.index ?? text.length;
}

/** Moves an offset out of the middle of a surrogate pair. */
function boundary(text: string, offset: number): number {
  const code = text.charCodeAt(offset);
  return code >= 0xdc00 && code <= 0xdfff && offset > 0 ? offset - 1 : offset;
}

/** Replaces each secret by one cell. */
function hide(cells: readonly Cell[], secrets: readonly Span[]): readonly Cell[] {
  const spans = secrets.filter(
    secret => secret.end > (cells[0]?.start ?? 0) && secret.start < (cells.at(-1)?.end ?? 0),
  );
  if (spans.length === 0) return cells;
  const visibleCells: Cell[] = [];
  for (const cell of cells) {
    const secret = spans.find(span => cell.start < span.end && cell.end > span.start);
    if (!secret) {
      visibleCells.push(cell);
      continue;
    }
    const previous = visibleCells.at(-1);
    if (previous && previous.text === HIDDEN_TEXT && previous.end > secret.start && previous.start <= secret.start)
      visibleCells[visibleCells.length - 1] = { ...previous, end: Math.max(previous.end, cell.end) };
    else
      visibleCells.push({
        text: HIDDEN_TEXT,
        width: HIDDEN_TEXT.length,
        start: Math.min(cell.start, secret.start),
        end: cell.end,
      });
  }
  return visibleCells;
}

/** The visible cells: all if they fit, otherwise the marked cells, some before them, and as many after them as fit. */
function windowOf(
  cells: readonly Cell[],
  offset: number,
  last: number,
  columns: number,
  isCutBefore: boolean,
  isCutAfter: boolean,
): { lower: number; upper: number } {
  const total = cells.reduce((sum, cell) => sum + cell.width, 0);
  if (total <= columns && !isCutBefore && !isCutAfter) return { lower: 0, upper: cells.length };
  const room = Math.max(10, columns - 2 * ELLIPSIS.length);
  const width = cells.slice(offset, last).reduce((sum, cell) => sum + cell.width, 0);
  let roomBefore = Math.max(Math.floor(room / 4), Math.floor((room - width) / 2));
  let lower = offset;
  while (lower > 0 && roomBefore >= cells[lower - 1]!.width) roomBefore -= cells[--lower]!.width;
  let usedWidth = cells.slice(lower, offset).reduce((sum, cell) => sum + cell.width, 0);
  let upper = offset;
  while (upper < cells.length && usedWidth + cells[upper]!.width <= room) usedWidth += cells[upper++]!.width;
  while (lower > 0 && usedWidth + cells[lower - 1]!.width <= room) usedWidth += cells[--lower]!.width;
  return { lower, upper };
}

/** The rule that finds credentials where no schema expects them. */
const CREDENTIAL_RULE = 'credential-in-plain-text';

/** Returns a function that finds the spans of a file to hide in code frames, and computes them once per file. */
export function secretsOf(report: LintReport): (file: string) => readonly Span[] {
  const cache = new Map<string, readonly Span[]>();
  return file => {
    let spans = cache.get(file);
    if (!spans) cache.set(file, (spans = find(report, file)));
    return spans;
  };
}

function find(report: LintReport, file: string): readonly Span[] {
  const document = report.documentOf(file);
  if (!document) return [];
  const reportedSpans = report.findings
    .filter(finding => finding.rule === CREDENTIAL_RULE && finding.file === file)
    .map(({ range }) => {
      const offsetAt = (place: { line: number; column: number }): number =>
        document.lines.offsetAt({ line: place.line - 1, character: place.column - 1 });
      const [start, end] = [offsetAt(range.start), offsetAt(range.end)];
      return document.text[start] === '"' && document.text[end - 1] === '"' && end > start + 1
        ? { start: start + 1, end: end - 1 }
        : { start, end };
    });
  return mergeSpans([...secretSpans(document), ...reportedSpans]);
}
