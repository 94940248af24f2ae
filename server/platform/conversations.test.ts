import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { agent } from '../testing/preflight.ts';
import { secondKey, standIn, type StandIn } from '../testing/stand-in.ts';

const from_number = '+14155550100',
  to = { from_number, to_number: '+14155550123', override_agent_id: 'agent_desk' };
const desk = (fields: string): Record<string, string> => ({ 'desk.agent.json': agent(fields) });
const hook = '"webhook_url": "http://localhost/a"';
const chatAgent = JSON.stringify({
  agent_id: 'agent_chat',
  version: 3,
  channel: 'chat',
  is_published: false,
  last_modification_timestamp: 1,
  webhook_url: 'http://localhost/chat',
  response_engine: { type: 'service-llm', llm_id: 'llm_a' },
});
const chats = (fields: object = {}): StandIn =>
  standIn({
    'chat.agent.json': JSON.stringify({ ...JSON.parse(chatAgent), ...fields }),
    'a.llm.json': { llm_id: 'llm_a', general_prompt: 'Help.', model: 'gpt-4.1' },
  });

describe('a web call', () => {
  test('names its agent in the request, and sends the same events as any other call', async () => {
    const { ask, events } = standIn(desk(hook));
    const { status, body } = await ask('POST /v3/create-web-call', { agent_id: 'agent_desk', agent_version: 1 });
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({
        call_type: 'web_call',
        agent_id: 'agent_desk',
        agent_version: 1,
        transport: 'gateway',
        expires_at: 31_000,
      }),
    ]);
    expect(events.map(({ event }) => event)).toEqual(['call_started', 'call_ended', 'call_analyzed']);
    // the token is returned only once
    expect((await ask(`GET /v2/get-call/${body.call_id}`)).body.access_token).toBe(undefined);
  });
  test.each([
    [400, {}, 'agent_id: missing, required in a web call'],
    [422, { agent_id: 'agent_gone' }, '(at /tasks/0/agent_id)'],
    [400, { agent_id: 'agent_desk', agent_version: 'V 1' }, 'agent_version'],
  ])('is refused with %i: %j', async (status, body, message) => {
    const answer = await standIn(desk('')).ask('POST /v3/create-web-call', body);
    expect(answer.status).toBe(status);
    expect(answer.body.message).not.toContain('override_');
    expect(answer.body.message).toContain(message.replace('/tasks/0', ''));
  });
});

describe('calls', () => {
  const standInWithCalls = async (): Promise<StandIn> => {
    const stand = standIn(desk(''));
    for (let i = 0; i < 5; i++)
      await stand.ask('POST /v2/create-phone-call', { ...to, to_number: `+1415555013${i}`, metadata: { i } });
    await stand.ask('POST /v3/create-web-call', { agent_id: 'agent_desk', metadata: { i: 5 } });
    return stand;
  };
  const numbers = (body: { items: { metadata: { i: number } }[] }): number[] =>
    body.items.map(({ metadata }) => metadata.i);
  test('are listed completely, newest first', async () => {
    const { ask } = await standInWithCalls();
    const first = (await ask('POST /v3/list-calls', { limit: 4 })).body;
    expect([numbers(first), first.has_more]).toEqual([[5, 4, 3, 2], true]);
    const { body } = await ask('POST /v3/list-calls', { limit: 4, pagination_key: first.pagination_key });
    expect([numbers(body), body.has_more]).toEqual([[1, 0], false]);
    expect(numbers((await ask('POST /v3/list-calls', { sort_order: 'ascending', skip: 4 })).body)).toEqual([4, 5]);
    expect((await ask('POST /v3/list-calls', { limit: 1, include_total: true })).body.total).toBe(6);
    expect((await ask('POST /v3/list-calls')).body.items).toHaveLength(6);
  });
  test.each<[object, number[]]>([
    [{ call_type: { type: 'enum', op: 'in', value: ['web_call'] } }, [5]],
    [{ to_number: { type: 'string', op: 'ew', value: '133' } }, [3]],
    [{ metadata: [{ key: 'i', type: 'number', op: 'gt', value: 3 }] }, [5, 4]],
    [{ agent: [{ agent_id: 'agent_desk', version: [1] }] }, [5, 4, 3, 2, 1, 0]],
    [{ agent: [{ agent_id: 'agent_desk', version: [2] }] }, []],
    [
      {
        call_type: { type: 'enum', op: 'in', value: ['phone_call'] },
        to_number: { type: 'string', op: 'co', value: '30' },
      },
      [0],
    ],
  ])('are filtered by %j', async (filter_criteria, expected) => {
    const { ask } = await standInWithCalls();
    expect(numbers((await ask('POST /v3/list-calls', { filter_criteria })).body)).toEqual(expected);
  });
  test.each([
    [{ limit: 1001 }, 'limit: expected at most 1000, got 1001'],
    [{ limit: '5' }, 'limit: expected an integer, got the string "5"'],
    [{ skip: -1 }, 'skip: expected an integer of at least 0, got -1'],
    [{ filter_criteria: [] }, 'filter_criteria: expected an object, got an empty list'],
    [{ pagination_key: 'x' }, 'this list has not returned such a pagination_key'],
  ])('are refused with 400: %j', async (body, message) => {
    expect((await standIn().ask('POST /v3/list-calls', body)).body).toEqual({ status: 'error', message });
  });
  test('belong to one account, and a deleted call is gone', async () => {
    const { ask } = await standInWithCalls();
    const otherKey = { authorization: `Bearer ${secondKey}` };
    expect((await ask('POST /v3/list-calls', {}, otherKey)).body.items).toEqual([]);
    const [{ call_id: id }] = (await ask('POST /v3/list-calls')).body.items;
    expect((await ask(`DELETE /v2/delete-call/${id}`, undefined, otherKey)).status).toBe(404);
    expect((await ask(`DELETE /v2/delete-call/${id}`)).status).toBe(204);
    expect((await ask(`GET /v2/get-call/${id}`)).status).toBe(404);
  });
  test('of a batch are all listed, even if there are many', async () => {
    const { ask, events } = standIn(desk(`${hook}, "webhook_events": ["call_ended"]`));
    const tasks = Array.from({ length: 250 }, (_, i) => ({
      to_number: `+1415555${1000 + i}`,
      override_agent_id: 'agent_desk',
    }));
    const { batch_call_id } = (await ask('POST /create-batch-call', { from_number, tasks })).body;
    const filter_criteria = { batch_call_id: { type: 'string', op: 'eq', value: batch_call_id } };
    expect((await ask('POST /v3/list-calls', { filter_criteria, limit: 1000 })).body.items).toHaveLength(250);
    expect(events).toHaveLength(250);
  });
});

describe('a chat', () => {
  test('begins, is listed, ends and is removed', async () => {
    const { ask } = chats();
    const { status, body } = await ask('POST /create-chat', {
      agent_id: 'agent_chat',
      service_llm_dynamic_variables: { name: 'Ana' },
    });
    expect([status, body]).toEqual([
      201,
      {
        chat_id: body.chat_id,
        chat_type: 'api_chat',
        agent_id: 'agent_chat',
        agent_version: 3,
        service_llm_dynamic_variables: { name: 'Ana' },
        chat_status: 'ongoing',
        start_timestamp: 1000,
      },
    ]);
    expect((await ask('POST /v3/list-chats')).body.items).toEqual([body]);
    expect((await ask(`PATCH /end-chat/${body.chat_id}`)).status).toBe(204);
    expect((await ask(`PATCH /end-chat/${body.chat_id}`)).status).toBe(409);
    expect((await ask(`GET /get-chat/${body.chat_id}`)).body).toMatchObject({
      chat_status: 'ended',
      end_timestamp: 1001,
    });
    expect((await ask(`DELETE /delete-chat/${body.chat_id}`)).status).toBe(204);
    for (const line of [`GET /get-chat/${body.chat_id}`, `DELETE /delete-chat/${body.chat_id}`, 'PATCH /end-chat/x'])
      expect((await ask(line)).status).toBe(404);
  });
  test.each<[object, string[], object?]>([
    [{}, ['chat_started', 'chat_ended', 'chat_analyzed']],
    [{}, ['chat_ended'], { agent_override: { agent: { webhook_events: ['chat_ended'] } } }],
    [{}, [], { agent_override: { agent: { webhook_url: null } } }],
    [{ webhook_events: ['chat_ended'] }, ['chat_ended']],
    [{ webhook_url: null }, []],
  ])('sends the events that its agent selects: %j', async (fields, names, override = {}) => {
    const { ask, events } = chats(fields);
    const { chat_id } = (await ask('POST /create-chat', { agent_id: 'agent_chat', ...override })).body;
    await ask(`PATCH /end-chat/${chat_id}`);
    expect(events.map(({ event, url, body }) => [event, url, 'chat' in body])).toEqual(
      names.map(name => [name, 'http://localhost/chat', true]),
    );
  });
  test.each([
    [422, { agent_id: 'agent_gone' }],
    [400, { agent_id: 5 }],
  ])('is refused with %i: %j', async (status, body) => {
    expect((await chats().ask('POST /create-chat', body)).status).toBe(status);
  });
});

describe('the names of another dialect', () => {
  const folder = new URL('../../samples/clinic/', import.meta.url);
  const clinic = (): StandIn =>
    standIn(
      Object.fromEntries(
        (readdirSync(folder, { recursive: true }) as string[])
          .filter(name => /\.[a-z-]+\.json$/.test(name) && !name.startsWith('preflight'))
          .map(name => [name, readFileSync(new URL(name, folder), 'utf8')]),
      ),
    );
  const client = { 'user-agent': 'Retell/JS 5.66.0' };
  const settings = {
    agent_name: 'Evening desk',
    voice_id: '11labs-Myra',
    response_engine: { type: 'retell-llm', llm_id: 'llm_reminders01' },
  };
  test('are used in the file and the answers of an agent that was created with these names', async () => {
    const { ask, accounts } = clinic();
    const { status, body } = await ask('POST /create-agent', settings);
    expect([status, body.response_engine.type]).toEqual([201, 'retell-llm']);
    const file = accounts[0]!.workspace.document('agents/evening-desk/v0.agent.json')!;
    expect(file.text).toContain('"retell-llm"');
    // requests without a dialect are answered in the names of the specification, and the public client in its own
    // names
    const types = async (line: string, headers: Record<string, string>): Promise<unknown> => {
      const { body: result } = await ask(line, undefined, headers);
      return (Array.isArray(result) ? result[0] : result).response_engine.type;
    };
    for (const line of [`GET /get-agent/${body.agent_id}`, `GET /get-agent-versions/${body.agent_id}`])
      expect([await types(line, {}), await types(line, client)]).toEqual(['service-llm', 'retell-llm']);
    const changed = await ask(`PATCH /update-agent/${body.agent_id}`, { response_engine: settings.response_engine });
    expect([changed.status, changed.body.response_engine.type]).toEqual([200, 'retell-llm']);
  });
  test("do not replace the specification's names in a file, whichever client changes it", async () => {
    const { ask, accounts } = clinic();
    // a version above 0 must keep its engine, in whichever names the request contains it
    const response_engine = { type: 'retell-llm', llm_id: 'llm_frontdesk01', version: 3 };
    const { status } = await ask('PATCH /update-agent/agent_frontdesk01', { ...settings, response_engine }, client);
    const place = accounts[0]!.workspace.agent('agent_frontdesk01')!.recordPlace(4)!;
    const { text } = accounts[0]!.workspace.document(place.file)!;
    expect([status, text.includes('retell'), text.includes('Evening desk')]).toEqual([200, false, true]);
  });
  test('in a path are used in the answer', async () => {
    const { ask } = clinic();
    const tool = { type: 'book_appointment_cal', name: 'book', cal_api_key: '{{key}}', event_type_id: 1 };
    const body = { general_prompt: 'Book.', model: 'gpt-4.1', general_tools: [tool] };
    const { status, body: createdEngine } = await ask('POST /create-retell-llm', body);
    expect([status, createdEngine.general_tools]).toEqual([201, [tool]]);
    const read = async (name: string): Promise<object> =>
      (await ask(`GET /get-${name}/${createdEngine.llm_id}`)).body.general_tools[0];
    expect(await read('retell-llm')).toEqual(tool);
    expect(await read('service-llm')).toEqual({
      type: 'book_appointment_sched',
      name: 'book',
      sched_api_key: '{{key}}',
      event_type_id: 1,
    });
    const refusal = await ask('POST /create-retell-llm', {
      ...body,
      general_tools: [{ type: 'book_appointment_cal', name: 'book', event_type_id: 1 }],
    });
    expect(refusal.body.message).toContain('cal_api_key: missing, required in a booking tool');
  });
  test('a call shows its variables in the names of the request', async () => {
    const { ask } = clinic();
    const task = { from_number, to_number: '+14155550123', override_agent_id: 'agent_reminders01' };
    const { body } = await ask('POST /v2/create-phone-call', { ...task, retell_llm_dynamic_variables: { a: 'b' } });
    expect(body.retell_llm_dynamic_variables).toMatchObject({ a: 'b' });
    expect((await ask(`GET /v2/get-call/${body.call_id}`)).body.service_llm_dynamic_variables).toMatchObject({
      a: 'b',
    });
    const { items } = (await ask('POST /v3/list-calls', {}, client)).body;
    expect(items[0].retell_llm_dynamic_variables).toMatchObject({ a: 'b' });
  });
});

test('a nested engine in an export is listed, changed and versioned like other engines', async () => {
  const { ask, accounts } = standIn({
    'desk.agent.json': {
      agent_id: 'agent_desk',
      version: 0,
      voice_id: '11labs-Myra',
      last_modification_timestamp: 1,
      response_engine: { type: 'service-llm', llm_id: 'llm_nested' },
      serviceLlmData: { llm_id: 'llm_nested', version: 0, general_prompt: 'Help.', model: 'gpt-4.1' },
    },
  });
  const { items } = (await ask('GET /v2/list-service-llms')).body;
  expect(items.map((item: { llm_id: string }) => item.llm_id)).toEqual(['llm_nested']);
  const { status } = await ask('PATCH /update-service-llm/llm_nested', { general_prompt: 'Help more.' });
  expect([status, (await ask('GET /get-service-llm/llm_nested')).body.general_prompt]).toEqual([200, 'Help more.']);
  expect(accounts[0]!.workspace.documents).toHaveLength(1);
  expect((await ask('DELETE /delete-service-llm/llm_nested')).status).toBe(204);
  expect((await ask('GET /get-agent/agent_desk')).body.serviceLlmData).toBe(undefined);
});
