import { createTwoFilesPatch } from 'diff';
import type { Document } from '../../core/document.ts';
import { shownPath } from './report-of.ts';

/** A patch as `git apply` and `patch -p1` take it. */
export function unifiedDiff(root: string, before: Document, after: Document, cwd: string): string {
  const path = shownPath(root, before.file, cwd);
  return createTwoFilesPatch(`a/${path}`, `b/${path}`, before.text, after.text, undefined, undefined, {
    context: 3,
    stripTrailingCr: false,
  }).replace(/^=+\n/, '');
}
