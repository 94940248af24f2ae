import type { Configuration } from '../../core/configuration/configuration.ts';
import { Document } from '../../core/document.ts';
import type { RuleSet } from '../../core/engine/lint.ts';
import type { Finding, Edit } from '../../core/finding.ts';
import type { Span } from '../../core/syntax/lines.ts';
import type { DocumentContext } from '../context.ts';
import type { FileEdits } from '../file-change.ts';
import { type FilePlace, locate } from '../../core/locate.ts';
import { applyFix } from '../../core/fixing/apply.ts';
import type { Pointer } from '../../core/json/pointer.ts';
import { changesBetween } from './changes.ts';

/** Work that `editsOf` does when the edits of an action are requested. */
export type DeferredWork =
  { readonly fix: 'safe' } | { readonly fix: 'deprecated' } | { readonly fix: 'rule'; readonly rule: string };

/** Something that an editor can offer to do. */
export interface Action {
  /** An imperative sentence. It ends with a request for a review if the action changes the meaning of a file. */
  readonly title: string;
  /**
   * As in the language server protocol: `quickfix`, `quickfix.all`, `quickfix.disable`, `source.fixAll.preflight`, `source.migrate`;
   * without a finding `refactor.rewrite`, `refactor.extract`, `refactor.move`.
   */
  readonly kind: string;
  /** The finding that the action resolves. */
  readonly finding?: Finding;
  /** Whether the action may be applied without looking at the alternatives. */
  readonly isPreferred?: boolean;
  /** Empty if the action has `work`, `command` or `disabledReason`. */
  readonly edits: readonly FileEdits[];
  readonly work?: DeferredWork;
  /**
   * The place that a person has to fill in: a string in the text after the edits. `placeholder` is the text of this
   * string in the edits.
   */
  readonly select?: FilePlace & { readonly placeholder?: string };
  /**
   * `explain`: shows the page of the given rule; `disable`: requests the actions of kind `quickfix.disable` at the
   * given span.
   */
  readonly command?:
    { readonly name: 'explain'; readonly argument: string } | { readonly name: 'disable'; readonly argument: Span };
  /** The reason why the action is impossible now, as a clause. */
  readonly disabledReason?: string;
}

/** The input of actions, apart from the files. */
export interface ActionContext {
  readonly rules: RuleSet;
  /** The configuration that applies to the document. */
  readonly configuration: Configuration;
  /** `preflight.config.json` in the editor or on disk, even if it is invalid; `undefined` if it does not exist. */
  readonly settings: Document | undefined;
  /** `preflight.baseline.json` in the editor or on disk, even if it is invalid; `undefined` if it does not exist. */
  readonly baseline: Document | undefined;
  /** Whether a file or folder exists at a path, even outside the workspace. */
  readonly isTaken?: (file: string) => boolean;
  /** Whether the workspace is trusted; an untrusted workspace is read-only. */
  readonly isTrusted: boolean;
  /** The requested kinds, each including all kinds below it; `undefined` for all kinds that apply at the place. */
  readonly onlyKinds?: readonly string[];
  /** Whether the caller requests the actions of kind `quickfix.disable` only after the user has asked for them. */
  readonly folds?: boolean;
  /** Whether the caller uses `editsOf` for actions with `work`; if not, the edits are computed with the actions. */
  readonly asksLater?: boolean;
}

/** A request about a range of a text; an empty range is a caret. */
export interface SelectionContext extends DocumentContext {
  readonly span: Span;
}

/**
 * Whether the editor requested actions of this kind: by its name, by the name of a parent kind, or without a limit.
 */
export const isWanted = (kind: string, { onlyKinds }: ActionContext): boolean =>
  onlyKinds === undefined ||
  onlyKinds.some(prefix => prefix === '' || kind === prefix || kind.startsWith(`${prefix}.`));

/** The suffix of the title of an action that changes the meaning. */
export const REVIEW_SUFFIX = ' (review)';

/** Returns, for example, `both places` or `all 3 places`. */
export function allOf(n: number, noun: string): string {
  if (n === 1) return `the ${noun}`;
  return n === 2 ? `both ${noun}s` : `all ${n} ${noun}s`;
}

/**
 * The action with the edits, which are applied in sequence.
 * @param fill the place that a person fills in
 */
export function changedFile(
  document: Document,
  action: Omit<Action, 'edits'>,
  edits: readonly Edit[],
  fill?: Pointer,
): Action[] {
  let after = document;
  for (const edit of edits)
    after = new Document(
      document.file,
      applyFix(after, { title: '', safe: false, edits: [edit] }),
      document.version,
      document.assignedKind,
    );
  const changes = changesBetween(document.text, after.text);
  if (changes.length === 0) return [];
  if (fill === undefined) return [{ ...action, edits: [{ file: document.file, edits: changes }] }];
  const { start, end } = locate(after, fill);
  const isQuoted = after.text[start] === '"' && end > start + 1;
  const span = isQuoted ? { start: start + 1, end: end - 1 } : { start, end };
  return [{ ...action, edits: [{ file: document.file, edits: changes }], select: { file: document.file, span } }];
}
