import type { Document } from '../core/document.ts';
import type { Resolution } from '../core/workspace/resolve.ts';
import type { Workspace } from '../core/workspace/workspace.ts';

/** A folder of agents' configuration, read once. Immutable: `with` returns a new workspace. */
export interface PreflightWorkspace {
  /** The absolute path of the root. */
  readonly root: string;
  /** Every recognized file, relative to the root, sorted. */
  readonly files: readonly string[];
  readonly workspace: Workspace;
  document(file: string): Document | undefined;
  /** Returns the workspace with another text in a file, or with an additional file; no file is written. */
  with(file: string, text: string): PreflightWorkspace;
  /**
   * The version and variables that a reference selects, with the steps of the resolution. A reference of `null` means
   * that the field is missing. Spec: Versioning 3 and 4.
   * @param agent the id of an agent, or a name that only one agent has
   * @throws RangeError for a name that several agents have
   */
  resolve(agent: string, reference: string | number | null): Resolution;
}
