import { readdirSync, readFileSync, type Dirent } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Document } from './document.ts';
import { kindNames } from './kinds.ts';

const wordsOf = (value: unknown, file = 'export.json') => {
  const document = new Document(file, typeof value === 'string' ? value : JSON.stringify(value));
  return (
    document.match &&
    `${document.match.kind} by ${document.match.by}: ${document.roots.map(root => root.shapes[0]).join(', ')}`
  );
};
const engine = { type: 'service-llm', llm_id: 'llm_1' };
const clinic = new URL('../../samples/clinic', import.meta.url).pathname;
const isOurs = (entry: Dirent): boolean => entry.isFile() && entry.name.endsWith('.json');
const textOf = ({ name, parentPath }: Dirent): [string, string] => [name, readFileSync(join(parentPath, name), 'utf8')];
const nodes = [{ id: 'hello', type: 'conversation', instruction: { type: 'prompt', text: 'Greet' }, edges: [] }];

describe('the kind of a file', () => {
  test.each(kindNames)('is %s if its suffix says so, also with comments and in a list', kind => {
    expect(wordsOf({}, `desk.${kind}.json`)).toMatch(`${kind} by name`);
    expect(wordsOf('// why\n{}', `desk.${kind}.jsonc`)).toMatch(`${kind} by name`);
    expect(wordsOf('{', `Desk (copy).${kind}.json`)).toMatch(`${kind} by name`);
  });
  test('is the one in the configuration, even if the name says otherwise', () => {
    expect(new Document('desk.llm.json', '{}', 0, 'agent').match).toEqual({ kind: 'agent', by: 'configuration' });
  });

  test.each([
    [{ type: 'module', name: 'x' }],
    [{ tags: ['a'], name: 'x' }],
    [{ name: 'x', version: '1.0.0', language: 'en', a: 1 }],
    [{ name: 'x', timezone: 'Europe/Berlin' }],
    [{ provider: 'x', details: {} }],
    [{ model: 'x', components: [] }],
    [{ name: 'site', type: 'module', version: '1.0.0', scripts: {}, dependencies: {} }],
  ])('is not recognized by ordinary words: %j', value => expect(wordsOf(value)).toBeUndefined());

  test.each([
    ['an agent for import', { response_engine: engine, voice_id: '11labs-Myra' }, 'agent by content: agent-settings'],
    [
      'an agent as exported',
      { response_engine: engine, voice_id: 'v', agent_id: '', last_modification_timestamp: 1 },
      'agent by content: agent',
    ],
    [
      'a chat agent by channel',
      { response_engine: engine, channel: 'chat', agent_name: 'x', last_modification_timestamp: 1 },
      'agent by content: chat-agent',
    ],
    [
      'a chat agent by an event',
      { response_engine: engine, agent_name: 'x', webhook_events: ['chat_ended'], last_modification_timestamp: 1 },
      'agent by content: chat-agent',
    ],
    [
      'a voice agent with an event of chats',
      { response_engine: engine, voice_id: 'v', webhook_events: ['chat_ended'], last_modification_timestamp: 1 },
      'agent by content: agent',
    ],
    [
      'an agent with an engine field on it',
      {
        agent_name: 'x',
        voice_id: 'v',
        language: 'en-US',
        ambient_sound: null,
        general_prompt: 'Hi',
        begin_message: 'Hi',
      },
      'agent by content: agent-settings',
    ],
    [
      'a wrapper',
      { agent: { response_engine: engine, voice_id: 'v' }, conversation_flow: { nodes } },
      'agent by content: agent-export',
    ],
    ['a list with one export', [{ response_engine: engine, voice_id: 'v' }], 'agent by content: agent-settings'],
    [
      'a flow',
      { nodes, start_node_id: 'hello', start_speaker: 'agent', global_prompt: '' },
      'conversation-flow by content: conversation-flow',
    ],
    [
      'a flow with what a response adds',
      { version: 1, is_published: false, last_modification_timestamp: 1, nodes, global_prompt: '' },
      'conversation-flow by content: conversation-flow',
    ],
    [
      'a component as exported',
      { conversation_flow_component_id: 'c', name: 'Intake', nodes },
      'flow-component by content: flow-component-response',
    ],
    ['the minimal component', { name: 'Intake', nodes }, 'flow-component by content: flow-component'],
    ['an LLM engine', { general_prompt: 'Hi', general_tools: [], model: 'gpt-5' }, 'llm by content: llm'],
    [
      'an alert rule',
      { name: 'x', metric_type: 'call_count', threshold_type: 'absolute', threshold_value: 1, comparator: '>' },
      'alert-rule by content: alert-rule',
    ],
    ['a batch call', { from_number: '+14155550100', tasks: [] }, 'batch-call by content: batch-call'],
    [
      'version summaries',
      [{ version: 0, is_published: true, last_modification_timestamp: 1 }],
      'agent-versions by content: agent-version-summary',
    ],
    [
      'a list of agents',
      [{ agent_id: 'a', agent_name: 'A', channel: 'voice', user_modified_timestamp: 1, tags: {} }],
      'agent-list by content: agent-list-item',
    ],
    ['agent weights', [{ agent_id: 'a', weight: 1 }], 'agent-weights by content: agent-weights'],
    ['an agent that only has its engine', { response_engine: engine }, 'agent by content: agent-settings'],
    [
      'a test case',
      { name: 'x', user_prompt: 'y', metrics: [], response_engine: engine },
      'test-case by content: test-case-definition',
    ],
  ])('is recognized by the content: %s', (_, value, expected) => expect(wordsOf(value)).toBe(expected));

  test.each([
    ['a package.json', { name: 'x', version: '1.0.0', description: 'y' }],
    [
      "another tool's tests, some of which have only keys of the platform",
      [
        {
          name: 'a',
          user_prompt: 'Ask.',
          metrics: ['It answers.'],
          dynamic_variables: {},
          tool_mocks: [],
          type: 'simulation',
        },
        { name: 'b', user_prompt: 'Ask.', includes: ['Acme'], dynamic_variables: {}, tool_mocks: [], type: 'unit' },
      ],
    ],
    [
      'a workflow of n8n',
      {
        name: 'x',
        nodes: [{ id: '1', type: 'n8n-nodes-base.webhook', typeVersion: 1, position: [0, 0], parameters: {} }],
        connections: {},
      },
    ],
    ['a workflow of Make', { name: 'x', flow: [{ id: 1, module: 'x' }], connections: {} }],
    [
      'a JSON Schema of ours',
      {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        properties: { response_engine: {}, voice_id: {} },
      },
    ],
    ['an OpenAPI file', { openapi: '3.0.0', response_engine: engine, voice_id: 'x' }],
    ['a call record', { agent_id: 'a', agent_version: 1, call_id: 'c', transcript: 'hello', call_status: 'ended' }],
    ['call records', [{ timestamp: 1767225600, agent_id: 'a', agent_version: 3 }]],
    ['an engine of somebody else', { response_engine: { type: 'v8', flags: [] } }],
    ['an engine that is a name', { response_engine: 'v8' }],
    [
      'notes of a deployment',
      { agent_id: 'a', voice_id: 'v', status: 'x', deployed_at: 'y', owner: 'z', note: 'n', reviewed: true },
    ],
    ['nothing', {}],
    ['a scalar', 'null'],
    [
      'a list of several kinds',
      [
        { agent_id: 'a', weight: 1 },
        { from_number: '+1', tasks: [] },
      ],
    ],
    ['an empty list', []],
  ])("is unknown for a file that is not the platform's: %s", (_, value) => expect(wordsOf(value)).toBeUndefined());

  test.each(readdirSync(clinic, { recursive: true, withFileTypes: true }).filter(isOurs).map(textOf))(
    'is the same if the file is broken: %s',
    (_, text) => {
      const kindBefore = wordsOf(text)?.split(' ')[0],
        lines = text.split('\n');
      if (kindBefore === undefined) return;
      const withComment = lines.with(lines.length >> 1, `${lines[lines.length >> 1]} // why`).join('\n'),
        at = text.search(/,\s*"/);
      expect(
        [withComment, `${text.slice(0, at)}${text.slice(at + 1)}`].map(one => wordsOf(one)?.split(' ')[0]),
      ).toEqual([kindBefore, kindBefore]);
    },
  );
  test('is recognized in a truncated export that still names its engine', () => {
    expect(wordsOf('{ "response_engine": { "type": "service-llm", "llm_id": "llm_')).toMatch(/^agent by content/);
    expect(wordsOf('{ "conversation_flow": { "start_node_id": "a", "start_speaker": "user", "nodes": [{ "id"')).toMatch(
      /^agent by content/,
    );
    expect(wordsOf('{ "metrics": ["x"], "name": "y", "response_engine": { "type": "service-llm"')).toMatch(
      /^test-case/,
    );
    expect(wordsOf('{ "global_prompt": "x" // why\n}')).toMatch(/^conversation-flow/);
  });
  test('is recognized in a broken file only by the suffix or by distinctive keys', () => {
    expect(wordsOf('{ "response_engine": {}, "voice_id": "v", }')).toMatch(/^agent by content/);
    expect(wordsOf('{ "volume": 1, ')).toBeUndefined();
    expect(wordsOf('', 'desk.agent.json')).toMatch(/^agent by name/);
    expect(wordsOf('not json at all')).toBeUndefined();
  });
});
