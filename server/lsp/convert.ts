import { layerIn } from '../core/configuration/configuration.ts';
import {
  MarkupKind,
  type Location,
  type MarkupContent,
  type Range,
  type TextEdit as ProtocolTextEdit,
} from 'vscode-languageserver/node';
import type { Document } from '../core/document.ts';
import type { TextEdit } from '../core/finding.ts';
import type { Span } from '../core/syntax/lines.ts';
import type { FilePlace } from '../core/locate.ts';
import { withPlaces } from '../features/panels/index.ts';
import type { ProtocolPlace } from './protocol.ts';
import type { Root } from './root.ts';
import { offsetIn } from './positions.ts';
import type { Session } from './session.ts';

export function rangeIn({ lines }: Pick<Document, 'lines'>, { start, end }: Span): Range {
  return { start: lines.positionAt(start), end: lines.positionAt(end) };
}
export const spanIn = (document: Document, { start, end }: Range): Span => ({
  start: offsetIn(document, start),
  end: offsetIn(document, end),
});

/** The document of a file in a root: a recognized file, an open file, or a configuration file. */
export const documentIn = (root: Root, file: string): Document | undefined =>
  root.workspace.document(file) ?? root.openDocuments.get(file) ?? layerIn(root.settings.configuration, file);

/** A list with the location of a place; empty if the file is unknown. */
export function placeIn(session: Session, root: Root, { file, span }: FilePlace): (Location & ProtocolPlace)[] {
  const document = documentIn(root, file);
  return document ? [{ uri: session.uriOf(root.key, file), range: rangeIn(document, span) }] : [];
}
/** Text in a format that the editor accepts. An editor that names no format is assumed to support markdown. */
export const wordsFor = (formats: readonly MarkupKind[] | undefined, markdown: string): MarkupContent => ({
  kind: formats?.includes(MarkupKind.Markdown) === false ? MarkupKind.PlainText : MarkupKind.Markdown,
  value: markdown,
});
export const editsIn = (document: Document, edits: readonly TextEdit[]): ProtocolTextEdit[] =>
  edits.map(edit => ({ range: rangeIn(document, edit), newText: edit.text }));

const atStart = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
/** The content of a panel or view with places in the form of the protocol: a uri and a range. */
export const withUris = <T>(session: Session, root: Root, data: T) =>
  withPlaces(
    data,
    (place: FilePlace): ProtocolPlace =>
      placeIn(session, root, place)[0] ?? { uri: session.uriOf(root.key, place.file), range: atStart },
  );
