import { Document } from '../core/document.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import type { PositionContext } from '../features/context.ts';
import { fixtureOf } from './fixture.ts';

/** Marks the caret in a fixture. The character does not occur in the JSON of fixtures. */
export const CARET = '▮';

/**
 * The context of a request at the caret of a fixture: files separated by `-- name --`, one of which has the caret.
 * @param saved the texts of files that differ on disk
 */
export function contextAt(text: string, saved: Readonly<Record<string, string>> = {}): PositionContext {
  const { workspace: raw } = fixtureOf(text);
  const holder = raw.documents.find(document => document.text.includes(CARET));
  if (!holder) throw new Error(`no file of the fixture holds ${CARET}`);
  const offset = holder.text.indexOf(CARET);
  const document = new Document(holder.file, holder.text.replace(CARET, ''), 1);
  const workspace = raw.withDocument(document);
  const otherDocuments = Object.entries(saved).map(([file, content]) => new Document(file, content));
  return {
    workspace,
    savedWorkspace: otherDocuments.reduce((before: Workspace, document) => before.withDocument(document), workspace),
    document: workspace.document(holder.file)!,
    offset,
  };
}
