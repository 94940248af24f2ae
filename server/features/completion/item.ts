import type { TextEdit } from '../../core/finding.ts';
import type { Json } from '../../core/json/json.ts';
import type { Span } from '../../core/syntax/lines.ts';
import type { SnippetParts } from './snippet.ts';

type CompletionKind = 'field' | 'value' | 'reference' | 'variable' | 'snippet';

/**
 * Identifies the documentation of an item: an entry of the shape table with a value, or an agent with a reference to
 * one of its versions.
 */
export type CompletionToken =
  | { readonly entry: number; readonly value?: string; readonly note?: string }
  | { readonly agent: string; readonly reference?: string | number };

/** One possible insertion at the caret. Offsets refer to the text of the document. */
export interface CompletionItem {
  readonly label: string;
  readonly kind: CompletionKind;
  /** A short description beside the label; may be empty. */
  readonly detail: string;
  /**
   * The main edit. `span` contains the caret and covers a whole key or value; in a prompt it ends at the caret. `text`
   * is already indented, so the editor must not indent it. `snippet`: whether it has the snippet syntax of the
   * language server protocol. `wordEnd`: the end of the word at the caret, for editors with a command that replaces
   * it.
   */
  readonly insert: { readonly span: Span; readonly text: string; readonly snippet: boolean; readonly wordEnd?: number };
  /** Edits outside of the span of `insert`. */
  readonly additionalEdits?: readonly TextEdit[];
  /** The text to which the editor compares the typed text, from the start of the span. */
  readonly filter: string;
  readonly sortText: string;
  readonly deprecated?: boolean;
  readonly preselect?: boolean;
  /** Whether the editor opens completion again after this item is accepted. */
  readonly opens?: boolean;
  /** The input of `describe` for this item. */
  readonly resolve?: CompletionToken;
}
export interface CompletionList {
  readonly items: readonly CompletionItem[];
  /** Whether items were left out; the editor then asks again when more is typed. */
  readonly isIncomplete: boolean;
}
export interface CompletionOptions {
  /** Whether the client supports snippets. Without support, placeholders become sensible values. */
  readonly hasSnippets?: boolean;
  /** The ids of all rules, for completion in the configuration; core itself defines no rules. */
  readonly ruleIds?: readonly string[];
  /**
   * Paths that a configuration may extend, relative to its folder: the JSON files of the workspace that contain no
   * records.
   */
  readonly extendable?: readonly string[];
}

/** A possible value at the caret, before it is fitted into the text. */
export interface Candidate {
  readonly label: string;
  readonly kind: CompletionKind;
  readonly detail?: string;
  /** A value, or snippet pieces with placeholders. */
  readonly insert: { readonly value: Json } | { readonly pieces: SnippetParts };
  /** The sort group of the candidate; lower numbers come first. */
  readonly rank?: number;
  /** Another text that typing can match, besides the label: the name of a record. */
  readonly alias?: string;
  readonly deprecated?: boolean;
  readonly preselect?: boolean;
  readonly opens?: boolean;
  readonly resolve?: CompletionToken;
}

/** A candidate that inserts its own label as a string, unless `details` says otherwise. */
export const candidate = (
  kind: CompletionKind,
  label: string,
  detail: string,
  details: Partial<Candidate> = {},
): Candidate => ({ label, kind, detail, insert: { value: label }, ...details });
