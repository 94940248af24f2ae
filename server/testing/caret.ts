import { Document } from '../core/document.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import type { PositionContext } from '../features/context.ts';
import { fixtureOf } from './fixture.ts';

/** The caret in a fixture; it occurs in no JSON. */
export const CARET = '▮';

/**
 * A question at the caret of a fixture: `-- name --` separated files, one of which has the caret. The files on disk are
 * the same, unless `saved` gives some of them another text.
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
    saved: otherDocuments.reduce((before: Workspace, document) => before.withDocument(document), workspace),
    document: workspace.document(holder.file)!,
    offset,
  };
}
