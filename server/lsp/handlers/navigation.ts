import {
  DocumentHighlightKind,
  type DocumentLink,
  type FoldingRange,
  type Location,
  type LocationLink,
  type SelectionRange,
} from 'vscode-languageserver/node';
import type { Document } from '../../core/document.ts';
import type { Span } from '../../core/syntax/lines.ts';
import { definitionsAt } from '../../features/navigation/definitions.ts';
import { foldingRanges, selectionRanges } from '../../features/navigation/selection.ts';
import { documentLinks, extendedFiles } from '../../features/navigation/links.ts';
import { highlightsAt, referencesAt } from '../../features/navigation/references.ts';
import type { PositionContext } from '../../features/context.ts';
import type { Destination as Place } from '../../features/navigation/destinations.ts';
import { onDocument, onPosition, type RequestContext } from '../request-context.ts';
import { placeIn, rangeIn } from '../convert.ts';
import { offsetIn } from '../positions.ts';
import type { Handler } from './handler.ts';

/** The file that a configuration extends at an offset, as a list. */
const extendedAt = ({ document, offset, root }: RequestContext & PositionContext): Place[] =>
  extendedFiles(document, root.settings.configuration.extendedFiles)
    .filter(({ span }) => span.start <= offset && offset <= span.end)
    .map(({ to }) => to);

/**
 * The folded part of an object or list: the text between its brackets. For folding by lines, it ends on the line
 * before the closing bracket.
 */
function foldSpan(document: Document, span: Span, isByLine: boolean): FoldingRange[] {
  const { text, lines } = document,
    isClosing = /[\]}]/.test(text[span.end - 1]!);
  const { start, end } = rangeIn(document, { start: span.start + 1, end: isClosing ? span.end - 1 : span.end });
  if (!isByLine)
    return [{ startLine: start.line, startCharacter: start.character, endLine: end.line, endCharacter: end.character }];
  const endLine =
    isClosing && /^[\s\]}]*$/.test(text.slice(lines.startOf(end.line), span.end - 1)) ? end.line - 1 : end.line;
  return endLine > start.line ? [{ startLine: start.line, endLine }] : [];
}

/**
 * The maximum number of nested ranges of a selection. Neither side can write or read JSON with thousands of levels.
 */
const MAX_SELECTION_DEPTH = 1000;

/** The handlers for navigation and for the structure of a text. */
export const navigation: Handler = {
  capabilities: () => ({
    definitionProvider: true,
    referencesProvider: true,
    documentHighlightProvider: true,
    documentLinkProvider: {},
    foldingRangeProvider: true,
    selectionRangeProvider: true,
  }),
  register(connection, editor) {
    connection.onDefinition(
      onPosition(editor, (context): Location[] | LocationLink[] => {
        const {
            root,
            editor: { session, client },
          } = context,
          destinations = context.document.kind === 'preflight-config' ? extendedAt(context) : definitionsAt(context);
        if (client.capabilities.textDocument?.definition?.linkSupport !== true)
          return destinations.flatMap(({ file, selection }) => placeIn(session, root, { file, span: selection }));
        return destinations.flatMap(({ file, span, selection }) =>
          placeIn(session, root, { file, span }).flatMap(location =>
            placeIn(session, root, { file, span: selection }).map(name => ({
              targetUri: location.uri,
              targetRange: location.range,
              targetSelectionRange: name.range,
            })),
          ),
        );
      }),
    );
    connection.onReferences(
      onPosition(editor, (question, { context }) =>
        referencesAt(question, context.includeDeclaration).flatMap(({ file, selection }) =>
          placeIn(question.editor.session, question.root, { file, span: selection }),
        ),
      ),
    );
    connection.onDocumentHighlight(
      onPosition(editor, context =>
        highlightsAt(context).map(({ span, access }) => ({
          range: rangeIn(context.document, span),
          kind: access === 'write' ? DocumentHighlightKind.Write : DocumentHighlightKind.Read,
        })),
      ),
    );
    connection.onDocumentLinks(
      onDocument(editor, (context): DocumentLink[] =>
        documentLinks(context, context.root.settings.configuration.extendedFiles).flatMap(link => {
          const range = rangeIn(context.document, link.span);
          if ('url' in link) return [{ range, target: link.url }];
          return placeIn(context.editor.session, context.root, { file: link.to.file, span: link.to.selection }).map(
            ({ uri, range: { start } }) => ({ range, target: `${uri}#${start.line + 1},${start.character + 1}` }),
          );
        }),
      ),
    );
    connection.onFoldingRanges(
      onDocument(editor, (context): FoldingRange[] => {
        const {
            document,
            editor: { client },
          } = context,
          { foldingRange } = client.capabilities.textDocument ?? {};
        return foldingRanges(context, foldingRange?.rangeLimit).flatMap(span =>
          foldSpan(document, span, foldingRange?.lineFoldingOnly === true),
        );
      }),
    );
    connection.onSelectionRanges(
      onDocument(editor, ({ document, ...question }, { positions }): SelectionRange[] =>
        selectionRanges(
          { ...question, document },
          positions.map(position => offsetIn(document, position)),
        ).map(
          (spans, i) =>
            spans
              .slice(0, MAX_SELECTION_DEPTH)
              .reduceRight<SelectionRange | undefined>(
                (parent, span) => ({ range: rangeIn(document, span), ...(parent && { parent }) }),
                undefined,
              ) ?? { range: { start: positions[i]!, end: positions[i]! } },
        ),
      ),
    );
  },
};
