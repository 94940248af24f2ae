import { expect, test } from 'vitest';
import type { Preview } from '../../protocol/index.ts';
import { Document } from '../../core/document.ts';
import { Workspace } from '../../core/workspace/workspace.ts';
import { contextAt } from '../../testing/caret.ts';
import { beside, desk, draft, number } from '../../testing/desk.ts';
import { fixtureOf } from '../../testing/fixture.ts';
import {
  agentTree,
  flowView,
  planBetween,
  planText,
  previewAt,
  shownPlan,
  simulationReport,
  withPlaces,
} from './index.ts';

const base = fixtureOf(beside(desk, draft, number)).workspace;
const weights = number.split('\n')[1]!,
  agent = draft.split('\n')[1]!.replace('▮', '');
const odd: readonly (readonly [string, string])[] = [
  ['n.phone-number.json', ''],
  ['n.phone-number.json', '\ufeff{"inbound_agents": [{"agent_id": "desk'],
  ['n.phone-number.json', weights.replaceAll(',', ',\r\n').slice(0, -4)],
  ['n.phone-number.json', '{"inbound_agents": {"0": null}, "outbound_agents": [null, 3, []]}'],
  [
    'w.agent-weights.json',
    '[{"agent_id": "desk", "agent_version": {}, "weight": 1e999}, {"__proto__": {"agent_id": "desk"}, "weight": 0.5}]',
  ],
  ['w.agent-weights.json', '{"agent_id": 3, "weight": null}'],
  ['v2.agent.json', agent.slice(0, 90)],
  ['v2.agent.json', `[${agent}, ${agent.replace('"version": 2', '"version": -2')}]`],
  ['v9.agent.json', '{"agent": {"agent_id": "desk", "version": 1e400}, "llm": {"general_prompt": "{{x'],
  [
    'b.batch-call.json',
    '{"from_number": "+1", ' +
      '"tasks": [{"override_agent_id": "desk", "agent_override": []}, null, {"override_agent_version": "V 1"}], ' +
      '"call_time_window": {"windows": 3}}',
  ],
  ['b.batch-call.json', '{"tasks": {"0": {}}}'],
  ['a.alert-rule.json', '{"filter": {"agent": [{"agent_id": "desk", "version": [1, "x", ]}, 3]}, "window": []'],
  [
    'f.conversation-flow.json',
    '{"start_node_id": 3, "nodes": [null, {"id": {}, "edges": [{"destination_node_id": []}, 3]}, ' +
      '{"id": "__proto__", "type": "component", "component_id": "__proto__"}]}',
  ],
  ['f.flow-component.json', `{"nodes": ${'['.repeat(3000)}`],
  [
    'l.agent-list.json',
    '{"items": [{"agent_id": "desk", "tags": {"__proto__": {"version": 1}, "": null, "prod": [1]}}]',
  ],
  ['desk.agent-versions.json', '[{"version": 1.5}, {"version": 2, "is_published": "x"}'],
  ['desk.publish-agent-version.json', '{"version": "x"}'],
  ['x.asr-routing.json', '{"split": [{"provider": 3}]}'],
  ['x.agent-list-filter.json', '{"channel": {"op": 3}}'],
  ['x.json', 'nonsense'],
  ['preflight.config.json', '{}'],
];

test.each(odd.map(([file, text]) => [file, text.slice(0, 40), text] as const))(
  '%s %j: every offset has an answer',
  (file, _, text) => {
    const document = new Document(file, text, 1),
      workspace = base.with(document),
      step = Math.max(1, Math.floor(text.length / 60));
    for (const saved of [workspace, base])
      for (let offset = 0; offset <= text.length; offset += step) {
        const asked = { workspace, saved, document, offset };
        expect(previewAt(asked, { calls: 10 }).title).toBeTypeOf('string');
        expect(flowView(asked)?.svg ?? '').not.toContain('NaN');
        simulationReport(asked, { calls: 10 });
      }
    expect(agentTree(workspace).length).toBeGreaterThan(0);
    const plan = planBetween(base, workspace, 'main');
    expect(shownPlan(plan, workspace).result.unchanged).toBe(plan.unchanged);
    expect(planText(plan, 'html')).toContain('</html>');
  },
);
test('an empty workspace', () =>
  expect([agentTree(new Workspace([])), planBetween(new Workspace([]), new Workspace([]), 'main').changes]).toEqual([
    [],
    [],
  ]));

test('no credential is shown, and the same question has the same answer', () => {
  const text = desk.replace('"clinic": "Juniper"', '"▮clinic": "Juniper"') + draft.replace('▮', '') + number,
    all = JSON.stringify(previewAt(contextAt(text)));
  expect(all).not.toContain('sk_live');
  expect(all).toContain('(not shown)');
  expect(JSON.stringify(previewAt(contextAt(text)))).toBe(all);
});
test('places become places of another sort, and nothing else changes', () => {
  const context = contextAt(desk + draft),
    preview: Preview = withPlaces(previewAt(context), ({ file }) => ({
      uri: file,
      range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
    }));
  expect(preview.place).toEqual({
    uri: 'v2.agent.json',
    range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
  });
  expect(JSON.stringify(preview)).not.toContain('"span"');
  expect(preview.title).toBe('Desk, version 2');
});
