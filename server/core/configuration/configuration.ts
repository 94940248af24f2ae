import type { Document } from '../document.ts';
import type { RuleSet, SeverityOf } from '../engine/lint.ts';
import type { Finding } from '../finding.ts';
import type { ConfiguredKind } from '../kinds.ts';
import type { Pointer } from '../json/pointer.ts';
import type { Acceptance, WorkspaceSettings } from '../workspace/workspace-settings.ts';
import type { PolicyRule } from '../policies/policy.ts';
import type { FailureLevel } from './failing.ts';
import type { Glob } from './glob.ts';
import type { StablePointer } from './stable-pointer.ts';

/** A file of the configuration and a place in it. */
export interface ConfigurationPlace {
  readonly document: Document;
  readonly pointer: Pointer;
}

/** A file that a configuration extends, and the place of that setting. */
export interface ExtendedFile extends ConfigurationPlace {
  readonly file: string;
}

/** A known and accepted finding, as written. */
export interface SuppressionEntry {
  readonly rule: string;
  readonly file: string;
  readonly at: StablePointer;
  readonly reason: string;
  /** The last day on which the entry applies, `YYYY-MM-DD`. */
  readonly until?: string;
}
/** An entry with the rule's current id, and the file relative to the workspace root. */
export type Suppression = ConfigurationPlace & SuppressionEntry & { readonly glob?: Glob | undefined };
/** Whether an entry applies to a file: `file` is its path, or a glob that selects it. */
export const appliesTo = ({ file, glob }: Pick<Suppression, 'file' | 'glob'>, path: string): boolean =>
  file === path || glob?.(path) === true;

/** A rule under a former name. */
interface RenamedRule extends ConfigurationPlace {
  readonly written: string;
  /** Its current id. */
  readonly rule: string;
  /** Whether the name is a key of the configuration. */
  readonly isKey: boolean;
}

/** The value and the place of `ci.fail`. */
export type FailingOn = ConfigurationPlace & { readonly on: FailureLevel };

/** A team's settings for a workspace. Every path is relative to the workspace root, with `/`. */
export interface Configuration {
  /** The configuration file; undefined if there is none, and every setting has its default. */
  readonly document: Document | undefined;
  /** The files of the configuration: extended files come first, and the last is `document`. */
  readonly layers: readonly Document[];
  /**
   * The rules' findings in these files, with default severities. None is an error, because an error makes the
   * configuration unusable.
   */
  readonly findings: readonly Finding[];
  /** The facts that the configuration adds to the workspace, without today's date. */
  readonly facts: Partial<WorkspaceSettings>;
  readonly severityOf: SeverityOf;
  /** Ids of the rules to run; all if absent. */
  readonly selected: ReadonlySet<string> | undefined;
  /** The extended files, by path from the workspace root, each with the place of its name. */
  readonly extended: readonly ExtendedFile[];
  /** The team's own rules. */
  readonly policies: readonly PolicyRule[];
  /** The policies, ready to run; undefined if there are none. */
  readonly ownRules: RuleSet | undefined;
  /** The kind that a glob assigns to a file, and the file's spelling of names. */
  kindOf(file: string): ConfiguredKind | undefined;
  isIgnored(file: string): boolean;
  /** The glob that ignores a path. */
  ignoredBy(file: string): ConfigurationPlace | undefined;
  readonly suppress: readonly Suppression[];
  /** Broken references that the team accepts. */
  readonly acceptances: readonly (ConfigurationPlace & Acceptance)[];
  /** The assertions of `preflight ci`. */
  readonly assertions: readonly (ConfigurationPlace & { readonly text: string })[];
  /** New findings that make `preflight ci` fail; undefined: errors. */
  readonly failing: FailingOn | undefined;
  /** Rules that the configuration calls by a former name. */
  readonly renamed: readonly RenamedRule[];
  /** The setting that decides a rule's severity in a file, for explanations. */
  sourceOf(rule: string, file: string): ConfigurationPlace | undefined;
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
  isIgnored: () => false,
  ignoredBy: () => undefined,
  suppress: [],
  acceptances: [],
  assertions: [],
  failing: undefined,
  renamed: [],
  sourceOf: () => undefined,
};
