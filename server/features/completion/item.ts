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

/** One possible insertion at the caret. Offsets are those of the document's text. */
export interface CompletionItem {
  readonly label: string;
  readonly kind: CompletionKind;
  /** A few words beside the label; may be empty. */
  readonly detail: string;
  /**
   * `span` contains the caret; it covers all of a key or value, of which only one can be there, but in a text it ends at
   * the caret. The text has its own indentation, so the editor adds none. `snippet`: in the syntax of the language
   * server protocol. `wordEnd`: the end of the word at the caret, for an editor that a person asks to replace it.
   */
  readonly insert: { readonly span: Span; readonly text: string; readonly snippet: boolean; readonly wordEnd?: number };
  /** Further edits outside `insert`. */
  readonly additional?: readonly TextEdit[];
  /** The text to type for it, from the start of the span. */
  readonly filter: string;
  readonly sortText: string;
  readonly deprecated?: boolean;
  readonly preselect?: boolean;
  /** Whether completion opens again after the item is accepted. */
  readonly opens?: boolean;
  /** For `describe`. */
  readonly resolve?: CompletionToken;
}
export interface CompletionList {
  readonly items: readonly CompletionItem[];
  /** Whether there are further items; then the editor asks again when more is typed. */
  readonly isIncomplete: boolean;
}
export interface CompletionOptions {
  /** Whether the client supports snippets; otherwise, placeholders are filled with sensible values. */
  readonly hasSnippets?: boolean;
  /** Ids of all rules, for the configuration: core has no rules of its own. */
  readonly ruleIds?: readonly string[];
  /**
   * Paths that a configuration may extend, relative to its folder: the workspace's JSON files that are not the
   * platform's.
   */
  readonly extendable?: readonly string[];
}

/** A possible value at the caret, before it is fitted into the text. */
export interface Candidate {
  readonly label: string;
  readonly kind: CompletionKind;
  readonly detail?: string;
  /** A value, or a text with placeholders. */
  readonly insert: { readonly value: Json } | { readonly pieces: SnippetParts };
  /** Groups in order; lower numbers come first. */
  readonly rank?: number;
  /** Also matched by typing, besides the label: the name of a record. */
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
