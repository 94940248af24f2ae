import { expect, test } from 'vitest';
import { agent, preflight, scratchFolders } from '../../testing/preflight.ts';
import { json, table } from '../../testing/simulated.ts';

const folder = scratchFolders();

test('simulate accepts a version by reference, and for an outage a folder of agents or all live agents', async () => {
  const at = folder({
    'a/desk.agent.json': agent('"fallback_voice_ids": ["cartesia-Cleo"]'),
    'a/chat.agent.json':
      '{ "agent_id": "agent_chat", "version": 0, "channel": "chat", "response_engine": { "type": "custom-llm" } }',
    'b/old.agent.json': agent('', 'agent_old'),
    'all.agent-list.json':
      '[{ "agent_id": "agent_desk", "agent_name": "Desk", "channel": "voice", "user_modified_timestamp": 1, ' +
      '"tags": { "prod": { "version": 1, "dynamic_variables": {} } } }]',
  });
  const outageOf = async (...args: string[]) => {
    const { code, value } = await json('simulate-outage', at, ...args);
    return [code, value.agents.map((agent: { file: string; outcome: string }) => [agent.file, agent.outcome])];
  };
  expect(await outageOf('agent_desk@prod', '--outage', 'elevenlabs')).toEqual([0, [['a/desk.agent.json', 'speaks']]]);
  expect(await outageOf('Desk', '--outage', 'elevenlabs')).toEqual([0, [['a/desk.agent.json', 'speaks']]]);
  expect(await outageOf('--outage', 'elevenlabs')).toEqual([0, [['a/desk.agent.json', 'speaks']]]);
  expect(await outageOf('a', '--outage', 'elevenlabs')).toEqual([0, [['a/desk.agent.json', 'speaks']]]);
  expect(await outageOf('.', '--outage', 'elevenlabs')).toEqual([
    1,
    [
      ['a/desk.agent.json', 'speaks'],
      ['b/old.agent.json', 'none'],
    ],
  ]);
  expect((await preflight(['simulate', 'agent_desk@prod', '--call', 'silent'], at)).stdout).toContain(
    'a silent caller',
  );
  const bare = folder({ 'export.json': agent('"agent_name": "Aria at night"').replace('"agent_desk"', '""') });
  const { value } = await json('simulate-outage', bare, 'Aria at night', '--outage', 'cartesia');
  expect(value.agents).toMatchObject([{ file: 'export.json', outcome: 'speaks' }]);
  const refusalOf = async (...args: string[]) => {
    const { code, stderr } = await preflight(['simulate', ...args], at);
    return [code, stderr.trim()];
  };
  expect(await refusalOf('a')).toEqual([2, 'a is a folder; simulate takes one file, or with --outage a folder']);
  expect(await refusalOf('--outage', '11labs')).toEqual([
    2,
    '--outage: there is no voice provider "11labs"; did you mean "elevenlabs"?',
  ]);
  expect(await refusalOf('agent_dask@prod', '--outage', 'elevenlabs')).toEqual([
    2,
    'there is no file agent_dask@prod, and no agent "agent_dask" in this workspace; did you mean "agent_desk"?',
  ]);
  expect(await refusalOf('agent_desk@7', '--outage', 'elevenlabs')).toEqual([
    2,
    expect.stringContaining('agent_desk@7 is unknowable: Desk has no version 7 here'),
  ]);
  expect(await refusalOf('agent_desk')).toEqual([
    2,
    'agent_desk@latest (a/desk.agent.json), a file of kind agent, needs --call or --outage to select a simulation',
  ]);
});

test('an outage shows the order of fallbacks, an agent without a working voice, and unknown providers', async () => {
  const at = folder({
    'desk.agent.json': agent('"fallback_voice_ids": ["custom_voice_1", "cartesia-Cleo"]'),
    'bare.agent.json': agent('', 'agent_bare'),
    'named/preflight.config.json': '{"voices": {"custom_voice_1": "acme"}}',
    'named/desk.agent.json': agent('"fallback_voice_ids": ["custom_voice_1", "cartesia-Cleo"]'),
  });
  const outageOf = async (file: string, out: string) => {
    const { code, value } = await json('simulate-outage', at, file, '--outage', out);
    const [agent] = value.agents;
    return [code, agent.outcome, agent.voice_id, agent.candidates];
  };
  expect(await outageOf('desk.agent.json', 'cartesia')).toEqual([0, 'speaks', '11labs-Myra', ['11labs-Myra']]);
  expect(await outageOf('desk.agent.json', 'elevenlabs')).toEqual([
    0,
    'unknowable',
    null,
    ['custom_voice_1', 'cartesia-Cleo'],
  ]);
  expect(await outageOf('desk.agent.json', 'elevenlabs, cartesia')).toEqual([
    0,
    'unknowable',
    null,
    ['custom_voice_1'],
  ]);
  expect(await outageOf('bare.agent.json', 'elevenlabs')).toEqual([1, 'none', null, []]);
  expect(await outageOf('desk.agent.json', 'elevenlabs,cartesia,inworld')).toEqual([
    0,
    'unknowable',
    null,
    ['custom_voice_1'],
  ]);
  expect(await outageOf('named/desk.agent.json', 'elevenlabs')).toEqual([
    0,
    'speaks',
    'custom_voice_1',
    ['custom_voice_1'],
  ]);
  expect(await outageOf('named/desk.agent.json', 'acme,elevenlabs')).toEqual([
    0,
    'speaks',
    'cartesia-Cleo',
    ['cartesia-Cleo'],
  ]);
  expect(await table(at, 'desk.agent.json', '--outage', 'elevenlabs,cartesia')).toContain(
    'unknowable: custom_voice_1 or none',
  );
});
