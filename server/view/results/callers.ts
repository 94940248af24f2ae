import { entryOf, shareOf, type CallersChange } from '../../compare/callers.ts';
import { destinationsOf, describeMove, nameOf } from '../../compare/callers-words.ts';
import type { Entry } from '../../compare/entries.ts';
import { groupsOf } from '../../core/json/multimap.ts';
import { groupDigits } from '../../core/numbers.ts';
import { listed } from '../../core/wording.ts';
import { badge, link, list, section, type Badge, type Block, type Item, type Part } from '../blocks.ts';
import type { PlaceOf } from './asked.ts';

/** Changed entries with the same change. */
type CallersGroup = readonly [CallersChange, ...CallersChange[]];

/** The entries whose callers get a different version, worst first. */
export const callersGroups = (callers: readonly CallersChange[]): readonly CallersGroup[] =>
  [...groupsOf(callers, change => `${entryOf(change).kind} ${describeMove(change)}`).values()].sort(
    ([a], [b]) =>
      (b.movedShare ?? 0) - (a.movedShare ?? 0) ||
      Number(entryOf(a).kind === 'batch') - Number(entryOf(b).kind === 'batch'),
  );

/** The answering versions of each changed entry, before and after, as two bars; false if no entry changes. */
export function callersBlock(groups: readonly CallersGroup[], place: PlaceOf, noun = ''): Block | false {
  // a version has the same letter in the bars of all entries
  const names = [
    ...new Set(
      groups.flatMap(([{ before, after }]) =>
        [before, after].flatMap(entry => sharesOf(entry).map(({ name }) => name)),
      ),
    ),
  ];
  return (
    groups.length > 0 &&
    section(
      `${noun}callers`,
      'Callers',
      [
        list(
          'Callers',
          groups.map(group => itemOf(group, names, place)),
        ),
      ],
      { count: groupDigits(groups.reduce((sum, group) => sum + group.length, 0)) },
    )
  );
}

const kinds = { number: 'phone number', tag: 'live tag', batch: 'batch call' } as const;

/** The versions that answer (`agent_desk v2`) with their shares; empty without an entry. */
const sharesOf = (entry: Entry | undefined): readonly Omit<Part, 'number'>[] =>
  destinationsOf(entry?.arms ?? []).map(arm => ({ name: nameOf(arm), share: shareOf(entry, arm.to) }));

function badgeOf({ movedShare, isCutOff, isAccepted }: CallersChange, kind: string): Badge {
  if (isCutOff && !isAccepted) return badge('bad', '✕', kind);
  return movedShare === null ? badge('good', '+', kind) : badge('changed', movedShare === 0 ? '~' : '→', kind);
}

function itemOf([first, ...otherChanges]: CallersGroup, names: readonly string[], place: PlaceOf): Item {
  const { before, after } = first,
    { kind, text } = entryOf(first);
  const parts = (entry: Entry | undefined): readonly Part[] =>
    sharesOf(entry).map(share => ({ ...share, number: names.indexOf(share.name) }));
  return {
    badge: badgeOf(first, kinds[kind]),
    head: link(text, after && place(after)),
    words: describeMove(first).replaceAll(' %', '\u00a0%'),
    lines:
      otherChanges.length === 0
        ? []
        : [
            `and ${listed(
              otherChanges.map(change => entryOf(change).text),
              'and',
              4,
            )}`,
          ],
    blocks: [
      {
        is: 'stacked',
        bars: [
          { name: 'before', parts: parts(before) },
          { name: 'after', parts: parts(after) },
        ],
      },
    ],
  };
}
