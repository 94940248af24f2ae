import type { Document } from '../core/document.ts';
import type { Configuration } from '../core/configuration/configuration.ts';
import type { Finding } from '../core/finding.ts';
import { kindByName, configuredKindOf, type Kind } from '../core/kinds.ts';
import { explanationsOf } from '../core/domain/syntax-causes.ts';
import { compareTexts } from '../core/wording.ts';
import type { Workspace } from '../core/workspace/workspace.ts';

/** A file that is unreadable in one of the compared states, or in both. */
export interface UnreadableFile {
  readonly file: string;
  readonly in: 'base' | 'now' | 'both';
  readonly reason: string;
  /** The kind of the file, if known. */
  readonly kind: Kind | undefined;
}

/**
 * The reason why a document is unreadable: the first problem of its text, with the line; undefined if it is readable.
 */
export const troubleOf = (document: Document): string | undefined =>
  document.memory.remember(troubleOf, undefined, () => {
    if (document.readable) return undefined;
    const { text, parsed, lines } = document;
    const [first] = explanationsOf(text, parsed.problems, parsed.nodes);
    return first
      ? `it is not JSON (line ${lines.positionAt(first.span.start).line + 1}: ${first.message})`
      : 'it is not JSON';
  });

/** A file that could not be read or obtained. */
type FailedFile = Omit<UnreadableFile, 'in'>;
export interface StateWithUnread {
  readonly workspace: Workspace;
  readonly unread?: readonly FailedFile[];
}

export function unreadableIn(before: StateWithUnread, current: StateWithUnread): UnreadableFile[] {
  const byFile = new Map<string, UnreadableFile>();
  const add = (file: UnreadableFile): void => {
    const previous = byFile.get(file.file);
    if (!previous) byFile.set(file.file, file);
    else if (previous.in !== file.in) byFile.set(file.file, { ...previous, in: 'both' });
  };
  const states = [['now', current] as const, ['base', before] as const];
  for (const [state, { unread = [] }] of states) for (const file of unread) add({ ...file, in: state });
  for (const [state, { workspace }] of before.workspace === current.workspace ? states.slice(0, 1) : states)
    for (const document of workspace.documents) {
      const reason = troubleOf(document);
      if (reason !== undefined) add({ file: document.file, in: state, reason, kind: document.kind });
    }
  return [...byFile.values()].sort((a, b) => compareTexts(a.file, b.file));
}

interface ReadState {
  readonly workspace: Workspace;
  readonly configuration: Pick<Configuration, 'kindOf'>;
  readonly unreadableFindings: readonly Finding[];
}
interface FormerState {
  readonly workspace: Workspace;
  /** Files whose former contents are unknown, with the reason. */
  readonly unknown: ReadonlyMap<string, string>;
}

/** A state and its former state, with the files that could not be read. */
export function withUnread(
  formerState: FormerState,
  { workspace, configuration, unreadableFindings }: ReadState,
): { readonly before: Required<StateWithUnread>; readonly now: Required<StateWithUnread> } {
  const failedFile = (file: string, reason: string): FailedFile => ({
    file,
    reason,
    kind: configuredKindOf(configuration.kindOf(file)) ?? kindByName(file),
  });
  return {
    before: {
      workspace: formerState.workspace,
      unread: [...formerState.unknown].map(([file, reason]) => failedFile(file, reason)),
    },
    now: { workspace, unread: unreadableFindings.map(({ file, message }) => failedFile(file, message)) },
  };
}
