import { describe, expect, test } from 'vitest';
import { contextAt } from '../../testing/caret.ts';
import { serialized } from '../../testing/serialized.ts';
import { flowView } from './index.ts';
import type { FlowView } from '../../view/panels/index.ts';

const flow = `-- f.conversation-flow.json --
{"conversation_flow_id": "night", "version": 0, "start_node_id": "hello", "nodes": [
  {"id": "hello", "type": "conversation", "name": "Hello",
    "instruction": {"type": "prompt", "text": "Say hello."}, "display_position": {"x": 0, "y": 0},
   "edges": [{"id": "e1", "destination_node_id": "message",
       "transition_condition": {"type": "prompt", "prompt": "The caller ▮wants to leave a message."}},
             {"id": "e2", "destination_node_id": "swap",
               "transition_condition": {"type": "equation", "operator": "&&",
                 "equations": [{"left": "{{late}}", "operator": "==", "right": "true"}]}}],
   "else_edge": {"id": "e3", "destination_node_id": "nowhere", "transition_condition": {"type": "prompt", "prompt": "Else"}}},
  {"id": "message", "type": "component", "name": "Message", "component_id": "c1",
    "component_type": "shared", "edges": [], "display_position": {"x": 600, "y": 0}},
  {"id": "swap", "type": "agent_swap", "agent_id": "ghost", "agent_version": "prod",
    "post_call_analysis_setting": "both_agents", "global_node_setting": {"condition": "Bill"},
    "display_position": {"x": 600, "y": 400},
   "edge": {"id": "e4", "destination_node_id": "message", "transition_condition": {"type": "prompt", "prompt": "Transfer failed"}}},
  {"id": "lost", "type": "end", "display_position": {"x": 0, "y": 400}}]}
-- c.flow-component.json --
{"conversation_flow_component_id": "c1", "name": "Take a message", "start_node_id": "ask",
  "nodes": [{"id": "ask", "type": "component", "component_id": "c2", "component_type": "shared"}]}
-- d.flow-component.json --
{"conversation_flow_component_id": "c2", "name": "Again",
  "nodes": [{"id": "back", "type": "component", "component_id": "c1", "component_type": "shared"}]}
`;
const withoutSvg = (view: FlowView<never> | object | null): object =>
  JSON.parse(JSON.stringify(view, (key, value: unknown) => (key === 'svg' ? undefined : value))) as object;

describe('a flow', () => {
  test('with conditions, kinds of edges, findings and components', () => {
    const context = contextAt(flow);
    const view = flowView(context, ({ kind }) =>
      kind === 'conversation-flow'
        ? [
            {
              severity: 'error',
              rule: 'unknown-node',
              message: 'there is no node nowhere',
              pointer: '/nodes/0/else_edge/destination_node_id',
            },
            { severity: 'info', rule: 'unreachable-node', message: 'no way leads to lost', pointer: '/nodes/3' },
            { severity: 'warning', rule: 'r', message: 'of the flow', pointer: '/version' },
          ]
        : [],
    );
    expect(serialized(withoutSvg(view), context.workspace)).toMatchInlineSnapshot(`
      "title: night; place: f.conversation-flow.json:1:1 {
      nodes:
        -: {id start; role start; label Start; x 63; y 50; width 52; height 26}
        -:
          id: node hello; role: node; label: Hello; type: conversation; detail: conversation; x: 223; y: 50; width: 216; height: 52
          isStart: true; place: f.conversation-flow.json:2:3 {
        -: {id gone nowhere; role gone; label nowhere; detail no such node; x 223; y 362; width 216; height 52}
        -:
          id: node message; role: node; label: Message; type: component; detail: component; x: 703; y: 50; width: 216; height: 52
          place: f.conversation-flow.json:10:3 {; component: c1
        -:
          id: node swap; role: node; label: swap; type: agent_swap; detail: agent swap, from anywhere; x: 703; y: 242; width: 216
          height: 52; isGlobal: true; place: f.conversation-flow.json:12:3 {
          swap:
            result:
              agent_id: ghost; reference: prod; outcome: unknowable; variables_outcome: unknowable
              because: no agent ghost in this workspace; steps: no agent ghost in this workspace
            written: ghost@prod; selects: unknowable; why: no agent ghost in this workspace
        -:
          id: node lost; role: node; label: lost; type: end; detail: end, unreachable; x: 223; y: 242; width: 216; height: 68
          unreachable: true; findings: {severity info; rule unreachable-node; message no way leads to lost}; worst: info
          place: f.conversation-flow.json:16:3 {
      edges:
        -:
          id: start 0; from: start; to: node hello; kind: begin; field: start_node_id; points: {x 89; y 50}, {x 115; y 50}
          labelAt: {x 102; y 50}
        -:
          id: node hello e1; from: node hello; to: node message; label: The caller wants to leave a message.; kind: prompt
          field: edges; points: {x 331; y 50}, {x 595; y 50}; labelAt: {x 463; y 50}; place: f.conversation-flow.json:4:14 {
        -:
          id: node hello e2; from: node hello; to: node swap; label: {{late}} == true; kind: equation; field: edges
          points: {x 288; y 76}, {x 638; y 216}; labelAt: {x 463; y 146}; place: f.conversation-flow.json:6:14 {
        -:
          id: node hello e3; from: node hello; to: gone nowhere; label: Else; kind: field; field: else_edge
          points: {x 201.30344827586208; y 76}, {x 102; y 195}, {x 102; y 289}, {x 179.9041095890411; y 336}
          labelAt: {x 151.65172413793104; y 135.5}; findings: {severity error; rule unknown-node; message there is no node nowhere}
          worst: error; place: f.conversation-flow.json:9:17 {
        -:
          id: node swap e4; from: node swap; to: node message; label: Transfer failed; kind: field; field: edge
          points: {x 703; y 216}, {x 703; y 76}; labelAt: {x 703; y 146}; place: f.conversation-flow.json:15:12 {
      width: 835; height: 412; findings: {severity warning; rule r; message of the flow}
      components:
        -:
          title: Take a message; componentId: c1; place: c.flow-component.json:1:1 {
          nodes:
            -: {id start; role start; label Start; x 50; y 50; width 52; height 26}
            -:
              id: node ask; role: node; label: ask; type: component; detail: component; x: 274; y: 50; width: 216; height: 52
              isStart: true; place: c.flow-component.json:2:13 {; component: c2
          edges:
            -:
              id: start 0; from: start; to: node ask; kind: begin; field: start_node_id
              points: {x 76; y 50}, {x 121; y 50}, {x 166; y 50}; labelAt: {x 121; y 50}
          width: 406; height: 100; layered: true
        -:
          title: Again; componentId: c2; notes: there is no start_node_id, so unreachable nodes cannot be determined
          place: d.flow-component.json:1:1 {
          nodes:
            -:
              id: node back; role: node; label: back; type: component; detail: component; x: 132; y: 50; width: 216; height: 52
              place: d.flow-component.json:2:13 {; component: c1
          width: 264; height: 100; layered: true"
    `);
    expect(view!.svg).toMatch(/^<svg [\s\S]*Hello[\s\S]*<\/svg>\n$/);
    expect(view!.components.map(({ title }) => title)).toEqual(['Take a message', 'Again']);
  });
  test('is that of the agent which runs it', () => {
    const agent =
      '-- a.agent.json --\n' +
      '{"agent_id": "a", "version": 0, "voice_id": "▮11labs-Adrian", ' +
      '"response_engine": {"type": "conversation-flow", "conversation_flow_id": "night", "version": 0}}\n';
    const view = flowView(contextAt(agent + flow.replace('▮', '')));
    expect([view?.title, view?.place.file]).toEqual(['night', 'f.conversation-flow.json']);
    expect(flowView(contextAt('-- l.llm.json --\n{"llm_id": "▮x"}'))).toBeNull();
  });
  test('keeps its places while an edge names a node that is not there yet, and a node has no place yet', () => {
    const before = flowView(contextAt(flow.replace('"nowhere"', '"lost"')))!,
      now = flowView(contextAt(flow.replace('{"id": "lost"', '{"id": "new", "type": "end"}, {"id": "lost"')))!;
    const places = (view: typeof now): object =>
      Object.fromEntries(
        view.nodes.filter(({ role, id }) => role === 'node' && id !== 'node new').map(({ id, x, y }) => [id, [x, y]]),
      );
    expect([before.layered, now.layered]).toEqual([false, false]);
    expect(places(now)).toEqual(places(before));
    expect(now.nodes.map(({ id }) => id)).toEqual([
      'start',
      'node hello',
      'gone nowhere',
      'node message',
      'node swap',
      'node new',
      'node lost',
    ]);
  });
  test('of a thousand nodes without places is laid out at once, no box on another', () => {
    const nodes = Array.from({ length: 1000 }, (_, i) => ({
      id: `n${i}`,
      type: 'conversation',
      edges: [1, 7, 13].map(k => ({ id: `e${i}-${k}`, destination_node_id: `n${(i * 3 + k) % 1000}` })),
    }));
    const view = flowView(
      contextAt(`-- f.conversation-flow.json --\n▮${JSON.stringify({ start_node_id: 'n0', nodes })}`),
    )!;
    expect([view.nodes.length, view.edges.length, view.layered]).toEqual([1001, 3001, true]);
    expect(new Set(view.nodes.map(({ x, y }) => `${x} ${y}`)).size).toBe(1001);
  });
  test('broken, with equal ids, and without nodes', () => {
    const shape = (text: string): unknown => {
      const view = flowView(contextAt(text));
      return view && [view.notes, view.nodes.map(({ id }) => id), view.edges.length];
    };
    expect(
      shape(
        '-- f.conversation-flow.json --\n' +
          '{"nodes": [{"id": "a"}, {"id": "a", "type": "conversation", "edges": [{"destination_node_id": "▮a"',
      ),
    ).toEqual([
      [
        'the text does not parse; this is what can be understood of it',
        'there is no start_node_id, so unreachable nodes cannot be determined',
      ],
      ['node a', 'step 1'],
      1,
    ]);
    expect(shape('-- f.conversation-flow.json --\n{▮}')).toEqual([['the flow has no nodes'], [], 0]);
    expect(shape('-- f.conversation-flow.json --\n▮')).toBeNull();
  });
});
