import { describe, expect, test } from 'vitest';
import { contextAt } from '../../testing/caret.ts';
import { outline } from '../../testing/navigation-at.ts';
import { documentSymbols } from './document-symbols.ts';
import { foldingRanges, selectionRanges } from './selection.ts';
import { documentLinks } from './links.ts';
import { scoreOf, workspaceSymbols } from './workspace-symbols.ts';
import type { Destination } from './destinations.ts';

describe('the outline', () => {
  test('groups consecutive settings into one entry', () => {
    const context = contextAt(
      '-- a.agent.json --\n{ "agent_id": "agent_a",▮ "voice_id": "11labs-Adrian", "voice_speed": 1, "volume": 1 }',
    );
    const [voice] = documentSymbols(context)[0]!.children;
    expect(context.document.text.slice(voice!.span.start, voice!.span.end)).toBe(
      '"voice_id": "11labs-Adrian", "voice_speed": 1',
    );
  });
  test('covers numbers, weights, alerts, batches and tests', () =>
    expect(
      [
        outline(
          '-- a.phone-number.json --\n' +
            '{ "phone_number": "+14155550100", "nickname": "Main",' +
            '▮ "inbound_agents": [{ "agent_id": "agent_a", "agent_version": "prod", "weight": 0.125 }] }',
        ),
        outline(
          '-- a.alert-rule.json --\n{ "name": "Slow",▮ "metric_type": "call_count", "comparator": ">", "threshold_value": 5 }',
        ),
        outline(
          '-- a.batch-call.json --\n' +
            '{ "name": "Flu",▮ "from_number": "+14155550100", ' +
            '"tasks": [{ "to_number": "+14155550101", "override_agent_id": "agent_a", "override_agent_version": 3 }, ' +
            '{}] }',
        ),
        outline('-- a.test-case.json --\n{ "name": "Late",▮ "tool_mocks": [{ "tool_name": "look_up" }] }'),
        outline('-- a.asr-routing.json --\n{ "provider": "azure",▮ "endpointing_ms": 100 }'),
      ].join('\n---\n'),
    ).toMatchInlineSnapshot(`
      "phone number: +14155550100 (Main) | +14155550100 | { "phone_num
        arms: inbound (1 agent) | inbound_agents | "inbound_age
          arm: agent_a (prod, 12.5 %) | agent_a | { "agent_id"
      ---
      alert rule: Slow (call_count > 5) | Slow | { "name": "S
      ---
      batch call: Flu (+14155550100) | Flu | { "name": "F
        task: +14155550101 (agent_a@3) | +14155550101 | { "to_number
        task: task 2 | { | {}
      ---
      test case: Late | Late | { "name": "L
        mock: look_up | look_up | { "tool_name
      ---
      record: asr-routing | { | { "provider""
    `));
  test('counts the entries that are left out', () => {
    const [batch] = documentSymbols(
      contextAt(
        '-- a.batch-call.json --\n' +
          `{ "name": "Flu", "tasks": [▮${Array.from({ length: 6000 }, (_, i) => `{"to_number":"${i}"}`).join()}] }`,
      ),
    );
    expect([batch!.children.length, batch!.children.at(-2)!.name, batch!.children.at(-1)!.name]).toEqual([
      5000,
      '4998',
      '1,001 more tasks',
    ]);
  });
});

describe('a search in the workspace', () => {
  const context = contextAt(`-- flows/a.conversation-flow.json --
{ "conversation_flow_id": "flow_main",
  ▮ "nodes": [{ "id": "book_slot", "type": "end" },
    { "id": "bs", "name": "Book a slot", "type": "end" }, { "id": "abstract", "type": "end" }] }
-- a.agent-list.json --
[{ "agent_id": "agent_books", "agent_name": "Front desk", "tags": { "bs-1": {} } }]
`);
  const linesOf = (query: string): string[] =>
    workspaceSymbols(context.workspace, query).map(
      ({ kind, name, container, file, selection }) =>
        `${kind} ${name} in ${container}: ${context.workspace.document(file)!.text.slice(selection.start, selection.end)}`,
    );
  test('finds names that contain the letters in order, best match first', () =>
    expect(linesOf('bs')).toMatchInlineSnapshot(`
      [
        "node Book a slot in flow_main: Book a slot",
        "tag bs-1 in Front desk: bs-1",
        "node abstract in flow_main: abstract",
        "node book_slot in flow_main: book_slot",
        "agent Front desk in agent_books: Front desk",
      ]
    `));
  test('finds a record by its id', () =>
    expect(linesOf('agent_bo')).toMatchInlineSnapshot(`
      [
        "agent Front desk in agent_books: Front desk",
      ]
    `));
  test('without a query returns everything', () => expect(linesOf(' ')).toHaveLength(6));
  test('returns nothing for an unknown name', () => expect(linesOf('zz')).toEqual([]));
  test('distinguishes versions, and finds variables', () => {
    const { workspace } = contextAt(`-- v1.agent.json --
{ "agent_id": "agent_a", "version": 1, "agent_name": "Desk"▮ }
-- v2.agent.json --
{ "agent_id": "agent_a", "version": 2, "agent_name": "Desk" }
-- agent_a.agent-versions.json --
[{ "version": 1 }]
-- a.llm.json --
{ "llm_id": "llm_a", "version": 3, "general_prompt": "{{desk_name}}", "default_dynamic_variables": { "desk_hours": "9" } }
`);
    const symbolNames = (query: string): string[] =>
      workspaceSymbols(workspace, query).map(({ name, container }) => `${name} in ${container}`);
    expect(symbolNames('desk')).toEqual([
      'Desk, version 1 in agent_a',
      'Desk, version 2 in agent_a',
      'desk_hours in variable',
    ]);
    expect(symbolNames('1')).toContain('version 1 in agent_a');
    expect(symbolNames('llm_a')).toEqual(['llm_a, version 3 in ']);
  });
  test('prefers whole words, beginnings and short names', () => {
    const words = ['tag', 'tag_long', 'my-tag', 'mytag', 't_a_g', 'trading'];
    expect(words.toSorted((a, b) => scoreOf(b, 'tag') - scoreOf(a, 'tag'))).toEqual(words);
    expect(scoreOf('gat', 'tag')).toBe(-Infinity);
  });
});

describe('links', () => {
  const links = (fixture: string): string[] => {
    const context = contextAt(fixture);
    const { document, workspace } = context;
    const textAt = ({ file, selection }: Destination): string =>
      workspace.document(file)!.text.slice(selection.start, selection.end);
    return documentLinks(context).map(link => {
      const target = 'url' in link ? link.url : `${link.to.file} ${textAt(link.to)}`;
      return `${document.text.slice(link.span.start, link.span.end)} → ${target}`;
    });
  };
  test('open web addresses without secrets, and agents that have a record', () =>
    expect(
      links(`-- a.llm.json --
{ "general_tools": [▮
  { "type": "custom", "name": "a", "url": "https://api.example.com/a\\/b" },
  { "type": "custom", "name": "b", "url": "https://api.example.com/{{x}}" },
  { "type": "custom", "name": "c", "url": "https://me:hunter2hunter2@example.com" },
  { "type": "custom", "name": "d", "url": "https://example.com?api_key=abcdefgh12345" },
  { "type": "custom", "name": "e", "url": "ftp://example.com" }, { "type": "custom", "name": "f", "url": "example.com" },
  { "type": "agent_swap", "name": "g", "agent_id": "agent_a" }, { "type": "agent_swap", "name": "h", "agent_id": "agent_gone" }
] }
-- a.agent.json --
{ "agent_id": "agent_a", "version": 1 }
`),
    ).toMatchInlineSnapshot(`
  [
    "https://api.example.com/a\\/b → https://api.example.com/a/b",
    "agent_a → a.agent.json agent_a",
  ]
`));
  test('lead from references to the versions, engines and components', () =>
    expect(
      links(`-- b.phone-number.json --
{ "phone_number": "+14155550100",▮
  "inbound_agents": [{ "agent_id": "agent_a", "agent_version": 1, "weight": 1 },
    { "agent_id": "agent_a", "agent_version": "prod", "weight": 1 }] }
-- a.agent.json --
{ "agent_id": "agent_a", "version": 1, "assigned_tags": ["prod"], "is_published": true,
  "response_engine": { "type": "service-llm", "llm_id": "llm_a" } }
-- a.llm.json --
{ "llm_id": "llm_a", "version": 0 }
`),
    ).toMatchInlineSnapshot(`
      [
        "agent_a → a.agent.json agent_a",
        "1 → a.agent.json 1",
        "agent_a → a.agent.json agent_a",
        "prod → a.agent.json 1",
      ]
    `));
  test('lead from an agent to its engine', () =>
    expect(
      links(`-- a.agent.json --
{ "agent_id": "agent_a", "version": 1,▮ "response_engine": { "type": "service-llm", "llm_id": "llm_a" } }
-- a.llm.json --
{ "llm_id": "llm_a", "version": 0 }
`),
    ).toEqual(['llm_a → a.llm.json llm_a']));
  test('of a baseline lead to its files and places', () =>
    expect(
      links(`-- preflight.baseline.json --
{ "version": 1,
  "findings": [▮{ "rule": "r", "file": "a.conversation-flow.json", "at": "/nodes[id=b]/type" },
    { "rule": "r", "file": "gone.json", "at": "" },
    { "rule": "r", "file": "a.conversation-flow.json", "at": "/gone" }] }
-- a.conversation-flow.json --
{ "nodes": [{ "id": "a" }, { "id": "b", "type": "end" }] }
`),
    ).toMatchInlineSnapshot(`
  [
    "a.conversation-flow.json → a.conversation-flow.json ",
    "/nodes[id=b]/type → a.conversation-flow.json type",
    "a.conversation-flow.json → a.conversation-flow.json ",
  ]
`));
});

describe('folding', () => {
  const folds = (fixture: string, limit?: number): string[] => {
    const context = contextAt(fixture);
    return foldingRanges(context, limit).map(({ start, end }) =>
      context.document.text.slice(start, end).replace(/\s+/g, ' '),
    );
  };
  const text = '-- a.json --\n{▮\n "a": [\n  1, { "b": {} }\n ], "c": {\n },\n "d": [{\n }]\n}';
  test('covers every object and list over several lines', () =>
    expect(folds(text)).toEqual([
      '{ "a": [ 1, { "b": {} } ], "c": { }, "d": [{ }] }',
      '[ 1, { "b": {} } ]',
      '{ }',
      '[{ }]',
      '{ }',
    ]));
  test('prefers the outermost ranges if there is a limit', () =>
    expect(folds(text, 3)).toEqual(['{ "a": [ 1, { "b": {} } ], "c": { }, "d": [{ }] }', '[ 1, { "b": {} } ]', '{ }']));
  test('continues to the end of the text for an unclosed object', () =>
    expect(folds('-- a.json --\n{▮\r\n "a": [\r 1')).toEqual(['{ "a": [ 1', '[ 1']));
});

describe('expanding the selection works', () => {
  const ranges = (fixture: string): string[] => {
    const context = contextAt(fixture);
    return selectionRanges(context, [context.offset])[0]!.map(({ start, end }) =>
      context.document.text.slice(start, end),
    );
  };
  test.each([
    [
      'in a variable',
      '{ "a": ["x {{n▮}} y"] }',
      [
        'n',
        '{{n}}',
        'x {{n}} y',
        '"x {{n}} y"',
        '["x {{n}} y"]',
        '"a": ["x {{n}} y"]',
        ' "a": ["x {{n}} y"] ',
        '{ "a": ["x {{n}} y"] }',
      ],
    ],
    ['in a key', '{ "a▮b": 1 }', ['ab', '"ab"', '"ab": 1', ' "ab": 1 ', '{ "ab": 1 }']],
    ['in a number', '[1▮2, 3]', ['12', '12, 3', '[12, 3]']],
    ['between members', '{ "a": 1, ▮ "b": 2 }', [' "a": 1,  "b": 2 ', '{ "a": 1,  "b": 2 }']],
    ['in an empty list', '{ "a": [▮] }', ['[]', '"a": []', ' "a": [] ', '{ "a": [] }']],
    [
      'in an unclosed object',
      '{ "a": { "b": "x▮',
      ['x', '"x', '"b": "x', ' "b": "x', '{ "b": "x', '"a": { "b": "x', ' "a": { "b": "x', '{ "a": { "b": "x'],
    ],
    ['in an empty text', '▮', ['']],
  ])('%s', (_, text, expected) => expect(ranges(`-- a.json --\n${text}`)).toEqual(expected));
});
