import { agentName } from '../core/workspace/names.ts';
import { entryOf, worstOf } from '../compare/callers.ts';
import { callsOf, summarizeMove } from '../compare/callers-words.ts';
import { isBreak, isCertainBreak, type Changes } from '../compare/changes.ts';
import type { ContentGroup } from '../compare/contents.ts';
import { clipped, count, listed } from '../core/wording.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { contentsInShort, titleOf } from './contents-words.ts';
import { noticeableParts } from './diff-words.ts';
import { resultsInShort } from './results-words.ts';
import { isReachBreak, reachInWords, type ReachChange, type ReachGroup } from '../compare/reach-changes.ts';

/** A plan with both states of the workspace. */
interface ComparedPlan extends Changes {
  readonly before: Workspace;
  readonly after: Workspace;
}

/**
 * The verdict on several plans in one sentence, beginning with callers: `80 % of inbound calls of +14155550100 move;
 * no reference changes; 12 unchanged`, `Nothing changes for callers; 1 reference changes, not live; 12 unchanged`.
 */
export function headline(plans: readonly ComparedPlan[]): string {
  const callers = callersVerdict(plans),
    remainder = referencesVerdict(plans);
  return callers === '' ? remainder : `${callers}; ${lowerFirst(remainder)}`;
}

/**
 * The number of unreadable files, such as `1 file cannot be read`, which is part of every verdict; '' if all files
 * could be read.
 */
export function unreadInShort(plans: readonly Pick<Changes, 'unreadableFiles'>[]): string {
  const unreadableFiles = plans.flatMap(({ unreadableFiles: unreadable }) => unreadable),
    formerCount = unreadableFiles.filter(file => file.in === 'base').length,
    currentCount = unreadableFiles.length - formerCount;
  return [
    currentCount > 0 && `${count(currentCount, 'file')} cannot be read`,
    formerCount > 0 && `${count(formerCount, 'file')} could not be read before the change`,
  ]
    .filter(part => part !== false)
    .join('; ');
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/**
 * The changes for callers, worst first; '' if they are unknown, or if the part about references or contents states
 * them.
 */
function callersVerdict(plans: readonly Pick<Changes, 'callers' | 'reach' | 'contents' | 'isUnheard'>[]): string {
  // for a deleted live record, the headline states the deletion and not its consequences
  const isGone = plans.some(({ contents }) => contents.some(isGoneVersion)),
    groups = plans.flatMap(({ reach }) =>
      reach.groups(change => isReachBreak(change) && (change.effect === 'cut-off' || !isGone)),
    );
  const reachText = reachInShort(groups),
    movesText = movesVerdict(plans.flatMap(({ callers }) => callers));
  if (reachText === '' && movesText === '')
    return plans.every(({ isUnheard }) => isUnheard) ? 'Nothing changes for callers' : '';
  const summary = [movesText, lowerFirst(reachText)].filter(Boolean).join('; ');
  return `${summary.charAt(0).toUpperCase()}${summary.slice(1)}`;
}

/**
 * The verdict on moved calls: `80 % of inbound calls of +14155550100 move; also changed: outbound calls of
 * +14155550100`.
 */
function movesVerdict(changes: Changes['callers']): string {
  // a batch comes last, because it makes its calls only once
  const worstChange =
    worstOf(changes.filter(change => entryOf(change).kind !== 'batch')) ?? worstOf(changes) ?? changes[0];
  if (!worstChange) return '';
  const verdict = summarizeMove(worstChange),
    otherEntries = changes.filter(change => change !== worstChange).map(change => callsOf(entryOf(change)));
  const addition = otherEntries.length === 0 ? '' : `; also changed: ${listed(otherEntries, 'and', 2)}`;
  return `${verdict}${addition}`.replaceAll(' %', '\u00a0%');
}

/**
 * The beginning of the verdict on a run: the changes for callers or, if there are none, the broken live references and
 * the differences of live versions.
 */
export const heardVerdict = (plans: readonly ComparedPlan[]): string => {
  const callers = callersVerdict(plans);
  if (callers !== '') return callers;
  const brokenCount = plans.flatMap(({ changes }) => changes.filter(change => change.isLive && isBreak(change))).length,
    heardText = heardInShort(plans);
  return brokenCount === 0
    ? heardText
    : [`${count(brokenCount, 'live reference')} ${brokenCount === 1 ? 'breaks' : 'break'}`, lowerFirst(heardText)]
        .filter(Boolean)
        .join('; ');
};

/**
 * The verdict on references: `1 reference breaks; in all, 5 references change, 3 of them live; 12 unchanged`.
 * @param verdict the heading above, which is not repeated
 */
export function referencesVerdict(plans: readonly ComparedPlan[], verdict = ''): string {
  const unreadText = unreadInShort(plans),
    remainder = readVerdict(plans, verdict);
  if (unreadText === '') return remainder;
  const isNothing = plans.every(({ changes, contents }) => changes.length === 0 && contents.length === 0);
  return `${unreadText}; ${isNothing ? 'otherwise ' : ''}${lowerFirst(remainder)}`;
}

/** The verdict on references in readable files. */
function readVerdict(plans: readonly ComparedPlan[], verdict: string): string {
  const allChanges = plans.flatMap(({ changes }) => changes);
  const liveCount = allChanges.filter(change => change.isLive).length,
    otherCount = allChanges.length - liveCount,
    brokenCount = allChanges.filter(isCertainBreak).length,
    acceptedCount = allChanges.filter(change => change.acceptance).length,
    unchangedCount = plans.reduce((sum, plan) => sum + plan.unchangedCount, 0);
  function changesInWords(verbOfOne: string, verbOfMany: string): string {
    if (otherCount === 0) return `${count(liveCount, 'live reference')} ${liveCount === 1 ? verbOfOne : verbOfMany}`;
    if (liveCount > 0) return `${count(allChanges.length, 'reference')} ${verbOfMany}, ${liveCount} of them live`;
    return `${count(otherCount, 'reference')} ${otherCount === 1 ? `${verbOfOne}, not live` : `${verbOfMany}, none of them live`}`;
  }
  const hasNoReferences = allChanges.length === 0 && unchangedCount === 0,
    changeText = allChanges.length === 0 ? noChange() : changesInWords('changes', 'change');
  function noChange(): string {
    if (!hasNoReferences) return 'No reference changes';
    return plans.every(plan => plan.contents.length === 0) ? 'Nothing changes' : 'There are no references';
  }
  const acceptedText = acceptedCount > 0 ? `, ${acceptedCount} ${acceptedCount === 1 ? 'is' : 'are'} accepted` : '';
  const contents = contentsInShort(plans.flatMap(plan => plan.contents)),
    lostText = resultsInShort(plans.reduce((total, { results }) => total + results.length, 0)),
    remainder = `${acceptedText}${hasNoReferences ? '' : `; ${unchangedCount} unchanged`}${contents}${lostText}`;
  if (brokenCount > 0 && brokenCount === allChanges.length) return `${changesInWords('breaks', 'break')}${remainder}`;
  if (brokenCount > 0)
    return `${count(brokenCount, 'reference')} ${brokenCount === 1 ? 'breaks' : 'break'}; in all, ${changeText}${remainder}`;
  const heardText = liveCount === 0 ? heardInShort(plans) : '';
  if (heardText === '') return `${changeText}${remainder}`;
  const references = `${changeText}${acceptedText}${hasNoReferences ? '' : `, ${unchangedCount} unchanged`}${lostText}`;
  return heardText === verdict
    ? references
    : `${heardText}; ${references.replace(/^[NT]/, first => first.toLowerCase())}`;
}

/** The changes in what live versions say or do that callers notice; '' if there are none. */
function heardInShort(plans: readonly ComparedPlan[]): string {
  const goneText = goneIn(plans, isGoneVersion);
  if (goneText !== '') return `The files no longer contain what live callers hear: ${goneText}`;
  const liveText = heardIn(plans, ({ isLive }) => isLive, 'Live callers hear');
  if (liveText !== '') return liveText;
  const unclearText = heardIn(
      plans,
      ({ unclearReason: unclear, isGone }) => unclear !== undefined && !isGone,
      'Callers may hear',
    ),
    unclearGoneText = goneIn(plans, ({ unclearReason: unclear }) => unclear !== undefined);
  if (unclearText !== '' && unclearGoneText !== '') return `${unclearText}; ${unclearGoneText}`;
  return unclearGoneText === '' ? unclearText : `The files no longer contain what callers may hear: ${unclearGoneText}`;
}

/**
 * Whether a record that served callers was deleted. Alert rules do not serve callers, nor do numbers that only a
 * webhook answers.
 */
const isGoneVersion = ({ isLive, isGone, part }: ContentGroup): boolean => isLive && isGone && part.kind === 'agent';

/** The names of deleted records, such as `Front desk v1 is deleted`; '' if no record is deleted. */
function goneIn(plans: readonly ComparedPlan[], isMeant: (group: ContentGroup) => boolean): string {
  const goneNames = plans
    .flatMap(({ contents }) => contents.filter(group => group.isGone && isMeant(group)))
    .map(titleOf);
  return goneNames.length === 0
    ? ''
    : `${listed(goneNames, 'and', 3)} ${goneNames.length === 1 ? 'is' : 'are'} deleted`;
}

/** The pointer of the tool or server that contains a changed value: `/states[name=booking]/tools[name=free_times]`. */
const toolOf = ({ at }: ContentGroup['changes'][number]): string =>
  /^.*\/(?:\w*tools|mcps)(?:\[[^\]]*\]|\/\d+)/.exec(at)?.[0] ?? at;

function heardIn(plans: readonly ComparedPlan[], isHeard: (group: ContentGroup) => boolean, subject: string): string {
  const counts = { prompts: 0, settings: 0, flow: 0, tools: 0, variables: 0, unnoticed: 0 },
    versions = new Map<string, Set<number | undefined>>(),
    languages = new Set<string>();
  const add = (name: string, version: number | null | undefined): unknown =>
    versions.set(name, (versions.get(name) ?? new Set()).add(version ?? undefined));
  for (const { contents, before, after } of plans)
    for (const { liveVersions: live, changes, part, name, version } of contents.filter(isHeard)) {
      for (const change of changes)
        if (change.at === '/language' && change.area === 'settings') languages.add(languageInWords(change));
        else if (change.area !== 'tools') counts[change.area]++;
      counts.tools += new Set(changes.filter(({ area }) => area === 'tools').map(toolOf)).size;
      if (changes.every(({ area }) => area === 'unnoticed')) continue;
      if (part.kind === 'phone-number') add(part.id, undefined);
      else if (live.length === 0) add(name ?? (part.id || part.file), version);
      else
        for (const { agent_id: id, agent_version: liveVersion } of live) add(agentName(id, after, before), liveVersion);
    }
  const names = [...versions].map(([name, numbers]) => {
    const versions = [...numbers].filter(number => number !== undefined).sort((a, b) => a - b);
    return [
      name,
      listed(
        versions.map(number => `v${number}`),
        'and',
      ),
    ]
      .filter(Boolean)
      .join(' ');
  });
  return names.length === 0
    ? ''
    : `${subject} a change: ${listed([...languages, ...noticeableParts(counts)], 'and')} of ${listed(names, 'and', 3)}`;
}

/** A change of the language, which callers notice first: `language (en-US → es-ES)`. */
function languageInWords({ before, after }: ContentGroup['changes'][number]): string {
  const [former, current] = [before, after].map(value => (value === undefined ? 'unset' : [value].flat().join(', ')));
  return `language (${clipped(former!)} → ${clipped(current!)})`;
}

/**
 * The summary of lost things: `Callers can no longer reach 5 things; whether they reach 2 others is no longer known`;
 * '' if nothing is lost and nothing became unknown.
 */
export function reachInShort(changes: readonly ReachGroup[]): string {
  const groups = changes.filter(({ first }) => isReachBreak(first)),
    groupsOf = (effect: ReachChange['effect']): readonly ReachGroup[] =>
      groups.filter(({ first }) => first.effect === effect),
    [lostGroups, unknownGroups] = [groupsOf('cut-off'), groupsOf('becomes-unknown')];
  const [group] = groups;
  if (!group) return '';
  if (groups.length === 1) return reachInWords(group).replace(/^./, letter => letter.toUpperCase());
  const things = count(unknownGroups.length, 'thing');
  if (lostGroups.length === 0) return `Whether callers reach ${things} is no longer known`;
  const unknownText =
    unknownGroups.length === 0 ? '' : `; whether they reach ${count(unknownGroups.length, 'other')} is no longer known`;
  return `Callers can no longer reach ${count(lostGroups.length, 'thing')}${unknownText}`;
}
