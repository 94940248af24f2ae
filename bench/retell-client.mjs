// Calls the stand-in with the public client of the platform: every operation that both support. The client is not in
// the lock file, but is installed into a temporary folder. `npm run build && node bench/retell-client.mjs`
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = new URL('../', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'preflight-client-'));
const apiKey = 'key-of-the-client';
let server;
try {
  execFileSync('npm', ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', 'retell-sdk@5.66'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const workspace = join(folder, 'clinic');
  cpSync(join(root, 'samples/clinic'), workspace, { recursive: true });
  const args = ['serve', '--write', '--port', '0', '--api-key', apiKey, '--cwd', workspace];
  server = spawn(process.execPath, [join(root, 'dist/preflight.cjs'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const baseURL = await new Promise(resolve => server.stdout.once('data', chunk => resolve(String(chunk).trim())));
  const { Retell } = createRequire(join(folder, 'x.js'))('retell-sdk');
  await walk(Retell, baseURL);
} finally {
  server?.kill();
  rmSync(folder, { recursive: true, force: true });
}

async function walk(Retell, baseURL) {
  const client = new Retell({ apiKey, baseURL });
  const rejects = async (promise, error, status) =>
    assert.rejects(promise, refusal => refusal instanceof error && refusal.status === status);
  const listAll = async page => {
    const items = [];
    for (let key; ;) {
      const { items: part, has_more, pagination_key } = await page({ limit: 2, ...(key && { pagination_key: key }) });
      items.push(...part);
      if (!has_more) return items;
      key = pagination_key;
    }
  };
  const nodes = [{ id: 'a', type: 'conversation', instruction: { type: 'prompt', text: 'Greet.' } }];

  const component = await client.conversationFlowComponent.create({ name: 'Greeting', nodes });
  const componentId = component.conversation_flow_component_id;
  assert.equal((await client.conversationFlowComponent.retrieve(componentId)).name, 'Greeting');
  assert.equal((await client.conversationFlowComponent.update(componentId, { name: 'Hello' })).name, 'Hello');
  const components = await listAll(query => client.conversationFlowComponent.list(query));
  assert.equal(components[0].conversation_flow_component_id, componentId);
  await client.conversationFlowComponent.delete(componentId);
  await rejects(client.conversationFlowComponent.retrieve(componentId), Retell.NotFoundError, 404);

  const llm = await client.llm.create({ model: 'gpt-4.1', general_prompt: 'Help.' });
  assert.equal((await client.llm.update(llm.llm_id, { general_prompt: 'Help more.' })).general_prompt, 'Help more.');
  assert.equal((await client.llm.retrieve(llm.llm_id)).llm_id, llm.llm_id);
  assert.ok((await listAll(query => client.llm.list(query))).some(({ llm_id }) => llm_id === llm.llm_id));

  const flow = await client.conversationFlow.create({
    start_speaker: 'agent',
    model_choice: { type: 'cascading', model: 'gpt-4.1' },
    nodes,
    start_node_id: 'a',
  });
  const flowId = flow.conversation_flow_id;
  assert.equal((await client.conversationFlow.update(flowId, { global_prompt: 'Be kind.' })).global_prompt, 'Be kind.');
  assert.ok((await listAll(query => client.conversationFlow.list(query))).length > 1);
  await client.conversationFlow.delete(flowId);

  const response_engine = { type: 'retell-llm', llm_id: llm.llm_id };
  const agent = await client.agent.create({ agent_name: 'Desk', voice_id: '11labs-Myra', response_engine });
  const id = agent.agent_id;
  // the answer is in the dialect of the client
  assert.equal(agent.response_engine.type, 'retell-llm');
  assert.equal((await client.agent.update(id, { voice_speed: 1.2 })).voice_speed, 1.2);
  await client.agent.publish(id, { version: 0 });
  await rejects(client.agent.update(id, { voice_speed: 1 }), Retell.ConflictError, 409);
  assert.equal((await client.agent.createVersion(id, { base_version: 0 })).version, 1);
  assert.equal((await client.agent.retrieve(id, { version: 'latest_published' })).version, 0);
  assert.equal((await client.agent.getVersions(id)).length, 2);
  assert.equal((await client.agent.listVersions(id)).items.length, 2);
  await client.agent.deleteVersion(id, { version: 1 });
  assert.equal((await listAll(query => client.agent.list(query)))[0].agent_id, id);
  const chat = await client.agent.list({ filter_criteria: { channel: { type: 'string', op: 'eq', value: 'chat' } } });
  assert.deepEqual(
    chat.items.map(item => item.channel),
    ['chat'],
  );

  const newNumber = await client.phoneNumber.import({
    phone_number: '+14155550177',
    termination_uri: 'example.pstn.twilio.com',
    nickname: 'Evening line',
  });
  assert.equal(newNumber.nickname, 'Evening line');
  assert.equal((await client.phoneNumber.retrieve('+14155550177')).phone_number, '+14155550177');
  await client.phoneNumber.delete('+14155550177');
  await rejects(client.phoneNumber.retrieve('+14155550177'), Retell.NotFoundError, 404);
  await rejects(
    client.phoneNumber.import({ phone_number: '+14155550100', termination_uri: 'example.pstn.twilio.com' }),
    Retell.ConflictError,
    409,
  );
  const number = await client.phoneNumber.update('+14155550100', { inbound_agents: [{ agent_id: id, weight: 1 }] });
  assert.equal(number.inbound_agents[0].agent_id, id);
  assert.ok((await listAll(query => client.phoneNumber.list(query))).length > 1);

  const test = { name: 'T', response_engine, user_prompt: 'You ask.', metrics: ['It answers.'] };
  const { test_case_definition_id: testId } = await client.tests.createTestCaseDefinition(test);
  assert.equal((await client.tests.updateTestCaseDefinition(testId, { ...test, name: 'U' })).name, 'U');
  assert.equal((await client.tests.getTestCaseDefinition(testId)).name, 'U');
  const tests = await listAll(query => client.tests.listTestCaseDefinitions(query));
  assert.ok(tests.some(test => test.test_case_definition_id === testId));
  await client.tests.deleteTestCaseDefinition(testId);

  const tasks = [{ to_number: '+14155550123', override_agent_id: id }];
  const batch = await client.batchCall.createBatchCall({ from_number: '+14155550100', tasks });
  assert.equal(batch.total_task_count, 1);
  const call = await client.call.createPhoneCall({
    from_number: '+14155550100',
    to_number: '+14155550123',
    override_agent_id: id,
  });
  assert.equal((await client.call.retrieve(call.call_id)).agent_id, id);
  const web = await client.call.createWebCall({ agent_id: id, retell_llm_dynamic_variables: { name: 'Ana' } });
  assert.deepEqual([web.transport, typeof web.access_token], ['gateway', 'string']);
  assert.deepEqual((await client.call.retrieve(web.call_id)).retell_llm_dynamic_variables, { name: 'Ana' });
  const calls = await listAll(query => client.call.list(query));
  assert.deepEqual([calls.length, calls[0].call_id], [3, web.call_id]);
  const call_type = { type: 'enum', op: 'in', value: ['web_call'] };
  assert.equal((await client.call.list({ filter_criteria: { call_type } })).items.length, 1);
  await client.call.delete(web.call_id);
  await rejects(client.call.retrieve(web.call_id), Retell.NotFoundError, 404);
  await client.agent.delete(id);
  await rejects(client.agent.retrieve(id), Retell.NotFoundError, 404);

  await walkChats(client, response_engine, listAll, rejects, Retell);
  await client.llm.delete(llm.llm_id);
  await rejects(client.llm.retrieve(llm.llm_id), Retell.NotFoundError, 404);

  await rejects(client.agent.create({ voice_id: 5, response_engine }), Retell.BadRequestError, 400);
  await rejects(
    client.agent.create({ voice_id: '11labs-Myra', response_engine: { type: 'retell-llm', llm_id: 'llm_gone' } }),
    Retell.UnprocessableEntityError,
    422,
  );
  await rejects(new Retell({ apiKey: 'wrong-key-here', baseURL }).agent.list(), Retell.AuthenticationError, 401);
  const prefer = code => ({ headers: { Prefer: `code=${code}` }, maxRetries: 0 });
  await rejects(client.agent.list({}, prefer(403)), Retell.PermissionDeniedError, 403);
  await rejects(client.agent.list({}, prefer(500)), Retell.InternalServerError, 500);
  await rejects(client.agent.list({}, prefer(429)), Retell.RateLimitError, 429);

  let tries = 0;
  const countingClient = new Retell({
    apiKey,
    baseURL,
    fetch: (url, { headers, ...options }) => {
      const limited = new Headers(headers);
      if (++tries < 3) limited.set('prefer', 'code=429');
      return fetch(url, { ...options, headers: limited });
    },
  });
  await countingClient.agent.list();
  assert.equal(tries, 3);
  console.log('the public client agrees with the stand-in, and tries again after 429');
}

async function walkChats(client, response_engine, listAll, rejects, Retell) {
  const agent = await client.chatAgent.create({ agent_name: 'Web desk', response_engine });
  const id = agent.agent_id;
  assert.equal((await client.chatAgent.update(id, { agent_name: 'Web chat' })).agent_name, 'Web chat');
  await client.chatAgent.publish(id, { version: 0 });
  assert.equal((await client.chatAgent.createVersion(id, { base_version: 0 })).version, 1);
  assert.equal((await client.chatAgent.getVersions(id)).length, 2);
  await client.chatAgent.deleteVersion(id, { version: 1 });
  assert.equal((await client.chatAgent.retrieve(id)).version, 0);
  assert.ok((await listAll(query => client.chatAgent.list(query))).some(({ agent_id }) => agent_id === id));

  const chat = await client.chat.create({ agent_id: id });
  assert.deepEqual([chat.agent_id, chat.chat_status], [id, 'ongoing']);
  assert.equal((await client.chat.retrieve(chat.chat_id)).chat_id, chat.chat_id);
  await client.chat.end(chat.chat_id);
  const chats = await listAll(query => client.chat.list(query));
  assert.deepEqual(
    chats.map(({ chat_id, chat_status }) => [chat_id, chat_status]),
    [[chat.chat_id, 'ended']],
  );
  await client.chat.delete(chat.chat_id);
  await rejects(client.chat.retrieve(chat.chat_id), Retell.NotFoundError, 404);
  await client.chatAgent.delete(id);
  await rejects(client.chatAgent.retrieve(id), Retell.NotFoundError, 404);
}
