import type { TextEdit } from '../core/finding.ts';

/** Edits of a file's current text. Paths are relative to the workspace root, and are those from before any renaming. */
export interface EditedFile {
  readonly file: string;
  readonly edits: readonly TextEdit[];
}
/** A file to create, with its text. */
export interface NewFile {
  readonly file: string;
  readonly create: string;
}
export interface FileRename {
  readonly from: string;
  readonly to: string;
}
/** Changes that leave all names as they are. */
export type FileEdits = EditedFile | NewFile;
