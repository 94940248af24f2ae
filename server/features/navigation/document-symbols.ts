import { inDialectOf } from '../../core/domain/in-dialect.ts';
import type { Document } from '../../core/document.ts';
import type { Span } from '../../core/syntax/lines.ts';
import type { DocumentContext } from '../context.ts';
import { outlineOf, type OutlineEntry, type OutlineKind } from './outline.ts';
import { extentOf, partSpan, type KnownNodes } from './destinations.ts';

/** An entry of the outline of a document, with its parts. */
export interface DocumentSymbol {
  readonly kind: OutlineKind;
  readonly name: string;
  /** A short text that distinguishes the entry from others; may be empty. */
  readonly detail: string;
  readonly span: Span;
  /** The range of the name within the span, or of the opening bracket if there is no name. */
  readonly selection: Span;
  readonly children: readonly DocumentSymbol[];
}

/**
 * The outline of a document. It is empty for unrecognized files, because an editor shows their structure without help.
 */
export const documentSymbols = ({ document }: DocumentContext): readonly DocumentSymbol[] =>
  symbols(outlineOf(document), document, new Map());

function symbols(entries: readonly OutlineEntry[], document: Document, cache: KnownNodes): DocumentSymbol[] {
  return entries
    .flatMap(entry => {
      const place = placeOfEntry(entry, cache);
      return place
        ? [
            {
              kind: entry.kind,
              name: inDialectOf(document, entry.name),
              detail: inDialectOf(document, entry.detail),
              ...place,
              children: symbols(entry.children, document, cache),
            },
          ]
        : [];
    })
    .sort((a, b) => a.span.start - b.span.start);
}

/** The extent of an entry including its key, and the span of the name within it. */
export function placeOfEntry(
  { cursor, nameCursor, end = cursor }: OutlineEntry,
  cache: KnownNodes = new Map(),
): { readonly span: Span; readonly selection: Span } | undefined {
  const firstExtent = extentOf(cursor, cache),
    lastExtent = end === cursor ? firstExtent : extentOf(end, cache),
    // if a key is repeated, the last field of the entry can precede the first field in the text
    span = firstExtent &&
      lastExtent && {
        start: Math.min(firstExtent.start, lastExtent.start),
        end: Math.max(firstExtent.end, lastExtent.end),
      };
  const selection =
    nameCursor === cursor
      ? (partSpan(cursor, 'key', cache) ?? partSpan(cursor, 'value', cache))
      : partSpan(nameCursor, 'value', cache);
  return span && selection && { span, selection };
}
