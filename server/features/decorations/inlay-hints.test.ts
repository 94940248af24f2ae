import { describe, expect, test } from 'vitest';
import { applyTextEdits } from '../../core/fixing/apply.ts';
import { contextAt } from '../../testing/caret.ts';
import { hintKinds, inlayHints, type HintKind } from './inlay-hints.ts';

/** The text with each hint inserted at its offset. */
function hintsIn(fixture: string, kinds?: readonly HintKind[]): string {
  const context = contextAt(fixture),
    { text } = context.document;
  const hints = inlayHints({ ...context, range: { start: 0, end: text.length } }, kinds);
  return applyTextEdits(
    text,
    hints.map(({ offset, label }) => ({ start: offset, end: offset, text: `‹${label}›` })),
  )!;
}
const desk = `-- desk.agent.json --
{ "agent_id": "agent_desk", "version": 7, "is_published": true, "agent_name": "Front desk", "assigned_tags": ["prod"],
  "response_engine": { "type": "custom-llm", "llm_websocket_url": "wss://a.test" }, "voice_id": "11labs-Lily" }
`;
const number = (line: string): string => `${desk}-- a.phone-number.json --
▮{ "phone_number": "+14155550100", "inbound_agents": [
${line}
] }
`;

describe('a hint is after its value', () => {
  test.each(['', ' '.repeat(90), '\t\t\t\t\t\t'])('and stays there in a long line: %j', indent => {
    const arm = '{ "agent_id": "agent_desk"‹Front desk›, "agent_version": "prod"‹→ v7 published›, "weight": 1 }';
    expect(hintsIn(number(`${indent}${arm.replace(/‹[^›]*›/g, '')}`))).toContain(`${indent}${arm}\n`);
  });
  test('and does not repeat the value', () =>
    expect(
      hintsIn(`-- a.conversation-flow.json --
▮{ "start_node_id": "ask-name", "nodes": [
  { "id": "ask-name", "type": "conversation", "name": "Ask Name",
    "edges": [{ "destination_node_id": "n2" }, { "destination_node_id": "ask-name" }] },
  { "id": "n2", "type": "end", "name": "Say goodbye" },
  { "id": "node-close-call", "type": "end", "name": "CLOSE CALL", "edge": { "destination_node_id": "node-close-call" } }
] }`).match(/.*‹.*/g),
    ).toEqual([
      '    "edges": [{ "destination_node_id": "n2"‹→ Say goodbye› }, { "destination_node_id": "ask-name" }] },',
    ]));
});

test('a hint shows shares if the weights of a list do not sum to 1, unless the list is contradictory', () => {
  const arms = (conflict: string): string => `-- a.agent-weights.json --
▮[
  { "agent_id": "agent_desk", "weight": 3 },
${conflict}  { "agent_id": "agent_desk", "weight": 1 }
]`;
  const hints = (text: string): unknown => hintsIn(text, ['shares']).match(/‹[^›]*›/g);
  expect(hints(arms(''))).toEqual(['‹75 %›', '‹25 %›']);
  expect(hints(arms('<<<<<<< HEAD\n  { "agent_id": "agent_desk", "weight": 2 }\n=======\n>>>>>>> other\n'))).toBeNull();
});

test('each kind of hint can be switched off separately', () => {
  const text = `${desk}-- a.batch-call.json --
▮{
  "from_number": "+14155550100",
  "trigger_timestamp": 1760000040000,
  "tasks": [
    { "to_number": "+14155550111", "override_agent_id": "agent_desk" }
  ]
}
-- b.phone-number.json --
{ "phone_number": "+14155550100", "outbound_agents": [{ "agent_id": "agent_desk", "weight": 1 }] }
`;
  const allHints = hintsIn(text);
  expect(allHints).toBe(`{
  "from_number": "+14155550100"‹→ Front desk@latest → v7 published›,
  "trigger_timestamp": 1760000040000‹2025-10-09 08:54 UTC›,
  "tasks": [
    { "to_number": "+14155550111", "override_agent_id": "agent_desk"‹Front desk, latest → v7 published› }
  ]
}
`);
  const hintsWithout = (kind: HintKind): string =>
    hintsIn(
      text,
      hintKinds.filter(hintKind => hintKind !== kind),
    );
  expect(hintsWithout('callers')).toBe(allHints.replace('‹→ Front desk@latest → v7 published›', ''));
  expect(hintsWithout('times')).toBe(allHints.replace('‹2025-10-09 08:54 UTC›', ''));
  expect(hintsWithout('versions')).toBe(allHints.replace('‹Front desk, latest → v7 published›', ''));
  expect(hintsIn(text, [])).toBe(allHints.replace(/‹[^›]*›/g, ''));
});

describe('the number from which a batch calls', () => {
  const from = (outbound: string): string =>
    hintsIn(`${desk}-- a.batch-call.json --
▮{ "from_number": "+14155550100" }
-- b.phone-number.json --
{ "phone_number": "+14155550100"${outbound} }
`);
  test.each([
    [
      ', "outbound_agents": [{ "agent_id": "agent_desk", "agent_version": "prod", "weight": 1 }]',
      '‹→ Front desk@prod → v7 published›',
    ],
    [
      ', "outbound_agents": [{ "agent_id": "agent_x", "weight": 0.5 }, { "agent_id": "agent_y", "weight": 0.5 }]',
      '‹→ 2 agents›',
    ],
    [', "outbound_agents": []', '‹→ no outbound agent›'],
    ['', '‹→ no outbound agent›'],
  ])('has a hint with its outbound agents: %s', (outbound, hint) =>
    expect(from(outbound)).toBe(`{ "from_number": "+14155550100"${hint} }\n`),
  );
  test('has no hint without a file of the number', () =>
    expect(hintsIn('-- a.batch-call.json --\n▮{ "from_number": "+14155550100" }')).not.toContain('‹'));
});

describe('the figures of an alert', () => {
  const alert = (members: string): string => hintsIn(`-- a.alert-incident.json --\n▮{ ${members} }`);
  test.each([
    ['"metric_type": "custom_function_latency", "threshold_type": "absolute", "threshold_value": 2500', '‹2.5 s›'],
    ['"metric_type": "custom_function_latency", "threshold_type": "absolute", "threshold_value": 800', '‹ms›'],
    ['"metric_type": "custom_function_latency", "threshold_type": "relative", "threshold_value": 20', '‹% change›'],
    ['"metric_type": "call_count", "threshold_type": "absolute", "threshold_value": 20', ''],
    ['"metric_type": "custom_function_latency", "current_value": 3000', '‹3 s›'],
    ['"triggered_timestamp": 1762275900', '‹2025-11-04 17:05 UTC›'],
    ['"resolved_timestamp": 1762275900000', '‹2025-11-04 17:05 UTC›'],
    ['"triggered_timestamp": 17', ''],
  ])('have the unit of the metric: %s', (members, hint) => expect(alert(members)).toBe(`{ ${members}${hint} }`));
});
