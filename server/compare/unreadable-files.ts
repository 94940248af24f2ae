import type { Document } from '../core/document.ts';
import type { Configuration } from '../core/configuration/configuration.ts';
import type { Finding } from '../core/finding.ts';
import { kindByName, kindGiven, type Kind } from '../core/kinds.ts';
import { explained } from '../core/domain/syntax-errors.ts';
import { compareTexts } from '../core/wording.ts';
import type { Workspace } from '../core/workspace/workspace.ts';

/** A file that is unreadable in one of the compared states, or in both. */
export interface Unreadable {
  readonly file: string;
  readonly in: 'base' | 'now' | 'both';
  readonly reason: string;
  /** Its kind, if known. */
  readonly kind: Kind | undefined;
}

/** Why a document is unreadable: the first problem of its text, with the line; undefined if it is readable. */
const troubleOf = (document: Document): string | undefined =>
  document.memory.remember(troubleOf, undefined, () => {
    if (document.readable) return undefined;
    const { text, parsed, lines } = document;
    const [first] = explained(text, parsed.problems, parsed.tape);
    return first
      ? `it is not JSON (line ${lines.positionAt(first.span.start).line + 1}: ${first.message})`
      : 'it is not JSON';
  });

/** @param others those that the host could not read or obtain */
export function unreadableIn(before: Workspace, after: Workspace, others: readonly Unreadable[] = []): Unreadable[] {
  const found = new Map<string, Unreadable>();
  const add = (one: Unreadable): void => {
    const known = found.get(one.file);
    if (!known) found.set(one.file, one);
    else if (known.in !== one.in) found.set(one.file, { ...known, in: 'both' });
  };
  const look = (workspace: Workspace, state: 'base' | 'now'): void => {
    for (const document of workspace.documents) {
      const reason = troubleOf(document);
      if (reason !== undefined) add({ file: document.file, in: state, reason, kind: document.kind });
    }
  };
  others.forEach(add);
  look(after, 'now');
  if (before !== after) look(before, 'base');
  return [...found.values()].sort((a, b) => compareTexts(a.file, b.file));
}

/** Files that the host could not read, and those whose former content it does not know. */
export function unreadFiles(
  {
    unreadableFindings,
    configuration,
  }: { readonly unreadableFindings: readonly Finding[]; readonly configuration: Pick<Configuration, 'kindOf'> },
  past: { readonly unknown: ReadonlyMap<string, string> },
): Unreadable[] {
  const kindOf = (file: string): Kind | undefined => kindGiven(configuration.kindOf(file)) ?? kindByName(file);
  return [
    ...unreadableFindings.map(({ file, message }) => ({
      file,
      in: 'now' as const,
      reason: message,
      kind: kindOf(file),
    })),
    ...[...past.unknown].map(([file, reason]) => ({ file, in: 'base' as const, reason, kind: kindOf(file) })),
  ];
}
