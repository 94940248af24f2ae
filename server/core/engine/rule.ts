import type { Cursor } from '../cursor.ts';
import type { Fix, Severity, Target } from '../finding.ts';
import type { Json } from '../json/json.ts';
import type { Pointer } from '../json/pointer.ts';
import type { Violation } from '../shapes/table.ts';
import type { Span } from '../syntax/lines.ts';
import type { ParsedText } from '../syntax/parse.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { At, Needs } from '../shapes/at.ts';
import type { RuleGroup } from './groups.ts';

/** One thing that is wrong. Without `at` it is the value the rule was called for. */
export interface Problem {
  readonly at?: Cursor | Target;
  /** Where the rule told it before. */
  readonly formerly?: Cursor;
  /** Subject first, actual and expected value, what happens if left; lower case, no full stop. */
  readonly message: string;
  /** How to mend it, where no fix can say it. */
  readonly help?: string;
  /** Instead of the rule's own severity. */
  readonly severity?: Severity;
  readonly related?: readonly RelatedInformation[];
  readonly fix?: Fix;
  /** What may be wished instead of what the fix does; an editor offers both. */
  readonly otherFixes?: readonly Fix[];
}
export interface RelatedInformation {
  readonly at: Cursor;
  readonly key?: boolean;
  readonly message: string;
}
export interface TextProblem extends Omit<Problem, 'at' | 'related'> {
  readonly span: Span;
  /** Innermost container that was parsed, or the value that is meant. */
  readonly pointer?: Pointer;
  readonly related?: readonly { readonly span: Span; readonly pointer: Pointer; readonly message: string }[];
}

export interface Example {
  /**
   * `-- name --` separated files; a line of carets under a place announces a finding there: `^^^^ warning: message`,
   * an error without its severity. A long message goes on in the next lines, which begin with `|`.
   */
  readonly files: string;
  /** The files that a fix changes, as they are after all fixes. */
  readonly fixed?: string;
  /** A `preflight.config.json` for this example is given as one of its files. */
}
export interface Examples {
  /** Every `invalid` example must show exactly the findings its carets announce. */
  readonly invalid: readonly [Example, ...Example[]];
  readonly valid: readonly [string, ...string[]];
}

export { formatted, referencesTo, withMark } from '../shapes/at.ts';
export type { At, MarkedPlaces } from '../shapes/at.ts';

interface RuleCommon {
  /** The file name of the rule without its extension. Names the defect, so that "allow <id>" reads well. */
  readonly id: string;
  readonly severity: Severity;
  /** What it is about: `--select` and the configuration take a group in the place of all of its rules. */
  readonly group: RuleGroup;
  /** One sentence: what is wrong. */
  readonly summary: string;
  /** Markdown: what the platform does with such a file, and what to do. */
  readonly why: string;
  /** Where the specification states it: a heading, or a clause ("Versioning 3"); "domain" for facts beside it. */
  readonly spec: string;
  /** Its sentences of the specification, for the table of schemas/README.md: heading and sentence in short, "Agent settings: volume". */
  readonly clause?: string | readonly string[];
  /** Earlier names of the rule, the first one first: fingerprints go on to use that. */
  readonly aliases?: readonly string[];
  /** Whether it compares settings of an agent with each other: then an override is shown to it together with its agent as well. */
  readonly comparesSettings?: boolean;
  /** Rules whose findings at the same place this one's replace, because it says more. */
  readonly replaces?: readonly string[];
  /** Whether it speaks of what no file holds: it is not asked where not every file has been read. */
  readonly needsEveryFile?: boolean;
  /** Whether what it is about is a credential: nothing is shown or kept of its text. */
  readonly redacts?: boolean;
  /** How an editor may draw what is found: faded, because it has no effect, or struck out. */
  readonly shows?: 'unnecessary' | 'deprecated';
  readonly examples: Examples;
}

/** A rule about values: a pure function of a place and the workspace around it. */
export interface ShapeRule extends RuleCommon {
  readonly at: At;
  /** What a value there must be for the rule to be asked: a quick look that proves most places innocent. `check` decides all the same. */
  readonly needs?: Needs;
  check(node: Cursor, workspace: Workspace): Iterable<Problem> | Problem | undefined;
}
/** A rule that says in one sentence what a violated schema keyword means. */
export interface SchemaRule extends RuleCommon {
  /** Keywords of JSON Schema, each in any shape, or in one alone: `type`, `preflight-config#propertyNames`. */
  readonly violates: readonly string[];
  check(node: Cursor, violation: Violation, workspace: Workspace): Problem | undefined;
}
/** A rule about what the parsed value has lost: syntax, spelling of numbers, repeated keys. */
export interface TextRule extends RuleCommon {
  /** A quick look that proves most texts innocent without building positions. */
  suspects(text: string, valid: boolean, value: Json | undefined): boolean;
  checkText(text: string, parsed: ParsedText): Iterable<TextProblem>;
}
/**
 * A rule about the run itself rather than about the content of a file: the step that meets the trouble makes the
 * finding, and what it means stands here. `reading`: a file that cannot be read as text; `configuration`: an entry that
 * has no use; `comparing`: what a change takes away; `running`: our own failure.
 */
export interface RunRule extends Omit<RuleCommon, 'examples'> {
  readonly met: 'reading' | 'configuration' | 'comparing' | 'running';
  /** None where no file can show it. A lone surrogate U+DC80 to U+DCFF in an example stands for a byte that is not UTF-8. */
  readonly examples: { readonly invalid: readonly Example[]; readonly valid: readonly string[] };
}
export type Rule = ShapeRule | SchemaRule | TextRule | RunRule;
export type RuleKind = 'shape' | 'schema' | 'text' | 'run';
export function ruleKind(rule: Rule): RuleKind {
  if ('at' in rule) return 'shape';
  if ('violates' in rule) return 'schema';
  return 'met' in rule ? 'run' : 'text';
}

export function defineRule<const Id extends string>(
  rule: ShapeRule & { readonly id: Id },
): ShapeRule & { readonly id: Id } {
  return rule;
}
export function defineSchemaRule<const Id extends string>(
  rule: SchemaRule & { readonly id: Id },
): SchemaRule & { readonly id: Id } {
  return rule;
}
export function defineTextRule<const Id extends string>(
  rule: TextRule & { readonly id: Id },
): TextRule & { readonly id: Id } {
  return rule;
}
export function defineRunRule<const Id extends string>(
  rule: RunRule & { readonly id: Id },
): RunRule & { readonly id: Id } {
  return rule;
}

/** Dedents a template literal, so that examples can be indented with the code around them. */
export function files(strings: TemplateStringsArray, ...values: readonly unknown[]): string {
  const text = String.raw({ raw: strings.raw }, ...values)
    .replace(/^\n/, '')
    .replace(/\n[ \t]*$/, '\n');
  const indent = Math.min(
    ...text
      .split('\n')
      .filter(line => line.trim() !== '')
      .map(line => line.length - line.trimStart().length),
  );
  return text
    .split('\n')
    .map(line => line.slice(indent))
    .join('\n');
}
