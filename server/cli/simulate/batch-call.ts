import { diallingOf } from '../../simulator/dialling.ts';
import { tasksOf } from '../../simulator/batch.ts';
import { summaryOf } from '../../simulator/batch-summary.ts';
import { momentOf } from '../../simulator/moment.ts';
import { UsageError } from '../terminal/io.ts';
import { namesOf } from './assumed.ts';
import { shower, type ShownBatch } from './batch-shown.ts';
import { batchText } from './batch-table.ts';
import { wholeNumber } from './numbers.ts';
import { recordsOf, text, type Simulation } from './simulation.ts';

/** Tells what each task of a batch call does: `preflight simulate X.batch-call.json`. */
export const batchCall: Simulation = {
  kinds: ['batch-call'],
  about:
    'of each task the agent and version, what its override changes, its variables and those that stay unset, and the moment it is ' +
    'dialled at the earliest, by schedule and call time window in its zone',
  examples: `  preflight simulate batches/flu-clinic.batch-call.json --now 2026-01-16T09:00:00-08:00
  preflight simulate batches/flu-clinic.batch-call.json --task 1
`,
  options: {
    now: {
      value: 'TIME',
      about: 'when a batch without a schedule begins, ISO 8601, UTC where it names no zone (default: the present)',
    },
    task: { value: 'N', about: 'only this task, counted from 0, with all of its settings and variables' },
    all: { about: 'every task in the table, not only the first' },
  },
  run(simulated) {
    const { io, values, format, document, file, workspace } = simulated;
    const [batch, ...more] = recordsOf(simulated);
    if (!batch || more.length > 0)
      throw new UsageError(
        `${file} holds ${batch ? `${more.length + 1} batches` : 'no batch'}; one at a time can be simulated`,
      );
    if (!batch.isObject) throw new UsageError(`${file}: a batch call is an object; "preflight lint" says more`);
    const written = batch.get('tasks');
    if (written.exists && !written.isArray)
      throw new UsageError(`${file} at ${written.pointer}: tasks are a list; "preflight lint" says more`);
    const now = nowOf(text(values, 'now')),
      length = written.items().length,
      index = indexOf(text(values, 'task'), length, file);
    const dialling = diallingOf(batch, now, workspace.facts.refusedAssumptions),
      all = tasksOf(batch, workspace);
    const tasks = index === undefined ? all : [all[index]!];
    const shown: ShownBatch = {
      version: 1,
      kind: document.kind!,
      calls: tasks,
      task: shower(dialling, simulated, index !== undefined),
      summary: summaryOf(tasks, dialling),
      assumptions: namesOf(
        dialling.at === undefined ? [] : dialling.assumptions,
        ...new Set(tasks.map(task => task.assumptions)),
      ),
    };
    if (format === 'json') for (const part of jsonParts(shown)) io.stdout.write(part);
    else io.stdout.write(batchText(simulated, shown, values['all'] === true || index !== undefined));
    return tasks.some(({ resolution }) => resolution?.outcome === 'missing') ? 1 : 0;
  },
};

/** @throws UsageError */
function nowOf(written: string | undefined): number {
  if (written === undefined) return Date.now();
  const moment = /^\d{4}-/.test(written) ? momentOf(written) : undefined;
  if (!moment) throw new UsageError(`--now ${JSON.stringify(written)} is no time; 2026-01-16T09:00:00-08:00 is one`);
  return moment.at;
}

/** @throws UsageError */
function indexOf(written: string | undefined, length: number, file: string): number | undefined {
  if (written === undefined) return undefined;
  if (length === 0) throw new UsageError(`${file} has no tasks, so --task can name none`);
  return wholeNumber('--task', written, 0, length - 1);
}

/** The whole output in pieces: one text of it would be too long for 50,000 tasks to be pleasant. */
function* jsonParts({ version, kind, calls, task, summary, assumptions }: ShownBatch): Generator<string> {
  yield `{\n  "version": ${version},\n  "kind": ${JSON.stringify(kind)},\n  "tasks": [`;
  for (let from = 0; from < calls.length; from += 1000) {
    yield calls
      .slice(from, from + 1000)
      .map((call, i) => `${from + i === 0 ? '' : ','}\n    ${JSON.stringify(task(call))}`)
      .join('');
  }
  yield `${calls.length === 0 ? '' : '\n  '}],\n`;
  yield `  "summary": ${JSON.stringify(summary, undefined, 2).replaceAll('\n', '\n  ')},\n`;
  yield `  "assumptions": ${JSON.stringify(assumptions)}\n}\n`;
}
