import type { Json } from '../../core/json/json.ts';
import { count, listed, show } from '../../core/wording.ts';
import { versionCount } from '../../simulator/batch-words.ts';
import type { SubjectAnswers } from '../../simulator/subjects/index.ts';
import { grouped } from '../../core/numbers.ts';
import { printable } from '../printable.ts';
import { wrapped } from '../prose.ts';
import { table } from '../table.ts';
import { assumedLines, lastOf, type Shown } from './simulation.ts';

type Batch = SubjectAnswers['batch'];
type Task = Batch['result']['tasks'][number];

/** In pieces: a single string would be too long for 50,000 tasks. */
export function* batchJson({ result: { version, kind, summary, assumptions }, every }: Batch): Generator<string> {
  yield `{\n  "version": ${version},\n  "kind": ${JSON.stringify(kind)},\n  "tasks": [`;
  let piece = '',
    n = 0;
  for (const task of every()) {
    piece += `${n++ === 0 ? '' : ','}\n    ${JSON.stringify(task)}`;
    if (n % 1000 > 0) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}${n === 0 ? '' : '\n  '}],\n`;
  yield `  "summary": ${JSON.stringify(summary, undefined, 2).replaceAll('\n', '\n  ')},\n`;
  yield `  "assumptions": ${JSON.stringify(assumptions)}\n}\n`;
}

export function batchText(
  { result, left, common, notes, names }: Batch,
  { file, paint: { bold, dim }, columns }: Shown,
): string {
  const { tasks, summary, assumptions } = result;
  const within = (line: string): string[] =>
    wrapped(line, Math.max(40, columns - 2)).map((part, i) => `${i === 0 ? '  ' : '    '}${part}`);
  const lines = [bold(printable(file)), ...[...summaryLines(summary), ...notes.map(printable)].flatMap(within)];
  const [first] = tasks;
  if (first?.settings) lines.push('', ...details(first, bold, columns));
  else if (first) {
    if (common !== null) lines.push(...within(`all of them: ${printable(common)}`));
    const rows = tasks.map(task => [
      ` ${lastOf(task.pointer)}`,
      printable(task.to_number ?? '(no number)'),
      printable(versionOf(task)),
      printable(names![task.pointer] || (common === null ? 'all set' : '')),
    ]);
    lines.push('', table([[' task', 'to', 'agent', ''], ...rows], columns).trimEnd());
    const ofThem = left.remarkable > 0 ? `, ${grouped(left.remarkable)} of them with remarks` : '';
    if (left.tasks > 0)
      lines.push(dim(`  and ${grouped(left.tasks)} more${ofThem}; --all shows them, --task N one with all details`));
  }
  return `${[...lines, ...assumedLines(assumptions, columns)].join('\n')}\n`;
}

function summaryLines(summary: Batch['result']['summary']): string[] {
  const { tasks, versions, missing, unknowable, overrides_without_effect: idle } = summary;
  const areKnown = missing === 0 && unknowable === 0,
    only = areKnown && versions.length === 1 ? versions[0] : undefined,
    resolved = only ? `, all resolved: ${printable(versionCount(only))}` : ', all resolved';
  const unset = Object.entries(summary.unset_variables);
  return [
    `${count(tasks, 'task')}${tasks === 0 ? ' in this file' : areKnown ? resolved : ''}`,
    ...(missing > 0 ? [`${count(missing, 'task')}: no such agent or version`] : []),
    ...(unknowable > 0 ? [`${count(unknowable, 'task')}: version unknown`] : []),
    ...(only ? [] : versions).slice(0, 8).map(one => `${count(one.tasks, 'task')}: ${printable(versionCount(one))}`),
    ...(versions.length > 8 ? [`and ${grouped(versions.length - 8)} other versions`] : []),
    ...(unset.length > 0
      ? [
          `${count(summary.tasks_with_unset_variables, 'task')}: unset variables, read out as placeholders: ${listed(
            unset.map(([name, n]) => `{{${printable(name)}}} in ${grouped(n)}`),
            'and',
          )}`,
        ]
      : []),
    ...(summary.tasks_with_unknown_needs > 0
      ? [`${count(summary.tasks_with_unknown_needs, 'task')}: variables unknown`]
      : []),
    ...(idle > 0 ? [`${count(idle, 'override')} without effect`] : []),
  ];
}

function versionOf({ resolution }: Task): string {
  if (!resolution) return '?';
  const { agent_id: id, agent_version: version, outcome } = resolution;
  return outcome === 'resolved' ? `${id} v${version}` : `${id} ${outcome}`;
}

function details(task: Task, bold: (text: string) => string, columns: number): string[] {
  const value = (json: unknown): string => printable(show(json as Json));
  const block = (title: string, rows: string[][]): string[] =>
    rows.length === 0 ? [] : ['', bold(title), table(rows, columns).trimEnd()];
  const { resolution, dial_at: dialAt, ring_duration_ms: ring } = task;
  const because = task.because === null ? '' : `: ${printable(task.because)}`;
  const rings = ring === null ? '' : `, rings for ${ring} ms at most; a transfer rings as long`;
  const who = `${printable(task.to_number ?? '(no number)')} with ${printable(versionOf(task))}`;
  return [
    `${bold(`Task ${lastOf(task.pointer)}`)} calls ${who}${because}`,
    ...(resolution?.steps ?? []).map(({ text, spec }) => `  ${printable(text)}${spec === null ? '' : ` (${spec})`}`),
    `  dialed ${dialAt === null ? 'at an unknown time' : `at ${dialAt}`}${rings}`,
    ...block(
      'Override',
      task.overrides.map(one => [` ${printable(one.setting)}`, changeOf(one, value)]),
    ),
    ...block('Variables', [
      ...Object.entries(task.dynamic_variables).map(([name, text]) => [
        ` ${printable(name)}`,
        task.variable_sources[name]!,
        value(text),
      ]),
      ...(task.unset_variables ?? []).map(name => [
        ` ${printable(name)}`,
        'unset',
        `{{${printable(name)}}} is read out as a placeholder`,
      ]),
    ]),
    ...block(
      'Settings of this call',
      (task.settings ?? []).map(({ setting, value: held, source }) => [
        ` ${printable(setting)}`,
        source,
        source === 'removed' && held !== null ? `${value(held)} by default` : value(held),
      ]),
    ),
  ];
}

function changeOf(
  { before, before_from, after, outcome, because }: Task['overrides'][number],
  value: (json: unknown) => string,
): string {
  if (outcome === 'ignored') return `${value(after)} has no effect: ${printable(because!)}`;
  if (outcome === 'unknowable') return `${value(after)} perhaps: ${printable(because!)}`;
  const to = outcome === 'removed' || after === null ? 'removed' : value(after);
  if (before_from === 'unknown') return `unknown → ${to}`;
  if (before_from === 'unset') return `unset → ${to}`;
  return `${value(before)}${before_from === 'default' ? ' (default)' : ''} → ${to}`;
}
