import type { Document } from '../core/document.ts';
import type { Finding } from '../core/finding.ts';
import type { Workspace } from '../core/workspace/workspace.ts';

/**
 * What an editor asks about: a document in the files as they are now, with everything that is not saved yet, and as
 * they are on the disk.
 */
export interface DocumentContext {
  readonly workspace: Workspace;
  /** The files as they are saved; the same object as `workspace` where nothing is unsaved. */
  readonly saved: Workspace;
  /** One of the workspace's documents. */
  readonly document: Document;
}
/** A question about one place. */
export interface PositionContext extends DocumentContext {
  /** Of a UTF-16 unit of the text; the caret is before it. */
  readonly offset: number;
}
/** A finding of the asked document, as the editor shows it. */
export interface ShownFinding {
  readonly finding: Finding;
  readonly baselined: boolean;
}
