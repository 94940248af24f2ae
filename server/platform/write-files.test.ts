import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { JsonObject } from '../core/json/json.ts';
import { scratchFolders } from '../testing/preflight.ts';
import { component, standIn, type StandIn } from '../testing/stand-in.ts';
import { fileSaver } from './write-files.ts';

const scratch = scratchFolders();
const standInWith = (
  files: Readonly<Record<string, string>>,
  settings: JsonObject = {},
): StandIn & { readonly folder: string } => {
  const folder = scratch(files);
  return { ...standIn(files, fileSaver(folder), false, undefined, settings), folder };
};
const filesIn = (folder: string): string[] =>
  (readdirSync(folder, { recursive: true }) as string[]).filter(name => name.endsWith('.json')).sort();
const create = 'POST /create-conversation-flow-component';
const parts = `[
\t{ "conversation_flow_component_id": "part_a",  "name": "A", "nodes": [] },
\t{ "conversation_flow_component_id": "part_b",  "name": "B", "nodes": [], "flex_mode": false }
]`;

test('a new record gets a file of its own, beside other files of its kind', async () => {
  const { ask, folder } = standInWith({ 'parts/all.flow-component.json': parts });
  const { body } = await ask(create, component('Parking'));
  const name = `${body.conversation_flow_component_id}.flow-component.json`;
  expect(readdirSync(join(folder, 'parts')).sort()).toEqual(['all.flow-component.json', name]);
  const { linked_conversation_flow_ids: _, ...kept } = body;
  expect(readFileSync(join(folder, 'parts', name), 'utf8')).toBe(`${JSON.stringify(kept, undefined, 2)}\n`);
});
test('a change or removal keeps the format of the file', async () => {
  const { ask, folder } = standInWith({ 'all.flow-component.json': parts });
  const read = (): string => readFileSync(join(folder, 'all.flow-component.json'), 'utf8');
  await ask('PATCH /update-conversation-flow-component/part_b', { flex_mode: true });
  expect(read()).toBe(parts.replace('"flex_mode": false }', '"flex_mode": true, "user_modified_timestamp": 1000 }'));
  await ask('DELETE /delete-conversation-flow-component/part_a');
  expect(read()).not.toContain('part_a');
  expect(read()).toContain('\t{ "conversation_flow_component_id": "part_b",  "name": "B"');
});
test('a removed record is removed from the disk', async () => {
  const { ask, folder } = standInWith({});
  const { body } = await ask(create, component());
  const file = join(folder, 'components/greeting.flow-component.json');
  expect(existsSync(file)).toBe(true);
  await ask(`DELETE /delete-conversation-flow-component/${body.conversation_flow_component_id}`);
  expect(existsSync(file)).toBe(false);
});
test('a refused request changes no file', async () => {
  const { ask, folder } = standInWith({ 'all.flow-component.json': parts });
  await ask(create, { name: 5 });
  await ask('PATCH /update-conversation-flow-component/part_b', { flex_mode: 'yes' });
  expect([readdirSync(folder), readFileSync(join(folder, 'all.flow-component.json'), 'utf8')]).toEqual([
    ['all.flow-component.json'],
    parts,
  ]);
});
test('a file that another program changed is a conflict, and is not overwritten', async () => {
  const { ask, folder, accounts } = standInWith({ 'all.flow-component.json': parts });
  const file = join(folder, 'all.flow-component.json');
  writeFileSync(file, '[]');
  for (const request of ['PATCH /update', 'DELETE /delete'])
    expect(
      await ask(`${request}-conversation-flow-component/part_a`, request.startsWith('P') ? { name: 'C' } : undefined),
    ).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/^all\.flow-component\.json was changed in the meantime/) },
    });
  expect(readFileSync(file, 'utf8')).toBe('[]');
  expect(accounts[0]!.workspace.documents[0]!.text).toBe(parts);
});
test('a request changes all of its files, or none', async () => {
  const engine = JSON.stringify({ llm_id: 'llm_a', general_prompt: 'Help.', model: 'gpt-4.1' });
  const list = '{ "items": [] }\n';
  const { ask, folder } = standInWith({ 'a.llm.json': engine, 'agents.agent-list.json': list });
  writeFileSync(join(folder, 'agents.agent-list.json'), '{}');
  const settings = {
    agent_name: 'Desk',
    voice_id: '11labs-Myra',
    response_engine: { type: 'service-llm', llm_id: 'llm_a' },
  };
  expect((await ask('POST /create-agent', settings)).status).toBe(409);
  expect(filesIn(folder)).toEqual(['a.llm.json', 'agents.agent-list.json']);
  writeFileSync(join(folder, 'agents.agent-list.json'), list);
  const { body } = await ask('POST /create-agent', settings);
  expect(readFileSync(join(folder, 'agents.agent-list.json'), 'utf8')).toContain(body.agent_id);
});
test('no file is written outside of the workspace', async () => {
  const { ask, folder } = standInWith({});
  const outside = scratch({});
  symlinkSync(outside, join(folder, 'components'));
  const refusal = await ask(create, component());
  expect([refusal.status, refusal.body.message]).toEqual([
    409,
    expect.stringContaining('to a place outside of the workspace'),
  ]);
  expect(readdirSync(outside)).toEqual([]);
  mkdirSync(join(folder, 'phone-numbers'));
  const { status } = await ask('POST /import-phone-number', { phone_number: '+1/../../../415' });
  expect(status === 201 ? readdirSync(join(folder, 'phone-numbers')) : []).toEqual(
    status === 201 ? ['1415.phone-number.json'] : [],
  );
  expect((await ask('GET /get-conversation-flow-component/..%2F..%2Fetc%2Fpasswd')).status).toBe(404);
});
test('a new agent gets a folder of its own if other agents have one, and a new version is saved beside the other versions', async () => {
  const agent = (agent_id: string, agent_name: string, version: number): string =>
    JSON.stringify({
      agent_id,
      agent_name,
      version,
      last_modification_timestamp: version,
      voice_id: '11labs-Myra',
      response_engine: { type: 'custom-llm', llm_websocket_url: 'wss://desk.example.com' },
    });
  const { ask, folder } = standInWith({
    'agents/desk/v0.json': agent('agent_1', 'Lakeside Front Desk', 0),
    'agents/desk/v1.json': agent('agent_1', 'Lakeside Front Desk', 1),
    'agents/billing/v0.json': agent('agent_2', 'Billing', 0),
  });
  const {
    agent_id: _,
    version: __,
    last_modification_timestamp: ___,
    ...settings
  } = JSON.parse(agent('', 'After hours', 0));
  const { body } = await ask('POST /create-agent', settings);
  await ask(`POST /create-agent-version/${body.agent_id}`, { base_version: 0 });
  await ask('POST /create-agent-version/agent_1', { base_version: 1 });
  await ask('POST /create-agent', settings);
  await ask('POST /create-agent', { ...settings, agent_name: '../../outside' });
  expect(filesIn(folder)).toEqual([
    'agents/after-hours-2/v0.json',
    'agents/after-hours/v0.json',
    'agents/after-hours/v1.json',
    'agents/agents.agent-list.json',
    'agents/billing/v0.json',
    'agents/desk/v0.json',
    'agents/desk/v1.json',
    'agents/desk/v2.json',
    'agents/outside/v0.json',
  ]);
});
test('a new file is saved beside the other files even if a dialect is configured', async () => {
  const { ask, folder } = standInWith(
    { 'parts/a.flow-component.json': JSON.stringify(component('A', { conversation_flow_component_id: 'part_a' })) },
    { dialect: 'retell' },
  );
  await ask(create, component('Parking'));
  expect(filesIn(folder)).toEqual(['parts/a.flow-component.json', 'parts/parking.flow-component.json']);
});
