import {
  assumed,
  badge,
  blocksOf,
  code,
  link,
  list,
  section,
  strong,
  title,
  values,
  words,
  type Block,
} from '../blocks.ts';
import type { DiffReport } from '../diff-report.ts';
import { longRequestsInWords } from '../text-words.ts';
import { textActs, type PanelOf } from './asked.ts';
import { headlineOf, sectionsOf, sidesInWords, titleOf, type DiffRow } from '../diff-words.ts';

const signs = [
  badge('bad', '-', 'before', { spokenWords: 'before' }),
  badge('good', '+', 'after', { spokenWords: 'after' }),
];

/**
 * Two versions side by side.
 * @param inPanel finds places for an editor; absent for other outputs
 */
export const diffBlocks = (report: DiffReport, inPanel?: PanelOf): readonly Block[] =>
  blocksOf(
    title(titleOf(report)),
    list(
      'The two versions',
      sidesInWords(report, inPanel === undefined).map(({ reference, selectedText, reason, files }, i) => ({
        badge: signs[i],
        head: selectedText === '' ? code(reference) : [code(reference), ' → ', strong(selectedText)],
        lines: [reason, files].filter(Boolean),
      })),
    ),
    words(`${headlineOf(report)}.`, 'strong'),
    report.result.not_compared.map(line => words(line, 'note')),
    longRequestsInWords(report.result.long_requests).map(line => words(line, 'alarm')),
    sectionsOf(report).map(({ area, heading, subjects }) =>
      section(
        area,
        heading,
        subjects.map(({ subject, rows }) =>
          subject === null
            ? rowsOf(rows, inPanel)
            : list(subject, [{ head: subject, blocks: blocksOf(rowsOf(rows, inPanel)) }]),
        ),
      ),
    ),
    assumed(report.result.assumptions),
  );

const rowsOf = (rows: readonly DiffRow[], inPanel: PanelOf | undefined) =>
  values(
    rows.map(({ label, at, ...row }) => ({
      name: label === '' ? '' : link(code(label), at && inPanel?.place(at)),
      ...row,
      acts: textActs(row, at, inPanel !== undefined),
    })),
    inPanel !== undefined,
  );
