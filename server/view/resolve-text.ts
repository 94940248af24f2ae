import { referenceKinds, type ReferenceKind } from '../core/index/agent-references.ts';
import { assumedBy } from '../simulator/resolution-words.ts';
import type { Paint } from './paint.ts';
import { printable } from './printable.ts';
import { wrapped } from './prose.ts';
import { grouped, type AnswerGroup, type FollowedReference } from './resolve-report.ts';

const kindHeadings = {
  tag: 'Live tags',
  'phone-number': 'Phone numbers',
  swap: 'Swaps',
  weight: 'Weight lists',
  task: 'Batch calls',
  filter: 'Alert filters',
  other: 'Other fields',
} as const satisfies Record<ReferenceKind, string>;

/** For a terminal. */
export function resolveText(
  answers: readonly FollowedReference[],
  {
    all,
    explain,
    paint,
    columns,
  }: { readonly all: boolean; readonly explain: boolean; readonly paint: Paint; readonly columns: number },
): string {
  const lines: string[] = [];
  const entry = (group: AnswerGroup, indent: string): void => {
    if (explain && lines.length > 0 && lines.at(-1) !== '') lines.push('');
    lines.push(...headLines(group, indent, paint, columns));
    if (explain) lines.push(...traceLines(group.first, `${indent}  `, paint, columns));
  };
  if (!all) for (const group of grouped(answers)) entry(group, '');
  else
    for (const kind of referenceKinds) {
      const groups = grouped(answers.filter(({ place }) => place?.kind === kind));
      if (groups.length === 0) continue;
      lines.push(...(lines.length > 0 ? [''] : []), paint.bold(kindHeadings[kind]));
      for (const group of groups) entry(group, '  ');
    }
  if (all && answers.length === 0) lines.push('There are no references to agents in this workspace.');
  const assumed = answers.flatMap(({ assumptions }) => assumptions);
  return `${[...lines, ...assumedText(assumed, paint, columns)].join('\n')}\n`;
}

function headLines({ first, count: n }: AnswerGroup, indent: string, paint: Paint, columns: number): string[] {
  const { result, place, variablesInShort: variables } = first;
  const colour = { resolved: paint.green, missing: paint.red, unknowable: paint.cyan }[result.outcome];
  const rest = `${variables === '' ? '' : `, ${variables}`}${place?.live && place.kind === 'swap' ? ', live' : ''}`;
  const head = `${indent}${paint.bold(printable(first.written))} → ${colour(first.selects)}${printable(rest)}`;
  const where =
    place &&
    (n > 1 ? `${n} calls, the first: ` : '') +
      (place.kind === 'tag' ? '' : `${printable(place.name)} in `) +
      `${printable(result.file ?? '')} ${printable(result.pointer ?? '')}`;
  return [
    head,
    ...(first.why === '' ? [] : hanging(`${indent}    `, printable(first.why), columns)),
    ...(where === null ? [] : [paint.dim(`${indent}    ${where}`.trimEnd())]),
  ];
}

function traceLines(
  { result, assumptions, variables }: FollowedReference,
  indent: string,
  paint: Paint,
  columns: number,
): string[] {
  const lines = result.steps.flatMap(({ text, spec }, i) =>
    hanging(`${indent}${i + 1}. `, `${printable(text)}${spec === null ? '' : ` [${spec}]`}`, columns),
  );
  if (assumptions.length > 0) lines.push(...hanging(`${indent}assumes `, assumptions.join(', '), columns));
  if (!variables || result.outcome === 'missing') return lines;
  const { rows, open } = variables,
    width = Math.min(28, Math.max(0, ...rows.map(({ name }) => name.length)));
  if (rows.length > 0) lines.push(`${indent}variables`);
  for (const { name, words, isUnset, use } of rows) {
    const state = printable(words);
    const called = printable(name);
    // a long name has a line of its own, so that the column stays
    if (called.length > width) lines.push(`${indent}  ${called}`);
    lines.push(
      `${indent}  ${(called.length > width ? '' : called).padEnd(width)}  ${isUnset ? paint.red(state) : state}`,
    );
    lines.push(paint.dim(`${indent}  ${' '.repeat(width)}  ${printable(use)}`));
  }
  if (rows.length === 0 && open === null) lines.push(`${indent}no variables are set or used`);
  if (open !== null) lines.push(...hanging(indent, open, columns));
  return lines;
}

/** The assumptions, each on lines of its own under their heading; empty without any. */
export const assumedText = (names: Iterable<string>, paint: Paint, columns: number): string[] =>
  assumedBy(names).flatMap(({ name, assumes }, i) => [
    ...(i === 0 ? ['', paint.bold('Assumed')] : []),
    ...wrapped(`${name}: ${assumes}`, columns - 4).map((line, nth) => `${nth === 0 ? '  ' : '    '}${line}`),
  ]);

/** Text wrapped with a hanging indent. @param width columns of the head, which colors make longer than it looks */
export function hanging(head: string, text: string, columns: number, width = head.length): string[] {
  const [first = '', ...rest] = wrapped(text, Math.max(30, columns - width));
  return [`${head}${first}`, ...rest.map(line => ' '.repeat(width) + line)];
}
