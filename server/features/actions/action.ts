import type { Configuration } from '../../core/configuration/configuration.ts';
import type { Document } from '../../core/document.ts';
import type { RuleSet } from '../../core/engine/lint.ts';
import type { Finding } from '../../core/finding.ts';
import type { Span } from '../../core/syntax/lines.ts';
import type { DocumentContext } from '../context.ts';
import type { FileEdits } from '../file-change.ts';
import type { FilePlace } from '../file-place.ts';

/** Work that `editsOf` does when the edits of an action are requested. */
export type DeferredWork =
  { readonly fix: 'safe' } | { readonly fix: 'deprecated' } | { readonly fix: 'rule'; readonly rule: string };

/** Something that an editor can offer to do. */
export interface Action {
  /** An imperative. If it changes the meaning of a file, it asks for a review. */
  readonly title: string;
  /**
   * As in the language server protocol: `quickfix`, `quickfix.all`, `quickfix.disable`, `source.fixAll.preflight`, `source.migrate`;
   * without a finding `refactor.rewrite`, `refactor.extract`, `refactor.move`.
   */
  readonly kind: string;
  /** The finding that it resolves. */
  readonly finding?: Finding;
  /** Whether it may be applied without looking at the alternatives. */
  readonly preferred?: boolean;
  /** Empty if the action has `work`, `command` or `disabled`. */
  readonly edits: readonly FileEdits[];
  readonly work?: DeferredWork;
  /** What a person has to fill in: a string in the text after the edits. With `placeholder`, its text, before they are made. */
  readonly select?: FilePlace & { readonly placeholder?: string };
  /** `explain`: shows the page of the given rule; `disable`: asks for the actions of kind `quickfix.disable` there. */
  readonly command?:
    { readonly name: 'explain'; readonly argument: string } | { readonly name: 'disable'; readonly argument: Span };
  /** Why the action is impossible now, as a clause. */
  readonly disabled?: string;
}

/** The input of actions besides the files. */
export interface ActionContext {
  readonly rules: RuleSet;
  /** The configuration in force. */
  readonly configuration: Configuration;
  /** `preflight.config.json` in the editor or on disk, even if invalid; `undefined` if there is none. */
  readonly settings: Document | undefined;
  /** The same for `preflight.baseline.json`. */
  readonly baseline: Document | undefined;
  /** Whether anything exists at a path, even if it is not a file of the workspace. */
  readonly isTaken?: (file: string) => boolean;
  /** Whether the workspace is trusted; an untrusted one is read-only. */
  readonly isTrusted: boolean;
  /** The requested kinds, each including all kinds below it; `undefined` for all kinds that suit the place. */
  readonly only?: readonly string[];
  /** Whether the caller requests the actions of kind `quickfix.disable` only when the user wants them. */
  readonly folds?: boolean;
  /** Whether the caller uses `editsOf` for actions with `work`; if not, every action has its edits at once. */
  readonly asksLater?: boolean;
}

/** A question about a range of a text; an empty range is a caret. */
export interface SelectionContext extends DocumentContext {
  readonly span: Span;
}

/** Whether the editor wants actions of this kind: it named the kind or a parent of it, or set no limit. */
export const isWanted = (kind: string, { only }: ActionContext): boolean =>
  only === undefined || only.some(prefix => prefix === '' || kind === prefix || kind.startsWith(`${prefix}.`));

/** The suffix of an action's title if it changes the meaning. */
export const TO_CHECK = ' (review)';

/** `both places`, `all 3 places`. */
export function allOf(n: number, noun: string): string {
  if (n === 1) return `the ${noun}`;
  return n === 2 ? `both ${noun}s` : `all ${n} ${noun}s`;
}
