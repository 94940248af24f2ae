import type { Configuration } from '../../core/configuration/configuration.ts';
import type { Document } from '../../core/document.ts';
import type { RuleSet } from '../../core/engine/lint.ts';
import type { Finding, TextEdit } from '../../core/finding.ts';
import type { Span } from '../../core/syntax/lines.ts';
import type { DocumentContext } from '../context.ts';

/** Changes of one file: of its text as it is, or the text of a file that is not there yet. Paths are relative to the workspace's root. */
export type FileEdits =
  { readonly file: string; readonly edits: readonly TextEdit[] } | { readonly file: string; readonly create: string };

/** Work that is done only when somebody asks for its edits: see `editsOf`. */
export type Later =
  { readonly fix: 'safe' } | { readonly fix: 'deprecated' } | { readonly fix: 'rule'; readonly rule: string };

/** Something that an editor can offer to do. */
export interface Action {
  /** An imperative. What changes the meaning of a file says that it needs a review. */
  readonly title: string;
  /**
   * As in the language server protocol: `quickfix`, `quickfix.all`, `source.fixAll.preflight`, `source.migrate`; without a finding
   * `refactor.rewrite`, `refactor.extract`, `refactor.move`.
   */
  readonly kind: string;
  /** The finding that it answers. */
  readonly finding?: Finding;
  /** Whether it may be taken without a look at the others. */
  readonly preferred?: boolean;
  /** Empty where `later`, `command` or `disabled` is. */
  readonly edits: readonly FileEdits[];
  readonly later?: Later;
  /** What is left to a person to fill in: a place of the text as it is after the edits. */
  readonly select?: { readonly file: string; readonly span: Span };
  /** `explain`: shows the page of the rule that is named. */
  readonly command?: { readonly name: 'explain'; readonly argument: string };
  /** Why it cannot be done as things are: a clause. */
  readonly disabled?: string;
}

/** What actions need to know beside the files. */
export interface ActionContext {
  readonly rules: RuleSet;
  /** As it is in force. */
  readonly configuration: Configuration;
  /** `preflight.config.json` as it is in the editor or on the disk, also where it cannot be used; `undefined`: there is none. */
  readonly settings: Document | undefined;
  /** The same of `preflight.baseline.json`. */
  readonly baseline: Document | undefined;
  /** Whether something is at such a path, also what is no file of the workspace. */
  readonly taken?: (file: string) => boolean;
  /** A workspace that is not trusted is read only. */
  readonly trusted: boolean;
  /** The kinds that are asked for, each with all kinds below it; `undefined`: what belongs to the place. */
  readonly only?: readonly string[];
  /** Whether the asker calls `editsOf` for an action with `later`; otherwise every action has its edits at once. */
  readonly asksLater?: boolean;
}

/** A question about a range of a text; an empty range is a caret. */
export interface SelectionContext extends DocumentContext {
  readonly span: Span;
}

/** Whether such a kind is asked for: itself or one above it. */
export const isWanted = (kind: string, { only }: ActionContext): boolean =>
  only === undefined || only.some(one => one === '' || kind === one || kind.startsWith(`${one}.`));

/** What the title of an action says that changes the meaning. */
export const TO_CHECK = ' (review)';

/** `both places`, `all 3 places`. */
export function allOf(n: number, one: string): string {
  if (n === 1) return `the ${one}`;
  return n === 2 ? `both ${one}s` : `all ${n} ${one}s`;
}
