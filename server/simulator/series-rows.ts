import { Document } from '../core/document.ts';
import { isArray, isObject, type Json, type JsonObject } from '../core/json/json.ts';
import { show } from '../core/wording.ts';
import { fieldsOfCall } from './call-records.ts';

/** The reason why a series cannot be read, and the number of the line, counted from 1. */
export interface SeriesProblem {
  readonly line: number;
  readonly message: string;
}
/** One row of a series as text, not parsed yet. */
export interface SeriesRow {
  readonly line: number;
  readonly fields: Readonly<Record<string, Json>>;
}
interface SeriesRows {
  readonly rows: readonly SeriesRow[];
  /** The names of the columns, in the order of their first appearance. */ readonly columns: readonly string[];
  /** The number of the line with the names of the columns. */ readonly head: number;
  /** The number of calls in the platform's answers that never started. */ readonly unstarted?: number;
}

/**
 * Reads the rows of a CSV text (separated by comma, semicolon or tab; with quotes; names in the first line) or of a
 * JSON text.
 */
export function rowsOf(text: string): SeriesRows | SeriesProblem {
  const plainText = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const first = /\S/.exec(plainText)?.[0];
  if (first === undefined) return { line: 1, message: 'the series is empty' };
  return first === '[' || first === '{' ? jsonRows(plainText) : csvRows(plainText);
}

function csvRows(text: string): SeriesRows | SeriesProblem {
  const head = text.slice(0, /\r\n|\n|\r|$/.exec(text)!.index);
  const separator = [',', ';', '\t']
    .map(mark => [mark, head.split(mark).length] as const)
    .reduce((highest, next) => (next[1] > highest[1] ? next : highest))[0];
  const lines = csvLines(text, separator);
  if (!isArray(lines)) return lines as SeriesProblem;
  const [names, ...remainingLines] = lines as readonly CsvLine[];
  if (!names) return { line: 1, message: 'the series is empty' };
  const columns = names.cells.map(cell => cell.trim());
  // a first line with a time is not a line of column names
  const isHeadless = columns.length === 2 && /^\d/.test(columns[0]!);
  const keys = isHeadless ? ['timestamp', 'value'] : columns;
  const emptyIndex = keys.findIndex(key => key === ''),
    seenKeys = new Set<string>(),
    repeatedKey = keys.find(key => seenKeys.size === seenKeys.add(key).size);
  if (emptyIndex >= 0) return { line: names.line, message: `column ${emptyIndex + 1} has no name` };
  if (repeatedKey !== undefined) return { line: names.line, message: `there are two columns called "${repeatedKey}"` };
  const rows: SeriesRow[] = [];
  for (const { line, cells } of isHeadless ? (lines as readonly CsvLine[]) : remainingLines) {
    if (cells.length > keys.length)
      return { line, message: `this line has ${cells.length} fields, the first line ${keys.length}` };
    // an empty cell counts as an absent field
    rows.push({
      line,
      fields: Object.fromEntries(
        cells.map((cell, i) => [keys[i]!, cell.trim()] as const).filter(([, cell]) => cell !== ''),
      ),
    });
  }
  return { rows, columns: keys, head: names.line };
}

interface CsvLine {
  readonly line: number;
  readonly cells: readonly string[];
}

function csvLines(text: string, separator: string): readonly CsvLine[] | SeriesProblem {
  const lines: CsvLine[] = [];
  let line = 1,
    offset = 0;
  while (offset < text.length) {
    const start = line,
      cells: string[] = [];
    for (;;) {
      if (text[offset] === '"') {
        let cell = '',
          end = offset + 1;
        for (; ; end++) {
          if (end >= text.length) return { line: start, message: 'a quote is opened here and never closed' };
          if (text[end] !== '"') {
            if (text[end] === '\n') line++;
            cell += text[end];
          } else if (text[end + 1] === '"') {
            cell += '"';
            end++;
          } else break;
        }
        offset = end + 1;
        if (offset < text.length && text[offset] !== separator && text[offset] !== '\n' && text[offset] !== '\r')
          return { line, message: 'after the closing quote there is more text before the next separator' };
        cells.push(cell);
      } else {
        let end = offset;
        while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end++;
        cells.push(text.slice(offset, end));
        offset = end;
      }
      if (text[offset] !== separator) break;
      offset++;
    }
    if (text[offset] === '\r' && text[offset + 1] === '\n') offset++;
    offset++;
    line++;
    if (cells.length > 1 || cells[0]!.trim() !== '') lines.push({ line: start, cells });
  }
  return lines;
}

const holders = ['series', 'records', 'calls', 'values', 'items', 'data'];

function jsonRows(text: string): SeriesRows | SeriesProblem {
  const document = new Document('series.json', text);
  const { value } = document;
  if (!document.valid) {
    const [problem] = document.parsed.problems;
    return { line: problem ? document.lines.positionAt(problem.start).line + 1 : 1, message: 'this is not JSON' };
  }
  const key = isObject(value) ? holders.find(name => isArray((value as JsonObject)[name])) : undefined;
  const list = key === undefined ? value : (value as JsonObject)[key];
  if (!isArray(list))
    return {
      line: 1,
      message: `expected a list of points or call records, or an object with one under ${holders
        .slice(0, 3)
        .map(name => `"${name}"`)
        .join(', ')}`,
    };
  const lines = linesOfItems(document, key);
  const rows: SeriesRow[] = [],
    columns = new Set<string>();
  let unstarted = 0;
  for (const [i, item] of list.entries()) {
    const line = lines(i),
      call = fieldsOfCall(item);
    // the call has not started yet, or never started
    if (call && call['timestamp'] === undefined) {
      unstarted++;
      continue;
    }
    const fields = call ?? (isArray(item) && item.length === 2 ? { timestamp: item[0]!, value: item[1]! } : item);
    if (!isObject(fields))
      return {
        line,
        message: `expected an object with "timestamp", or a pair of time and value, got ${show(item)}`,
      };
    for (const name of Object.keys(fields)) columns.add(name);
    rows.push({ line, fields });
  }
  return { rows, columns: [...columns], head: rows[0]?.line ?? 1, unstarted };
}

/** Returns a function for the line number of each item of a list. */
function linesOfItems(document: Document, key: string | undefined): (index: number) => number {
  const { nodes } = document.parsed;
  const { node } = nodes.find(key === undefined ? [] : [key]);
  const children = nodes.children(node ?? 0);
  return index => document.lines.positionAt(nodes.start(children[index] ?? 0)).line + 1;
}
