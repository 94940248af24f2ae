import type { Json } from '../../core/json/json.ts';
import { count, groupDigits } from '../../core/numbers.ts';
import { show } from '../../core/wording.ts';
import type { BatchAnswer } from '../../simulator/subjects/batch.ts';
import {
  badge,
  code,
  link,
  quietText,
  section,
  steps,
  strong,
  table,
  values,
  words,
  type Badge,
  type Block,
  type Text,
  type Value,
} from '../blocks.ts';
import { stateBadge } from './resolve.ts';
import { lastOf, type PanelGuide, type Guide } from './asked.ts';

type Result = BatchAnswer['result'];
type Task = Result['tasks'][number];
type Summary = Result['summary'];

const MAX_VERSIONS = 8;

/** The JSON of a batch in pieces, because a single string would be too long for 50,000 tasks. */
export function* batchJson({
  result: { version, kind, summary, assumptions },
  allTasks,
}: BatchAnswer): Generator<string> {
  yield `{\n  "version": ${version},\n  "kind": ${JSON.stringify(kind)},\n  "tasks": [`;
  let piece = '',
    n = 0;
  for (const task of allTasks()) {
    piece += `${n++ === 0 ? '' : ','}\n    ${JSON.stringify(task)}`;
    if (n % 1000 > 0) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}${n === 0 ? '' : '\n  '}],\n`;
  yield `  "summary": ${JSON.stringify(summary, undefined, 2).replaceAll('\n', '\n  ')},\n`;
  yield `  "assumptions": ${JSON.stringify(assumptions)}\n}\n`;
}

export const batchBlocks = (
  batchAnswers: readonly BatchAnswer[],
  { isFull, guide, nameOf }: PanelGuide,
): readonly Block[] =>
  batchAnswers.flatMap(batchAnswer => {
    const { summary, tasks } = batchAnswer.result;
    const [first] = tasks;
    return [
      section(
        'batch',
        'Batch',
        [
          { is: 'figures', figures: figuresOf(summary) },
          batchAnswer.notes.map(note => words(note)),
          summary.versions.length > 0 && versionsTable(summary.versions, nameOf),
          values(unsetValues(batchAnswer.result, guide)),
          ...(first?.settings ? taskBlocks(first, nameOf) : []),
        ],
        { count: count(summary.tasks, 'task') },
      ),
      ...(isFull && first && !first.settings ? [tasksSection(batchAnswer, guide, nameOf)] : []),
    ];
  });

const figuresOf = (summary: Summary): readonly (Badge & { readonly value: number })[] =>
  [
    { ...badge('plain', '', summary.tasks === 1 ? 'task' : 'tasks'), value: summary.tasks },
    { ...badge('good', '✓', 'resolved'), value: summary.resolved },
    { ...badge('bad', '✕', 'with no such agent or version'), value: summary.missing },
    { ...badge('open', '?', 'with an unknown version'), value: summary.unknowable },
    {
      ...badge('bad', '✕', 'with unset variables, read out as placeholders'),
      value: summary.tasks_with_unset_variables,
    },
    { ...badge('open', '?', 'with unknown variables'), value: summary.tasks_with_unknown_needs },
    { ...badge('open', '!', 'overrides without effect'), value: summary.overrides_without_effect },
  ].filter(({ tone, value }) => tone === 'plain' || value > 0);

function versionsTable(versions: Summary['versions'], nameOf: PanelGuide['nameOf']): Block {
  const remainingVersions = versions.slice(MAX_VERSIONS);
  return table(
    'Versions',
    [{ title: 'tasks', align: 'right' }, 'agent', 'gets'],
    [
      ...versions.slice(0, MAX_VERSIONS).map(({ agent_id: id, agent_version: version, reference, outcome, tasks }) => {
        const versionText: Text =
          version === null
            ? [{ badge: stateBadge(outcome) }, reference === null ? '' : ` (${reference})`]
            : [`version ${version}`, outcome === 'resolved' ? '' : [' ', { badge: stateBadge(outcome) }]];
        return { cells: [groupDigits(tasks), nameOf(id), versionText] };
      }),
      ...(remainingVersions.length > 0
        ? [
            {
              cells: [
                groupDigits(remainingVersions.reduce((sum, { tasks }) => sum + tasks, 0)),
                quietText(`${groupDigits(remainingVersions.length)} other versions`),
                '',
              ],
            },
          ]
        : []),
    ],
  );
}

const unsetValues = ({ summary, tasks }: Result, guide: Guide | undefined): Value[] =>
  Object.entries(summary.unset_variables).map(([name, n]) => {
    const first = tasks.find(task => task.unset_variables?.includes(name));
    return {
      name: link(code(`{{${name}}}`), first && guide?.value(first.pointer)),
      words: `unset in ${count(n, 'task')}`,
    };
  });

function tasksSection(
  { result: { tasks, summary }, names, omission, common }: BatchAnswer,
  guide: Guide | undefined,
  nameOf: PanelGuide['nameOf'],
): Block {
  const remarkText = omission.remarkable > 0 ? `, ${groupDigits(omission.remarkable)} of them with remarks` : '';
  return section(
    'tasks',
    'Tasks',
    [
      common !== null && words(`all of them: ${common}`),
      table(
        'Tasks',
        ['task', 'to', 'agent', 'remarks'],
        tasks.map(task => ({
          cells: [
            link(lastOf(task.pointer), guide?.value(task.pointer)),
            task.to_number ?? '(no number)',
            versionOf(task, nameOf),
            names?.[task.pointer] || quietText(common === null ? 'all set' : ''),
          ],
          isBad: task.resolution?.outcome === 'missing',
        })),
      ),
      omission.tasks > 0 &&
        words(
          `and ${groupDigits(omission.tasks)} more${remarkText}` +
            (guide ? '' : '; --all shows all tasks, --task N shows one task in detail'),
          'quiet',
        ),
    ],
    {
      count: tasks.length < summary.tasks ? `${groupDigits(tasks.length)} of ${groupDigits(summary.tasks)}` : undefined,
    },
  );
}

function versionOf({ resolution }: Task, nameOf: PanelGuide['nameOf']): Text {
  if (!resolution) return '?';
  const { agent_id: id, agent_version: version, outcome } = resolution,
    name = nameOf(id);
  return outcome === 'resolved' ? `${name} v${version}` : [`${name} `, { badge: stateBadge(outcome) }];
}

/** One task in detail: its version, times, variables and overrides. */
function taskBlocks(task: Task, nameOf: PanelGuide['nameOf']): readonly (Block | null | undefined | false)[] {
  const value = (json: unknown): string => show(json as Json);
  const block = (key: string, title: string, rows: readonly Value[]): Block | false =>
    rows.length > 0 && section(key, title, [values(rows)]);
  const { resolution, dial_at: dialAt, ring_duration_ms: ringMs } = task;
  const rings = ringMs === null ? '' : `, rings for ${ringMs} ms at most; a transfer rings for the same time`;
  return [
    words([
      strong(`Task ${lastOf(task.pointer)}`),
      ` calls ${task.to_number ?? '(no number)'} with `,
      versionOf(task, nameOf),
      task.because === null ? '' : `: ${task.because}`,
    ]),
    resolution && steps(resolution.steps),
    words(`dialed ${dialAt === null ? 'at an unknown time' : `at ${dialAt}`}${rings}`),
    block(
      'override',
      'Override',
      task.overrides.map(override => ({ name: code(override.setting), words: changeOf(override, value) })),
    ),
    block('variables', 'Variables', [
      ...Object.entries(task.dynamic_variables).map(([name, text]) => ({
        name: code(name),
        words: [value(text), quietText(` from ${task.variable_sources[name]!}`)],
      })),
      ...(task.unset_variables ?? []).map(name => ({
        name: code(name),
        words: [{ badge: badge('bad', '✕', 'unset') }, `: {{${name}}} is read out as a placeholder`],
      })),
    ]),
    block(
      'settings',
      'Settings of this call',
      (task.settings ?? []).map(({ setting, value: heldValue, source }) => ({
        name: code(setting),
        words: [
          source === 'removed' && heldValue !== null ? `${value(heldValue)} by default` : value(heldValue),
          quietText(` from ${source}`),
        ],
      })),
    ),
  ];
}

function changeOf(
  { before, before_from, after, outcome, because }: Task['overrides'][number],
  value: (json: unknown) => string,
): string {
  if (outcome === 'ignored') return `${value(after)} has no effect: ${because!}`;
  if (outcome === 'unknowable') return `${value(after)}, effect unknown: ${because!}`;
  const newText = outcome === 'removed' || after === null ? 'removed' : value(after);
  if (before_from === 'unknown') return `unknown → ${newText}`;
  if (before_from === 'unset') return `unset → ${newText}`;
  return `${value(before)}${before_from === 'default' ? ' (default)' : ''} → ${newText}`;
}
