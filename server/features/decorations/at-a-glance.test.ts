import { describe, expect, test } from 'vitest';
import { applyTextEdits } from '../../core/fixing/apply.ts';
import { contextAt } from '../../testing/caret.ts';
import type { DocumentContext } from '../context.ts';
import { codeLenses } from './code-lenses.ts';
import { inlayHints } from './inlay-hints.ts';
import { resolveLens } from './resolve-lens.ts';
import { semanticTokens } from './semantic-tokens.ts';

const fullSpan = ({ document }: DocumentContext) => ({ start: 0, end: document.text.length });
/** The text with each hint inserted at its offset. */
const hintsIn = (context: DocumentContext, range = fullSpan(context)): string =>
  applyTextEdits(
    context.document.text,
    inlayHints({ ...context, range }).map(({ offset, label }) => ({ start: offset, end: offset, text: `‹${label}›` })),
  )!;
/** The lines with tokens, each token as `‹type modifiers:text›`. */
const tokensOf = (context: DocumentContext): string =>
  applyTextEdits(
    context.document.text,
    semanticTokens(context).flatMap(({ start, end, type, modifiers }) => [
      { start, end: start, text: `‹${[type, ...modifiers].join(' ')}:` },
      { start: end, end, text: '›' },
    ]),
  )!
    .split('\n')
    .filter(line => line.includes('‹'))
    .map(line => line.trim())
    .join('\n');
/** Each lens with the line below it. */
const lensLines = (context: DocumentContext): string =>
  codeLenses(context)
    .map(lens => {
      const { line } = context.document.lines.positionAt(lens.span.start),
        resolvedLens = lens.subject && resolveLens(context, lens.subject);
      const words = (file: string): string => context.workspace.document(file)!.text,
        places =
          resolvedLens?.places.map(({ file, span }) => `${file} ${words(file).slice(span.start, span.end)}`) ?? [];
      return `${line} ${lens.action}: ${resolvedLens?.title ?? lens.title}${places.map(place => `\n    ${place}`).join('')}`;
    })
    .join('\n');

const team = `
-- desk-7.agent.json --
{ "agent_id": "agent_desk", "version": 7, "is_published": true, "agent_name": "Desk",
  "last_modification_timestamp": 1760000000000, "assigned_tags": ["prod"],
  "response_engine": { "type": "service-llm", "llm_id": "llm_desk", "version": 1 },
  "voice_id": "11labs-Lily" }
-- desk-8.agent.json --
{ "agent_id": "agent_desk", "version": 8, "is_published": false, "agent_name": "Desk",
  "last_modification_timestamp": 1760000000001, "assigned_tags": [],
  "response_engine": { "type": "service-llm", "llm_id": "llm_desk", "version": 1 },
  "voice_id": "11labs-Lily" }
-- agent_desk.agent-versions.json --
[{ "version": 7, "is_published": true }, { "version": 8, "is_published": false }]
-- all.agent-list.json --
[{ "agent_id": "agent_desk", "agent_name": "Desk", "channel": "voice",
    "user_modified_timestamp": 1760000000001,
    "tags": { "prod": { "version": 7, "dynamic_variables": { "clinic": "Hill" } } } }]
`;

describe('inlay hints', () => {
  test('show the version that a tag selects, the owner of an id, and the share of each arm', () => {
    const context = contextAt(`${team}-- split.agent-weights.json --
▮[
  { "agent_id": "agent_desk", "agent_version": "prod", "weight": 0.5 },
  { "agent_id": "agent_desk", "agent_version": "latest", "weight": 0.3 },
  { "agent_id": "agent_desk", "agent_version": 7, "weight": 0.3 },
  { "agent_id": "agent_desk", "agent_version": 9, "weight": 0.3 },
  { "agent_id": "agent_desk", "agent_version": "beta", "weight": 0.3 },
  { "agent_id": "agent_desk", "weight": 0.1 },
  { "agent_id": "agent_else", "agent_version": "prod", "weight": 0.1 },
  { "agent_id": "{{agent}}", "agent_version": "prod", "weight": 0.1 }
]
`);
    expect(hintsIn(context)).toBe(`[
  { "agent_id": "agent_desk", "agent_version": "prod"‹→ v7 published›, "weight": 0.5‹25 %› },
  { "agent_id": "agent_desk", "agent_version": "latest"‹→ v8 draft›, "weight": 0.3‹15 %› },
  { "agent_id": "agent_desk", "agent_version": 7‹published›, "weight": 0.3‹15 %› },
  { "agent_id": "agent_desk", "agent_version": 9‹→ missing›, "weight": 0.3‹15 %› },
  { "agent_id": "agent_desk", "agent_version": "beta"‹→ missing›, "weight": 0.3‹15 %› },
  { "agent_id": "agent_desk"‹latest → v8 draft›, "weight": 0.1‹5 %› },
  { "agent_id": "agent_else", "agent_version": "prod"‹→ ?›, "weight": 0.1‹5 %› },
  { "agent_id": "{{agent}}", "agent_version": "prod", "weight": 0.1‹5 %› }
]
`);
    const line = context.document.text.indexOf('"latest"'),
      [hint] = inlayHints({ ...context, range: { start: line, end: line + 10 } });
    expect(hint).toEqual({
      offset: line + 8,
      label: '→ v8 draft',
      hintKind: 'versions',
      paddingLeft: true,
      target: { file: 'desk-8.agent.json', span: { start: 0, end: 1 } },
      tooltip:
        'latest selects the largest version number: 8 (Versioning 3)\nthe version has no tags, so no variables apply (Versioning 4)',
    });
    expect(
      inlayHints({ ...context, range: fullSpan(context) })
        .filter(({ label }) => label === '→ ?')
        .map(({ tooltip }) => tooltip),
    ).toEqual(['no agent agent_else in this workspace']);
    expect(
      hintsIn(contextAt('-- a.agent-weights.json --\n▮[{ "agent_id": "a", "agent_version": 1, "weight": 1 }]')),
    ).toBe('[{ "agent_id": "a", "agent_version": 1, "weight": 1 }]');
  });

  test('show numbers as times if these are clearer', () => {
    expect(
      hintsIn(
        contextAt(`-- desk.agent.json --
▮{
  "agent_id": "agent_desk", "voice_id": "11labs-Lily", "response_engine": { "type": "custom-llm", "llm_websocket_url": "wss://a.test" },
  "end_call_after_silence_ms": 600000,
  "max_call_duration_ms": 5400000,
  "begin_message_delay_ms": 0,
  "ring_duration_ms": 500,
  "reminder_trigger_ms": "1000",
  "webhook_timeout_ms": 1000,
  "interruption_sensitivity": 0.5,
  "base_version": 3, "last_modification_timestamp": 1760000000000
}
`),
      ),
    ).toBe(`{
  "agent_id": "agent_desk", "voice_id": "11labs-Lily", "response_engine": { "type": "custom-llm", "llm_websocket_url": "wss://a.test" },
  "end_call_after_silence_ms": 600000‹10 min›,
  "max_call_duration_ms": 5400000‹1 h 30 min›,
  "begin_message_delay_ms": 0,
  "ring_duration_ms": 500,
  "reminder_trigger_ms": "1000",
  "webhook_timeout_ms": 1000‹1 s›,
  "interruption_sensitivity": 0.5,
  "base_version": 3, "last_modification_timestamp": 1760000000000‹2025-10-09 08:53:20 UTC›
}
`);
    expect(
      hintsIn(
        contextAt(`-- march.batch-call.json --
▮{ "from_number": "+14155550100", "trigger_timestamp": 1760000040000, "tasks": [],
  "call_time_window": { "windows": [{ "start": 0, "end": 1020 },
    { "start": 1439.5, "end": 1440 }] } }`),
      ),
    ).toBe(
      '{ "from_number": "+14155550100", "trigger_timestamp": 1760000040000‹2025-10-09 08:54 UTC›, ' +
        '"tasks": [],\n  "call_time_window": { "windows": [{ "start": 0‹00:00›, "end": 1020‹17:00› },\n' +
        '    { "start": 1439.5, "end": 1440‹24:00› }] } }',
    );
  });

  const flow = `-- desk.conversation-flow.json --
▮{
  "start_node_id": "n1",
  "tools": [{ "type": "custom", "name": "lookup_order", "tool_id": "tool_1" }],
  "nodes": [
    { "id": "n1", "type": "conversation", "name": "Ask for name",
      "edges": [{ "id": "e1", "destination_node_id": "n2" },
        { "id": "e2", "destination_node_id": "n1" }] },
    { "id": "n2", "type": "function", "tool_id": "tool_1", "tool_type": "local",
      "else_edge": { "id": "e3", "destination_node_id": "n9" } },
    { "id": "n3", "type": "component", "component_id": "comp_1", "component_type": "local" }
  ],
  "components": [{ "conversation_flow_component_id": "comp_1", "name": "Payment", "nodes": [] }]
}
`;
  test('show the names of nodes, tools and components after their ids', () => {
    expect(hintsIn(contextAt(flow))).toBe(`{
  "start_node_id": "n1"‹→ Ask for name›,
  "tools": [{ "type": "custom", "name": "lookup_order", "tool_id": "tool_1" }],
  "nodes": [
    { "id": "n1", "type": "conversation", "name": "Ask for name",
      "edges": [{ "id": "e1", "destination_node_id": "n2" },
        { "id": "e2", "destination_node_id": "n1"‹→ Ask for name› }] },
    { "id": "n2", "type": "function", "tool_id": "tool_1"‹→ lookup_order›, "tool_type": "local",
      "else_edge": { "id": "e3", "destination_node_id": "n9" } },
    { "id": "n3", "type": "component", "component_id": "comp_1"‹→ Payment›, "component_type": "local" }
  ],
  "components": [{ "conversation_flow_component_id": "comp_1", "name": "Payment", "nodes": [] }]
}
`);
  });
  test('follow the value that takes effect, in lists and exports too', () => {
    expect(
      hintsIn(
        contextAt(
          '-- all.agent-list.json --\n' +
            '▮[{}, { "agent_id": "a", "user_modified_timestamp": 1, "user_modified_timestamp": 60000,\n' +
            '"tags": { "prod": { "version": 1 }, "beta": {} } }]\n' +
            '-- v1.agent.json --\n' +
            '{ "agent_id": "a", "version": 1, "is_published": false, "base_version": 0, "voice_id": "x", ' +
            '"response_engine": {} }',
        ),
      ),
    ).toBe(
      '[{}, { "agent_id": "a", "user_modified_timestamp": 1, ' +
        '"user_modified_timestamp": 60000‹1970-01-01 00:01 UTC›,\n' +
        '"tags": { "prod": { "version": 1‹draft› }, "beta": {} } }]\n',
    );
    expect(
      hintsIn(
        contextAt(
          '-- a.agent-versions.json --\n' +
            '▮[{ "version": 0, "is_published": true }, { "version": 1, "base_version": 0, "is_published": false },\n' +
            '{ "version": 2, "base_version": 7, "is_published": false }]',
        ),
      ),
    ).toBe(
      '[{ "version": 0, "is_published": true }, { "version": 1, "base_version": 0, "is_published": false },\n' +
        '{ "version": 2, "base_version": 7‹→ missing›, "is_published": false }]',
    );
    expect(
      hintsIn(
        contextAt(
          '-- x.agent.json --\n' +
            '▮{ "agent": { "agent_name": "X", "voice_id": "v", "response_engine": {},\n' +
            '"max_call_duration_ms": 90000 },\n' +
            '"conversation_flow": { "start_node_id": "a",\n' +
            '"nodes": [{ "id": "a", "name": "Hello", "type": "end" }] } }',
        ),
      ),
    ).toBe(
      '{ "agent": { "agent_name": "X", "voice_id": "v", "response_engine": {},\n' +
        '"max_call_duration_ms": 90000‹90 s› },\n' +
        '"conversation_flow": { "start_node_id": "a"‹→ Hello›,\n' +
        '"nodes": [{ "id": "a", "name": "Hello", "type": "end" }] } }',
    );
  });
  test('can be computed for a single range', () => {
    const context = contextAt(flow),
      hints = inlayHints({ ...context, range: fullSpan(context) });
    for (let start = 0; start < context.document.text.length; start += 7) {
      const range = { start, end: start + 40 };
      expect(inlayHints({ ...context, range })).toEqual(
        hints.filter(({ offset }) => offset >= range.start && offset <= range.end),
      );
    }
  });
});

describe('code lenses', () => {
  const usedFixture = `${team}-- main.phone-number.json --
{ "phone_number": "+14155550100",
  "inbound_agents": [{ "agent_id": "agent_desk", "agent_version": "prod", "weight": 0.5 },
    { "agent_id": "agent_desk", "agent_version": 7, "weight": 0.5 }],
  "outbound_agents": [{ "agent_id": "agent_desk", "weight": 1 }] }
-- other.agent.json --
{ "agent_id": "agent_other", "version": 0,
  "response_engine": { "type": "conversation-flow", "conversation_flow_id": "flow_1" },
  "voice_id": "11labs-Lily" }
-- other.conversation-flow.json --
{ "conversation_flow_id": "flow_1",
  "nodes": [{ "id": "n1", "type": "agent_swap", "agent_id": "agent_desk", "agent_version": "prod" },
    { "id": "n2", "type": "component", "component_id": "comp_1", "component_type": "shared" }] }
-- pay.flow-component.json --
{ "conversation_flow_component_id": "comp_1", "name": "Payment", "nodes": [] }
`;
  const lensesOf = (file: string): string => {
    const context = contextAt(`${usedFixture}-- caret.agent-override.json --\n▮{}`);
    return lensLines({ ...context, document: context.workspace.document(file)! });
  };
  test('count the references to an agent and to its versions', () => {
    expect(lensesOf('desk-7.agent.json')).toBe(`0 preview: Preview
0 simulate: Simulate
0 references: prod → v7 published · 1 number · 1 swap
    all.agent-list.json {
    main.phone-number.json "prod"
    main.phone-number.json 7
    other.conversation-flow.json "prod"`);
    expect(lensesOf('desk-8.agent.json')).toBe(`0 preview: Preview
0 simulate: Simulate
0 references: v8 draft · 1 number
    main.phone-number.json "agent_desk"
0 references: prod → v7 published · 1 number · 1 swap
    all.agent-list.json {
    main.phone-number.json "prod"
    other.conversation-flow.json "prod"`);
    expect(lensesOf('other.agent.json')).toBe(`0 preview: Preview
0 simulate: Simulate
0 flow: Show flow
0 references: v0 · no references`);
    expect(lensesOf('all.agent-list.json')).toBe(`0 preview: Preview
0 references: 1 number · 1 swap
    all.agent-list.json {
    main.phone-number.json "prod"
    main.phone-number.json 7
    main.phone-number.json "agent_desk"
    other.conversation-flow.json "prod"
2 preview: Preview
2 references: prod → v7 published · 1 number · 1 swap
    main.phone-number.json "prod"
    other.conversation-flow.json "prod"`);
    expect(
      lensesOf('agent_desk.agent-versions.json')
        .split('\n')
        .filter(line => !line.startsWith(' ')),
    ).toEqual([
      '0 preview: Preview',
      '0 references: prod → v7 published · 1 number · 1 swap',
      '0 preview: Preview',
      '0 references: v8 draft · 1 number',
    ]);
  });
  test('are left out in a half-written text if they would be empty', () => {
    const halfList = contextAt('-- all.agent-list.json --\n[{ "agent_id": "a" }, { "agent_id": ▮, "tags": { "prod": {');
    expect(lensLines(halfList)).toBe('0 preview: Preview\n0 references: no references');
    expect(lensLines(contextAt('-- a.alert-rule.json --\n{ ▮"name": "Slow" }'))).toBe('');
  });
  test('say whether there is something to simulate or draw', () => {
    const reach = '0 references: what callers reach is not known\n    desk-7.agent.json {\n    desk-8.agent.json {';
    const bothLenses = '0 preview: Preview\n0 simulate: Simulate';
    expect(lensesOf('main.phone-number.json')).toBe(`${bothLenses}\n${reach}`);
    const drawnLenses = `${bothLenses}\n0 flow: Show flow\n0 references`;
    expect(lensesOf('other.conversation-flow.json')).toBe(`${drawnLenses}: used by 1 agent\n    other.agent.json {`);
    expect(lensesOf('pay.flow-component.json')).toBe(`${drawnLenses}: used by 1 agent · 1 node
    other.agent.json {
    other.conversation-flow.json "comp_1"`);
    expect(lensesOf('caret.agent-override.json')).toBe('');
  });
  test('do not resolve if their place no longer exists', () => {
    const missingSubject = { topic: 'version', pointer: '/nodes/3' } as const;
    expect(resolveLens(contextAt('-- a.agent.json --\n▮{}'), missingSubject)).toBe(undefined);
  });
});

describe('semantic tokens', () => {
  test('differ by the source of a variable', () => {
    expect(
      tokensOf(
        contextAt(`${team}-- desk.llm.json --
▮{
  "llm_id": "llm_desk", "version": 1,
  "general_prompt": "\\u00c4 {{clinic}} \\"{{ city }}\\" {{hole}} at {{current_time}}, {{reason}}\\n{{given}}",
  "general_tools": [{ "type": "extract_dynamic_variable", "name": "extract",
      "variables": [{ "type": "string", "name": "reason", "description": "Why" }] }],
  "default_dynamic_variables": { "city": "Bern" },
  "starting_state": "intro",
  "states": [{ "name": "intro", "edges": [{ "destination_state_name": "gone", "description": "" }] }]
}
-- march.batch-call.json --
{ "from_number": "+14155550100",
  "tasks": [{ "to_number": "+14155550111", "override_agent_id": "agent_desk",
      "service_llm_dynamic_variables": { "given": "x" } }] }
`),
      ),
    ).toBe(
      '"general_prompt": "\\u00c4 ‹variable:{{clinic}}› \\"‹variable:{{ city }}›\\" ‹variable unset:{{hole}}› ' +
        'at ‹variable defaultLibrary:{{current_time}}›, ‹variable:{{reason}}›\\n‹variable:{{given}}›",\n' +
        `"variables": [{ "type": "string", "name": "‹variable declaration:reason›", "description": "Why" }] }],
"default_dynamic_variables": { "‹variable declaration:city›": "Bern" },
"starting_state": "‹label:intro›",
"states": [{ "name": "intro", "edges": [{ "destination_state_name": "‹label unresolved:gone›", "description": "" }] }]`,
    );
  });
  test('mark no variable as unset if the files do not show every place that could set it', () => {
    expect(
      tokensOf(contextAt('-- lonely.llm.json --\n▮{ "llm_id": "llm_1", "general_prompt": "{{name}} {{direction}}" }')),
    ).toBe(
      '{ "llm_id": "llm_1", "general_prompt": "‹variable unknowable:{{name}}› ‹variable defaultLibrary:{{direction}}›" }',
    );
  });
  test('for a range include each token that touches it', () => {
    const context = contextAt(
        '-- a.llm.json --\n▮{ "general_prompt": "{{a}} {{b}} {{c}}", "default_dynamic_variables": { "a": "", "b": "" } }',
      ),
      tokens = semanticTokens(context);
    expect(tokens.length).toBe(5);
    for (let start = 0; start < context.document.text.length; start++) {
      const range = { start, end: start + 5 };
      expect(semanticTokens(context, range)).toEqual(
        tokens.filter(token => token.end >= range.start && token.start <= range.end),
      );
    }
  });
  test('differ by whether a reference resolves', () => {
    expect(
      tokensOf(
        contextAt(`${team}-- a.conversation-flow.json --
▮{
  "start_node_id": "n1",
  "tools": [],
  "nodes": [
    { "id": "n1", "type": "agent_swap", "agent_id": "agent_desk", "agent_version": "prod",
      "edge": { "id": "e", "destination_node_id": "gone" } },
    { "id": "n2", "type": "agent_swap", "agent_id": "agent_desk", "agent_version": "beta" },
    { "id": "n3", "type": "agent_swap", "agent_id": "agent_else", "agent_version": "beta" },
    { "id": "n4", "type": "function", "tool_id": "tool_1" },
    { "id": "n5", "type": "mcp", "mcp_id": "mcp_1" }
  ]
}
`),
      ),
    ).toBe(`"start_node_id": "‹label:n1›",
{ "id": "n1", "type": "agent_swap", "agent_id": "‹class:agent_desk›", "agent_version": "‹enumMember:prod›",
"edge": { "id": "e", "destination_node_id": "‹label unresolved:gone›" } },
{ "id": "n2", "type": "agent_swap", "agent_id": "‹class:agent_desk›", "agent_version": "‹enumMember unresolved:beta›" },
{ "id": "n3", "type": "agent_swap", "agent_id": "‹class unknowable:agent_else›", "agent_version": "‹enumMember unknowable:beta›" },
{ "id": "n4", "type": "function", "tool_id": "‹function unresolved:tool_1›" },
{ "id": "n5", "type": "mcp", "mcp_id": "‹function unknowable:mcp_1›" }`);
  });
});
