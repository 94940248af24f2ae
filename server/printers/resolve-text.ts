import type { Assumption } from '../core/workspace/assumptions.ts';
import type { Resolution } from '../core/workspace/resolve.ts';
import { count } from '../core/wording.ts';
import { placeName, referenceKinds, written, type VersionReference } from '../simulator/references.ts';
import type { SourcedVariables } from '../simulator/variable-sources.ts';
import { printable } from './printable.ts';
import type { Paint } from './paint.ts';
import { wrapped } from './prose.ts';
import {
  assumedLines,
  meantReference,
  selects,
  sourceInWords,
  variablesInShort,
} from '../simulator/resolution-words.ts';

/** One reference, followed. */
export interface FollowedReference {
  readonly resolution: Resolution;
  /** Where it is; absent for one that was typed. */
  readonly placed?: VersionReference;
  /** The file of the place, as it is shown. */
  readonly file?: string;
  /** `; did you mean …`, for an agent that no file holds. */
  readonly hint: string;
  /** With --explain. */
  readonly variables?: SourcedVariables;
  /** A path of the workspace as it is shown. */
  readonly shown: (file: string) => string;
}
/** Equal references of one file and kind, shown once. */
interface AnswerGroup {
  readonly first: FollowedReference;
  readonly count: number;
}

const kindHeadings = {
  tag: 'Live tags',
  'phone-number': 'Phone numbers',
  swap: 'Swaps',
  weight: 'Weight lists',
  task: 'Batch calls',
  filter: 'Alert filters',
  other: 'Other fields',
} as const satisfies Record<VersionReference['kind'], string>;

/** References that say the same in the same file are one entry: a batch has thousands of them. */
export function grouped(answers: readonly FollowedReference[]): AnswerGroup[] {
  const groups = new Map<string, { first: FollowedReference; count: number }>();
  for (const answer of answers) {
    const { placed, file } = answer;
    const place = placed?.kind === 'task' && !answer.variables ? '' : placed?.at.pointer;
    const key = placed
      ? JSON.stringify([placed.kind, file, placed.agentId, placed.reference, placed.fromNumber, placed.live, place])
      : `typed ${groups.size}`;
    const known = groups.get(key);
    if (known) known.count++;
    else groups.set(key, { first: answer, count: 1 });
  }
  return [...groups.values()];
}

export const assumptionsOf = ({ resolution, variables }: FollowedReference): Assumption[] =>
  [...new Set([...resolution.assumptions, ...(variables?.assumptions ?? [])])].sort();
/** Why it selects nothing, or why that is not known. */
export const whyOf = ({ resolution, hint }: FollowedReference): string =>
  resolution.because === null ? '' : `${resolution.because}${meantReference(resolution) || hint}`;

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
      const groups = grouped(answers.filter(({ placed }) => placed?.kind === kind));
      if (groups.length === 0) continue;
      lines.push(...(lines.length > 0 ? [''] : []), paint.bold(kindHeadings[kind]));
      for (const group of groups) entry(group, '  ');
    }
  if (all && answers.length === 0) lines.push('There are no references to agents in this workspace.');
  const assumed = assumedLines(answers.flatMap(assumptionsOf));
  if (assumed.length > 0) lines.push('', paint.bold('Assumed'), ...assumedText(assumed, columns));
  return `${lines.join('\n')}\n`;
}

function headLines({ first, count: n }: AnswerGroup, indent: string, paint: Paint, columns: number): string[] {
  const { resolution, placed, file } = first;
  const colour = { resolved: paint.green, missing: paint.red, unknowable: paint.cyan }[resolution.outcome];
  const variables = variablesInShort(resolution);
  const rest = `${variables === '' ? '' : `, ${variables}`}${placed?.live && placed.kind === 'swap' ? ', live' : ''}`;
  const head =
    `${indent}${paint.bold(printable(written(resolution.agentId, resolution.reference)))} → ` +
    `${colour(selects(resolution))}${printable(rest)}`;
  const where =
    placed &&
    (n > 1 ? `${n} calls, the first: ` : '') +
      (placed.kind === 'tag' ? '' : `${printable(placeName(placed))} in `) +
      `${printable(file ?? '')} ${printable(placed.at.pointer)}`;
  const why = whyOf(first);
  return [
    head,
    ...(why === '' ? [] : hanging(`${indent}    `, printable(why), columns)),
    ...(where === undefined ? [] : [paint.dim(`${indent}    ${where}`.trimEnd())]),
  ];
}

function traceLines(answer: FollowedReference, indent: string, paint: Paint, columns: number): string[] {
  const { resolution, variables } = answer;
  const lines = resolution.steps.flatMap(({ text, spec }, i) =>
    hanging(`${indent}${i + 1}. `, `${printable(text)}${spec === null ? '' : ` [${spec}]`}`, columns),
  );
  const rests = assumptionsOf(answer);
  if (rests.length > 0) lines.push(...hanging(`${indent}assumes `, rests.join(', '), columns));
  if (!variables || resolution.outcome === 'missing') return lines;
  const width = Math.min(28, Math.max(0, ...variables.variables.map(({ name }) => name.length)));
  if (variables.variables.length > 0) lines.push(`${indent}variables`);
  for (const one of variables.variables) {
    const state = printable(sourceInWords(one, resolution, variables.withheld));
    lines.push(
      `${indent}  ${printable(one.name).padEnd(width)}  ${one.source === undefined ? paint.red(state) : state}`,
    );
    lines.push(paint.dim(`${indent}  ${' '.repeat(width)}  ${usesInShort(one, answer)}`));
  }
  if (variables.variables.length === 0 && variables.open === null) lines.push(`${indent}no variables are set or used`);
  if (variables.open !== null) lines.push(...hanging(indent, variables.open, columns));
  return lines;
}

/** Where a variable is used: the first place, and how many more. */
export function usesInShort(
  { uses }: SourcedVariables['variables'][number],
  { variables, shown }: FollowedReference,
): string {
  const [first, ...more] = uses;
  if (!first) return variables?.open == null ? 'not used' : 'no known use';
  return (
    `used in ${printable(shown(first.at.document.file))} ${printable(first.at.pointer)}` +
    (more.length > 0 ? ` and ${count(more.length, 'other place')}` : '')
  );
}

/** Named assumptions, each on lines of its own. */
export const assumedText = (assumed: readonly (readonly [string, string])[], columns: number): string[] =>
  assumed.flatMap(([name, assumes]) =>
    wrapped(`${name}: ${assumes}`, columns - 4).map((line, i) => `${i === 0 ? '  ' : '    '}${line}`),
  );

/** Text broken at spaces, hanging below where it begins. @param width columns of the head, where colours make it longer than it looks */
export function hanging(head: string, text: string, columns: number, width = head.length): string[] {
  const [first = '', ...rest] = wrapped(text, Math.max(30, columns - width));
  return [`${head}${first}`, ...rest.map(line => ' '.repeat(width) + line)];
}
