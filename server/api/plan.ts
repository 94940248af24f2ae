import { changesBetween } from '../compare/changes.ts';
import { contentsOptions, type ContentsOption } from '../compare/contents.ts';
import type { Plan } from '../core/generated/outputs.js';
import { listed, show } from '../core/wording.ts';
import { planOutput } from '../view/plan-report.ts';
import { openedFor } from './opened.ts';
import type { PreflightWorkspace } from './workspace.ts';

/**
 * The effect of a change on every reference: the version and variables that it selects before and after. The result
 * equals the output of `preflight plan --format json`; file paths are relative to the roots.
 * @throws RangeError for a workspace that openWorkspace has not made, and for an unknown value of `contents`
 * @param contents the versions whose changes under the same number are included: live versions, all, or none
 */
export function plan(
  before: PreflightWorkspace,
  now: PreflightWorkspace,
  { contents = 'live' }: { readonly contents?: ContentsOption } = {},
): Plan {
  openedFor(before, 'before');
  openedFor(now, 'now');
  if (!contentsOptions.includes(contents))
    throw new RangeError(`contents: expected ${listed(contentsOptions.map(show), 'or')}, got ${show(contents)}`);
  const changes = changesBetween({ workspace: before.workspace }, { workspace: now.workspace }, contents);
  const comparison = { base: undefined, edits: [], before: before.workspace, after: now.workspace };
  return planOutput([{ ...changes, ...comparison, pathOf: file => file }], []);
}
