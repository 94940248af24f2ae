// Tests that the stand-in accepts exactly the bodies without a lint error.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isArray, isObject, type Json, type JsonObject } from '../core/json/json.ts';
import { Document } from '../core/document.ts';
import { lint, RuleSet } from '../core/engine/lint.ts';
import { join, split, type Pointer } from '../core/json/pointer.ts';
import { withValue } from '../simulator/edits.ts';
import { lintJson, scratchFolders } from '../testing/preflight.ts';
import { component, standIn } from '../testing/stand-in.ts';
import { rules } from '../../rules/index.ts';
import { platformWorkspace } from './open.ts';
import { alertRules, batchCalls, components, flows, llms, testCases, type ResourceType } from './resources.ts';

const samples = new URL('../../samples/', import.meta.url);
const filesOf = (kind: string): JsonObject[] =>
  (readdirSync(samples, { recursive: true }) as string[])
    .filter(name => name.endsWith(`.${kind}.json`))
    .sort()
    .flatMap(name => {
      const { value } = new Document(name, readFileSync(new URL(name, samples), 'utf8'));
      return isObject(value) ? [value] : [];
    });
function* pointersIn(value: Json, pointer: Pointer = ''): Generator<Pointer> {
  yield pointer;
  if (isArray(value)) for (const [i, item] of value.entries()) yield* pointersIn(item, join(pointer, i));
  else if (isObject(value))
    for (const [key, item] of Object.entries(value)) yield* pointersIn(item, join(pointer, key));
}
const junk: readonly (Json | undefined)[] = [undefined, null, 7, -1, '', 'end', true, [], {}, 'agent_gone'];
/** Returns the body, and every `step`th of its copies in which one place is replaced by another value. */
const variants = (body: JsonObject, step: number): JsonObject[] => [
  body,
  ...[...pointersIn(body)]
    .slice(1)
    .flatMap(pointer => junk.map(value => withValue(body, split(pointer), value)))
    .filter((_, i) => i % step === 0)
    .filter(isObject),
];

/**
 * The agent without its engine version if that is above 0, because the stand-in refuses such a version only for a new
 * agent, and no file shows whether an agent is new.
 */
const newAgent = (agent: JsonObject): JsonObject => {
  const { response_engine: engine } = agent;
  return isObject(engine) && typeof engine['version'] === 'number' && engine['version'] > 0
    ? { ...agent, response_engine: { ...engine, version: null } }
    : agent;
};

test('agents', async () => {
  const allRules = new RuleSet(rules);
  const engines = Object.fromEntries(
    [...filesOf('llm'), ...filesOf('conversation-flow')].map((engine, i) => [
      `${i}.${'conversation_flow_id' in engine ? 'conversation-flow' : 'llm'}.json`,
      engine,
    ]),
  );
  let refusedCount = 0;
  const { ask, accounts, restart } = standIn(engines);
  const bodies = filesOf('agent').flatMap(body => variants(body, 211).map(newAgent));
  for (const body of bodies) {
    restart();
    const { agent_id, version, base_version, assigned_tags, is_published, last_modification_timestamp, ...request } =
      body;
    const platformFields = {
      agent_id: 'agent_new',
      version: 0,
      base_version: null,
      is_published: false,
      channel: 'voice',
    };
    const file = new Document(
      'x.agent.json',
      JSON.stringify({ ...platformFields, last_modification_timestamp: 1, ...request }),
    );
    const workspace = platformWorkspace(accounts[0]!.workspace).withDocument(file);
    const errors = lint(file, workspace, allRules).filter(({ severity }) => severity === 'error');
    const { status } = await ask('POST /create-agent', request);
    if (errors.length > 0) refusedCount++;
    expect([request, status === 201]).toEqual([request, errors.length === 0]);
  }
  expect(refusedCount).toBeGreaterThan(bodies.length / 10);
  expect(refusedCount).toBeLessThan(bodies.length);
});

test.each<[string, ResourceType, number]>([
  ['flow components', components, 23],
  ['test cases', testCases, 5],
  ['LLM engines', llms, 61],
  ['flows', flows, 211],
  ['alert rules', alertRules, 17],
  ['batch calls', batchCalls, 37],
])('%s', async (_name, type, step) => {
  const allRules = new RuleSet(rules);
  const bodies = filesOf(type.kind).flatMap(body => variants(body, step));
  let refusedCount = 0;
  const { ask, accounts, restart } = standIn();
  for (const body of bodies) {
    restart();
    const { [type.id]: _, ...request } = body;
    const platformKeys = Object.keys(type.initialFields(0, {}));
    const requestBody = Object.fromEntries(Object.entries(request).filter(([key]) => !platformKeys.includes(key)));
    // lint checks the request without the fields that the platform sets, and the stored record with an id
    const errors = [requestBody, { ...request, [type.id]: 'new_one' }].flatMap(content => {
      const file = new Document(`x.${type.kind}.json`, JSON.stringify(content));
      const workspace = platformWorkspace(accounts[0]!.workspace).withDocument(file);
      return lint(file, workspace, allRules).filter(({ severity }) => severity === 'error');
    });
    const { status } = await ask(`POST /create-${type.name}`, request);
    // lint only warns if a field outside the specification is missing, but without these fields there is no answer
    const isIncomplete =
      type === batchCalls && (body['tasks'] === undefined || typeof body['from_number'] !== 'string');
    const isRefused = isIncomplete || errors.length > 0;
    if (isRefused) refusedCount++;
    expect([request, status === 201]).toEqual([request, !isRefused]);
  }
  expect(bodies.length).toBeGreaterThan(20);
  expect(refusedCount).toBeGreaterThan(bodies.length / 10);
  expect(refusedCount).toBeLessThan(bodies.length);
});

const scratch = scratchFolders();
const complete = ['agent', 'agent-list', 'llm', 'conversation-flow', 'flow-component', 'phone-number'];
test.each<[string, object]>([
  ['a clean one', component()],
  ['one with a warning', component('A', { flexmode: true })],
  ['one with an error', component('A', { notes: 5 })],
  [
    'one that names what is not there',
    {
      name: 'A',
      nodes: [
        {
          id: 's',
          type: 'agent_swap',
          agent_id: 'agent_gone',
          post_call_analysis_setting: 'both_agents',
          edge: { id: 'e' },
        },
      ],
    },
  ],
  ['one of two keys', component('A', { start_node_id: 'gone' })],
])('the command agrees: %s', async (_, body) => {
  const { status } = await standIn().ask('POST /create-conversation-flow-component', body);
  const folder = scratch({
    'preflight.config.json': JSON.stringify({ complete }),
    'a.flow-component.json': JSON.stringify(body),
  });
  expect((await lintJson([], folder)).code).toBe(status === 201 ? 0 : 1);
});
