import { agentName } from '../core/workspace/names.ts';
import { entryOf, worstOf } from '../compare/callers.ts';
import { callsOf, summarizeMove } from '../compare/callers-words.ts';
import { isBreak, type Changes } from '../compare/changes.ts';
import type { ContentGroup } from '../compare/contents.ts';
import { count, listed } from '../core/wording.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { contentsInShort, titleOf } from './contents-words.ts';
import { noticed } from './diff-words.ts';
import { resultsInShort } from './results-words.ts';
import { isReachBreak } from '../compare/reach-changes.ts';
import { reachInShort } from './reach-words.ts';

/** What a verdict is about. */
interface Headed extends Changes {
  readonly before: Workspace;
  readonly after: Workspace;
}

/**
 * The verdict over several plans in one sentence, callers first: `80 % of inbound calls of +14155550100 move; no
 * reference changes; 12 unchanged`, `Nothing changes for callers; 1 reference changes, not live; 12 unchanged`.
 */
export function headline(plans: readonly Headed[]): string {
  const callers = callersVerdict(plans),
    rest = referencesVerdict(plans);
  return callers === '' ? rest : `${callers}; ${lower(rest)}`;
}

/** `1 file cannot be read`: no verdict sounds complete without it; '' if all files could be read. */
export function unreadInShort(plans: readonly Pick<Changes, 'unreadable'>[]): string {
  const all = plans.flatMap(({ unreadable }) => unreadable),
    former = all.filter(one => one.in === 'base').length,
    now = all.length - former;
  return [
    now > 0 && `${count(now, 'file')} cannot be read`,
    former > 0 && `${count(former, 'file')} could not be read before the change`,
  ]
    .filter(part => part !== false)
    .join('; ');
}

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** The changes for callers, worst first; '' if they are not known, or if references or contents cover them. */
function callersVerdict(plans: readonly Pick<Changes, 'callers' | 'reach' | 'contents' | 'isUnheard'>[]): string {
  // for a deleted live record the headline says that it is deleted, not what follows
  const isGone = plans.some(({ contents }) => contents.some(isGoneVersion)),
    groups = plans.flatMap(({ reach }) =>
      reach.groups(change => isReachBreak(change) && (change.effect === 'cut-off' || !isGone)),
    );
  const cut = reachInShort(groups),
    moving = movesVerdict(plans.flatMap(({ callers }) => callers));
  if (cut === '' && moving === '')
    return plans.every(({ isUnheard }) => isUnheard) ? 'Nothing changes for callers' : '';
  const both = [moving, lower(cut)].filter(Boolean).join('; ');
  return `${both.charAt(0).toUpperCase()}${both.slice(1)}`;
}

/** `80 % of inbound calls of +14155550100 move; also changed: outbound calls of +14155550100` */
function movesVerdict(changes: Changes['callers']): string {
  // a batch makes its calls once
  const worstChange =
    worstOf(changes.filter(change => entryOf(change).kind !== 'batch')) ?? worstOf(changes) ?? changes[0];
  if (!worstChange) return '';
  const verdict = summarizeMove(worstChange),
    others = changes.filter(change => change !== worstChange).map(change => callsOf(entryOf(change)));
  const more = others.length === 0 ? '' : `; also changed: ${listed(others, 'and', 2)}`;
  return `${verdict}${more}`.replaceAll(' %', '\u00a0%');
}

/** The same, or else which live references break and what live versions say or do differently: a whole run's verdict begins so. */
export const heardVerdict = (plans: readonly Headed[]): string => {
  const callers = callersVerdict(plans);
  if (callers !== '') return callers;
  const broken = plans.flatMap(({ changes }) => changes.filter(change => change.live && isBreak(change))).length,
    heard = heardInShort(plans);
  return broken === 0
    ? heard
    : [`${count(broken, 'live reference')} ${broken === 1 ? 'breaks' : 'break'}`, lower(heard)]
        .filter(Boolean)
        .join('; ');
};

/**
 * `1 reference breaks; in all, 5 references change, 3 of them live; 12 unchanged`
 * @param verdict what a heading above says already
 */
export function referencesVerdict(plans: readonly Headed[], verdict = ''): string {
  const unread = unreadInShort(plans),
    rest = readVerdict(plans, verdict);
  if (unread === '') return rest;
  const isNothing = plans.every(({ changes, contents }) => changes.length === 0 && contents.length === 0);
  return `${unread}; ${isNothing ? 'otherwise ' : ''}${lower(rest)}`;
}

/** The same for the files that could be read. */
function readVerdict(plans: readonly Headed[], verdict: string): string {
  const allChanges = plans.flatMap(({ changes }) => changes);
  const live = allChanges.filter(change => change.live).length,
    others = allChanges.length - live,
    broken = allChanges.filter(isBreak).length,
    intended = allChanges.filter(change => change.accepted).length,
    unchanged = plans.reduce((sum, plan) => sum + plan.unchanged, 0);
  function sum(one: string, many: string): string {
    if (others === 0) return `${count(live, 'live reference')} ${live === 1 ? one : many}`;
    if (live > 0) return `${count(allChanges.length, 'reference')} ${many}, ${live} of them live`;
    return `${count(others, 'reference')} ${others === 1 ? `${one}, not live` : `${many}, none of them live`}`;
  }
  const isWithout = allChanges.length === 0 && unchanged === 0,
    changed = allChanges.length === 0 ? noChange() : sum('changes', 'change');
  function noChange(): string {
    if (!isWithout) return 'No reference changes';
    return plans.every(plan => plan.contents.length === 0) ? 'Nothing changes' : 'There are no references';
  }
  const accepted = intended > 0 ? `, ${intended} ${intended === 1 ? 'is' : 'are'} accepted` : '';
  const contents = contentsInShort(plans.flatMap(plan => plan.contents)),
    lost = resultsInShort(plans.reduce((total, { results }) => total + results.length, 0)),
    rest = `${accepted}${isWithout ? '' : `; ${unchanged} unchanged`}${contents}${lost}`;
  if (broken > 0 && broken === allChanges.length) return `${sum('breaks', 'break')}${rest}`;
  if (broken > 0)
    return `${count(broken, 'reference')} ${broken === 1 ? 'breaks' : 'break'}; in all, ${changed}${rest}`;
  const heard = live === 0 ? heardInShort(plans) : '';
  if (heard === '') return `${changed}${rest}`;
  const references = `${changed}${accepted}${isWithout ? '' : `, ${unchanged} unchanged`}${lost}`;
  return heard === verdict ? references : `${heard}; ${references.replace(/^[NT]/, first => first.toLowerCase())}`;
}

/** What live versions say or do differently, as far as callers notice; '' if they do not. */
function heardInShort(plans: readonly Headed[]): string {
  const gone = goneIn(plans, isGoneVersion);
  if (gone !== '') return `The files no longer say what live callers hear: ${gone}`;
  const live = heardIn(plans, ({ isLive }) => isLive, 'Live callers hear');
  if (live !== '') return live;
  const may = heardIn(plans, ({ unclear, isGone }) => unclear !== undefined && !isGone, 'Callers may hear'),
    missed = goneIn(plans, ({ unclear }) => unclear !== undefined);
  if (may !== '' && missed !== '') return `${may}; ${missed}`;
  return missed === '' ? may : `The files no longer say what callers may hear: ${missed}`;
}

/** Whether a deleted record served callers: not an alert rule, nor a number that only a webhook answers. */
const isGoneVersion = ({ isLive, isGone, part }: ContentGroup): boolean => isLive && isGone && part.kind === 'agent';

/** `Front desk v1 is deleted`; '' if nothing is. */
function goneIn(plans: readonly Headed[], isMeant: (group: ContentGroup) => boolean): string {
  const gone = plans.flatMap(({ contents }) => contents.filter(group => group.isGone && isMeant(group))).map(titleOf);
  return gone.length === 0 ? '' : `${listed(gone, 'and', 3)} ${gone.length === 1 ? 'is' : 'are'} deleted`;
}

/** The tool or server that a changed value is in: `/states[name=booking]/tools[name=free_times]`. */
const toolOf = ({ at }: ContentGroup['changes'][number]): string =>
  /^.*\/(?:\w*tools|mcps)(?:\[[^\]]*\]|\/\d+)/.exec(at)?.[0] ?? at;

function heardIn(plans: readonly Headed[], isHeard: (group: ContentGroup) => boolean, who: string): string {
  const counts = { prompts: 0, settings: 0, flow: 0, tools: 0, variables: 0, unnoticed: 0 },
    versions = new Map<string, Set<number | undefined>>();
  const add = (name: string, version: number | null | undefined): unknown =>
    versions.set(name, (versions.get(name) ?? new Set()).add(version ?? undefined));
  for (const { contents, before, after } of plans)
    for (const { live, changes, part, name, version } of contents.filter(isHeard)) {
      for (const { area } of changes) if (area !== 'tools') counts[area]++;
      counts.tools += new Set(changes.filter(({ area }) => area === 'tools').map(toolOf)).size;
      if (changes.every(({ area }) => area === 'unnoticed')) continue;
      if (part.kind === 'phone-number') add(part.id, undefined);
      else if (live.length === 0) add(name ?? (part.id || part.file), version);
      else for (const { agent_id: id, agent_version: of } of live) add(agentName(id, after, before), of);
    }
  const of = [...versions].map(([name, numbers]) => {
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
  return of.length === 0 ? '' : `${who} a change: ${listed(noticed(counts), 'and')} of ${listed(of, 'and', 3)}`;
}
