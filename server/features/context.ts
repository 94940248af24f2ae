import type { Document } from '../core/document.ts';
import type { Finding } from '../core/finding.ts';
import type { Workspace } from '../core/workspace/workspace.ts';

/**
 * The basis of an editor's questions: a document in the current files, including unsaved changes, and in the saved
 * ones.
 */
export interface DocumentContext {
  readonly workspace: Workspace;
  /** The saved files; the same object as `workspace` without unsaved changes. */
  readonly saved: Workspace;
  /** One of the workspace's documents. */
  readonly document: Document;
}
/** A question about one place. */
export interface PositionContext extends DocumentContext {
  /** In UTF-16 units of the text; the caret is before that unit. */
  readonly offset: number;
}
/** A finding of the document, as the editor shows it. */
export interface ShownFinding {
  readonly finding: Finding;
  readonly baselined: boolean;
}
