import { isLostName, lostNameInWords } from '../../compare/lost-names.ts';
import { andMore, badge, blocksOf, link, list, section, type Block } from '../blocks.ts';
import type { MadePlan } from '../plan-report.ts';
import { noPlace, type PlaceOf } from './asked.ts';

/** The maximum number of printed lines. */
const MAX_LINES = 50;

/**
 * Texts that still contain the name of something that the change renamed or removed.
 * @param statedKeys keys of lines that the page already contains
 */
export function lostNamesBlock(
  { lostNames, after, pathOf }: MadePlan,
  key: string,
  place: PlaceOf,
  statedKeys?: ReadonlySet<string>,
): Block | false {
  const label = 'Names that texts still contain',
    lines = lostNames
      .map(name => ({ one: name, words: lostNameInWords(name, after) }))
      .filter(({ words }) => !statedKeys?.has(words));
  return (
    lines.length > 0 &&
    section(
      key,
      label,
      blocksOf(
        list(
          label,
          lines.slice(0, MAX_LINES).map(({ one, words }) => ({
            badge: isLostName(one) ? badge('bad', '!', 'lost') : badge('open', '?', 'kept in part'),
            head: link(words, place(one)),
            words: one.acceptance
              ? `accepted: ${one.acceptance.reason}`
              : `${pathOf(one.file)}${place === noPlace ? ` ${one.pointer}` : ''}`,
          })),
        ),
        andMore(lines.length - MAX_LINES, 'name'),
      ),
      { count: String(lines.length) },
    )
  );
}
