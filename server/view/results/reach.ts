import {
  isReachBreak,
  reachInWords,
  type ReachChange,
  type ReachChanges,
  type ReachGroup,
} from '../../compare/reach-changes.ts';
import { groupsOf } from '../../core/json/multimap.ts';
import { clipped, listed } from '../../core/wording.ts';
import {
  andMore,
  badge,
  blocksOf,
  link,
  list,
  section,
  type Badge,
  type Block,
  type Item,
  table,
  words,
  type Maybe,
} from '../blocks.ts';
import { lostDrawing } from '../flow/lost-flow.ts';
import type { LostFlow } from '../panels.ts';
import type { PlaceOf } from './asked.ts';
import type { ReachedEntry } from '../reach-report.ts';

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

/**
 * The things that callers can reach, by entry and answering agent, and the things that are defined but never reached.
 */
export function reachedBlocks(entries: readonly ReachedEntry[]): readonly Block[] {
  // an agent behind several entries reaches the same things from each entry, so they are listed once
  const first = new Map<string, ReachedAgent>();
  const agentBlocksOf = ({ result, agents }: ReachedEntry): (readonly Maybe<Block>[])[] =>
    agents.map((agent, i) => {
      const { title, omitted, ...things } = agent,
        { agent_id: id, agent_version: version } = result.agents[i]!,
        key = JSON.stringify([id, things]),
        reachedAgent = { entry: result.entry.text, agent: title.replace(/, [\d.]+ %$/, ''), version },
        formerAgent = omitted === 0 && agent.reaches.length > 0 ? first.get(key) : undefined;
      if (formerAgent === undefined) first.set(key, reachedAgent);
      return formerAgent === undefined
        ? agentBlocks(agent)
        : [title !== '' && words(title, 'strong'), words(`The same as ${formerInWords(formerAgent, reachedAgent)}.`)];
    });
  return blocksOf(
    entries.map((entry, i) => section(`entry-${i}`, entry.result.entry.text, agentBlocksOf(entry))),
    entries.length === 0 &&
      words('There is no phone number, live tag or batch of calls in this workspace; name an agent or a file.'),
  );
}

/** An agent that answers an entry. */
interface ReachedAgent {
  readonly entry: string;
  readonly agent: string;
  readonly version: number | null;
}
function formerInWords(formerAgent: ReachedAgent, { entry, version }: ReachedAgent): string {
  if (formerAgent.version === version) return formerAgent.entry;
  return formerAgent.entry === entry ? formerAgent.agent : `${formerAgent.agent} for ${formerAgent.entry}`;
}

function agentBlocks({
  title,
  reaches,
  never,
  unknown,
  omitted,
}: ReachedEntry['agents'][number]): readonly Maybe<Block>[] {
  const lines = (label: string, texts: readonly string[]): Block | false =>
    texts.length > 0 && list(label, [{ head: label, lines: texts }]);
  return [
    title !== '' && words(title, 'strong'),
    reaches.length > 0 &&
      table(
        'What callers can reach',
        ['Callers reach', 'by'],
        reaches.map(([thing, way]) => ({ cells: [thing, way] })),
      ),
    reaches.length + unknown.length + omitted === 0 && words('Callers reach nothing.'),
    lines('Defined, but never reached', never),
    lines('Not known', unknown),
    andMore(omitted, 'thing'),
  ];
}
