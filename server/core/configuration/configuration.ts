import type { Document } from '../document.ts';
import type { RuleSet, SeverityOf } from '../engine/lint.ts';
import type { Given } from '../kinds.ts';
import type { Pointer } from '../json/pointer.ts';
import type { Facts } from '../workspace/facts.ts';
import type { PolicyRule } from '../policies/policy.ts';
import type { StablePointer } from './stable-pointer.ts';

export const configurationName = 'preflight.config.json';
export const baselineName = 'preflight.baseline.json';

/** A finding that is known and accepted. */
export interface Suppression {
  /** Id of the rule as it is today, whatever alias is written. */
  readonly rule: string;
  /** Relative to the workspace's root, with `/`. */
  readonly file: string;
  readonly at: StablePointer;
  readonly reason: string;
  /** Last day on which it holds, `YYYY-MM-DD`. */
  readonly until?: string;
  /** Where the entry stands in the configuration. */
  readonly pointer: Pointer;
}

/** A rule under a name that it no longer has. */
export interface RenamedRule {
  readonly written: string;
  /** Its id today. */
  readonly rule: string;
  readonly pointer: Pointer;
  /** Whether the name is a key of the configuration. */
  readonly isKey: boolean;
}

/** What a team has told Preflight about a workspace. Every path is relative to the workspace's root, with `/`. */
export interface Configuration {
  /** The file it comes from; without one everything is as delivered. */
  readonly document: Document | undefined;
  /** What it says beside the files; today's date is not among it. */
  readonly facts: Partial<Facts>;
  readonly severityOf: SeverityOf;
  /** The rules that a team has written itself. */
  readonly policies: readonly PolicyRule[];
  /** The same, ready to be run; none where there are none. */
  readonly ownRules: RuleSet | undefined;
  /** The kind that a glob gives a file, and how names are spelled in it. */
  kindOf(file: string): Given | undefined;
  ignored(file: string): boolean;
  readonly suppress: readonly Suppression[];
  /** What `preflight ci` demands of every change. */
  readonly assertions: readonly string[];
  /** Rules that it calls by an earlier name. */
  readonly renamed: readonly RenamedRule[];
  /** Where a rule's severity in a file is set: a pointer into the configuration. For explanations. */
  sourceOf(rule: string, file: string): Pointer | undefined;
}

export const defaultConfiguration: Configuration = {
  document: undefined,
  facts: {},
  severityOf: () => undefined,
  policies: [],
  ownRules: undefined,
  kindOf: () => undefined,
  ignored: () => false,
  suppress: [],
  assertions: [],
  renamed: [],
  sourceOf: () => undefined,
};
