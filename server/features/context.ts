import type { Document } from '../core/document.ts';
import type { Finding } from '../core/finding.ts';
import type { Workspace } from '../core/workspace/workspace.ts';

/**
 * The input for a request of an editor about a document: the current files, which include unsaved changes, and the
 * saved files.
 */
export interface DocumentContext {
  readonly workspace: Workspace;
  /** The saved files. Without unsaved changes, it is the same object as `workspace`. */
  readonly savedWorkspace: Workspace;
  /** A document of `workspace`. */
  readonly document: Document;
}
/** A request about one position. */
export interface PositionContext extends DocumentContext {
  /** The offset of the caret in UTF-16 units; the caret is before that unit. */
  readonly offset: number;
}
/** A finding of the document, in the form in which the editor shows it. */
export interface ShownFinding {
  readonly finding: Finding;
  readonly isBaselined: boolean;
}
