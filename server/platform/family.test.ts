// Tests of the operations that the specification mentions without showing them.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { standIn, type StandIn } from '../testing/stand-in.ts';

const folder = new URL('../../samples/clinic/', import.meta.url);
const files = Object.fromEntries(
  (readdirSync(folder, { recursive: true }) as string[])
    .filter(name => /\.[a-z-]+\.json$/.test(name) && !name.startsWith('preflight'))
    .map(name => [name, readFileSync(new URL(name, folder), 'utf8')]),
);
const clinic = (): StandIn => standIn(files);
const settings = {
  agent_name: 'Evening desk',
  voice_id: '11labs-Myra',
  language: 'en-US',
  response_engine: { type: 'service-llm', llm_id: 'llm_reminders01' },
};

describe('a field that the platform adds to the specification', () => {
  const wordsOf = async (model: string): Promise<number> =>
    (await clinic().ask('POST /create-agent', { ...settings, voice_id: 'cartesia-Cleo', voice_model: model })).status;
  test('is accepted like in files, but a retired or unknown value is refused', async () =>
    expect([await wordsOf('sonic-3.6'), await wordsOf('sonic-2'), await wordsOf('sonic-9')]).toEqual([201, 400, 400]));
});

describe('agents', () => {
  test('are created as draft 0, listed, changed, versioned, published, tagged and removed', async () => {
    const { ask, accounts } = clinic();
    const { status, body: createdAgent } = await ask('POST /create-agent', settings);
    expect([status, createdAgent.version, createdAgent.is_published, createdAgent.base_version]).toEqual([
      201,
      0,
      false,
      null,
    ]);
    const id = createdAgent.agent_id;
    expect((await ask('POST /v2/list-agents?limit=1')).body.items[0]).toEqual({
      agent_id: id,
      agent_name: 'Evening desk',
      channel: 'voice',
      user_modified_timestamp: 1000,
      tags: {},
    });
    expect((await ask(`PATCH /update-agent/${id}`, { voice_speed: 1.2, agent_name: 'Night desk' })).body).toMatchObject(
      {
        voice_speed: 1.2,
        agent_name: 'Night desk',
        last_modification_timestamp: 1001,
      },
    );
    expect((await ask(`POST /publish-agent-version/${id}`, { version: 0, version_title: 'First' })).status).toBe(200);
    expect((await ask(`GET /get-agent/${id}`)).body).toMatchObject({ is_published: true, version_title: 'First' });
    expect((await ask(`PATCH /update-agent/${id}`, { voice_speed: 1 })).status).toBe(409);
    const { body: draft } = await ask(`POST /create-agent-version/${id}`, { base_version: 0 });
    expect(draft).toMatchObject({ version: 1, base_version: 0, is_published: false, voice_speed: 1.2 });
    // the title of a version is not copied to the next version
    expect('version_title' in draft).toBe(false);
    expect(
      (await ask(`PUT /assign-agent-tag/${id}/prod`, { version: 0, dynamic_variables: { a: 'b' } })).body.tags,
    ).toEqual({
      prod: { version: 0, dynamic_variables: { a: 'b' } },
    });
    for (const [reference, version] of [
      ['prod', 0],
      ['latest', 1],
      ['latest_published', 0],
      ['1', 1],
    ] as const)
      expect([reference, (await ask(`GET /get-agent/${id}?version=${reference}`)).body.version]).toEqual([
        reference,
        version,
      ]);
    expect((await ask(`GET /get-agent/${id}?version=nobody`)).status).toBe(404);
    expect((await ask(`GET /get-agent/${id}?version=V1`)).status).toBe(400);
    expect((await ask(`GET /get-agent-versions/${id}`)).body).toHaveLength(2);
    expect((await ask(`DELETE /delete-agent-version/${id}?version=1`)).status).toBe(204);
    expect((await ask(`GET /list-agent-versions/${id}`)).body.items).toEqual([
      { version: 0, is_published: true, version_title: 'First', last_modification_timestamp: 1002 },
    ]);
    expect((await ask(`DELETE /delete-agent-tag/${id}/prod`)).status).toBe(204);
    expect((await ask(`DELETE /delete-agent/${id}`)).status).toBe(204);
    expect((await ask(`GET /get-agent/${id}`)).status).toBe(404);
    const before = clinic().accounts[0]!.workspace.documents;
    expect(accounts[0]!.workspace.documents.map(({ file, value }) => [file, value])).toEqual(
      before.map(({ file, value }) => [file, value]),
    );
  });
  test('can change their engine in version 0 only; the same engine may be sent again to any version', async () => {
    const { ask } = clinic();
    const { agent_id: id } = (await ask('POST /create-agent', settings)).body;
    const otherEngine = { type: 'service-llm', llm_id: 'llm_frontdesk01', version: 3 };
    expect((await ask(`PATCH /update-agent/${id}`, { response_engine: otherEngine })).body.response_engine).toEqual(
      otherEngine,
    );
    await ask(`POST /create-agent-version/${id}`, { base_version: 0 });
    const change = { response_engine: settings.response_engine, volume: 0.5 };
    const refusal = await ask(`PATCH /update-agent/${id}`, change);
    expect([refusal.status, refusal.body.message]).toEqual([400, 'Cannot update response engine of agent version > 0']);
    const sameEngine = { response_engine: otherEngine, volume: 0.7 };
    expect((await ask(`PATCH /update-agent/${id}`, sameEngine)).body).toMatchObject({ ...sameEngine, version: 1 });
    expect((await ask(`PATCH /update-agent/${id}?version=0`, change)).body).toMatchObject({ ...change, version: 0 });
  });
  test('from files are found by every kind of reference', async () => {
    const { ask } = clinic();
    expect((await ask('GET /get-agent/agent_frontdesk01?version=prod')).body.version).toBe(2);
    expect((await ask('GET /get-agent/agent_frontdesk01')).body.version).toBe(4);
    const missingAnswer = await ask('GET /get-agent/agent_frontdesk01?version=0');
    expect([missingAnswer.status, missingAnswer.body.message]).toEqual([
      404,
      'version 0 of agent agent_frontdesk01 is not in this workspace',
    ]);
    expect((await ask('GET /list-agent-versions/agent_frontdesk01?sort_order=ascending')).body.items).toEqual(
      JSON.parse(files['agents/front-desk/agent_frontdesk01.agent-versions.json']!),
    );
  });
  test('list a new draft among the versions, and their files keep the format', async () => {
    const { ask, accounts } = clinic();
    await ask('POST /create-agent-version/agent_frontdesk01', { base_version: 3 });
    const summaries = accounts[0]!.workspace.document('agents/front-desk/agent_frontdesk01.agent-versions.json')!;
    expect(summaries.text.startsWith(files[summaries.file]!.trimEnd().slice(0, -2).trimEnd())).toBe(true);
    expect((await ask('GET /get-agent/agent_frontdesk01?version=5')).body).toMatchObject({ base_version: 3 });
  });
  test('lose a setting that is null, unless it must not be null', async () => {
    const { ask } = clinic();
    const { agent_id: id } = (await ask('POST /create-agent', { ...settings, volume: 1, ambient_sound: 'call-center' }))
      .body;
    const { body } = await ask(`PATCH /update-agent/${id}`, { ambient_sound: null });
    expect(['ambient_sound' in body, body.volume]).toEqual([false, 1]);
    expect((await ask(`PATCH /update-agent/${id}`, { volume: null })).status).toBe(400);
  });
  test('with the language "multi" return the ten languages that replace it', async () => {
    const { body } = await clinic().ask('POST /create-agent', { ...settings, language: 'multi' });
    expect(body.language).toEqual([
      'en-US',
      'es-ES',
      'fr-FR',
      'de-DE',
      'hi-IN',
      'ru-RU',
      'pt-PT',
      'ja-JP',
      'it-IT',
      'nl-NL',
    ]);
  });
  test('are refused with 422 if their engine is missing', async () => {
    const withMissingEngine = { ...settings, response_engine: { type: 'service-llm', llm_id: 'llm_gone' } };
    expect((await clinic().ask('POST /create-agent', withMissingEngine)).status).toBe(422);
  });
  test('are filtered by channel and by a part of name or id', async () => {
    const { ask } = clinic();
    const ids = async (filter_criteria: object): Promise<string[]> =>
      (await ask('POST /v2/list-agents', { filter_criteria })).body.items.map(
        (item: { agent_id: string }) => item.agent_id,
      );
    expect(await ids({ channel: { type: 'string', op: 'eq', value: 'chat' } })).toEqual(['agent_webchat01']);
    expect(await ids({ query: 'DESK' })).toEqual(['agent_frontdesk01']);
    expect((await ask('POST /v2/list-agents', { filter_criteria: { query: 5 } })).status).toBe(400);
  });
  test('are refused with 422 if the version to publish or to start from is missing', async () => {
    const { ask } = clinic();
    expect((await ask('POST /publish-agent-version/agent_frontdesk01', { version: 9 })).status).toBe(422);
    expect((await ask('POST /create-agent-version/agent_frontdesk01', { base_version: 9 })).status).toBe(422);
    expect((await ask('POST /create-agent-version/agent_frontdesk01', { base_version: 1, more: 1 })).status).toBe(400);
    expect((await ask('PUT /assign-agent-tag/agent_frontdesk01/prod', { version: 9 })).status).toBe(422);
    expect((await ask('PUT /assign-agent-tag/agent_frontdesk01/v9', { version: 2 })).status).toBe(400);
    for (const version of [2 ** 53, 1e300]) {
      expect((await ask('PUT /assign-agent-tag/agent_frontdesk01/prod', { version })).status).toBe(422);
      expect((await ask('POST /publish-agent-version/agent_frontdesk01', { version })).status).toBe(422);
      expect((await ask('POST /create-agent-version/agent_frontdesk01', { base_version: version })).status).toBe(422);
      expect((await ask(`GET /get-agent/agent_frontdesk01?version=${version}`)).status).toBe(400);
      const { status } = await ask('POST /v2/create-phone-call', {
        from_number: '+14155550100',
        to_number: '+14155550111',
        override_agent_id: 'agent_frontdesk01',
        override_agent_version: version,
      });
      expect(status).toBeGreaterThanOrEqual(400);
    }
  });
});

// Spec: Limits
describe.each<[string, number | null, number | null, number]>([
  ['data_storage_retention_days', 1, 730, 1],
  ['max_call_duration_ms', 60_000, 7_200_000, 1],
  ['end_call_after_silence_ms', 10_000, null, 1],
  ['ring_duration_ms', 5000, 300_000, 1],
  ['begin_message_delay_ms', 0, 5000, 1],
  ['voice_speed', 0.5, 2, 0.01],
  ['volume', 0, 2, 0.01],
  ['ambient_sound_volume', 0, 2, 0.01],
  ['voice_temperature', 0, 2, 0.01],
  ['responsiveness', 0, 1, 0.01],
  ['interruption_sensitivity', 0, 1, 0.01],
  ['backchannel_frequency', 0, 1, 0.01],
  ['user_dtmf_options.digit_limit', 1, 50, 1],
  ['user_dtmf_options.timeout_ms', 1000, 15_000, 1],
])('limit of %s', (field, minimum, maximum, step) => {
  const [name, inner] = field.split('.') as [string, string | undefined];
  const status = async (value: number): Promise<number> => {
    const body = { ...settings, [name]: inner === undefined ? value : { [inner]: value } };
    return (await clinic().ask('POST /create-agent', body)).status;
  };
  test('is the range in the specification', async () => {
    if (minimum !== null) expect([await status(minimum), await status(minimum - step)]).toEqual([201, 400]);
    if (maximum !== null) expect([await status(maximum), await status(maximum + step)]).toEqual([201, 400]);
  });
});
test.each([
  [
    'detection_prompt of voicemail_option',
    2000,
    (n: number) => [
      'agent',
      { ...settings, voicemail_option: { action: { type: 'hangup' }, detection_prompt: 'x'.repeat(n) } },
    ],
  ],
  [
    'detection_prompt of ivr_option',
    2000,
    (n: number) => [
      'agent',
      { ...settings, ivr_option: { action: { type: 'hangup' }, detection_prompt: 'x'.repeat(n) } },
    ],
  ],
  [
    'agents of an alert filter',
    100,
    (n: number) => [
      'alert-rule',
      { ...alertRule, filter: { agent: Array.from({ length: n }, () => ({ agent_id: 'agent_frontdesk01' })) } },
    ],
  ],
  [
    'name of a scheduling tool',
    64,
    (n: number) => [
      'service-llm',
      {
        general_prompt: 'Book.',
        model: 'gpt-4.1',
        general_tools: [
          { type: 'book_appointment_sched', name: 'x'.repeat(n), sched_api_key: '{{key}}', event_type_id: 1 },
        ],
      },
    ],
  ],
])('%s: the limit is accepted, and one more is refused', async (_, limit, body) => {
  for (const [n, status] of [
    [limit, 201],
    [limit + 1, 400],
  ] as const) {
    const [name, requestBody] = body(n);
    expect((await clinic().ask(`POST /create-${name as string}`, requestBody)).status).toBe(status);
  }
});
const alertRule = {
  name: 'Too few calls',
  metric_type: 'call_count',
  threshold_type: 'absolute',
  threshold_value: 3,
  comparator: '<',
  frequency: '1h',
  window: '1h',
  emails: ['desk@juniper-clinic.example'],
};

describe('records without versions', () => {
  test.each<[string, string, object, object]>([
    ['service-llm', 'llm_id', { general_prompt: 'Help.', model: 'gpt-4.1' }, { general_prompt: 'Help more.' }],
    ['retell-llm', 'llm_id', { general_prompt: 'Help.', model: 'gpt-4.1' }, { general_prompt: 'Help more.' }],
    [
      'conversation-flow',
      'conversation_flow_id',
      { start_speaker: 'agent', model_choice: { type: 'cascading', model: 'gpt-4.1' }, nodes: [] },
      { global_prompt: 'Be kind.' },
    ],
    ['alert-rule', 'alert_rule_id', alertRule, { threshold_value: 4 }],
  ])('%s: created, read, changed, listed and removed', async (name, key, body, change) => {
    const { ask } = clinic();
    const created = await ask(`POST /create-${name}`, body);
    expect(created).toMatchObject({ status: 201, body });
    const id = created.body[key];
    expect((await ask(`GET /get-${name}/${id}`)).body).toEqual(created.body);
    expect(await ask(`PATCH /update-${name}/${id}`, change)).toMatchObject({
      status: 200,
      body: { ...body, ...change },
    });
    const list = await ask(`GET ${name === 'alert-rule' ? '' : '/v2'}/list-${name}s?limit=1`);
    expect([list.body.has_more, list.body.items[0][key]]).toEqual([true, id]);
    expect((await ask(`DELETE /delete-${name}/${id}`)).status).toBe(204);
    expect((await ask(`GET /get-${name}/${id}`)).status).toBe(404);
  });
  test('PUT replaces a test case, but keeps its id, type and creation time', async () => {
    const { ask } = clinic();
    const body = {
      name: 'A',
      response_engine: { type: 'service-llm', llm_id: 'llm_reminders01' },
      user_prompt: 'P',
      metrics: ['m'],
    };
    const { test_case_definition_id: id } = (
      await ask('POST /create-test-case-definition', { ...body, llm_model: 'gpt-4.1' })
    ).body;
    expect((await ask(`PUT /update-test-case-definition/${id}`, { ...body, name: 'B' })).body).toEqual({
      ...body,
      name: 'B',
      test_case_definition_id: id,
      type: 'simulation',
      creation_timestamp: 1000,
      user_modified_timestamp: 1001,
    });
  });
  test('a phone number accepts only existing agents and versions', async () => {
    const { ask } = clinic();
    const at = '/update-phone-number/%2B14155550100';
    const arm = (agent_id: string, agent_version: string) => ({
      inbound_agents: [{ agent_id, agent_version, weight: 1 }],
    });
    expect(await ask(`PATCH ${at}`, arm('agent_billing01', 'prod'))).toMatchObject({
      status: 200,
      body: arm('agent_billing01', 'prod'),
    });
    expect((await ask(`PATCH ${at}`, arm('agent_gone', 'prod'))).status).toBe(422);
    expect((await ask(`PATCH ${at}`, arm('agent_billing01', 'gone'))).status).toBe(422);
    expect((await ask(`PATCH ${at}`, { inbound_agents: [{ agent_id: 'agent_billing01', weight: 2 }] })).status).toBe(
      400,
    );
    expect((await ask('POST /import-phone-number', { phone_number: '+14155550100' })).status).toBe(409);
    expect((await ask('POST /import-phone-number', { phone_number: '+14155550199' })).status).toBe(201);
  });
  test('a batch is returned without its tasks, and with its time in seconds', async () => {
    const { ask } = clinic();
    const batch = {
      name: 'June',
      from_number: '+14155550100',
      trigger_timestamp: 1_780_000_000_500,
      tasks: [{ to_number: '+14155550123', override_agent_id: 'agent_reminders01' }],
    };
    const { status, body } = await ask('POST /create-batch-call', batch);
    expect([status, body]).toEqual([
      201,
      {
        batch_call_id: body.batch_call_id,
        name: 'June',
        from_number: '+14155550100',
        scheduled_timestamp: 1_780_000_000,
        total_task_count: 1,
      },
    ]);
    expect((await ask(`GET /get-batch-call/${body.batch_call_id}`)).body).toEqual(body);
  });
  test('a batch needs its number and its tasks, and is returned without a window if the window was null', async () => {
    const { ask } = clinic();
    const batch = { from_number: '+14155550100', tasks: [], call_time_window: null };
    const { body } = await ask('POST /create-batch-call', batch);
    expect(Object.keys(body)).toEqual([
      'batch_call_id',
      'from_number',
      'scheduled_timestamp',
      'total_task_count',
      'name',
    ]);
    for (const [request, message] of [
      [{ from_number: '+14155550100' }, 'tasks: missing, required in a batch call (at /tasks)'],
      [{ tasks: [] }, 'from_number: expected a string, got nothing (at /from_number)'],
      [{ ...batch, from_number: null }, 'from_number: expected a string, got null (at /from_number)'],
    ] as const)
      expect(await ask('POST /create-batch-call', request)).toMatchObject({ status: 400, body: { message } });
  });
  test('an alert rule needs the fields that the specification requires in a request', async () => {
    const { ask } = clinic();
    for (const key of Object.keys(alertRule).filter(key => !['filter', 'emails', 'webhook_urls'].includes(key))) {
      const { [key as keyof typeof alertRule]: _, ...request } = alertRule;
      const missing = `${key}: missing, required in an alert rule (at /${key})`;
      for (const body of [request, { ...request, active: true, alert_rule_id: 'mine' }])
        expect(await ask('POST /create-alert-rule', body)).toMatchObject({ status: 400, body: { message: missing } });
    }
  });
  test('the times of alert rules and incidents are in seconds', async () => {
    const { ask } = clinic();
    const { body: rule } = await ask('POST /create-alert-rule', alertRule),
      at = `alert-rule/${rule.alert_rule_id}`;
    expect(rule.user_modified_timestamp).toBe(1);
    expect((await ask(`PATCH /update-${at}`, {})).body.user_modified_timestamp).toBe(1);
    expect((await ask(`POST /trigger-${at}`, { current_value: 9 })).body.triggered_timestamp).toBe(1);
  });
  test('incidents can be listed and read', async () => {
    const { ask } = clinic();
    const { items } = (await ask('GET /list-alert-incidents')).body;
    expect((await ask(`GET /get-alert-incident/${items[0].alert_incident_id}`)).body).toEqual(items[0]);
  });
  test('a delete that leaves a dangling reference is accepted', async () => {
    const { ask } = clinic();
    expect((await ask('DELETE /delete-service-llm/llm_reminders01')).status).toBe(204);
    expect((await ask('POST /create-agent', settings)).status).toBe(422);
  });
});
