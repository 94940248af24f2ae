import type { Document } from '../document.ts';
import type { RuleSet, SeverityOf } from '../engine/lint.ts';
import type { Finding } from '../finding.ts';
import type { ConfiguredKind } from '../kinds.ts';
import type { Pointer } from '../json/pointer.ts';
import type { Acceptance, WorkspaceSettings } from '../workspace/workspace-settings.ts';
import type { PolicyRule } from '../policies/policy.ts';
import type { Failing } from './failing.ts';
import type { Glob } from './glob.ts';
import type { StablePointer } from './stable-pointer.ts';

/** A file of the configuration and a place in it. */
export interface Stated {
  readonly document: Document;
  readonly pointer: Pointer;
}

/** A file that a configuration extends, and where it says so. */
export interface Extended extends Stated {
  readonly file: string;
}

/** A known and accepted finding, as written. */
export interface SuppressionEntry {
  readonly rule: string;
  readonly file: string;
  readonly at: StablePointer;
  readonly reason: string;
  /** The last day on which it applies, `YYYY-MM-DD`. */
  readonly until?: string;
}
/** The same with the rule's current id, and the file relative to the workspace root. */
export type Suppression = Stated & SuppressionEntry & { readonly glob?: Glob | undefined };
/** Whether an entry is about a file: `file` is its path, or a glob that selects it. */
export const covers = ({ file, glob }: Pick<Suppression, 'file' | 'glob'>, path: string): boolean =>
  file === path || glob?.(path) === true;

/** A rule under a former name. */
interface RenamedRule extends Stated {
  readonly written: string;
  /** Its current id. */
  readonly rule: string;
  /** Whether the name is a key of the configuration. */
  readonly isKey: boolean;
}

/** What `ci.fail` says, and where. */
export type FailingOn = Stated & { readonly on: Failing };

/** A team's settings for a workspace. Every path is relative to the workspace root, with `/`. */
export interface Configuration {
  /** The file it comes from; without one, everything has its default. */
  readonly document: Document | undefined;
  /** The files of the configuration: extended files come first, and the last is `document`. */
  readonly layers: readonly Document[];
  /**
   * What the rules find in these files with default severities. There are no errors: they would make the configuration
   * unusable.
   */
  readonly findings: readonly Finding[];
  /** Everything it states except the files; today's date is not part of it. */
  readonly facts: Partial<WorkspaceSettings>;
  readonly severityOf: SeverityOf;
  /** Ids of the rules to run; all if absent. */
  readonly selected: ReadonlySet<string> | undefined;
  /** The places where it names extended files, and those files by path from the workspace root. */
  readonly extended: readonly Extended[];
  /** The rules that a team wrote itself. */
  readonly policies: readonly PolicyRule[];
  /** The same, ready to run; undefined if there are none. */
  readonly ownRules: RuleSet | undefined;
  /** The kind that a glob assigns to a file, and how the file spells names. */
  kindOf(file: string): ConfiguredKind | undefined;
  ignored(file: string): boolean;
  /** The glob that ignores a path. */
  ignoredBy(file: string): Stated | undefined;
  readonly suppress: readonly Suppression[];
  /** Breaks that are accepted until a day. */
  readonly acceptances: readonly (Stated & Acceptance)[];
  /** The assertions of `preflight ci`. */
  readonly assertions: readonly (Stated & { readonly text: string })[];
  /** New findings that make `preflight ci` fail; undefined: errors. */
  readonly failing: FailingOn | undefined;
  /** Rules that it mentions by a former name. */
  readonly renamed: readonly RenamedRule[];
  /** Where a rule's severity in a file is set, for explanations. */
  sourceOf(rule: string, file: string): Stated | undefined;
}

/** One of the files of a configuration, by path from the workspace root. */
export const layerIn = ({ layers }: Pick<Configuration, 'layers'>, file: string): Document | undefined =>
  layers.find(layer => layer.file === file);

export const defaultConfiguration: Configuration = {
  document: undefined,
  layers: [],
  findings: [],
  facts: {},
  severityOf: () => undefined,
  selected: undefined,
  extended: [],
  policies: [],
  ownRules: undefined,
  kindOf: () => undefined,
  ignored: () => false,
  ignoredBy: () => undefined,
  suppress: [],
  acceptances: [],
  assertions: [],
  failing: undefined,
  renamed: [],
  sourceOf: () => undefined,
};
