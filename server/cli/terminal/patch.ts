import { createTwoFilesPatch } from 'diff';
import type { Document } from '../../core/document.ts';
import { withoutSpans } from '../../core/domain/redacted.ts';
import { isSafe } from '../../view/printable.ts';
import { remark, type Io } from './io.ts';

/** A file before and after a change. One state is absent for a new or removed file. */
interface Patched {
  readonly before: Document | undefined;
  readonly after: Document | undefined;
  /** The option that applies the change. */
  readonly reason: string;
}

/** Prints the change of a file as a patch, with a remark if the patch cannot be applied. */
export function printPatch(path: string, { before, after, reason }: Patched, io: Io): void {
  const { patch, hidesSecrets } = unifiedDiff(path, before, after),
    notApplied = `so it cannot be applied; use ${reason} instead`;
  io.stdout.write(patch);
  if (hidesSecrets) remark(io, `the patch of ${path} hides credentials, ${notApplied}`);
  else if (!isSafe(patch)) remark(io, `the patch of ${path} shows control characters as \\u escapes, ${notApplied}`);
}

/**
 * A patch for `git apply` and `patch -p1`. If lines around a change contain credentials, fewer lines are shown.
 * Credentials in changed lines are hidden, and the patch cannot be applied.
 */
function unifiedDiff(
  path: string,
  before: Document | undefined,
  after: Document | undefined,
): { readonly patch: string; readonly hidesSecrets: boolean } {
  const files = [before ? `a/${path}` : '/dev/null', after ? `b/${path}` : '/dev/null'] as const,
    texts = [before?.text ?? '', after?.text ?? ''] as const;
  const patchOf = (oldName: string, newName: string, context: number): string => {
    const patch = createTwoFilesPatch(...files, oldName, newName, undefined, undefined, {
      context,
      stripTrailingCr: false,
      maxEditLength: MAX_EDITS,
    }) as string | undefined;
    return (patch ?? wholePatch(...files, oldName, newName)).replace(/^=+\n/, '');
  };
  const hiddenTexts = [before && withoutSpans(before), after && withoutSpans(after)].map(text => text ?? '') as [
    string,
    string,
  ];
  for (const context of [3, 2, 1]) {
    const patch = patchOf(...texts, context);
    if (patch === patchOf(...hiddenTexts, context)) return { patch, hidesSecrets: false };
  }
  return { patch: patchOf(...hiddenTexts, 3), hidesSecrets: true };
}

/**
 * The maximum number of different lines for which the shortest edit script is computed, whose time grows
 * quadratically.
 */
const MAX_EDITS = 2000;
/** A patch that replaces all lines. */
function wholePatch(before: string, after: string, oldName: string, newName: string): string {
  const markLines = (sign: string, text: string): string =>
    text.replace(/^.*\n|^.+$/gm, line => sign + line).replace(/(?<!\n)$/, '\n\\ No newline at end of file\n');
  const linesIn = (text: string): number => text.match(/^.*\n|^.+$/gm)?.length ?? 0;
  const hunk = `@@ -1,${linesIn(oldName)} +1,${linesIn(newName)} @@`;
  return `--- ${before}\n+++ ${after}\n${hunk}\n${markLines('-', oldName)}${markLines('+', newName)}`;
}
