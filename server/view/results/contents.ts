import { agentName } from '../../core/workspace/names.ts';
import type { ContentChange, ContentGroup } from '../../compare/contents.ts';
import { blocksOf, code, link, list, section, values, type Block, type Value } from '../blocks.ts';
import { statusOf, titleOf, valueInWords } from '../contents-words.ts';
import { longRequestOutput, longRequestsInWords, textInWords, textOutput } from '../text-words.ts';
import type { PlanSides } from '../plan-words.ts';
import { textActs, type PlaceOf } from './asked.ts';

/** The maximum number of shown values of one record; a rewritten flow is easier to read in the files. */
const MAX_ROWS = 50;

/** Options for the output in an editor or on a page. */
interface ContentsShown {
  readonly place: PlaceOf;
  /** Whether texts open in a separate editor. */
  readonly opensTexts: boolean;
}

/** The section with the changes in what versions say or do without a new version number, record by record. */
export const contentsBlock = (
  groups: readonly ContentGroup[],
  { before, after, pathOf }: PlanSides,
  key: string,
  options: ContentsShown,
): Block | false =>
  groups.length > 0 &&
  section(
    key,
    'Contents, under the same number or name',
    [
      list(
        'Contents that change under the same number or name',
        groups.map(group => {
          const { isLive, part, longRequests } = group,
            liveWords = statusOf(group, id => agentName(id, after, before));
          return {
            liveReason: isLive ? 'callers hear this' : null,
            head: titleOf(group),
            words: isLive ? liveWords.replace(/^live /, '') : liveWords,
            lines: [
              code(pathOf(part.file)),
              ...longRequestsInWords(longRequests.map(request => longRequestOutput(request, pathOf))),
            ],
            blocks: blocksOf(values(rowsOf(group, options), true)),
          };
        }),
      ),
    ],
    { count: String(groups.reduce((sum, { changes }) => sum + Math.min(changes.length, MAX_ROWS + 1), 0)) },
  );

function rowsOf(group: ContentGroup, options: ContentsShown): readonly Value[] {
  const { changes, isGone } = group,
    row = (change: ContentChange): Value => (isGone ? goneRow(group) : valueRow(change, group, options));
  return [
    ...changes.slice(0, MAX_ROWS).map(row),
    ...(changes.length > MAX_ROWS ? [{ name: '', words: `and ${changes.length - MAX_ROWS} more values` }] : []),
  ];
}

/** A row that states that a record is deleted. */
const goneRow = ({ version, isLive, part }: ContentGroup): Value => ({
  name: '',
  words:
    isLive && part.kind === 'agent'
      ? `its record is deleted: version ${version} is still served, but its contents are no longer in these files`
      : 'its record is deleted',
});

function valueRow(
  change: ContentChange,
  { part: { file } }: ContentGroup,
  { place, opensTexts }: ContentsShown,
): Value {
  const { pointer, at, after } = change,
    value = valueInWords(change);
  return {
    name: pointer === '' ? '' : link(code(at), after === undefined ? null : place({ file, pointer })),
    ...value,
    acts: textActs(value, { file, at }, opensTexts),
    note: textInWords(textOutput(change.text)),
  };
}
