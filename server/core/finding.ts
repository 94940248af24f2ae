import type { Json } from './json/json.ts';
import type { Pointer } from './json/pointer.ts';
import type { Span } from './syntax/lines.ts';

/** Worst first. */
export const severities = ['error', 'warning', 'info'] as const;
export type Severity = (typeof severities)[number];
/** Where a problem shows: a value, a key, or a part of a string. */
export type Target = Pointer | { readonly key: Pointer } | Part;
/** A range within a string: UTF-16 units of the decoded string, end exclusive. */
export interface Part {
  readonly within: Pointer;
  readonly start: number;
  readonly end: number;
}

/**
 * A change of a document's value; how it is written into the text is decided elsewhere, so that no rule deals with
 * offsets.
 */
export type Edit =
  | { readonly set: Pointer; readonly to: Json }
  | { readonly remove: Pointer }
  /** By its index in the document's positions, for what no pointer can name: the first of two equal keys. */
  | { readonly removeNode: number }
  | { readonly rename: Pointer; readonly to: string }
  /** Replaces a part of a string. */
  | (Part & { readonly to: string });
/** A change of the text itself, for what no value can express. */
export interface TextEdit extends Span {
  readonly text: string;
}

export interface Fix {
  /** What it does, as an imperative: "Use `data_storage_setting`". */
  readonly title: string;
  /** Whether it may be applied without review. */
  readonly safe: boolean;
  readonly edits: readonly Edit[];
  readonly textEdits?: readonly TextEdit[];
}
/**
 * A version of an agent that serves callers, and the shortest path to it: a live tag or an arm of a phone number, then
 * the swaps from there. In the form of outputs.
 */
export interface LiveVersion {
  readonly agent_id: string;
  /** null if an arm names the agent and it is not known which version that selects. */
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
   * The former place, if its rule has since found a better one, so that suppressions, baselines and fingerprints stay
   * valid.
   */
  readonly formerly?: Pointer;
  /** Set instead of a decoded place if the text itself is wrong. */
  readonly span?: Span;
  readonly message: string;
  /** Whether the text that it is about is never shown. */
  readonly redacted?: boolean;
  readonly help?: string;
  readonly related: readonly Related[];
  /** Other places of the file that it is about just as much, in text order. */
  readonly also?: readonly AlsoAt[];
  /** The place whose finding of the same rule is the reason for this one. */
  readonly cause?: { readonly file: string; readonly pointer: Pointer };
  /** The versions serving callers that the place belongs to, most directly reached first. */
  readonly live?: readonly LiveVersion[];
  /** Whether it is in a version that nobody can change any more and that nothing selects. */
  readonly superseded?: true;
  /** The superseded versions of its record in which the same is found, ascending. */
  readonly alsoIn?: readonly number[];
  /** Whether it is superseded, and a newer version has the same. */
  readonly isRepeated?: true;
  readonly fix?: Fix;
  /** What would fix it, but in a published version, which nobody can change: a draft can have it. Never applied. */
  readonly draftFix?: Fix;
  /** Other ways to fix it, for a person to choose; never applied automatically. */
  readonly otherFixes?: readonly Fix[];
}

/** The place that stored references to the finding use. */
export const knownBy = ({ formerly, target }: Pick<Finding, 'formerly' | 'target'>): Pointer =>
  formerly ?? pointerOf(target);

export function pointerOf(target: Target): Pointer {
  if (typeof target === 'string') return target;
  return 'key' in target ? target.key : target.within;
}
