import { andMore, badge, blocksOf, link, list, section, type Badge, type Block } from '../blocks.ts';
import { lostDrawing } from '../flow/lost-drawing.ts';
import type { ReachWords, ViewPlan } from '../panels/index.ts';

const badges: Readonly<Record<ReachWords['effect'], Badge>> = {
  'cut-off': badge('bad', '!', 'cut off'),
  'becomes-unknown': badge('open', '?', 'no longer known'),
  removed: badge('open', '-', 'callers lose'),
  added: badge('good', '+', 'new'),
};
/** More lines than this nobody reads; what callers lose comes first. */
const MOST_LINES = 50;

/** What callers can no longer get to, and what is new to them. */
export function reachBlock(
  { reach, lost = [], places }: Pick<ViewPlan, 'reach' | 'lost' | 'places'>,
  key: string,
): Block | false {
  if (reach.length === 0) return false;
  const label = 'What callers can get to',
    lines = reach.slice(0, MOST_LINES);
  return section(
    key,
    label,
    blocksOf(
      list(
        label,
        lines.map(({ effect, words, was, accepted, isBreak, file, pointer }) => ({
          badge: isBreak ? { ...badges[effect], tone: 'bad' } : badges[effect],
          head: link(words, places[`${file}#${pointer}`]),
          ...(accepted !== '' && { words: accepted }),
          lines: was === '' ? [] : [was],
        })),
      ),
      andMore(reach.length - lines.length, 'thing'),
      lost.length > 0 && { is: 'drawings', drawings: lost.map(lostDrawing) },
    ),
    { count: String(reach.length) },
  );
}
