import { describe, expect, test } from 'vitest';
import { standIn, type StandIn } from '../testing/stand-in.ts';

const llm = { llm_id: 'llm_1', version: 0, general_prompt: 'Help.', model: 'gpt-4.1', last_modification_timestamp: 1 };
const agent = (type: string): object => ({
  agent_id: 'agent_1',
  agent_name: 'Desk',
  version: 0,
  last_modification_timestamp: 1,
  voice_id: '11labs-Myra',
  webhook_url: 'http://localhost/a',
  response_engine: { type, llm_id: 'llm_1', version: 0 },
});
const number = (phone_number_type: string): object => ({
  phone_number: '+13125550100',
  phone_number_type,
  inbound_agents: [],
  outbound_agents: [{ agent_id: 'agent_1', weight: 1 }],
});
const retell = {
  'desk.agent.json': agent('retell-llm'),
  'desk.llm.json': llm,
  'main.phone-number.json': number('retell-twilio'),
};
const specified = {
  'desk.agent.json': agent('service-llm'),
  'desk.llm.json': llm,
  'main.phone-number.json': number('service-twilio'),
};
const client = { 'user-agent': 'Retell/JS 5.66.1' };

/** The types of a phone number and of an agent's engine in answers. */
async function types({ ask }: StandIn, headers: Record<string, string> = {}): Promise<unknown[]> {
  const { body: result } = await ask('GET /get-phone-number/+13125550100', undefined, headers),
    { body: desk } = await ask('GET /get-agent/agent_1', undefined, headers);
  return [result.phone_number_type, desk.response_engine.type];
}

describe('a workspace in the names of a dialect', () => {
  test('answers in the names of the dialect to any client', async () => {
    const stand = standIn(retell);
    for (const headers of [{}, client, { 'user-agent': 'curl/8.5.0' }])
      expect(await types(stand, headers)).toEqual(['retell-twilio', 'retell-llm']);
    const { body } = await stand.ask('POST /v2/create-web-call', { agent_id: 'agent_1' });
    expect([body.retell_llm_dynamic_variables, body.service_llm_dynamic_variables]).toEqual([{}, undefined]);
    expect((await stand.ask(`GET /v2/get-call/${body.call_id}`)).body.retell_llm_dynamic_variables).toEqual({});
    expect(stand.events.map(event => Object.keys(event.body['call'] as object)).flat()).toContain(
      'retell_llm_dynamic_variables',
    );
  });
  test('understands the names of the specification, and answers requests with these names in them', async () => {
    const { ask, accounts } = standIn(retell);
    const settings = {
      agent_name: 'Late',
      voice_id: '11labs-Myra',
      response_engine: { type: 'service-llm', llm_id: 'llm_1' },
    };
    const { status, body } = await ask('POST /create-agent', settings);
    expect([status, body.response_engine.type]).toEqual([201, 'service-llm']);
    expect(accounts[0]!.workspace.document('late.agent.json')!.text).toContain('"retell-llm"');
    expect((await ask('GET /get-service-llm/llm_1')).status).toBe(200);
  });
  test('uses the names of the dialect for new files, refusals and hints', async () => {
    const { ask, accounts } = standIn(retell);
    await ask('POST /create-test-case-definition', {
      name: 'A',
      user_prompt: 'P',
      metrics: ['m'],
      response_engine: { type: 'retell-llm', llm_id: 'llm_1' },
    });
    expect(accounts[0]!.workspace.document('test-cases/a.test-case.json')!.text).toContain('"retell-llm"');
    const { body } = await ask('POST /create-servce-llm', {});
    expect(body.message).toBe('there is no such operation; did you mean POST /create-retell-llm?');
    const tool = { type: 'book_appointment_cal', name: 'book', event_type_id: 1 };
    const refusal = await ask('POST /create-retell-llm', {
      general_prompt: 'B',
      model: 'gpt-4.1',
      general_tools: [tool],
    });
    expect(refusal.body.message).toContain('cal_api_key: missing, required in a booking tool');
  });
});
test("a workspace in the specification's names answers in these names, but to the public client in its dialect", async () => {
  const stand = standIn(specified);
  expect(await types(stand)).toEqual(['service-twilio', 'service-llm']);
  expect(await types(stand, client)).toEqual(['retell-twilio', 'retell-llm']);
  expect((await stand.ask('POST /create-retel-llm', {})).body.message).toMatch(
    /did you mean POST \/create-service-llm\?$/,
  );
});
describe('in a mixed workspace', () => {
  const mixed = { ...specified, 'desk.agent.json': agent('retell-llm') };
  test('most files decide the spelling', async () => {
    const secondAgent = { 'b.agent.json': { ...agent('retell-llm'), agent_id: 'agent_2' } };
    expect(await types(standIn({ ...mixed, ...secondAgent }))).toEqual(['retell-twilio', 'retell-llm']);
  });
  test('that is undecided, the request decides the spelling', async () => {
    expect(await types(standIn(mixed))).toEqual(['service-twilio', 'service-llm']);
    expect(await types(standIn(mixed), client)).toEqual(['retell-twilio', 'retell-llm']);
  });
  test('the configuration decides the spelling, whatever the files contain', async () => {
    const stand = standIn(specified, undefined, false, undefined, { dialect: 'retell' });
    expect(await types(stand)).toEqual(['retell-twilio', 'retell-llm']);
  });
  test('the configured spelling applies to new files, for any client', async () => {
    const { ask, accounts } = standIn(specified, undefined, false, undefined, { dialect: 'specification' });
    const settings = {
      agent_name: 'Late',
      voice_id: '11labs-Myra',
      response_engine: { type: 'retell-llm', llm_id: 'llm_1' },
    };
    const { status, body } = await ask('POST /create-agent', settings, client);
    expect([status, body.response_engine.type]).toEqual([201, 'retell-llm']);
    expect(accounts[0]!.workspace.document('late.agent.json')!.text).toContain('"service-llm"');
  });
});
test('an empty workspace answers in the spelling of the request', async () => {
  const stand = standIn();
  const body = { general_prompt: 'Help.', model: 'gpt-4.1' };
  const { status } = await stand.ask('POST /create-retell-llm', body);
  const imported = await stand.ask('POST /import-phone-number', {
    phone_number: '+13125550100',
    phone_number_type: 'retell-twilio',
  });
  expect([status, imported.body.phone_number_type]).toEqual([201, 'retell-twilio']);
});

describe('an asset without a file of its own', () => {
  const files = {
    ...retell,
    'desk.agent.json': { ...agent('retell-llm'), fallback_voice_ids: ['openai-Nova', '{{voice}}'] },
    'desk.llm.json': { ...llm, knowledge_base_ids: ['kb_2', 'kb_1'] },
  };
  test('is listed if the files or the configuration contain its id', async () => {
    const { ask } = standIn(files, undefined, false, undefined, {
      voices: { custom_voice_1: 'cartesia', 'x-*': 'openai' },
    });
    expect((await ask('GET /list-voices')).body).toEqual([
      { voice_id: '11labs-Myra', voice_name: 'Myra', provider: 'elevenlabs' },
      { voice_id: 'custom_voice_1', voice_name: 'custom_voice_1', provider: 'cartesia' },
      { voice_id: 'openai-Nova', voice_name: 'Nova', provider: 'openai' },
    ]);
    expect((await ask('GET /list-knowledge-bases')).body.map((base: any) => base.knowledge_base_id)).toEqual([
      'kb_1',
      'kb_2',
    ]);
    expect((await ask('GET /get-voice/openai-Nova')).body.voice_name).toBe('Nova');
    expect((await ask('GET /get-voice/openai-Nov')).status).toBe(404);
    expect((await ask('GET /get-concurrency')).body).toMatchObject({ current_concurrency: 0, concurrency_limit: 20 });
  });
  test('is not listed in an empty workspace', async () => {
    for (const name of ['voices', 'knowledge-bases'])
      expect(await standIn().ask(`GET /list-${name}`)).toMatchObject({ status: 200, body: [] });
  });
});

describe('earlier clients', () => {
  test('get lists of all versions, without pages', async () => {
    const { ask } = standIn({ ...retell, 'v1.agent.json': { ...(agent('retell-llm') as object), version: 1 } });
    const list = async (path: string): Promise<unknown[]> =>
      (await ask(`GET ${path}`)).body.map((item: any) => [Object.values(item)[0], item.version]);
    expect(await list('/list-agents')).toEqual([
      ['agent_1', 0],
      ['agent_1', 1],
    ]);
    expect(await list('/list-chat-agents')).toEqual([]);
    expect(await list('/list-retell-llms')).toEqual([['llm_1', 0]]);
    expect(await list('/list-phone-numbers')).toEqual([['+13125550100', undefined]]);
    expect((await ask('GET /list-phone-numbers')).body[0].phone_number_type).toBe('retell-twilio');
    const { body } = await ask('POST /v2/create-web-call', { agent_id: 'agent_1' });
    expect((await ask('POST /v2/list-calls', {})).body.map((item: any) => item.call_id)).toEqual([body.call_id]);
    expect((await ask('GET /list-chat')).body).toEqual([]);
  });
  test('publish the newest version, which creates the next draft', async () => {
    const { ask } = standIn(retell);
    expect((await ask('POST /publish-agent/agent_1')).status).toBe(200);
    const { body } = await ask('GET /get-agent-versions/agent_1');
    expect(body.map((version: any) => [version.version, version.is_published])).toEqual([
      [0, true],
      [1, false],
    ]);
  });
  test('are referred to the path of later clients', async () => {
    const { status, body } = await standIn().ask('POST /list-agents', {});
    expect([status, body.message]).toEqual([
      405,
      'POST is not allowed here; this path supports GET; did you mean POST /v2/list-agents?',
    ]);
  });
});

describe('is refused:', () => {
  test('a new agent with a later version of its engine', async () => {
    const { ask } = standIn({ ...retell, 'v1.llm.json': { ...llm, version: 1 } });
    const create = (version: number | null) =>
      ask('POST /create-agent', {
        voice_id: '11labs-Myra',
        response_engine: { type: 'retell-llm', llm_id: 'llm_1', version },
      });
    expect(await create(1)).toMatchObject({
      status: 400,
      body: {
        status: 'error',
        message:
          'version: a new agent is version 0 and runs version 0 of its engine, got 1 (at /response_engine/version)',
      },
    });
    expect([(await create(0)).status, (await create(null)).status]).toEqual([201, 201]);
  });
  test('an agent in a retired field of a phone number, unless the field is null or not yet retired', async () => {
    const { ask } = standIn({
      ...retell,
      'old.json': { phone_number: '+13125550109', inbound_agents: [], inbound_agent_id: 'agent_1' },
    });
    const message =
      '"inbound_agent_id" is a retired field (since 2026-04-21); use "inbound_agents" (at /inbound_agent_id)';
    const retired = { inbound_agent_id: 'agent_1' };
    for (const [line, body] of [
      ['PATCH /update-phone-number/+13125550100', retired],
      ['POST /import-phone-number', { phone_number: '+13125550101', ...retired }],
    ] as const)
      expect(await ask(line, body)).toMatchObject({ status: 400, body: { message } });
    for (const key of ['inbound_agent_version', 'outbound_agent_id', 'outbound_agent_version'])
      expect((await ask('PATCH /update-phone-number/+13125550100', { [key]: 1 })).status).toBe(400);
    expect((await ask('PATCH /update-phone-number/+13125550100', { inbound_agent_id: null })).status).toBe(200);
    // a file with the retired field does not cause the refusal of a request
    expect((await ask('PATCH /update-phone-number/+13125550109', { nickname: 'Old' })).status).toBe(200);
    const before = standIn(retell, undefined, false, undefined, { platform: '2026-03-13' });
    expect((await before.ask('PATCH /update-phone-number/+13125550100', retired)).status).toBe(200);
  });
});

test('a web call has fields of its own, and lint reports nothing about a number', async () => {
  const { ask, requests } = standIn({ ...retell, 'desk.agent.json': { ...agent('retell-llm'), is_published: false } });
  await ask('POST /v2/create-web-call', { agent_id: 'agent_1' });
  expect(requests.flatMap(({ remarks }) => remarks)).toEqual([
    'warning: agent_id: Desk without agent_version resolves to version 0, a draft; this call gets unpublished edits (at /agent_id)',
  ]);
  const { status, body } = await ask('POST /v2/create-phone-call', {
    from_number: null,
    to_number: '+14155550123',
    override_agent_id: 'agent_1',
  });
  expect([status, body.message]).toEqual([400, 'from_number: expected a string, got null (at /from_number)']);
});
