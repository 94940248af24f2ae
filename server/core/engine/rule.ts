import type { Cursor } from '../cursor.ts';
import type { Fix, Severity, Target } from '../finding.ts';
import type { Pointer } from '../json/pointer.ts';
import type { Violation } from '../shapes/table.ts';
import type { KeyCount } from '../syntax/count-keys.ts';
import type { Span } from '../syntax/lines.ts';
import type { ParsedText } from '../syntax/parse.ts';
import type { Place } from '../workspace/records.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { PlaceSelector, ValueCondition } from '../shapes/at.ts';
import type { RuleDocs } from './rule-docs.ts';
import type { RuleGroup } from './groups.ts';

/**
 * A problem that a rule has found. Without `at`, the place of the problem is the value for which the rule was called.
 */
export interface Problem {
  readonly at?: Cursor | Target;
  /** The place at which earlier versions of the rule reported the problem. */
  readonly formerPlace?: Cursor;
  /**
   * The message: the field first, then expected and actual value, then the consequence if there is room. Lower case,
   * no full stop.
   */
  readonly message: string;
  /** The advice about the problem, if no fix contains it. */
  readonly help?: string | undefined;
  /**
   * The place whose finding of this rule causes this problem. Where both findings would be shown, only the cause is
   * shown.
   */
  readonly cause?: Cursor | undefined;
  /** The severity, in place of the rule's own. */
  readonly severity?: Severity | undefined;
  readonly related?: readonly RelatedInformation[] | undefined;
  /** Other places of the document with the same problem, in text order. */
  readonly also?: readonly Target[];
  /** The number of names that the problem is about; absent for one. */
  readonly subjects?: number;
  readonly fix?: Fix | undefined;
  /** Alternatives to the fix; an editor offers both. */
  readonly otherFixes?: readonly Fix[];
}
export interface RelatedInformation {
  readonly at: Cursor | Place;
  readonly key?: boolean;
  readonly message: string;
}
export interface TextProblem extends Omit<Problem, 'at' | 'related' | 'also' | 'cause'> {
  readonly span: Span;
  /** The pointer of the innermost container that was parsed, or of the value in question. */
  readonly pointer?: Pointer;
  readonly related?: readonly { readonly span: Span; readonly pointer: Pointer; readonly message: string }[];
}

// everything that rules are written with
export * from '../cursor.ts';
export { stringsWithFormat, referencesTo, withMark } from '../shapes/at.ts';
export type { PlaceSelector } from '../shapes/at.ts';
export * from './fixes.ts';
export * from '../json/json.ts';
export * from '../json/multimap.ts';
export * from '../wording.ts';

interface RuleCommon {
  /** The name of the rule's file without extension. It names the defect, so that "allow <id>" reads well. */
  readonly id: string;
  readonly severity: Severity;
  /** The subject of the rule. `--select` and the configuration accept a group in place of all its rules. */
  readonly group: RuleGroup;
  /** The documentation, in place of the page `rules/<id>.md`. */
  readonly docs?: RuleDocs;
  /** The heading or clause of the specification that states the rule ("Versioning 3"); "domain" for other facts. */
  readonly spec: string;
  /**
   * The sentences of the specification that the rule checks, for the table of schemas/README.md: a heading and a short
   * form of the sentence, "Agent settings: volume".
   */
  readonly clause?: string | readonly string[];
  /** Earlier names of the rule, oldest first. Fingerprints keep using the oldest name. */
  readonly aliases?: readonly string[];
  /**
   * Whether the rule compares settings of an agent with each other. Such a rule also sees each override together with
   * its agent.
   */
  readonly comparesSettings?: boolean;
  /**
   * `records` if the rule reads nothing of other files except their `Records`: its findings stay the same as long as
   * these records do. By default, a rule may read everything in other files.
   */
  readonly reads?: 'records';
  /** The more general rules whose findings at the same place are replaced by a finding of this rule. */
  readonly replaces?: readonly string[];
  /**
   * Whether the rule reports that something does not exist. Such a rule is skipped unless every file has been read.
   */
  readonly needsEveryFile?: boolean;
  /** Whether the rule is about a credential. The text of the credential is never shown or stored. */
  readonly redacts?: boolean;
  /** How an editor may render the finding: faded if it has no effect, or struck out. */
  readonly shows?: 'unnecessary' | 'deprecated';
  /** Whether the first line of the help is shown with each finding, because readers must not miss the solution. */
  readonly alwaysHelps?: true;
}

/**
 * A rule about values: a pure function of a place and its workspace. A rule whose `check` has no workspace parameter
 * cannot read other files, so it does not run again on unchanged files.
 */
export interface ShapeRule extends RuleCommon {
  readonly at: PlaceSelector;
  /** A cheap condition on the value that rules out most places. `check` is called only where the condition holds. */
  readonly when?: ValueCondition;
  check(node: Cursor, workspace: Workspace): Iterable<Problem> | Problem | undefined;
}
/** A rule that explains a violated schema keyword in one sentence. */
export interface SchemaRule extends RuleCommon {
  /** Keywords of JSON Schema, for any shape or for one shape: `type`, `preflight-config#propertyNames`. */
  readonly violates: readonly string[];
  /** Explains a violation. The rule gets no other file, because the schemas judge each file alone. */
  check(node: Cursor, violation: Violation, workspace: Pick<Workspace, 'facts'>): Problem | undefined;
}
/** Facts about a text for text rules, each computed on access. */
interface TextFacts {
  readonly text: string;
  /** Whether the text is JSON. */
  readonly valid: boolean;
  readonly keyCount: KeyCount;
  /** Whether certainly no object of a valid text has a key twice. */
  readonly hasUniqueKeys: boolean;
}
/** A rule about details that parsing loses: syntax, the spelling of numbers, duplicate keys. */
export interface TextRule extends RuleCommon {
  /** A cheap check that rules out most texts without computing positions. */
  suspects(facts: TextFacts): boolean;
  checkText(text: string, parsed: ParsedText): Iterable<TextProblem>;
}
/**
 * A rule about the run instead of the content of a file. The failing step creates the finding, and the rule documents
 * it. `reading`: a file that cannot be read as text; `configuration`: an entry without effect; `comparing`: something
 * that a change removes; `running`: an internal failure. In examples of `reading`, a lone surrogate U+DC80 to U+DCFF
 * stands for a byte that is not UTF-8.
 */
export interface RunRule extends RuleCommon {
  readonly step: 'reading' | 'configuration' | 'comparing' | 'running';
}
export type Rule = ShapeRule | SchemaRule | TextRule | RunRule;
type RuleKind = 'shape' | 'schema' | 'text' | 'run';
export function ruleKind(rule: Rule): RuleKind {
  if ('at' in rule) return 'shape';
  if ('violates' in rule) return 'schema';
  return 'step' in rule ? 'run' : 'text';
}

/** Checks the type of a rule and keeps its id as a literal. */
const definer =
  <Kind extends Rule>() =>
  <const Id extends string>(rule: Kind & { readonly id: Id }): typeof rule =>
    rule;
export const defineRule = definer<ShapeRule>();
export const defineSchemaRule = definer<SchemaRule>();
export const defineTextRule = definer<TextRule>();
export const defineRunRule = definer<RunRule>();
