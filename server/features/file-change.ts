import type { TextEdit } from '../core/finding.ts';

/** Edits of the current text of a file. Paths are relative to the workspace root, as they are before any renaming. */
export interface EditedFile {
  readonly file: string;
  readonly edits: readonly TextEdit[];
  /** Edits that a person must confirm one by one, because the text may mean something else. */
  readonly uncertainEdits?: readonly TextEdit[];
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
/** Changes that do not rename a file. */
export type FileEdits = EditedFile | NewFile;
