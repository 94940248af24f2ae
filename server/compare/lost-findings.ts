import { rewrite } from '../core/engine/fixes.ts';
import type { RuleSet, SeverityOf } from '../core/engine/lint.ts';
import type { Finding, Target } from '../core/finding.ts';
import { liveStatusOf } from '../core/index/superseded.ts';
import { groupBy, groupsOf } from '../core/json/multimap.ts';
import { show, count, listed } from '../core/wording.ts';
import { keyOf } from '../core/workspace/tables.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { lostNameInWords, type LostName } from './lost-names.ts';
import { reachInWords, type ReachChanges, type ReachGroup } from './reach-changes.ts';

const NAME_RULE = 'lost-name';

/**
 * The findings without the findings of rules about the same lost name, because these rules do not know the former
 * state. A finding about several names is kept, because the other names may not be lost.
 */
export function besideLostNames(findings: readonly Finding[], losses: readonly Finding[], { replacedBy }: RuleSet) {
  const lossesInTexts = groupBy(losses, loss => (loss.rule === NAME_RULE ? textOf(loss) : undefined));
  if (lossesInTexts.size === 0) return findings;
  const isCaused = ({ cause }: Finding): boolean => cause !== undefined && lossesInTexts.has(keyOf(cause));
  const isAtLoss = (finding: Finding): boolean =>
    (lossesInTexts.get(textOf(finding) ?? '') ?? []).some(({ target }) => overlaps(target, finding.target));
  return findings.filter(
    finding =>
      !replacedBy.get(finding.rule)?.has(NAME_RULE) ||
      (finding.subjects ?? 1) > 1 ||
      !(isCaused(finding) || isAtLoss(finding)),
  );
}
const textOf = ({ file, target }: Finding): string | undefined =>
  typeof target === 'object' && 'within' in target ? keyOf({ file, pointer: target.within }) : undefined;
/**
 * Whether two parts of a string overlap. One part may be a variable with its braces, and the other part only its name.
 */
const overlaps = (a: Target, b: Target): boolean =>
  typeof a === 'object' &&
  typeof b === 'object' &&
  'within' in a &&
  'within' in b &&
  a.start < b.end &&
  b.start < a.end;

/** One finding for each lost name in a text, unless the configuration accepts the loss. */
export const lostNameFindings = (
  names: readonly LostName[],
  workspace: Workspace,
  severityOf: SeverityOf,
): readonly Finding[] =>
  names.flatMap(loss => {
    const { file, pointer, start, end, name, successor, formerPlace, acceptance } = loss,
      severity = severityOf(NAME_RULE, file) ?? (loss.remainder === undefined ? 'error' : 'warning');
    if (severity === 'off' || acceptance) return [];
    const target = { within: pointer, start, end },
      status = liveStatusOf({ file, pointer }, workspace),
      fix = successor === undefined ? undefined : rewrite(target, successor, `Use ${successor}`);
    return [
      {
        rule: NAME_RULE,
        severity,
        file,
        target,
        message: lostNameInWords(loss, workspace),
        related: workspace.document(formerPlace.file)?.at(formerPlace.pointer).exists
          ? [{ file: formerPlace.file, target: formerPlace.pointer, message: `${show(name)} was defined here` }]
          : [],
        ...(fix && { fix }),
        ...status,
      },
    ];
  });

const REACH_RULE = 'lost-reach';

/** The maximum number of things that are named behind a lost thing. */
const MAX_NAMED = 3;

/**
 * One finding for each defined thing that a change makes unreachable for callers, at the changed place. The message
 * also names the things behind the lost thing.
 */
export function lostReach(reach: ReachChanges, workspace: Workspace, severityOf: SeverityOf): readonly Finding[] {
  const groups = reach.groups(({ effect, acceptance }) => effect === 'cut-off' && !acceptance),
    nearerGroups = nearerGroupsOf(groups),
    groupsBehind = groupsOf(nearerGroups.keys(), group => nearerGroups.get(group)!);
  return groups
    .filter(group => !nearerGroups.has(group))
    .flatMap(group => findingOf(group, groupsBehind.get(group) ?? [], workspace, severityOf));
}

/** For each lost thing that is behind another lost thing, with the same cause and callers: the nearer thing. */
function nearerGroupsOf(groups: readonly ReachGroup[]): ReadonlyMap<ReachGroup, ReachGroup> {
  const nearerGroups = new Map<ReachGroup, ReachGroup>();
  const byCause = groupsOf(groups, ({ first: { cause }, entries, count: entryCount }) =>
    JSON.stringify([cause?.file, cause?.pointer, entryCount, entries.map(({ text }) => text)]),
  );
  for (const similarGroups of byCause.values()) {
    const [nearest, ...otherGroups] = [...similarGroups].sort(
        (a, b) => a.first.formerWay.length - b.first.formerWay.length,
      ),
      { formerWay: way, cause } = nearest!.first;
    if (way.length === 0 || cause === undefined) continue;
    for (const group of otherGroups) {
      const otherWay = group.first.formerWay;
      if (otherWay.length > way.length && way.every((step, i) => otherWay[i] === step))
        nearerGroups.set(group, nearest!);
    }
  }
  return nearerGroups;
}

function findingOf(
  group: ReachGroup,
  groupsBehind: readonly ReachGroup[],
  workspace: Workspace,
  severityOf: SeverityOf,
): Finding[] {
  const { thing, text, cause, formerWay } = group.first,
    { file, pointer } = cause ?? thing,
    severity = severityOf(REACH_RULE, file) ?? 'error';
  if (severity === 'off') return [];
  const status = liveStatusOf({ file, pointer }, workspace),
    names = groupsBehind.map(({ first }) => first.text),
    help = [
      formerWay.length > 0 ? `it was ${formerWay.join(' → ')}` : '',
      cause?.text,
      names.length > 0 ? `behind it: ${listed(names, 'and', MAX_NAMED)}` : '',
    ]
      .filter(Boolean)
      .join('; ');
  return [
    {
      rule: REACH_RULE,
      severity,
      file,
      target: pointer,
      message: `${reachInWords(group)}${groupsBehind.length > 0 ? `, nor ${count(groupsBehind.length, 'thing')} behind it` : ''}`,
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
