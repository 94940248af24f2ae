import {
  isReachBreak,
  reachInWords,
  type ReachChange,
  type ReachChanges,
  type ReachGroup,
} from '../compare/reach-changes.ts';
import type { Plan as PlanOutput } from '../core/generated/outputs.js';
import { groupsOf } from '../core/json/multimap.ts';
import { clipped, count, listed } from '../core/wording.ts';
import type { ReachWords } from './panels/index.ts';

type Shown = (file: string) => string;
const effects = ['cut-off', 'becomes-unknown', 'removed', 'added'] as const;

/**
 * What callers can get to in one state only, a line for each thing; what they lose first. What is no longer known for one
 * reason is one line.
 */
export const reachLines = (changes: ReachChanges, shown: Shown): readonly ReachWords[] =>
  [...groupsOf(changes.groups(), lineKey).values()]
    .map(groups => lineOf(groups, shown))
    .sort((a, b) => effects.indexOf(a.effect) - effects.indexOf(b.effect));

/** One cause hides all that was behind it, and a line for each of these would hide everything else. */
const lineKey = (group: ReachGroup): unknown => {
  const { effect, cause, accepted, entry } = group.first;
  return effect === 'becomes-unknown' ? JSON.stringify([cause, accepted?.reason, entry.key, group.count]) : group;
};

function lineOf([group, ...others]: readonly [ReachGroup, ...ReachGroup[]], shown: Shown): ReachWords {
  const { effect, thing, cause, accepted, text } = group.first,
    { file, pointer } = cause ?? thing;
  const things = listed([text, ...others.map(({ first }) => first.text)], 'and', 3);
  return {
    effect,
    words: reachInWords(group, things),
    was: others.length === 0 ? formerWay(group.first) : (cause?.text ?? ''),
    accepted: accepted ? `accepted: ${accepted.reason}` : '',
    isBreak: isReachBreak(group.first),
    file: shown(file),
    pointer,
  };
}

/** `was Greet → Verify the caller; edge "verify-ok" was deleted` */
function formerWay({ was, cause }: ReachChange): string {
  return [was.length > 0 ? `was ${was.map(name => clipped(name)).join(' → ')}` : '', cause?.text]
    .filter(Boolean)
    .join('; ');
}

/**
 * `Callers can no longer reach 5 things; whether they reach 2 others is no longer known`; '' if they are cut off from nothing,
 * and what is not known was not known.
 */
export function reachInShort(changes: readonly ReachGroup[]): string {
  const groups = changes.filter(({ first }) => isReachBreak(first)),
    of = (effect: ReachChange['effect']): readonly ReachGroup[] =>
      groups.filter(({ first }) => first.effect === effect),
    [lost, unknown] = [of('cut-off'), of('becomes-unknown')];
  const [only] = groups;
  if (!only) return '';
  if (groups.length === 1) return reachInWords(only).replace(/^./, letter => letter.toUpperCase());
  const things = count(unknown.length, 'thing');
  if (lost.length === 0) return `Whether callers reach ${things} is no longer known`;
  const open = unknown.length === 0 ? '' : `; whether they reach ${count(unknown.length, 'other')} is no longer known`;
  return `Callers can no longer reach ${count(lost.length, 'thing')}${open}`;
}

/** One item for each entry, version that answers there, and thing. */
export const reachOutput = (
  { entry, agentId, version, share, thing, effect, was, cause, accepted }: ReachChange,
  shown: Shown,
): PlanOutput['reach'][number] => ({
  entry: { kind: entry.kind, text: entry.text, file: shown(entry.file), pointer: entry.pointer },
  agent: { agent_id: agentId, agent_version: version },
  share,
  what: { kind: thing.kind, name: thing.name, file: shown(thing.file), pointer: thing.pointer },
  effect,
  was: [...was],
  cause: cause ? { text: cause.text, file: shown(cause.file), pointer: cause.pointer } : null,
  ...(accepted && { accepted: accepted.reason }),
});
