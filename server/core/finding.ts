import type { Json } from './json/json.ts';
import type { Pointer } from './json/pointer.ts';
import type { Span } from './syntax/lines.ts';

/** The severities, worst first. */
export const severities = ['error', 'warning', 'info'] as const;
export type Severity = (typeof severities)[number];
/** What a finding marks: a value, a key, or a part of a string. */
export type Target = Pointer | { readonly key: Pointer } | Part;
/** A range within a string: UTF-16 units of the decoded string, end exclusive. */
export interface Part {
  readonly within: Pointer;
  readonly start: number;
  readonly end: number;
}

/**
 * A change of a document's value; `fixing/text-edits.ts` makes it a change of the text, so that rules need no offsets.
 */
export type Edit =
  | { readonly set: Pointer; readonly to: Json }
  | { readonly remove: Pointer }
  /** Removes a value by its syntax node, if no pointer names it: the first of two equal keys. */
  | { readonly removeNode: number }
  | { readonly rename: Pointer; readonly to: string }
  /** Replaces a part of a string. */
  | (Part & { readonly to: string });
/** A change of the text itself, if it is not a change of the value. */
export interface TextEdit extends Span {
  readonly text: string;
}

export interface Fix {
  /** An imperative: "Use `data_storage_setting`". */
  readonly title: string;
  /** Whether it may be applied without review. */
  readonly safe: boolean;
  readonly edits: readonly Edit[];
  readonly textEdits?: readonly TextEdit[];
}
/**
 * A version of an agent that serves callers, and the shortest way to it: a live tag or an arm of a phone number, then
 * swaps. In the form of outputs.
 */
export interface LiveVersion {
  readonly agent_id: string;
  /** null if the version that an arm selects is unknown. */
  readonly agent_version: number | null;
  readonly through: readonly { readonly text: string; readonly file: string; readonly pointer: Pointer }[];
}
/** Another place with the same problem. */
interface AlsoAt {
  readonly target: Target;
  /** As in a finding. */ readonly span?: Span;
}
/** Another place that explains the finding. */
export interface Related {
  readonly file: string;
  readonly target: Target;
  /** As in a finding. */ readonly span?: Span;
  readonly message: string;
}

/** A finding at symbolic places; lines and columns are computed only for those that are shown. */
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
  /** The span in the text, if the text itself is wrong. */
  readonly span?: Span;
  readonly message: string;
  /** Whether its text is a credential, which is never shown. */
  readonly redacted?: boolean;
  readonly help?: string;
  readonly related: readonly Related[];
  /** Other places of the file to which the finding applies equally, in text order. */
  readonly also?: readonly AlsoAt[];
  /** The number of names that it is about; one if absent. */
  readonly subjects?: number;
  /** The place of the finding of this rule that causes this one. */
  readonly cause?: { readonly file: string; readonly pointer: Pointer };
  /** The live versions that the place belongs to, most directly reached first. */
  readonly live?: readonly LiveVersion[];
  /** Whether it is in a superseded version: published, and selected by nothing. */
  readonly superseded?: true;
  /** The older versions of its record with the same finding, ascending. */
  readonly alsoIn?: readonly number[];
  /** Whether a newer version of its record has the same finding, with this version in `alsoIn`. */
  readonly isRepeated?: true;
  readonly fix?: Fix;
  /** The fix, if it is in a published version, which cannot be changed: it can be made in a draft. Never applied. */
  readonly draftFix?: Fix;
  /** Alternative fixes, for a person to choose; never applied automatically. */
  readonly otherFixes?: readonly Fix[];
}

/** The place by which suppressions, baselines and fingerprints identify a finding. */
export const identifyingPointer = ({ formerly, target }: Pick<Finding, 'formerly' | 'target'>): Pointer =>
  formerly ?? pointerOf(target);

export function pointerOf(target: Target): Pointer {
  if (typeof target === 'string') return target;
  return 'key' in target ? target.key : target.within;
}
