import { count, grouped, type SimulatedOf } from '../../../../server/lsp/protocol.ts';
import { h, keyed, type Child, type Element } from '../element.ts';
import { badge, entryOf, scrolling, section, stateBadge, tableOf, toPlace } from '../parts.ts';

type Batch = SimulatedOf<'batch'>;
type Task = Batch['result']['tasks'][number];

const tile = (value: number, words: string, kind: string): Element | null =>
  value === 0 && kind !== ''
    ? null
    : h('li', { class: `tile ${kind}` }, h('strong', {}, grouped(value)), h('span', {}, words));

/** @param tasks whether to list the tasks of the result */
export function batchSection({ result, notes, places, names }: Batch, tasks: boolean): Element {
  const { summary } = result;
  return section(
    'batch',
    'Batch',
    { count: count(summary.tasks, 'task') },
    h(
      'ul',
      { class: 'tiles' },
      tile(summary.tasks, summary.tasks === 1 ? 'task' : 'tasks', ''),
      tile(summary.resolved, '✓ resolved', 'good'),
      tile(summary.missing, '✕ no such agent or version', 'bad'),
      tile(summary.unknowable, '? version unknown', 'odd'),
      tile(summary.tasks_with_unset_variables, '✕ with unset variables', 'bad'),
      tile(summary.tasks_with_unknown_needs, '? variables unknown', 'odd'),
      tile(summary.overrides_without_effect, '! overrides without effect', 'odd'),
    ),
    notes.map(note => h('p', {}, h('span', { class: 'quiet' }, 'Dialing: '), note)),
    summary.versions.length > 0 && versionsTable(summary.versions, names),
    unsetList(result, places),
    tasks ? tasksTable(result, places, names) : null,
  );
}

const versionsTable = (versions: Batch['result']['summary']['versions'], names: Batch['names']): Element =>
  tableOf(
    ['Agent', 'Gets', ['Tasks', 'number']],
    versions.map(({ agent_id: id, agent_version: version, reference, outcome, tasks }) =>
      keyed(
        `${id}@${version ?? reference}${outcome}`,
        h(
          'tr',
          {},
          h('th', { scope: 'row', title: id }, entryOf(names, id) ?? id),
          h(
            'td',
            {},
            version === null ? (reference ?? '') : `version ${version}`,
            outcome === 'resolved' ? null : [' ', stateBadge({ outcome })],
          ),
          h('td', { class: 'number' }, grouped(tasks)),
        ),
      ),
    ),
  );

function unsetList({ summary, tasks }: Batch['result'], places: Batch['places']): Child {
  const unset = Object.entries(summary.unset_variables);
  if (unset.length === 0) return null;
  const placeOf = (name: string) => {
    const first = tasks.find(task => task.unset_variables?.includes(name));
    return first && places[first.pointer];
  };
  return [
    h('h3', {}, 'Unset variables'),
    h(
      'ul',
      { class: 'unset' },
      unset.map(([name, tasks]) =>
        h(
          'li',
          {},
          badge('missing', '✕', 'unset'),
          ' ',
          toPlace(placeOf(name), h('code', {}, name)),
          ` in ${count(tasks, 'task')}`,
        ),
      ),
    ),
  ];
}

function tasksTable({ tasks, summary }: Batch['result'], places: Batch['places'], names: Batch['names']): Child {
  if (tasks.length === 0) return null;
  return [
    h('h3', {}, tasks.length < summary.tasks ? `${count(tasks.length, 'task')} of ${grouped(summary.tasks)}` : 'Tasks'),
    scrolling(
      'scrolling stacking',
      'Tasks',
      tableOf(
        ['Task', 'To', 'Gets', 'Remarks'],
        tasks.map(task => taskRow(task, places[task.pointer], names[task.pointer] ?? '')),
      ),
    ),
  ];
}

function taskRow(
  { pointer, to_number: to, resolution }: Task,
  place: Batch['places'][string] | undefined,
  remarks: string,
): Element {
  const outcome = resolution?.outcome ?? 'unknowable';
  const agent = resolution
    ? `${resolution.agent_id}${resolution.agent_version === null ? '' : ` v${resolution.agent_version}`}`
    : 'unknown agent';
  return keyed(
    pointer,
    h(
      'tr',
      { class: outcome === 'missing' ? 'hole' : undefined },
      h('th', { scope: 'row' }, toPlace(place, String(Number(pointer.slice(pointer.lastIndexOf('/') + 1)) + 1))),
      h('td', { class: 'to' }, to ?? '(no number)'),
      h('td', {}, outcome === 'resolved' ? null : [stateBadge({ outcome }), ' '], agent),
      h('td', {}, remarks === '' ? h('span', { class: 'quiet' }, '–') : remarks),
    ),
  );
}
