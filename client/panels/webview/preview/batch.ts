import type { AlertView, BatchView } from '../../../../server/lsp/protocol.ts';
import { h, keyed, type Child, type Element } from '../element.ts';
import { badge, grouped, plural, section, stateBadge, toPlace } from '../parts.ts';

const tile = (value: number, words: string, kind: string): Element | null =>
  value === 0 && kind !== ''
    ? null
    : h('li', { class: `tile ${kind}` }, h('strong', {}, grouped(value)), h('span', {}, words));

export function batchSection(
  {
    tasks,
    resolved,
    missing,
    unknowable,
    versions,
    tasksWithUnsetVariables,
    tasksWithUnknownNeeds,
    unsetVariables,
    overridesWithoutEffect,
    dialling,
  }: BatchView,
  ...more: readonly Child[]
): Element {
  return section(
    'batch',
    'Batch',
    { count: plural(tasks, 'task') },
    h(
      'ul',
      { class: 'tiles' },
      tile(tasks, tasks === 1 ? 'task' : 'tasks', ''),
      tile(resolved, '✓ resolved', 'good'),
      tile(missing, '✕ select no version', 'bad'),
      tile(unknowable, '? not known from these files', 'odd'),
      tile(tasksWithUnsetVariables, '✕ leave a variable unset', 'bad'),
      tile(tasksWithUnknownNeeds, '? variables not known', 'odd'),
      tile(overridesWithoutEffect, '! overrides without effect', 'odd'),
    ),
    h('p', {}, h('span', { class: 'quiet' }, 'Dialling: '), dialling),
    versions.length === 0
      ? null
      : h(
          'table',
          {},
          h(
            'thead',
            {},
            h(
              'tr',
              {},
              h('th', { scope: 'col' }, 'Agent'),
              h('th', { scope: 'col' }, 'Gets'),
              h('th', { scope: 'col', class: 'number' }, 'Tasks'),
            ),
          ),
          h(
            'tbody',
            {},
            versions.map(({ agentId, agentName, version, outcome, words, tasks: count }) =>
              keyed(
                `${agentId}@${version}${outcome}`,
                h(
                  'tr',
                  {},
                  h('th', { scope: 'row', title: agentId }, agentName ?? agentId),
                  h('td', {}, words, outcome === 'resolved' ? null : [' ', stateBadge({ outcome, isPublished: null })]),
                  h('td', { class: 'number' }, grouped(count)),
                ),
              ),
            ),
          ),
        ),
    unsetVariables.length === 0
      ? null
      : [
          h('h3', {}, 'Variables that nobody sets'),
          h(
            'ul',
            { class: 'unset' },
            unsetVariables.map(({ name, tasks: count, place }) =>
              h(
                'li',
                {},
                badge('missing', '✕', 'unset'),
                ' ',
                toPlace(place, h('code', {}, name)),
                ` in ${plural(count, 'task')}`,
              ),
            ),
          ),
        ],
    ...more,
  );
}

export function alertSection({ condition, missing, notes, emails, webhooks }: AlertView): Element {
  const told = [emails > 0 ? plural(emails, 'e-mail recipient') : '', webhooks > 0 ? plural(webhooks, 'webhook') : '']
    .filter(Boolean)
    .join(' and ');
  return section(
    'alert',
    'Alert rule',
    { count: undefined },
    condition === null
      ? h(
          'p',
          { class: 'because' },
          badge('missing', '✕', 'incomplete'),
          ` missing or not known: ${missing.join(', ')}`,
        )
      : h('p', { class: 'condition' }, h('code', {}, condition)),
    notes.length === 0
      ? null
      : h(
          'ul',
          { class: 'notes' },
          notes.map(note => h('li', {}, h('span', { class: 'sign', 'aria-hidden': 'true' }, '⚠'), h('span', {}, note))),
        ),
    h('p', { class: 'quiet' }, told === '' ? 'Nobody is notified.' : `Notified: ${told}.`),
  );
}
