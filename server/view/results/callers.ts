import { grouped } from '../../core/numbers.ts';
import { listed } from '../../core/wording.ts';
import { badge, link, list, section, type Block, type Item, type Part } from '../blocks.ts';
import type { CallersWords, ViewPlan } from '../panels/index.ts';

/** Who gets what, entry by entry, each with two bars; nothing if nobody gets anything else. */
export function callersBlock({ callers, places }: Pick<ViewPlan, 'callers' | 'places'>, of = ''): Block | false {
  // a version keeps its sign in all entries
  const names = [...new Set(callers.flatMap(({ before, after }) => [...before, ...after].map(({ name }) => name)))];
  const entries = callers.reduce((sum, one) => sum + one.entries.length, 0);
  return (
    callers.length > 0 &&
    section(
      `${of}callers`,
      'Callers',
      [
        list(
          'Callers',
          callers.map(one => itemOf(one, names, places)),
        ),
      ],
      { count: grouped(entries) },
    )
  );
}

const kinds = { number: 'phone number', tag: 'live tag', batch: 'batch call' } as const;

function itemOf(one: CallersWords, names: readonly string[], places: ViewPlan['places']): Item {
  const { kind, entries, words, moved, before, after } = one,
    [first, ...others] = entries;
  const parts = (shares: CallersWords['before']): readonly Part[] =>
    shares.map(({ name, share }) => ({ name, share, number: names.indexOf(name) }));
  return {
    badge: moved === null ? badge('good', '+', kinds[kind]) : badge('changed', moved === 0 ? '~' : '→', kinds[kind]),
    head: link(first!.text, places[`${first!.file}#${first!.pointer}`]),
    words,
    lines:
      others.length === 0
        ? []
        : [
            `and ${listed(
              others.map(({ text }) => text),
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
