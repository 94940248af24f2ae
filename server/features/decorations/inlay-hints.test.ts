import { describe, expect, test } from 'vitest';
import { applyTextEdits } from '../../core/fixing/apply.ts';
import { contextAt } from '../../testing/caret.ts';
import { hintKinds, inlayHints, type HintKind } from './inlay-hints.ts';

/** The text with each hint where it shows. */
function hinted(fixture: string, kinds?: readonly HintKind[]): string {
  const context = contextAt(fixture),
    { text } = context.document;
  const hints = inlayHints({ ...context, range: { start: 0, end: text.length } }, kinds);
  return applyTextEdits(
    text,
    hints.map(({ offset, label }) => ({ start: offset, end: offset, text: `‹${label}›` })),
  )!;
}
/** The columns of the data of each line, as an editor shows it. */
const width = (shown: string): number =>
  Math.max(
    ...shown.split('\n').map(
      line =>
        line
          .replaceAll('‹', ' ')
          .replace(/(?: [^‹"]*›)+$/, '')
          .replaceAll('›', '').length,
    ),
  );

const desk = `-- desk.agent.json --
{ "agent_id": "agent_desk", "version": 7, "is_published": true, "agent_name": "Front desk", "assigned_tags": ["prod"],
  "response_engine": { "type": "custom-llm", "llm_websocket_url": "wss://a.test" }, "voice_id": "11labs-Lily" }
`;
const number = (line: string): string => `${desk}-- a.phone-number.json --
▮{ "phone_number": "+14155550100", "inbound_agents": [
${line}
] }
`;

describe('data stays in view', () => {
  test('where all hints of a line fit into 100 columns they stand behind what they are about', () =>
    expect(hinted(number('  { "agent_id": "agent_desk", "agent_version": "prod", "weight": 1 }'))).toContain(
      '  { "agent_id": "agent_desk"‹Front desk›, "agent_version": "prod"‹→ v7 published›, "weight": 1 }\n',
    ));
  test('else they stand at the end of the line', () => {
    const shown = hinted(number('                { "agent_id": "agent_desk", "agent_version": "prod", "weight": 1 }'));
    expect(shown).toContain(
      '                { "agent_id": "agent_desk", "agent_version": "prod", "weight": 1 }‹Front desk›‹→ v7 published›\n',
    );
    expect(width(shown)).toBeLessThanOrEqual(100);
  });
  test('what stands last in its line pushes nothing', () =>
    expect(
      hinted(number(`${' '.repeat(90)}{ "agent_id": "agent_desk", "weight": 1,\n "agent_version": "prod" }`)),
    ).toContain('"weight": 1,‹Front desk›\n "agent_version": "prod"‹→ v7 published› }'));
  test('a tabulator is counted as wide as it shows', () =>
    expect(hinted(number('\t\t\t\t\t\t{ "agent_id": "agent_desk", "agent_version": "prod", "weight": 1 }'))).toContain(
      '"weight": 1 }‹Front desk›‹→ v7 published›',
    ));
  test('and a file without lines has those at its end alone', () =>
    expect(
      hinted(
        `${desk}-- a.phone-number.json --
▮{"nickname":"${'x'.repeat(200)}","inbound_agents":[{"agent_id":"agent_desk","agent_version":"prod"}],` +
          '"outbound_agents":[{"weight":1,"agent_id":"agent_desk","agent_version":7}]}',
      ),
    ).toMatch(/^[^‹]*"agent_version":7‹published›\}\]\}$/));
});

test('shares of a list whose weights do not sum to 1, but not of one that is in conflict', () => {
  const arms = (conflict: string): string => `-- a.agent-weights.json --
▮[
  { "agent_id": "agent_desk", "weight": 3 },
${conflict}  { "agent_id": "agent_desk", "weight": 1 }
]`;
  const hints = (text: string): unknown => hinted(text, ['shares']).match(/‹[^›]*›/g);
  expect(hints(arms(''))).toEqual(['‹75 %›', '‹25 %›']);
  expect(hints(arms('<<<<<<< HEAD\n  { "agent_id": "agent_desk", "weight": 2 }\n=======\n>>>>>>> other\n'))).toBeNull();
});

test('each kind is switched off by itself', () => {
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
  const all = hinted(text);
  expect(all).toBe(`{
  "from_number": "+14155550100"‹→ Front desk@latest → v7 published›,
  "trigger_timestamp": 1760000040000‹2025-10-09 08:54 UTC›,
  "tasks": [
    { "to_number": "+14155550111", "override_agent_id": "agent_desk"‹Front desk, latest → v7 published› }
  ]
}
`);
  const without = (kind: HintKind): string =>
    hinted(
      text,
      hintKinds.filter(one => one !== kind),
    );
  expect(without('callers')).toBe(all.replace('‹→ Front desk@latest → v7 published›', ''));
  expect(without('times')).toBe(all.replace('‹2025-10-09 08:54 UTC›', ''));
  expect(without('versions')).toBe(all.replace('‹Front desk, latest → v7 published›', ''));
  expect(hinted(text, [])).toBe(all.replace(/‹[^›]*›/g, ''));
});

describe('the number that a batch calls from', () => {
  const from = (outbound: string): string =>
    hinted(`${desk}-- a.batch-call.json --
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
  ])('%s', (outbound, hint) => expect(from(outbound)).toBe(`{ "from_number": "+14155550100"${hint} }\n`));
  test('of which no file tells says nothing', () =>
    expect(hinted('-- a.batch-call.json --\n▮{ "from_number": "+14155550100" }')).not.toContain('‹'));
});

describe('figures of an alert', () => {
  const alert = (members: string): string => hinted(`-- a.alert-incident.json --\n▮{ ${members} }`);
  test.each([
    ['"metric_type": "custom_function_latency", "threshold_type": "absolute", "threshold_value": 2500', '‹2 s 500 ms›'],
    ['"metric_type": "custom_function_latency", "threshold_type": "absolute", "threshold_value": 800', '‹ms›'],
    ['"metric_type": "custom_function_latency", "threshold_type": "relative", "threshold_value": 20', '‹% change›'],
    ['"metric_type": "call_count", "threshold_type": "absolute", "threshold_value": 20', ''],
    ['"metric_type": "custom_function_latency", "current_value": 3000', '‹3 s›'],
    ['"triggered_timestamp": 1762275900', '‹2025-11-04 17:05 UTC›'],
    ['"resolved_timestamp": 1762275900000', '‹2025-11-04 17:05 UTC›'],
    ['"triggered_timestamp": 17', ''],
  ])('%s', (members, hint) => expect(alert(members)).toBe(`{ ${members}${hint} }`));
});
