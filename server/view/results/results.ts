import { versionName } from '../../core/workspace/names.ts';
import type { Plan } from '../../core/generated/outputs.js';
import { groupsOf } from '../../core/json/multimap.ts';
import { blocksOf, code, link, list, section, values, type Block, andMore, badge } from '../blocks.ts';
import { resultsOutput, type MadePlan } from '../plan-report.ts';
import { lossInWords } from '../results-words.ts';
import { type PlaceOf, noPlace } from './asked.ts';
import { isLostName, lostNameInWords } from '../../compare/lost-names.ts';

type Result = Plan['results'][number];

/** The section with results that readers of the webhook or the analysis no longer get, by live version. */
export function resultsBlock(plan: MadePlan, key: string, place: PlaceOf): Block | false {
  const versionOf = ({ agent_id: id, agent_version: version }: Result['was']): string =>
    versionName(id, version, plan.after, plan.before);
  const results = resultsOutput(plan),
    groups = [
      ...groupsOf(results, reference =>
        JSON.stringify([versionOf(reference), versionOf(reference.was), reference.file]),
      ).values(),
    ];
  return (
    groups.length > 0 &&
    section(
      key,
      'Results that other systems no longer get',
      [
        list(
          'Results that other systems no longer get',
          groups.map(group => {
            const [first] = group as readonly [Result, ...Result[]],
              formerText = versionOf(first.was);
            return {
              liveReason: 'its calls produce fewer results',
              head: versionOf(first),
              words: [
                formerText === versionOf(first) ? '' : `in place of ${formerText}, `,
                `through ${first.through.map(({ text }) => text).join(', then ')}`,
              ],
              lines: [code(first.file)],
              blocks: blocksOf(
                values(
                  group.map(reference => ({
                    name: link(code(reference.field), place(reference)),
                    words: lossInWords(reference),
                  })),
                ),
              ),
            };
          }),
        ),
      ],
      { count: String(results.length) },
    )
  );
}

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
