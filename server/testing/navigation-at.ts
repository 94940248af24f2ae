import type { PositionContext } from '../features/context.ts';
import { definitionsAt } from '../features/navigation/definitions.ts';
import type { Destination } from '../features/navigation/destinations.ts';
import { documentSymbols, type DocumentSymbol } from '../features/navigation/document-symbols.ts';
import { highlightsAt, referencesAt } from '../features/navigation/references.ts';
import { contextAt } from './caret.ts';

/**
 * Each place as `file:line before›name‹ of whole`, with lines counted from 1; the text before it and the whole are
 * clipped.
 */
const linesOf = ({ workspace }: PositionContext, places: readonly Destination[]): string[] =>
  places.map(({ file, span, selection }) => {
    const { text, lines } = workspace.document(file)!;
    const line = lines.positionAt(selection.start).line + 1;
    const before = text.slice(selection.start - 8, selection.start);
    const name = text.slice(selection.start, selection.end);
    return `${file}:${line} ${before}›${name}‹ of ${text.slice(span.start, span.end).slice(0, 22)}`;
  });
export const definitions = (fixture: string): string[] => {
  const context = contextAt(fixture);
  return linesOf(context, definitionsAt(context));
};
export const references = (fixture: string, declarations = true): string[] => {
  const context = contextAt(fixture);
  return linesOf(context, referencesAt(context, declarations)).map(place => place.replace(/ of .*$/s, ''));
};
export const highlights = (fixture: string): string[] => {
  const context = contextAt(fixture);
  return highlightsAt(context).map(
    ({ span, access }) =>
      `${access} ${context.document.text.slice(span.start - 12, span.start)}>${context.document.text.slice(span.start, span.end)}<`,
  );
};

/**
 * One line for each symbol, indented by nesting: its kind and name, the text of its selection, and the beginning of
 * its text.
 */
export function outline(fixture: string): string {
  const context = contextAt(fixture),
    { text } = context.document;
  const lines = (symbols: readonly DocumentSymbol[], indent: string): string[] =>
    symbols.flatMap(({ kind, name, detail, span, selection, children }) => [
      [
        `${indent}${kind}: ${name}${detail && ` (${detail})`}`,
        text.slice(selection.start, selection.end),
        text.slice(span.start, span.end).slice(0, 12),
      ].join(' | '),
      ...lines(children, `${indent}  `),
    ]);
  return lines(documentSymbols(context), '').join('\n');
}
