import type { Json } from './json/json.ts';
import type { Pointer } from './json/pointer.ts';
import type { Span } from './syntax/lines.ts';

/** The severities; the worst comes first. */
export const severities = ['error', 'warning', 'info'] as const;
export type Severity = (typeof severities)[number];
/** The part of a document that a finding marks: a value, a key, or a part of a string. */
export type Target = Pointer | { readonly key: Pointer } | Part;
/** A range within a string: UTF-16 units of the decoded string, with an exclusive end. */
export interface Part {
  readonly within: Pointer;
  readonly start: number;
  readonly end: number;
}

/**
 * A change of a document's value. `fixing/text-edits.ts` turns it into a change of the text, so that rules need no
 * offsets.
 */
export type Edit =
  | { readonly set: Pointer; readonly to: Json }
  | { readonly remove: Pointer }
  /** Removes a value by its syntax node, for a value without a pointer of its own: the first of two equal keys. */
  | { readonly removeNode: number }
  | { readonly rename: Pointer; readonly to: string }
  /** Replaces a part of a string. */
  | (Part & { readonly to: string });
/** A change of the text itself, for a change that does not affect the value. */
export interface TextEdit extends Span {
  readonly text: string;
}

export interface Fix {
  /** The title in the imperative: "Use `data_storage_setting`". */
  readonly title: string;
  /** Whether the fix may be applied without review. */
  readonly safe: boolean;
  readonly edits: readonly Edit[];
  readonly textEdits?: readonly TextEdit[];
}
/**
 * A version of an agent that serves callers, and the shortest path to it: a live tag or an arm of a phone number, then
 * swaps. This is the form of outputs.
 */
export interface LiveVersion {
  readonly agent_id: string;
  /** The version number; null if the version that an arm selects is unknown. */
  readonly agent_version: number | null;
  readonly through: readonly { readonly text: string; readonly file: string; readonly pointer: Pointer }[];
}
/** Another place with the same problem. */
interface AlsoAt {
  readonly target: Target;
  /** The span in the text, as in a finding. */ readonly span?: Span;
}
/** Another place that explains the finding. */
export interface Related {
  readonly file: string;
  readonly target: Target;
  /** The span in the text, as in a finding. */ readonly span?: Span;
  readonly message: string;
}

/** A finding at a symbolic place. Lines and columns are computed only for findings that are shown. */
export interface Finding {
  readonly rule: string;
  readonly severity: Severity;
  readonly file: string;
  readonly target: Target;
  /**
   * The place at which earlier versions of the rule reported this finding, so that suppressions, baselines and
   * fingerprints stay valid.
   */
  readonly formerly?: Pointer;
  /** The span in the text; only for a finding about the text itself. */
  readonly span?: Span;
  readonly message: string;
  /** Whether the marked text is a credential, which is never shown. */
  readonly redacted?: boolean;
  readonly help?: string;
  readonly related: readonly Related[];
  /** Other places of the file with the same problem, in the order of the text. */
  readonly also?: readonly AlsoAt[];
  /** The number of names that the finding is about; absent for one. */
  readonly subjects?: number;
  /** The place whose finding of the same rule causes this finding. */
  readonly cause?: { readonly file: string; readonly pointer: Pointer };
  /** The live versions to which the place belongs; the most directly reached come first. */
  readonly live?: readonly LiveVersion[];
  /** Whether the finding is in a superseded version: published, and selected by nothing. */
  readonly superseded?: true;
  /** The older versions of the record that have the same finding, ascending. */
  readonly alsoIn?: readonly number[];
  /** Whether a newer version of the record has the same finding, with this version in its `alsoIn`. */
  readonly isRepeated?: true;
  readonly fix?: Fix;
  /**
   * The fix of a finding in a published version. It is never applied, because the version cannot be changed; it can be
   * made in a draft.
   */
  readonly draftFix?: Fix;
  /** Alternative fixes from which a person can choose. They are never applied automatically. */
  readonly otherFixes?: readonly Fix[];
}

/** The place by which suppressions, baselines and fingerprints identify a finding. */
export const identifyingPointer = ({ formerly, target }: Pick<Finding, 'formerly' | 'target'>): Pointer =>
  formerly ?? pointerOf(target);

export function pointerOf(target: Target): Pointer {
  if (typeof target === 'string') return target;
  return 'key' in target ? target.key : target.within;
}
