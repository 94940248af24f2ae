import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recordOf } from '../core/domain/tasks.ts';
import { Document } from '../core/document.ts';
import type { Json, JsonObject } from '../core/json/json.ts';
import { keyOfThing } from '../core/reach/things.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import { edgePointers, naiveReach, without } from '../testing/naive-reach.ts';
import { corpus, corpusDocuments, openSample } from '../testing/samples.ts';
import { entriesOf } from './entries.ts';
import { reachBetween } from './reach.ts';

type Rows = Record<string, string>;

/** The effect of each change, by entry, version and thing. */
const answerOf = (before: Workspace, after: Workspace): Rows =>
  Object.fromEntries(
    reachBetween(before, after).worst.map(({ entry, agentId, version, thing, effect }) => [
      `${entry.text} ${agentId}@${version}: ${keyOfThing(thing)}`,
      effect,
    ]),
  );

/** The effects that the naive walk finds, in the same form, for states with the same arms. */
function naiveEffects(before: Workspace, after: Workspace): Rows {
  const rows: Rows = {};
  for (const entry of entriesOf(after))
    for (const { agentId, version } of entry.arms) {
      if (agentId === null || version === null) continue;
      const [former, current] = [before, after].map(
        state => recordOf({ agentId, version }, state)?.value as JsonObject,
      );
      if (!former || !current) continue;
      const reached = naiveReach(former, before, 'reached'),
        stillReached = naiveReach(current, after, 'reached'),
        defined = naiveReach(current, after, 'defined');
      const add = (thing: string, effect: string): void => {
        rows[`${entry.text} ${agentId}@${version}: ${thing}`] = effect;
      };
      for (const thing of reached) if (!stillReached.has(thing)) add(thing, defined.has(thing) ? 'cut-off' : 'removed');
      for (const thing of stillReached) if (!reached.has(thing)) add(thing, 'added');
    }
  return rows;
}

const workspaceOf = (files: Readonly<Record<string, Json>>): Workspace =>
  new Workspace(Object.entries(files).map(([file, value]) => new Document(file, JSON.stringify(value))));

interface Figures {
  edges: number;
  cuttingEdges: number;
  things: number;
}
/** Deletes each edge of a file in turn, and compares the effects with the naive walk. */
function deleteEach(workspace: Workspace, file: string, figures: Figures): void {
  const document = workspace.document(file)!,
    value = document.value!;
  for (const pointer of edgePointers(value)) {
    const after = workspace.withDocument(new Document(file, JSON.stringify(without(value, pointer))));
    const rows = answerOf(workspace, after);
    expect({ file, pointer, rows }).toEqual({ file, pointer, rows: naiveEffects(workspace, after) });
    figures.edges++;
    figures.things += Object.keys(rows).length;
    if (Object.keys(rows).length > 0) figures.cuttingEdges++;
    expect(Object.values(rows).every(effect => effect === 'cut-off')).toBe(true);
  }
}

describe('deleting each edge cuts off the things that a naive walk loses', () => {
  test('of the sample', () => {
    const { workspace } = openSample('clinic'),
      figures: Figures = { edges: 0, cuttingEdges: 0, things: 0 };
    for (const { file, kind } of workspace.documents)
      if (kind === 'conversation-flow' || kind === 'llm' || kind === 'flow-component')
        deleteEach(workspace, file, figures);
    expect(figures.edges).toBeGreaterThan(40);
    expect(figures.cuttingEdges).toBeGreaterThan(10);
  });

  test.runIf(corpus)('of the folder named by PREFLIGHT_CORPUS', () => {
    const figures: Figures = { edges: 0, cuttingEdges: 0, things: 0 };
    let engines = 0;
    for (const { value, readable } of corpusDocuments())
      for (const engine of readable ? enginesIn(value) : []) {
        engines++;
        const isFlow = 'nodes' in engine,
          key = isFlow ? 'conversation_flow_id' : 'llm_id';
        const { response_engine: _, ...own } = engine;
        const file = `x.${isFlow ? 'conversation-flow' : 'llm'}.json`;
        deleteEach(
          workspaceOf({
            'team.agent-list.json': [{ agent_id: 'agent_x', tags: { prod: { version: 0 } } }],
            'x.agent.json': {
              agent_id: 'agent_x',
              version: 0,
              response_engine: { type: isFlow ? 'conversation-flow' : 'service-llm', [key]: 'x' },
            },
            [file]: { ...own, [key]: 'x' },
          }),
          file,
          figures,
        );
      }
    expect(engines).toBeGreaterThan(0);
    console.info(`${engines} engines: ${JSON.stringify(figures)}`);
  });
});

/** Every flow and every engine with states in a value, at any depth. */
function enginesIn(value: Json | undefined): JsonObject[] {
  if (typeof value !== 'object' || value === null) return [];
  const innerValues = Object.values(value as Record<string, Json>),
    isEngine = ['nodes', 'states'].some(key => Array.isArray((value as Record<string, Json>)[key]));
  return [...(isEngine ? [value as JsonObject] : []), ...innerValues.flatMap(enginesIn)];
}

// ---- random workspaces: two agents, one with a flow and one with states, and a shared component

const ids = ['a', 'b', 'c', 'd', 'e'];
const id = fc.constantFrom(...ids);
const edge = fc.record({ id: fc.uuid(), destination_node_id: fc.oneof(id, fc.constant(null)) });
const maybe = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(one, { nil: undefined, freq: 2 });
const swap = { agent_id: fc.constantFrom('agent_flow', 'agent_states'), agent_version: fc.constantFrom(0, 'prod') };
const transfer = {
  transfer_destination: fc.oneof(
    fc.record({ type: fc.constant('predefined'), number: fc.constantFrom('+14155550110', '+14155550111') }),
    fc.record({ type: fc.constant('inferred'), prompt: fc.constant('Where they ask to') }),
  ),
  transfer_option: maybe(
    fc.record({
      type: fc.constant('agentic_warm_transfer'),
      agentic_transfer_config: fc.record({ transfer_agent: fc.record({ agent_id: fc.constant('agent_states') }) }),
    }),
  ),
};
const tool = fc.oneof(
  { arbitrary: fc.record({ type: fc.constant('custom'), name: fc.constantFrom('t1', 't2', 't3') }), weight: 4 },
  fc.record({ type: fc.constant('end_call'), name: fc.constant('bye') }),
  fc.record({ type: fc.constant('mcp'), name: fc.constant('m'), mcp_tool_name: fc.constantFrom('m1', 'm2') }),
  fc.record({ type: fc.constant('agent_swap'), name: fc.constant('s'), ...swap }),
  fc.record({ type: fc.constant('transfer_call'), name: fc.constant('c'), ...transfer }),
);
const commonFields = {
  edges: fc.array(edge, { maxLength: 2 }),
  else_edge: maybe(edge),
  global_node_setting: maybe(fc.constant({ condition: 'Any time', go_back_conditions: [] as JsonObject[] })),
};
const typedFields = <T extends object>(type: string, fields: T) =>
  fc.record({ type: fc.constant(type), ...commonFields, ...fields });
const toolIds = {
  tool_ids: maybe(fc.array(fc.constantFrom('t1', 't2', 'gone'), { maxLength: 2 })),
  tools: maybe(fc.array(tool, { maxLength: 1 })),
};
const node = fc.oneof(
  {
    arbitrary: typedFields('conversation', { ...toolIds, always_edge: maybe(edge), skip_response_edge: maybe(edge) }),
    weight: 3,
  },
  typedFields('subagent', toolIds),
  typedFields('function', { tool_id: fc.constantFrom('t1', 't2', 't3', 'gone') }),
  typedFields('sms', { success_edge: maybe(edge), failed_edge: maybe(edge) }),
  typedFields('agent_swap', { ...swap, edge: maybe(edge) }),
  typedFields('transfer_call', { ...transfer, edge: maybe(edge) }),
  typedFields('mcp', { mcp_tool_name: fc.constantFrom('m1', 'm2') }),
  { arbitrary: typedFields('component', { component_id: fc.constantFrom('shared', 'local', 'local') }), weight: 2 },
  typedFields('end', {}),
);
const part = (components: fc.Arbitrary<JsonObject[]>) =>
  fc.record({
    start_node_id: id,
    nodes: fc.tuple(...ids.map(id => node.map(fields => ({ ...fields, id })))),
    tools: fc.array(
      tool.map(fields => ({ ...fields, tool_id: fields.name })),
      { maxLength: 3 },
    ),
    components,
    flex_mode: maybe(fc.constantFrom(true, false, false, false)),
  }) as unknown as fc.Arbitrary<JsonObject>;
const component = (name: string, innerComponents: fc.Arbitrary<JsonObject[]>) =>
  part(innerComponents).map(fields => ({ ...fields, conversation_flow_component_id: name }));
const state = fc.record({
  tools: fc.array(tool, { maxLength: 2 }),
  edges: fc.array(fc.record({ destination_state_name: id }), { maxLength: 2 }),
});
const files = fc.record({
  flow: part(component('local', fc.constant([])).map(localComponent => [localComponent])),
  shared: component('shared', fc.constant([])),
  states: fc.record({
    general_tools: fc.array(tool, { maxLength: 2 }),
    starting_state: id,
    states: fc.tuple(...ids.map(name => state.map(fields => ({ ...fields, name })))),
  }),
});
type Files = typeof files extends fc.Arbitrary<infer T> ? T : never;
const stateOf = ({ flow, shared, states }: Files): Workspace =>
  workspaceOf({
    'flow.agent.json': {
      agent_id: 'agent_flow',
      version: 0,
      response_engine: { type: 'conversation-flow', conversation_flow_id: 'flow' },
    },
    'flow.conversation-flow.json': { conversation_flow_id: 'flow', ...flow },
    'shared.flow-component.json': shared,
    'states.agent.json': {
      agent_id: 'agent_states',
      version: 0,
      response_engine: { type: 'service-llm', llm_id: 'llm' },
    },
    'states.llm.json': JSON.parse(JSON.stringify({ llm_id: 'llm', ...states })) as Json,
    'team.agent-list.json': ['agent_flow', 'agent_states'].map(agent_id => ({
      agent_id,
      tags: { prod: { version: 0 } },
    })),
  });

describe('random pairs of workspaces', () => {
  const agree = (before: Workspace, after: Workspace): Rows => {
    const rows = answerOf(before, after);
    expect(rows).toEqual(naiveEffects(before, after));
    return rows;
  };
  test('have the differences in reach that a naive walk finds', () => {
    const effects = new Set<string>();
    fc.assert(
      fc.property(files, files, (former, current) => {
        for (const effect of Object.values(agree(stateOf(former), stateOf(current)))) effects.add(effect);
      }),
      { numRuns: 2000, seed: 26 },
    );
    expect(effects).toEqual(new Set(['cut-off', 'removed', 'added']));
  });
  test('that differ in one edge or one thing have the differences in reach that a naive walk finds', () => {
    let cutCount = 0;
    fc.assert(
      fc.property(files, fc.nat(), (former, at) => {
        const value = JSON.parse(JSON.stringify(former)) as Json,
          pointers = edgePointers(value),
          pointer = pointers[at % pointers.length];
        if (pointer === undefined) return;
        cutCount += Object.keys(
          agree(stateOf(value as unknown as Files), stateOf(without(value, pointer) as unknown as Files)),
        ).length;
      }),
      { numRuns: 2000, seed: 27 },
    );
    expect(cutCount).toBeGreaterThan(100);
  });
});
