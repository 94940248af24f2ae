import type { Document } from '../document.ts';
import type { RuleSet, SeverityOf } from '../engine/lint.ts';
import type { Finding } from '../finding.ts';
import type { ConfiguredKind } from '../kinds.ts';
import type { Pointer } from '../json/pointer.ts';
import type { Facts } from '../workspace/facts.ts';
import type { PolicyRule } from '../policies/policy.ts';
import type { StablePointer } from './stable-pointer.ts';

/** Where something is said: a file of the configuration, and a place in it. */
export interface Stated {
  readonly document: Document;
  readonly pointer: Pointer;
}

/** A file that a configuration extends, where that is stated. */
export interface Extended extends Stated {
  readonly file: string;
}

/** A finding that is known and accepted. */
export interface Suppression extends Stated {
  /** Id of the rule as it is today, whatever alias is written. */
  readonly rule: string;
  /** Relative to the workspace's root, with `/`. */
  readonly file: string;
  readonly at: StablePointer;
  readonly reason: string;
  /** Last day on which it holds, `YYYY-MM-DD`. */
  readonly until?: string;
}
/** A break that is made on purpose, until a day. */
export interface StatedAcceptance extends Stated {
  readonly reference: string;
  readonly until?: string;
}

/** A rule under a name that it no longer has. */
export interface RenamedRule extends Stated {
  readonly written: string;
  /** Its id today. */
  readonly rule: string;
  /** Whether the name is a key of the configuration. */
  readonly isKey: boolean;
}

/** What a team has told Preflight about a workspace. Every path is relative to the workspace's root, with `/`. */
export interface Configuration {
  /** The file it comes from; without one everything is as delivered. */
  readonly document: Document | undefined;
  /** The files that it is made of, what is extended before what extends it; the last is `document`. */
  readonly layers: readonly Document[];
  /** What the rules find in these files, as delivered: errors would make it unusable, so there are none. */
  readonly findings: readonly Finding[];
  /** What it says beside the files; today's date is not among it. */
  readonly facts: Partial<Facts>;
  readonly severityOf: SeverityOf;
  /** Ids of the rules that are run at all; without it all are. */
  readonly selected: ReadonlySet<string> | undefined;
  /** Where it names files that it extends, and those, by path from the workspace's root. */
  readonly extended: readonly Extended[];
  /** The rules that a team has written itself. */
  readonly policies: readonly PolicyRule[];
  /** The same, ready to be run; none where there are none. */
  readonly ownRules: RuleSet | undefined;
  /** The kind that a glob gives a file, and how names are spelled in it. */
  kindOf(file: string): ConfiguredKind | undefined;
  ignored(file: string): boolean;
  readonly suppress: readonly Suppression[];
  readonly acceptances: readonly StatedAcceptance[];
  /** What `preflight ci` demands of every change. */
  readonly assertions: readonly string[];
  /** Rules that it calls by an earlier name. */
  readonly renamed: readonly RenamedRule[];
  /** Where a rule's severity in a file is set. For explanations. */
  sourceOf(rule: string, file: string): Stated | undefined;
}

/** One of the files of a configuration, by its path from the workspace's root. */
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
  suppress: [],
  acceptances: [],
  assertions: [],
  renamed: [],
  sourceOf: () => undefined,
};
