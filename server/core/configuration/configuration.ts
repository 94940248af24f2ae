import type { Document } from '../document.ts';
import type { RuleSet, SeverityOf } from '../engine/lint.ts';
import type { Finding } from '../finding.ts';
import type { ConfiguredKind } from '../kinds.ts';
import type { Pointer } from '../json/pointer.ts';
import type { Acceptance, WorkspaceSettings } from '../workspace/workspace-settings.ts';
import type { PolicyRule } from '../policies/policy.ts';
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

/** A known and accepted finding, as written in the configuration. */
export interface SuppressionEntry {
  readonly rule: string;
  readonly file: string;
  readonly at: StablePointer;
  readonly reason: string;
  /** The last day on which the entry applies, `YYYY-MM-DD`. */
  readonly until?: string;
}
/** A suppression with the current id of its rule, and its file relative to the workspace root. */
export type Suppression = ConfigurationPlace & SuppressionEntry & { readonly glob?: Glob | undefined };
/** Whether an entry applies to a file: `file` is its path, or a glob that selects it. */
export const appliesTo = ({ file, glob }: Pick<Suppression, 'file' | 'glob'>, path: string): boolean =>
  file === path || glob?.(path) === true;

/** A rule under a former name. */
interface RenamedRule extends ConfigurationPlace {
  readonly writtenName: string;
  /** The current id of the rule. */
  readonly rule: string;
  /** Whether the name is a key of the configuration. */
  readonly isKey: boolean;
}

/** The value and the place of `ci.fail`. */
export type FailingOn = ConfigurationPlace & { readonly level: FailureLevel };

/** A team's settings for a workspace. Every path is relative to the workspace root, with `/`. */
export interface Configuration {
  /** The configuration file; undefined without a file. Without a file, every setting has its default. */
  readonly document: Document | undefined;
  /** The files of the configuration: extended files come first, and the last is `document`. */
  readonly layers: readonly Document[];
  /**
   * The findings of rules in these files, with default severities. The list contains no errors, because an error makes
   * the configuration unusable.
   */
  readonly findings: readonly Finding[];
  /** The facts that the configuration adds to the workspace, except today's date. */
  readonly facts: Partial<WorkspaceSettings>;
  readonly severityOf: SeverityOf;
  /** Ids of the rules to run; undefined for all rules. */
  readonly selectedRules: ReadonlySet<string> | undefined;
  /** The extended files by path from the workspace root, each with the place of the setting that names it. */
  readonly extendedFiles: readonly ExtendedFile[];
  /** The team's own rules. */
  readonly policies: readonly PolicyRule[];
  /** The policies as a compiled rule set; undefined if there are none. */
  readonly ownRules: RuleSet | undefined;
  /** The kind and the dialect that a glob assigns to a file. */
  kindOf(file: string): ConfiguredKind | undefined;
  isIgnored(file: string): boolean;
  /** The place of the glob that ignores a path. */
  ignoredBy(file: string): ConfigurationPlace | undefined;
  readonly suppress: readonly Suppression[];
  /** Broken references that the team accepts. */
  readonly acceptances: readonly (ConfigurationPlace & Acceptance)[];
  /** The assertions of `preflight ci`. */
  readonly assertions: readonly (ConfigurationPlace & { readonly text: string })[];
  /** The new findings that make `preflight ci` fail; undefined for errors only. */
  readonly failureLevel: FailingOn | undefined;
  /** Rules that the configuration calls by a former name. */
  readonly formerNames: readonly RenamedRule[];
  /** The place of the setting that decides the severity of a rule in a file, for explanations. */
  sourceOf(rule: string, file: string): ConfigurationPlace | undefined;
}

/** The file of a configuration with a path, relative to the workspace root. */
export const layerIn = ({ layers }: Pick<Configuration, 'layers'>, file: string): Document | undefined =>
  layers.find(layer => layer.file === file);

export const defaultConfiguration: Configuration = {
  document: undefined,
  layers: [],
  findings: [],
  facts: {},
  severityOf: () => undefined,
  selectedRules: undefined,
  extendedFiles: [],
  policies: [],
  ownRules: undefined,
  kindOf: () => undefined,
  isIgnored: () => false,
  ignoredBy: () => undefined,
  suppress: [],
  acceptances: [],
  assertions: [],
  failureLevel: undefined,
  formerNames: [],
  sourceOf: () => undefined,
};

/** The new findings that make `preflight ci` fail, the least strict choice first. */
const failings = ['errors', 'live-warnings', 'warnings'] as const;
export type FailureLevel = (typeof failings)[number];

export const isStricter = (level: FailureLevel, name: FailureLevel): boolean =>
  failings.indexOf(level) > failings.indexOf(name);

type FindingStanding = Pick<Finding, 'severity' | 'live' | 'superseded'>;
export function failsBy(level: FailureLevel, { severity, live = [], superseded }: FindingStanding): boolean {
  if (superseded) return false;
  if (severity !== 'warning') return severity === 'error';
  return level === 'warnings' || (level === 'live-warnings' && live.length > 0);
}
