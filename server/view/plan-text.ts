import type { Plan as PlanOutput } from '../core/generated/outputs.js';
import { listed } from '../core/wording.ts';
import type { Cause } from './panels/index.ts';
import type { Effect } from '../compare/changes.ts';
import { contentsText } from './contents-text.ts';
import type { Paint } from './paint.ts';
import type { PlanReport } from './plan-report.ts';
import { waysOf } from './plan-words.ts';
import { printable } from './printable.ts';
import { assumedText, hanging } from './resolve-text.ts';

interface TextOptions {
  readonly paint: Paint;
  readonly columns: number;
}

/** A plan for a terminal: one line per live effect, then the details. */
export function planText(report: PlanReport, { paint, columns }: TextOptions): string {
  const { result, refused, causes } = report;
  if (refused.length > 0) {
    const lines = refused.flatMap(({ edit, because }) =>
      hanging(`  ${printable(edit)}: `, printable(because ?? ''), columns),
    );
    return `Nothing is planned:\n${lines.join('\n')}\n`;
  }
  const lines = [paint.bold(`${report.headline}.`)];
  for (const line of report.unreadable) lines.push(...hanging('', paint.red(printable(line)), columns));
  if (report.compared !== '') lines.push(paint.dim(printable(report.compared)));
  for (const { edit, outcome, because } of result.edits)
    if (outcome !== 'applied') lines.push(...hanging('  note: ', printable(`${edit}: ${because}`), columns));
  const live = causes.filter(cause => cause.live).flatMap(cause => summaryOf(cause, paint, columns));
  if (live.length > 0) lines.push('', paint.bold('Live'), ...live);
  lines.push(...contentsText(report.contents, paint, columns));
  const told = causes.flatMap(cause => details(cause, paint, columns));
  if (told.length > 0) lines.push('', paint.bold('Details'), ...told);
  const demanded = assertionsText(result.assertions, { paint, columns });
  if (demanded.length > 0) lines.push('', ...demanded);
  lines.push(...assumedText(result.assumptions, paint, columns));
  return `${lines.join('\n')}\n`;
}

/** The assertions under their heading; nothing without assertions. */
export const assertionsText = (assertions: PlanOutput['assertions'], { paint, columns }: TextOptions): string[] =>
  assertions.flatMap(({ assertion, holds, because, evidence }, i) => [
    ...(i === 0 ? [paint.bold('Assertions')] : []),
    ...hanging(
      `  ${holds ? paint.green('holds') : paint.red('fails')}  `,
      printable(`${assertion}: ${because ?? evidence}`),
      columns,
      9,
    ),
  ]);

const signs: Readonly<Record<Effect, string>> = {
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
const colour = (effect: Effect, paint: Paint): ((text: string) => string) =>
  ({ '!': paint.red, '-': paint.red, '+': paint.green })[signs[effect]] ?? paint.cyan;

/** The effects of one cause, and the references concerned. */
function summaryOf({ effect, words, accepted, subjects: [first, ...more] }: Cause, paint: Paint, columns: number) {
  const what = [words, accepted].filter(Boolean).join('; ');
  return [
    ...hanging(`  ${colour(effect, paint)(signs[effect])} `, printable(`${first.subject}: ${what}`), columns, 4),
    ...more.flatMap(({ subject }) => hanging('    and ', printable(subject), columns)),
  ];
}

/** The places of one cause, then its reasons, once. */
function details(cause: Cause, paint: Paint, columns: number): string[] {
  const { effect, live, accepted, variables } = cause;
  const lines = cause.subjects.flatMap(({ subject, places }) => [
    `  ${printable(subject)}  ${colour(effect, paint)(effect)}${live ? '' : ', not live'}`,
    ...placeLines(places, paint, columns),
  ]);
  // for live ones the effect and its reason are given above
  const ways = waysOf(cause, { inFull: !live });
  if (!live && ways.length === 0) lines.push(...hanging('    ', printable(cause.words), columns));
  if (!live && accepted !== '') lines.push(...hanging('    ', printable(accepted), columns));
  for (const [label, way] of ways) {
    const steps = way.map(({ text, spec }) => `${text}${spec === null ? '' : ` [${spec}]`}`);
    lines.push(...hanging(`    ${label}  `, printable(steps.join('; ')), columns));
  }
  const width = Math.min(28, Math.max(0, ...variables.map(({ name }) => name.length)));
  for (const { name, words } of variables) lines.push(`    ${printable(name).padEnd(width)}  ${printable(words)}`);
  return lines;
}

/** A single place stays on one line, so that a terminal can open it. */
const placeLines = (places: readonly string[], paint: Paint, columns: number): string[] =>
  places.length === 1
    ? [paint.dim(`    ${printable(places[0]!)}`)]
    : hanging('    ', paint.dim(printable(listed(places, 'and', 4))), columns);
