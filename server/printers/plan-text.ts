import type { Step } from '../core/workspace/resolve.ts';
import { variableChanges, type Change } from '../simulator/plan.ts';
import type { Side } from '../simulator/references.ts';
import { contentsText } from './contents-text.ts';
import { headline, refused, type PrintedPlan } from './plan-report.ts';
import { printable } from './printable.ts';
import type { Paint } from './paint.ts';
import {
  acceptedInWords,
  causesOf,
  comparisonInWords,
  effectInWords,
  groupedChanges,
  groupedNames,
  nameEffectInWords,
  namePlaces,
  nameSubject,
  placesInWords,
  sameWay,
  subject,
  unreadableInWords,
  variableInWords,
  wayOf,
  type Cause,
  type NameGroup,
} from './plan-words.ts';
import { assumedLines } from '../simulator/resolution-words.ts';
import { assumedText, hanging } from './resolve-text.ts';

interface TextOptions {
  readonly paint: Paint;
  readonly columns: number;
}

/** A plan for a terminal: one line per live effect, then the details. */
export function planText(report: PrintedPlan, { paint, columns }: TextOptions): string {
  const impossible = refused(report);
  if (impossible.length > 0) {
    const lines = impossible.flatMap(({ edit, because }) =>
      hanging(`  ${printable(edit.text)}: `, printable(because ?? ''), columns),
    );
    return `Nothing is planned:\n${lines.join('\n')}\n`;
  }
  const causes = causesOf(groupedChanges(report.changes)),
    names = groupedNames(report.names);
  const lines = [paint.bold(`${headline(report)}.`)];
  for (const line of unreadableInWords(report)) lines.push(...hanging('', paint.red(printable(line)), columns));
  const compared = comparisonInWords(report);
  if (compared !== '') lines.push(paint.dim(printable(compared)));
  for (const { edit, outcome, because } of report.edits)
    if (outcome !== 'applied') lines.push(...hanging('  note: ', printable(`${edit.text}: ${because}`), columns));
  const live = [
    ...causes.filter(([{ first }]) => first.live).flatMap(cause => summaryOf(cause, report, paint, columns)),
    ...names.filter(({ first }) => first.live).flatMap(group => nameLine(group, paint, columns)),
  ];
  if (live.length > 0) lines.push('', paint.bold('Live'), ...live);
  lines.push(...contentsText(report, paint, columns));
  const told = [
    ...causes.flatMap(cause => details(cause, report, paint, columns)),
    ...names.flatMap(group => nameDetails(group, report, paint, columns)),
  ];
  if (told.length > 0) lines.push('', paint.bold('Details'), ...told);
  const demanded = assertionsText(report.assertions, { paint, columns });
  if (demanded.length > 0) lines.push('', ...demanded);
  const assumed = assumedLines(report.assumptions);
  if (assumed.length > 0) lines.push('', paint.bold('Assumed'), ...assumedText(assumed, columns));
  return `${lines.join('\n')}\n`;
}

/** What was demanded, under its heading; nothing where nothing was. */
export const assertionsText = (assertions: PrintedPlan['assertions'], { paint, columns }: TextOptions): string[] =>
  assertions.flatMap(({ text, verdict: { holds, because, evidence } }, i) => [
    ...(i === 0 ? [paint.bold('Assertions')] : []),
    ...hanging(
      `  ${holds ? paint.green('holds') : paint.red('fails')}  `,
      printable(`${text}: ${because ?? evidence}`),
      columns,
      9,
    ),
  ]);

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
type Effected = Pick<Change, 'effect'>;
const sign = ({ effect }: Effected): string => signs[effect];
const colour = ({ effect }: Effected, paint: Paint): ((text: string) => string) =>
  ({ '!': paint.red, '-': paint.red, '+': paint.green })[signs[effect]] ?? paint.cyan;

/** What one cause does, and to which references. */
function summaryOf(cause: Cause, report: PrintedPlan, paint: Paint, columns: number): string[] {
  const [{ first }] = cause;
  const effect = [effectInWords(first), acceptedInWords(first)].filter(Boolean).join('; ');
  const subjects = cause.map(group => subject(group, report));
  return [
    ...hanging(`  ${colour(first, paint)(sign(first))} `, printable(`${subjects[0]}: ${effect}`), columns, 4),
    ...subjects.slice(1).flatMap(one => hanging('    and ', printable(one), columns)),
  ];
}

function nameLine(group: NameGroup, paint: Paint, columns: number): string[] {
  const { first } = group;
  const effect = [nameEffectInWords(group), acceptedInWords(first)].filter(Boolean).join('; ');
  return hanging(`  ${colour(first, paint)(sign(first))} `, printable(`${nameSubject(group)}: ${effect}`), columns, 4);
}

/** The places of one cause, and then its reasons, once. */
function details(cause: Cause, report: PrintedPlan, paint: Paint, columns: number): string[] {
  const [{ first }] = cause;
  const lines = cause.flatMap(group => [
    `  ${printable(subject(group, report))}  ${colour(first, paint)(first.effect)}${first.live ? '' : ', not live'}`,
    paint.dim(`    ${printable(placesInWords(group.first, report.shown))}`),
  ]);
  if (!first.live && first.accepted) lines.push(...hanging('    ', printable(acceptedInWords(first)), columns));
  // of live ones the reason is said above
  const steps = (side: Side): readonly Step[] => (first.live ? wayOf(side) : side.resolution.steps);
  const [was, now] = [first.before, first.after].map(
    side =>
      side &&
      steps(side)
        .map(({ text, spec }) => `${text}${spec === null ? '' : ` [${spec}]`}`)
        .join('; '),
  );
  // where only values differ, the way there is the same
  for (const [label, way] of sameWay(first)
    ? [['as before', was]]
    : [
        ['was', was],
        ['now', now],
      ])
    if (way) lines.push(...hanging(`    ${label}  `, printable(way), columns));
  const variables = variableChanges(first),
    width = Math.min(28, Math.max(0, ...variables.map(({ name }) => name.length)));
  for (const one of variables)
    lines.push(`    ${printable(one.name).padEnd(width)}  ${printable(variableInWords(one))}`);
  return lines;
}

function nameDetails(group: NameGroup, report: PrintedPlan, paint: Paint, columns: number): string[] {
  const { first } = group;
  const head = `  ${printable(nameSubject(group))}  ${colour(first, paint)(first.effect)}${first.live ? '' : ', not live'}`;
  return [
    head,
    ...hanging('    ', paint.dim(printable(namePlaces(group, report.shown))), columns),
    // of live ones it is said above
    ...(first.live ? [] : hanging('    ', printable(nameEffectInWords(group)), columns)),
    ...(first.live || !first.accepted ? [] : hanging('    ', printable(acceptedInWords(first)), columns)),
  ];
}
