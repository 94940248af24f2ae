import type { Cursor } from '../core/cursor.ts';
import { liveThrough } from '../core/domain/live-places.ts';
import { rewrite } from '../core/engine/fixes.ts';
import type { RuleSet, SeverityOf } from '../core/engine/lint.ts';
import type { Finding, Target } from '../core/finding.ts';
import { liveStatusOf } from '../core/index/superseded.ts';
import { groupBy, groupsOf } from '../core/json/multimap.ts';
import { show, count, listed } from '../core/wording.ts';
import { keyOf } from '../core/workspace/tables.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { join } from '../core/json/pointer.ts';
import { nameOf } from './callers-words.ts';
import { numbersCalled, type CallersChange } from './callers.ts';
import { directionIn, type Entry } from './entries.ts';
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

export interface LostFinding {
  readonly finding: Finding;
  /** The keys of the places at which a rule may report the same loss. */
  readonly places: readonly string[];
}

/** The minimum number of lost things with one cause that share a finding. */
const MIN_MERGED = 3;
/** The maximum number of things that are named behind a lost thing. */
const MAX_NAMED = 3;

/**
 * One finding for each defined thing that a change makes unreachable for callers, at the changed place; several things
 * with one cause share a finding. The message also counts the things behind the lost thing.
 */
export function lostReach(reach: ReachChanges, workspace: Workspace, severityOf: SeverityOf): readonly Finding[] {
  const groups = reach.groups(({ effect, acceptance }) => effect === 'cut-off' && !acceptance),
    nearerGroups = nearerGroupsOf(groups),
    groupsBehind = groupsOf(nearerGroups.keys(), group => nearerGroups.get(group)!);
  const nearestGroups = groups.filter(group => !nearerGroups.has(group)),
    byPlace = groupsOf(nearestGroups, ({ first: { cause, thing } }) => `${keyOf(cause ?? thing)} ${cause?.text}`);
  return [...byPlace.values()].flatMap(group => {
    const parts = group.length >= MIN_MERGED ? [group] : group.map(nearest => [nearest]);
    return parts.flatMap(([nearest, ...others]) => {
      const behind = [nearest!, ...others].flatMap(one => groupsBehind.get(one) ?? []);
      return findingOf(
        nearest!,
        [...others, ...behind],
        others.length > 0 ? 'elsewhere' : 'behind it',
        workspace,
        severityOf,
      );
    });
  });
}

/** One finding for each direction of a phone number whose callers reached an agent before and reach none now. */
export function lostNumbers(
  callers: readonly CallersChange[],
  states: { readonly before: Workspace; readonly after: Workspace },
  baseName: string,
  severityOf: SeverityOf,
): readonly LostFinding[] {
  return callers.flatMap(({ before: entry, isCutOff, isAccepted }): LostFinding[] => {
    if (!entry || !isCutOff || isAccepted) return [];
    const { number = '', field } = directionIn(entry.key),
      [record] = numbersCalled(number, states.after),
      list = record?.get(field),
      // a deleted number is reported at the version that answered its calls
      at = record
        ? [record.get(field), record.get('phone_number')].find(({ exists }) => exists)
        : answererOf(entry, states.after),
      severity = at ? (severityOf(REACH_RULE, at.document.file) ?? 'warning') : 'off';
    if (!at || severity === 'off') return [];
    const live = liveThrough({ file: entry.file, pointer: join(entry.pointer, '0') }, states.before),
      subject = list ? field : entry.file,
      reason = `${subject} is ${list?.exists ? 'empty' : 'gone'}`;
    return [
      {
        finding: {
          rule: REACH_RULE,
          severity,
          file: at.document.file,
          target: at.pointer,
          message: `${entry.text} reach no agent now: ${reason}; ${nameOf(entry.arms[0]!)} answered them in ${baseName}`,
          related: [],
          ...(live.length > 0 && { live }),
        },
        places: record ? [keyOf(record.get('phone_number'))] : [],
      },
    ];
  });
}

/** The current record of an agent that answered the callers of a former entry. */
function answererOf({ arms }: Entry, workspace: Workspace): Cursor | undefined {
  for (const { agentId, version } of arms) {
    const agent = agentId === null ? undefined : workspace.agent(agentId),
      place = agent?.recordPlace(version ?? undefined) ?? agent?.places[0];
    if (place) return workspace.at(place).get('agent_id');
  }
  return undefined;
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
  otherGroups: readonly ReachGroup[],
  location: 'behind it' | 'elsewhere',
  workspace: Workspace,
  severityOf: SeverityOf,
): Finding[] {
  const { thing, text, cause, formerWay } = group.first,
    { file, pointer } = cause ?? thing,
    severity = severityOf(REACH_RULE, file) ?? 'error';
  if (severity === 'off') return [];
  const status = liveStatusOf({ file, pointer }, workspace),
    names = otherGroups.map(({ first }) => first.text),
    otherText =
      location === 'behind it' ? `${count(names.length, 'thing')} behind it` : count(names.length, 'other thing'),
    help = [
      formerWay.length > 0 ? `it was ${formerWay.join(' → ')}` : '',
      cause?.text,
      names.length > 0
        ? `${location === 'behind it' ? location : 'also lost'}: ${listed(names, 'and', MAX_NAMED)}`
        : '',
    ]
      .filter(Boolean)
      .join('; ');
  return [
    {
      rule: REACH_RULE,
      severity,
      file,
      target: pointer,
      message: `${reachInWords(group)}${names.length > 0 ? `, nor ${otherText}` : ''}`,
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
