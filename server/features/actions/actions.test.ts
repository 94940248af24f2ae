import { describe, expect, test } from 'vitest';
import { actionsIn, titles, usual } from '../../testing/actions-at.ts';
import { filters, flow, multi, tags, tools, typos } from '../../testing/action-fixtures.ts';
import { editsOf } from './actions.ts';

describe('actions', () => {
  test.each([
    [
      'at a finding',
      multi,
      [
        'quickfix*: List the 10 locales it stands for',
        'source.fixAll.preflight: Fix all auto-fixable problems',
        ...usual('deprecated-value'),
      ],
    ],
    [
      'at a broken reference',
      flow,
      [
        'quickfix: Use "greeting" (review)',
        'quickfix.all: Use "greeting" in both places (review)',
        'quickfix.all: Fix all 3 findings of unknown-node in this file (review)',
        'quickfix: Add node "greting"',
        ...usual('unknown-node'),
      ],
    ],
    [
      'at a deprecated field',
      filters,
      [
        'quickfix: Use disconnection_reason (review)',
        'quickfix.all: Fix both findings of deprecated-field in this file (review)',
        ...usual('deprecated-field'),
      ],
    ],
    [
      'at an id that is not in this workspace',
      typos,
      [
        'quickfix: Use "agent_desk" (review)',
        'quickfix.all: Use "agent_desk" in all 3 places, in 2 files (review)',
        ...usual('unknown-agent'),
      ],
    ],
    [
      'at a tag that the agent does not have',
      tags,
      [
        'quickfix: Use "prod" (review)',
        'quickfix.all: Use "prod" in both places (review)',
        ...usual('unresolved-agent-version'),
      ],
    ],
    [
      'at a tool that is not listed',
      tools,
      [
        'quickfix: Use "tool_look_up" (review)',
        'quickfix.all: Use "tool_look_up" in both places (review)',
        'quickfix: Add custom tool "tool_lok_up"',
        ...usual('unknown-tool'),
        'refactor.rewrite: Add an else edge to "look_up"',
      ],
    ],
  ])('are offered %s', (_, fixture, expected) => expect(titles(fixture)).toEqual(expected));
  test('are offered anywhere in the line of a finding', () =>
    expect(titles(multi.replace('▮', '').replace('  "lang', '▮  "lang'))).toEqual(titles(multi)));
  test('are offered for a range', () =>
    expect(
      titles(filters.replace('▮', '').replace('"name"', '▮"name"').replace('[429]', '[429▮]')).filter(
        title => !/Suppress|to the baseline|Turn|Explain/.test(title),
      ),
    ).toMatchInlineSnapshot(`
      [
        "quickfix: Use disconnection_reason (review)",
        "quickfix: Remove error_code (review)",
        "quickfix: Use status_code (review)",
        "quickfix.all: Fix both findings of deprecated-field in this file (review)",
      ]
    `));
  test('only read the files in an untrusted workspace', () =>
    expect(titles(multi, { isTrusted: false })).toEqual(['quickfix: Explain deprecated-value']));
  test('are limited to the requested kinds', () => {
    expect(titles(multi, { onlyKinds: ['source'] })).toEqual([
      'source.migrate: Migrate the deprecated field or value in this file (review)',
      'source.fixAll.preflight: Fix all auto-fixable problems',
    ]);
    expect(titles(multi, { onlyKinds: ['source.fixAll'] })).toEqual([
      'source.fixAll.preflight: Fix all auto-fixable problems',
    ]);
    expect(titles(multi, { onlyKinds: ['source.fixAll.preflight'] })).toEqual([
      'source.fixAll.preflight: Fix all auto-fixable problems',
    ]);
    expect(titles(multi, { onlyKinds: ['source.organizeImports'] })).toEqual([]);
    expect(titles(multi, { onlyKinds: ['refactor'] })).toEqual([]);
    expect(titles(flow, { onlyKinds: ['quickfix.all'] })).toMatchInlineSnapshot(`
      [
        "quickfix.all: Use "greeting" in both places (review)",
        "quickfix.all: Fix all 3 findings of unknown-node in this file (review)",
      ]
    `);
  });
  test('have the same edits whether these are computed now or later', () => {
    for (const fixture of [multi, flow, filters]) {
      const {
        actions,
        acting: { request: selection, findings, context },
      } = actionsIn(fixture, { asksLater: true, onlyKinds: ['quickfix', 'source'] });
      const { actions: atOnce } = actionsIn(fixture, { onlyKinds: ['quickfix', 'source'] });
      const summaries = actions
        .map(({ title, work, edits }) => ({
          title,
          edits: work ? editsOf(work, selection, findings, context) : edits,
        }))
        .filter(({ title, edits }) => edits.length > 0 || title.startsWith('Explain'));
      expect(summaries).toEqual(atOnce.map(({ title, edits }) => ({ title, edits })));
      for (const { work } of actions)
        if (work) expect(editsOf(work, selection, findings, { ...context, isTrusted: false })).toEqual([]);
    }
  });
  test('have no edits yet if the editor requests the edits later', () => {
    const { actions } = actionsIn(multi, { asksLater: true });
    expect(actions.filter(({ work }) => work).map(({ title, work, edits }) => ({ title, work, edits }))).toEqual([
      { title: 'Fix all auto-fixable problems', work: { fix: 'safe' }, edits: [] },
    ]);
  });
});

test('include a command that explains the rule', () => {
  expect(
    actionsIn(multi)
      .actions.filter(({ command }) => command)
      .map(({ title, command, edits }) => ({ title, command, edits })),
  ).toEqual([
    { title: 'Explain deprecated-value', command: { name: 'explain', argument: 'deprecated-value' }, edits: [] },
  ]);
});
