import { describe, expect, test } from 'vitest';
import { contextAt } from '../../testing/caret.ts';
import { serialized } from '../../testing/serialized.ts';
import { flowSvg } from '../../view/flow/flow-svg.ts';
import { flowView } from './index.ts';
import type { FlowView } from '../../view/panels.ts';

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
const withoutLayouts = (view: FlowView<never> | object | null): object =>
  JSON.parse(JSON.stringify(view, (key, value: unknown) => (key === 'layouts' ? undefined : value))) as object;

describe('the view of a flow', () => {
  test('has conditions, kinds of edges, findings and components', () => {
    const context = contextAt(flow);
    const view = flowView(context, ({ kind }) =>
      kind === 'conversation-flow'
        ? [
            {
              severity: 'error',
              rule: 'unknown-node',
              message: 'there is no node nowhere',
              pointers: ['/nodes/0/else_edge/destination_node_id'],
            },
            { severity: 'info', rule: 'unreachable-node', message: 'no way leads to lost', pointers: ['/nodes/3'] },
            { severity: 'warning', rule: 'r', message: 'of the flow', pointers: ['/version'] },
          ]
        : [],
    );
    expect(serialized(withoutLayouts(view), context.workspace)).toMatchInlineSnapshot(`
      "title: night; place: f.conversation-flow.json:1:1 {
      nodes:
        -: {id start; role start; label Start}
        -:
          id: node hello; role: node; label: Hello; type: conversation; detail: conversation
          facts: {name text; value Say hello.; place f.conversation-flow.json:3:47 "Say hello."}, {name variables; value late}
          isStart: true; place: f.conversation-flow.json:2:3 {
        -: {id gone nowhere; role gone; label nowhere; detail no such node}
        -:
          id: node message; role: node; label: Message; type: component; detail: component; place: f.conversation-flow.json:10:3 {
          component: c1
        -:
          id: node swap; role: node; label: swap; type: agent_swap; detail: agent swap, from anywhere
          facts: {name text; field global_node_setting.condition; value Bill; place f.conversation-flow.json:13:87 "Bill"}
          isGlobal: true; place: f.conversation-flow.json:12:3 {
          swap: {referenceText ghost@prod; selectedText unknowable; reason no agent ghost in this workspace}
        -:
          id: node lost; role: node; label: lost; type: end; detail: end, unreachable; unreachable: true
          findings: {severity info; rule unreachable-node; message no way leads to lost}; worstSeverity: info
          place: f.conversation-flow.json:16:3 {
      edges:
        -: {id start 0; from start; to node hello; kind begin; field start_node_id}
        -:
          id: node hello e1; from: node hello; to: node message; label: The caller wants to leave a message.; kind: prompt
          field: edges; place: f.conversation-flow.json:4:14 {
        -:
          id: node hello e2; from: node hello; to: node swap; label: {{late}} == true; kind: equation; field: edges
          place: f.conversation-flow.json:6:14 {
        -:
          id: node hello e3; from: node hello; to: gone nowhere; label: Else; kind: field; field: else_edge
          findings: {severity error; rule unknown-node; message there is no node nowhere}; worstSeverity: error
          place: f.conversation-flow.json:9:17 {
        -:
          id: node swap e4; from: node swap; to: node message; label: Transfer failed; kind: field; field: edge
          place: f.conversation-flow.json:15:12 {
      findings: {severity warning; rule r; message of the flow}
      components:
        -:
          title: Take a message; componentId: c1; place: c.flow-component.json:1:1 {
          nodes:
            -: {id start; role start; label Start}
            -:
              id: node ask; role: node; label: ask; type: component; detail: component; isStart: true
              place: c.flow-component.json:2:13 {; component: c2
          edges: {id start 0; from start; to node ask; kind begin; field start_node_id}
        -:
          title: Again; componentId: c2; notes: there is no start_node_id, so unreachable nodes cannot be determined
          place: d.flow-component.json:1:1 {
          nodes:
            -: {id node back; role node; label back; type component; detail component; place d.flow-component.json:2:13 {;
              ↪ component c1}"
    `);
    expect(view!.layouts.map(({ way }) => way)).toEqual(['placed', 'tidy']);
    expect(flowSvg(view!)).toMatch(/^<svg [\s\S]*Hello[\s\S]*<\/svg>\n$/);
    expect(view!.components.map(({ title }) => title)).toEqual(['Take a message', 'Again']);
  });
  test('at an agent is the flow that the agent runs', () => {
    const agent =
      '-- a.agent.json --\n' +
      '{"agent_id": "a", "version": 0, "voice_id": "▮11labs-Adrian", ' +
      '"response_engine": {"type": "conversation-flow", "conversation_flow_id": "night", "version": 0}}\n';
    const view = flowView(contextAt(agent + flow.replace('▮', '')));
    expect([view?.title, view?.place.file]).toEqual(['night', 'f.conversation-flow.json']);
    expect(flowView(contextAt('-- l.llm.json --\n{"llm_id": "▮x"}'))).toBeNull();
  });
  test('keeps its boxes at their places while an edge names a missing node, and while a new node has no place', () => {
    const before = flowView(contextAt(flow.replace('"nowhere"', '"lost"')))!,
      now = flowView(contextAt(flow.replace('{"id": "lost"', '{"id": "new", "type": "end"}, {"id": "lost"')))!;
    const places = ({ nodes, layouts: [layout] }: typeof now): object =>
      Object.fromEntries(
        nodes.flatMap(({ role, id }, i) =>
          role === 'node' && id !== 'node new' ? [[id, [layout!.boxes[i]!.x, layout!.boxes[i]!.y]]] : [],
        ),
      );
    expect([before.layouts[0]!.way, now.layouts[0]!.way]).toEqual(['placed', 'placed']);
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
  test('keeps its layout for equal nodes and edges, and its picture contains no prompts', () => {
    const before = flowView(contextAt(flow))!,
      now = flowView(contextAt(flow.replace('Say hello.', 'Say good day.')))!,
      otherView = flowView(contextAt(flow.replace('"else_edge"', '"always_edge"').replace('"nowhere"', '"lost"')))!;
    expect(now.layouts).toBe(before.layouts);
    expect(otherView.layouts).not.toEqual(before.layouts);
    expect(now.nodes[1]!.facts[0]).toEqual({
      name: 'text',
      value: 'Say good day.',
      place: expect.objectContaining({ file: 'f.conversation-flow.json' }) as object,
    });
    expect(flowSvg(now)).not.toContain('good day');
  });
  test('shows a finding at each node and edge that has one of its places', () => {
    const view = flowView(contextAt(flow), ({ kind }) =>
      kind === 'conversation-flow'
        ? [
            {
              severity: 'warning',
              rule: 'unknown-field',
              message: 'everywhere',
              pointers: ['/nodes/0/edges/0/x', '/nodes/0/x', '/nodes/2/edge/x', '/nodes/3/x', '/nodes/3/y'],
            },
          ]
        : [],
    )!;
    const listFindings = (items: readonly { readonly id: string; readonly findings: readonly object[] }[]): string[] =>
      items.flatMap(({ id, findings }) => (findings.length > 0 ? [`${id}: ${findings.length}`] : []));
    expect([listFindings(view.nodes), listFindings(view.edges), view.findings]).toEqual([
      ['node hello: 1', 'node lost: 1'],
      ['node hello e1: 1', 'node swap e4: 1'],
      [],
    ]);
  });
  test('shows a finding of an edge without a destination at the node, because the edge is not drawn', () => {
    const finding = { severity: 'warning', rule: 'r', message: 'm', pointers: ['/nodes/0/edges/0/x'] } as const,
      view = flowView(
        contextAt('-- f.conversation-flow.json --\n▮{"nodes": [{"id": "a", "edges": [{"x": 1}]}]}'),
        () => [finding],
      )!;
    expect([view.edges, view.nodes.map(({ findings }) => findings.length)]).toEqual([[], [1]]);
  });
  test('of a thousand nodes without places is laid out quickly, without overlapping boxes', () => {
    const nodes = Array.from({ length: 1000 }, (_, i) => ({
      id: `n${i}`,
      type: 'conversation',
      edges: [1, 7, 13].map(k => ({ id: `e${i}-${k}`, destination_node_id: `n${(i * 3 + k) % 1000}` })),
    }));
    const view = flowView(
      contextAt(`-- f.conversation-flow.json --\n▮${JSON.stringify({ start_node_id: 'n0', nodes })}`),
    )!;
    const [tidy, ...otherLayouts] = view.layouts;
    expect([view.nodes.length, view.edges.length, tidy!.way, otherLayouts]).toEqual([1001, 3001, 'tidy', []]);
    expect(new Set(tidy!.boxes.map(({ x, y }) => `${x} ${y}`)).size).toBe(1001);
  });
  test('of an export has the name of the agent, and each node has all its tools', () => {
    const conversationFlow = {
      start_node_id: 'a',
      nodes: [
        { id: 'a', type: 'subagent', tool_ids: ['t1', 't2'], tools: [{ type: 'end_call', name: 'bye' }] },
        { id: 'b', type: 'function', tool_id: 't2' },
      ],
      tools: [
        { tool_id: 't1', name: 'get_slots' },
        { tool_id: 't2', name: 't2' },
      ],
    };
    const text = JSON.stringify({
      agent_name: 'Aria',
      response_engine: { type: 'conversation-flow' },
      conversationFlow,
    });
    const view = flowView(contextAt(`-- a.agent.json --\n▮${text}`))!;
    expect([view.title, ...view.nodes.map(({ facts }) => facts.find(({ name }) => name === 'tool')?.value)]).toEqual([
      'Aria',
      undefined,
      'get_slots, t2, bye · t1',
      't2',
    ]);
    expect(flowSvg(view)).toContain('subagent · get_slots, t2, bye');
  });
  test('lists all texts of a node by field, apart from texts of its edges, and fewer texts if there are many nodes', () => {
    const facts = (count: number): unknown => {
      const nodes = Array.from({ length: count }, (_, i) => ({
        id: `n${i}`,
        type: 'conversation',
        name: 'The first',
        instruction: { type: 'prompt', text: 'x'.repeat(900) },
        global_node_setting: { condition: 'Lost' },
        edges: [{ id: 'e', transition_condition: { type: 'prompt', prompt: 'They go on' } }],
      }));
      const view = flowView(contextAt(`-- f.conversation-flow.json --\n▮${JSON.stringify({ nodes })}`))!;
      return view.nodes[0]!.facts.map(({ name, field, value }) => [name, field, value.length]);
    };
    const otherPlace = ['text', 'global_node_setting.condition', 4];
    expect(facts(1)).toEqual([['text', undefined, 900], otherPlace]);
    expect(facts(130)).toEqual([['text', undefined, 600], otherPlace]);
  });
  test('exists if the flow is broken, has equal ids, or has no nodes', () => {
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
        'the text cannot be parsed; only its readable parts are shown',
        'there is no start_node_id, so unreachable nodes cannot be determined',
      ],
      ['node a', 'step 1'],
      1,
    ]);
    expect(shape('-- f.conversation-flow.json --\n{▮}')).toEqual([['the flow has no nodes'], [], 0]);
    expect(shape('-- f.conversation-flow.json --\n▮')).toBeNull();
  });
});

test('the view of a flow is published with a version of an agent, so that its texts can only be read', () => {
  const isPublished = (published: boolean): boolean =>
    flowView(contextAt(flow.replace('"version": 0', `"version": 1, "is_published": ${published}`)))!.isPublished;
  expect([false, true].map(isPublished)).toEqual([false, true]);
});

test('the view of a flow says that no callers reach it if other versions have callers', () => {
  const users = `
-- desk.agent.json --
{"agent_id": "desk", "version": 1, "is_published": true, "response_engine": {"type": "conversation-flow", "conversation_flow_id": "FLOW"}}
-- n.phone-number.json --
{"phone_number": "+14155550100", "inbound_agents": [{"agent_id": "desk", "agent_version": 1, "weight": 1}]}
`;
  const notes = (runs: string): readonly string[] => flowView(contextAt(flow + users.replace('FLOW', runs)))!.notes;
  const text = 'no phone number, live tag or batch of calls leads here';
  expect(notes('another')).toContain(text);
  expect(notes('night')).not.toContain(text);
  expect(flowView(contextAt(flow))!.notes).not.toContain(text);
});
