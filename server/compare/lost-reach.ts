import { liveStatusOf } from '../core/index/superseded.ts';
import type { SeverityOf } from '../core/engine/lint.ts';
import type { Finding } from '../core/finding.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { reachInWords, type ReachChanges, type ReachGroup } from './reach-changes.ts';

const RULE = 'lost-reach';

/** One finding for each thing that is still defined but that callers can no longer reach, at the changed place. */
export const lostReach = (reach: ReachChanges, workspace: Workspace, severityOf: SeverityOf): readonly Finding[] =>
  reach
    .groups(({ effect, accepted }) => effect === 'cut-off' && !accepted)
    .flatMap(group => findingOf(group, workspace, severityOf));

function findingOf(group: ReachGroup, workspace: Workspace, severityOf: SeverityOf): Finding[] {
  const { thing, text, cause, was: former } = group.first,
    { file, pointer } = cause ?? thing,
    severity = severityOf(RULE, file) ?? 'error';
  if (severity === 'off') return [];
  const status = liveStatusOf({ file, pointer }, workspace),
    help = [former.length > 0 ? `it was ${former.join(' → ')}` : '', cause?.text].filter(Boolean).join('; ');
  return [
    {
      rule: RULE,
      severity,
      file,
      target: pointer,
      message: reachInWords(group),
      ...(help !== '' && { help }),
      related: cause
        ? [
            ...(cause.from ? [{ file: cause.from.file, target: cause.from.pointer, message: cause.text }] : []),
            { file: thing.file, target: thing.pointer, message: text },
          ]
        : [],
      ...status,
    },
  ];
}
