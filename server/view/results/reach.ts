import {
  isReachBreak,
  reachInWords,
  type ReachChange,
  type ReachChanges,
  type ReachGroup,
} from '../../compare/reach-changes.ts';
import { groupsOf } from '../../core/json/multimap.ts';
import { clipped, listed } from '../../core/wording.ts';
import { andMore, badge, blocksOf, link, list, section, type Badge, type Block, type Item } from '../blocks.ts';
import { lostDrawing } from '../flow/lost-flow.ts';
import type { LostFlow } from '../panels/index.ts';
import type { PlaceOf } from './asked.ts';

/** The badges of the effects, in the order of the list. */
const badges: Readonly<Record<ReachChange['effect'], Badge>> = {
  'cut-off': badge('bad', '!', 'cut off'),
  'becomes-unknown': badge('open', '?', 'no longer known'),
  removed: badge('open', '-', 'callers lose'),
  added: badge('good', '+', 'new'),
};
const effects = Object.keys(badges);
/** The maximum number of lines; losses come first. */
const MAX_LINES = 50;

/**
 * The things that callers can no longer reach, and the new ones, one line each, or one for several with one cause.
 * @param stated keys of lines that the page already contains
 */
export function reachBlock(
  changes: ReachChanges,
  key: string,
  place: PlaceOf,
  {
    lostFlows = [],
    stated,
  }: { readonly lostFlows?: readonly LostFlow[]; readonly stated?: ReadonlySet<string> | undefined } = {},
): Block | false {
  const label = 'What callers can reach';
  const lines = [...groupsOf(changes.groups(), lineKey).values()]
    .flatMap((groups): Line[] => (isShared(groups) ? [groups] : groups.map((group): Line => [group])))
    .filter(groups => !stated?.has(wordsOf(groups)))
    .sort(([a], [b]) => effects.indexOf(a.first.effect) - effects.indexOf(b.first.effect));
  if (lines.length === 0) return false;
  return section(
    key,
    label,
    blocksOf(
      list(
        label,
        lines.slice(0, MAX_LINES).map(groups => lineOf(groups, place)),
      ),
      andMore(lines.length - MAX_LINES, 'thing'),
      lostFlows.length > 0 && { is: 'drawings', drawings: lostFlows.map(lostDrawing) },
    ),
    { count: String(lines.length) },
  );
}

type Line = readonly [ReachGroup, ...ReachGroup[]];

/** The minimum number of things with one cause that share a line. */
const MIN_SHARED = 4;
/**
 * Whether things share a line: all that became unknown for the same reason, because there can be very many of them, and
 * several that callers lose by one cause.
 */
const isShared = (groups: Line): boolean => groups[0].first.effect === 'becomes-unknown' || groups.length >= MIN_SHARED;

/** The key of the things that may share a line. */
const lineKey = (group: ReachGroup): unknown => {
  const { effect, cause, acceptance: accepted, entry } = group.first;
  return effect === 'added' ? group : JSON.stringify([effect, cause, accepted?.reason, entry.key, group.count]);
};

/** The text of a line: `callers of +14155550101 (also tag prod of Desk) can no longer reach tool book_visit`. */
function wordsOf([group, ...otherGroups]: Line): string {
  const things = listed([group.first.text, ...otherGroups.map(({ first }) => first.text)], 'and', 3);
  return reachInWords(group, things);
}

function lineOf(line: Line, place: PlaceOf): Item {
  const [{ first }, ...otherGroups] = line,
    { effect, thing, cause, acceptance: accepted } = first,
    former = otherGroups.length === 0 ? formerWay(first) : (cause?.text ?? '');
  return {
    badge: isReachBreak(first) ? { ...badges[effect], tone: 'bad' } : badges[effect],
    head: link(wordsOf(line), place(cause ?? thing)),
    ...(accepted && { words: `accepted: ${accepted.reason}` }),
    lines: former === '' ? [] : [former],
  };
}

/** The former path and the cause: `was Greet → Verify the caller; edge "verify-ok" was deleted`. */
function formerWay({ formerWay: former, cause }: ReachChange): string {
  return [former.length > 0 ? `was ${former.map(name => clipped(name)).join(' → ')}` : '', cause?.text]
    .filter(Boolean)
    .join('; ');
}
