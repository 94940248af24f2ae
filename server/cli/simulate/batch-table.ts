import { count, listed, show } from '../../core/words.ts';
import type { Json } from '../../core/json/json.ts';
import { printable } from '../../printers/printable.ts';
import { diallingInWords, isTelling, remarks, versionCount } from '../../printers/batch-words.ts';
import { paint } from '../../printers/paint.ts';
import { wrapped } from '../../printers/prose.ts';
import { table } from '../../printers/table.ts';
import { assumedLines } from './assumed.ts';
import type { ShownBatch, ShownOverride, ShownTask } from './batch-shown.ts';
import { grouped } from '../../printers/numbers.ts';
import type { Simulated } from './simulation.ts';

const FIRST = 20;

/** @param every every task, not only the first ones; of a single one all details */
export function batchText(simulated: Simulated, shown: ShownBatch, every: boolean): string {
  const { calls, assumptions } = shown,
    { io, colours, file } = simulated,
    { columns } = io.stdout;
  const { bold, dim } = paint(colours);
  const lines = [
    bold(printable(file)),
    ...summaryLines(shown).flatMap(line =>
      wrapped(line, Math.max(40, columns - 2)).map((part, i) => `${i === 0 ? '  ' : '    '}${part}`),
    ),
  ];
  const first = calls[0] && shown.task(calls[0]),
    single = first?.settings === undefined ? undefined : first;
  if (single) lines.push('', ...details(single, simulated));
  else if (calls.length > 0) {
    // where not all are shown, those with something to say come first
    const telling = every ? [] : calls.filter(isTelling);
    const first = (telling.length > 0 ? telling : calls).slice(0, FIRST);
    const chosen = every ? calls : first;
    // what holds for every task is said once
    const reason =
      calls.length > 1 && calls.every(({ because }) => because !== null && because === calls[0]!.because)
        ? calls[0]!.because!
        : undefined;
    if (reason !== undefined)
      lines.push(
        ...wrapped(`of all of them: ${printable(reason)}`, Math.max(40, columns - 2)).map(
          (part, i) => `${i === 0 ? '  ' : '    '}${part}`,
        ),
      );
    const rows = chosen
      .map(shown.task)
      .map(task => [
        ` ${task.pointer.split('/').at(-1)!}`,
        printable(task.to_number ?? '(no number)'),
        printable(versionOf(task)),
        printable(
          remarks(task.unset_variables, task.overrides, task.because === reason ? null : task.because).join('; ') ||
            (reason === undefined ? 'all set' : ''),
        ),
      ]);
    lines.push('', table([[' task', 'to', 'agent', ''], ...rows], columns).trimEnd());
    const rest = calls.length - chosen.length;
    const unsaid = telling.length - chosen.length;
    const ofThem = unsaid > 0 ? `, ${grouped(unsaid)} of them with something to say` : '';
    if (rest > 0)
      lines.push(dim(`  and ${grouped(rest)} more${ofThem}; --all shows them, --task N one with all details`));
  }
  lines.push(...assumedLines(assumptions, columns));
  return `${lines.join('\n')}\n`;
}

function summaryLines({ summary }: ShownBatch): string[] {
  const { tasks, versions, missing, unknowable } = summary;
  const areKnown = missing === 0 && unknowable === 0 ? ', each with a version that is known' : '';
  const lines = [`${grouped(tasks)} ${tasks === 1 ? 'task' : 'tasks'}${tasks === 0 ? ' in this file' : areKnown}`];
  if (missing > 0) lines.push(`${grouped(missing)} with an agent or version that does not exist`);
  if (unknowable > 0) lines.push(`${count(unknowable, 'task')}: version unknown`);
  for (const one of versions.slice(0, 8)) lines.push(`${grouped(one.tasks)} by ${printable(versionCount(one))}`);
  if (versions.length > 8) lines.push(`and ${grouped(versions.length - 8)} other versions`);
  const unset = Object.entries(summary.unset_variables);
  if (unset.length > 0)
    lines.push(
      `${count(summary.tasks_with_unset_variables, 'task')}: unset variables, read out as placeholders: ${listed(
        unset.map(([name, n]) => `{{${printable(name)}}} in ${grouped(n)}`),
        'and',
      )}`,
    );
  if (summary.tasks_with_unknown_needs > 0)
    lines.push(`${count(summary.tasks_with_unknown_needs, 'task')}: variables unknown`);
  const without = summary.overrides_without_effect;
  if (without > 0)
    lines.push(`${grouped(without)} ${without === 1 ? 'setting' : 'settings'} of overrides without effect`);
  lines.push(printable(diallingInWords(summary)));
  return lines;
}

function versionOf({ resolution }: ShownTask): string {
  if (!resolution) return '?';
  return resolution.outcome === 'resolved'
    ? `${resolution.agent_id} v${resolution.agent_version}`
    : `${resolution.agent_id} ${resolution.outcome}`;
}

function details(task: ShownTask, { io, colours }: Simulated): string[] {
  const { bold } = paint(colours),
    { columns } = io.stdout;
  const value = (json: unknown): string => printable(show(json as Json));
  const block = (title: string, rows: string[][]): string[] =>
    rows.length === 0 ? [] : ['', bold(title), table(rows, columns).trimEnd()];
  const { resolution, dial_at: dialAt, ring_duration_ms: ring } = task;
  const title = bold(`Task ${task.pointer.split('/').at(-1)!}`);
  const because = task.because === null ? '' : `: ${printable(task.because)}`;
  const rings = ring === null ? '' : `, rings for ${ring} ms at most; a transfer rings as long`;
  return [
    `${title} calls ${printable(task.to_number ?? '(no number)')} by ${printable(versionOf(task))}${because}`,
    ...(resolution?.steps ?? []).map(({ text, spec }) => `  ${printable(text)}${spec === null ? '' : ` (${spec})`}`),
    `  dialled ${dialAt === null ? 'at no known time' : `at ${dialAt}`}${rings}`,
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
        source === 'removed' ? 'removed' : source,
        source === 'removed' && held !== null ? `${value(held)} by default` : value(held),
      ]),
    ),
  ];
}

function changeOf(
  { before, before_from, after, outcome, because }: ShownOverride,
  value: (json: unknown) => string,
): string {
  if (outcome === 'ignored') return `${value(after)} has no effect: ${printable(because!)}`;
  if (outcome === 'unknowable') return `${value(after)} perhaps: ${printable(because!)}`;
  const to = outcome === 'removed' || after === null ? 'removed' : value(after);
  if (before_from === 'unknown') return `unknown → ${to}`;
  if (before_from === 'unset') return `unset → ${to}`;
  return `${value(before)}${before_from === 'default' ? ' (default)' : ''} → ${to}`;
}
