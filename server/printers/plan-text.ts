import { variableChanges, type Change } from '../simulator/plan.ts';
import { headline, refused, type PlanReport } from './plan-report.ts';
import { printable } from './printable.ts';
import type { Paint } from './paint.ts';
import {
  comparisonInWords,
  effectInWords,
  groupedChanges,
  placesInWords,
  sameWay,
  subject,
  variableInWords,
  type ChangeGroup,
} from './plan-words.ts';
import { assumedLines } from '../simulator/resolution-words.ts';
import { assumedText, hanging } from './resolve-text.ts';

/** A plan for a terminal: one line per live effect, then the details. */
export function planText(
  report: PlanReport,
  { paint, columns }: { readonly paint: Paint; readonly columns: number },
): string {
  const impossible = refused(report);
  if (impossible.length > 0) {
    const lines = impossible.flatMap(({ edit, because }) =>
      hanging(`  ${printable(edit.text)}: `, printable(because ?? ''), columns),
    );
    return `Nothing is planned:\n${lines.join('\n')}\n`;
  }
  const groups = groupedChanges(report.changes),
    live = groups.filter(({ first }) => first.live);
  const lines = [paint.bold(`${headline(report)}.`)];
  const compared = comparisonInWords(report);
  if (compared !== '') lines.push(paint.dim(printable(compared)));
  for (const { edit, outcome, because } of report.edits)
    if (outcome !== 'applied') lines.push(...hanging('  note: ', printable(`${edit.text}: ${because}`), columns));
  const line = (group: ChangeGroup): string[] =>
    hanging(
      `  ${colour(group.first, paint)(sign(group.first))} `,
      printable(`${subject(group, report)}: ${effectInWords(group.first)}`),
      columns,
      4,
    );
  if (live.length > 0) lines.push('', paint.bold('Live'), ...live.flatMap(line));
  if (groups.length > 0)
    lines.push('', paint.bold('Details'), ...groups.flatMap(group => details(group, report, paint, columns)));
  if (report.assertions.length > 0) lines.push('', paint.bold('Assertions'));
  for (const { text, verdict } of report.assertions) {
    const mark = verdict.holds ? paint.green('holds') : paint.red('fails');
    lines.push(
      ...hanging(
        `  ${mark}  `,
        printable(`${text}${verdict.because === null ? '' : `: ${verdict.because}`}`),
        columns,
        9,
      ),
    );
  }
  const assumed = assumedLines(report.assumptions);
  if (assumed.length > 0) lines.push('', paint.bold('Assumed'), ...assumedText(assumed, columns));
  return `${lines.join('\n')}\n`;
}

const signs: Readonly<Record<Change['effect'], string>> = {
  version: '~',
  variables: '~',
  'version+variables': '~',
  breaks: '!',
  heals: '+',
  'becomes-unknown': '?',
  'becomes-known': '+',
  added: '+',
  removed: '-',
};
const sign = ({ effect }: Change): string => signs[effect];
const colour = ({ effect }: Change, paint: Paint): ((text: string) => string) =>
  ({ '!': paint.red, '-': paint.red, '+': paint.green })[signs[effect]] ?? paint.cyan;

function details(group: ChangeGroup, report: PlanReport, paint: Paint, columns: number): string[] {
  const { first } = group;
  const lines = [
    `  ${printable(subject(group, report))}  ${colour(first, paint)(first.effect)}${first.live ? '' : ', not live'}`,
    paint.dim(`    ${printable(placesInWords(first, report.shown))}`),
  ];
  const [was, now] = [first.before, first.after].map(side =>
    side?.resolution.steps.map(({ text, spec }) => `${text}${spec === null ? '' : ` [${spec}]`}`).join('; '),
  );
  // where only values differ, the way there is the same
  for (const [label, way] of sameWay(first)
    ? [['as before', was]]
    : [
        ['was', was],
        ['now', now],
      ])
    if (way !== undefined) lines.push(...hanging(`    ${label}  `, printable(way), columns));
  const variables = variableChanges(first),
    width = Math.min(28, Math.max(0, ...variables.map(({ name }) => name.length)));
  for (const one of variables)
    lines.push(`    ${printable(one.name).padEnd(width)}  ${printable(variableInWords(one))}`);
  return lines;
}
