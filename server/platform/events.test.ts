import { createServer, type IncomingMessage } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { agent } from '../testing/preflight.ts';
import { standIn, secondKey } from '../testing/stand-in.ts';
import { eventSender } from './deliver.ts';
import { type Delivery, RecentItems } from './events.ts';

const call = 'POST /v2/create-phone-call';
const to = { from_number: '+14155550100', to_number: '+14155550123', override_agent_id: 'agent_desk' };
const desk = (fields: string): Record<string, string> => ({ 'desk.agent.json': agent(fields) });

const override = {
    agent: { webhook_url: 'http://localhost/a', webhook_events: ['call_analyzed'], webhook_timeout_ms: 9 },
  },
  overrideWithoutWebhook = { agent: { webhook_url: null } };

describe('a simulated call', () => {
  test('has the same agent, version and variables as an equal task of a batch', async () => {
    const { ask } = standIn(desk(''));
    const { status, body } = await ask(call, {
      ...to,
      service_llm_dynamic_variables: { name: 'Ana' },
      metadata: { a: 1 },
    });
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({
        agent_id: 'agent_desk',
        agent_version: 1,
        service_llm_dynamic_variables: { name: 'Ana' },
        metadata: { a: 1 },
        call_status: 'registered',
      }),
    ]);
    const read = async () => (await ask(`GET /v2/get-call/${body.call_id}`)).body;
    expect(await read()).toEqual({ ...body, call_status: 'ongoing' });
    const ended = { ...body, call_status: 'ended', end_timestamp: 1000, disconnection_reason: 'user_hangup' };
    expect([await read(), await read()]).toEqual([ended, ended]);
    expect((await ask('GET /v2/get-call/other')).status).toBe(404);
    expect(
      (await ask(`GET /v2/get-call/${body.call_id}`, undefined, { authorization: `Bearer ${secondKey}` })).status,
    ).toBe(404);
  });
  test.each([
    [422, { ...to, override_agent_id: 'agent_gone' }],
    [400, { ...to, override_agent_version: 'V 1' }],
    [422, { from_number: '+14155550100', to_number: '+14155550123' }],
  ])('is refused with %i, like by lint or by the draw: %j', async (status, body) => {
    expect((await standIn(desk('')).ask(call, body)).status).toBe(status);
  });
  test.each([
    [{}, 'from_number: missing, required in a phone call\nto_number: missing, required in a phone call'],
    [{ from_number: '+14155550100' }, 'to_number: missing, required in a phone call'],
    [
      { from_number: '+19995550100', to_number: '+14155550123' },
      'the phone call names no agent (override_agent_id), and +19995550100 is not in this workspace',
    ],
    [{ ...to, to_numbr: '+1' }, undefined],
  ])('is refused in words about a call, not about a batch: %j', async (body, message) => {
    const answer = await standIn(desk('')).ask(call, body);
    expect(answer.body.message).toBe(message);
    expect(JSON.stringify(answer.body)).not.toMatch(/batch|task/);
  });
  // Spec: Events 1 to 4
  test.each([
    [
      'the three default events if none are chosen',
      '"webhook_url": "http://localhost/a"',
      ['call_started', 'call_ended', 'call_analyzed'],
      10_000,
    ],
    [
      'those that are chosen',
      '"webhook_url": "http://localhost/a", "webhook_events": ["call_ended"], "webhook_timeout_ms": 7',
      ['call_ended'],
      7,
    ],
    ['none without an address', '"webhook_url": null', [], 0],
    [
      'those that an override of the call chooses',
      '"webhook_url": "http://localhost/b"',
      ['call_analyzed'],
      9,
      override,
    ],
    [
      'none if an override takes the address away',
      '"webhook_url": "http://localhost/b"',
      [],
      0,
      overrideWithoutWebhook,
    ],
  ])('sends events: %s', async (_, settings, names, timeout, agent_override?) => {
    const { ask, events } = standIn(desk(settings));
    const created = await ask(call, { ...to, ...(agent_override !== undefined && { agent_override }) });
    // the stored call has ended at its creation, although a polling client still gets an ongoing call
    const body = { ...created.body, call_status: 'ended', end_timestamp: 1000, disconnection_reason: 'user_hangup' };
    expect(events).toEqual(
      names.map(event => ({ event, url: 'http://localhost/a', timeoutMs: timeout, body: { event, call: body } })),
    );
  });
});
test('the tasks of a batch become calls', async () => {
  const { ask, events } = standIn(desk('"webhook_url": "http://localhost/a", "webhook_events": ["call_ended"]'));
  const { from_number, ...task } = to;
  await ask('POST /create-batch-call', {
    name: 'June',
    from_number,
    tasks: [task, { ...task, to_number: '+14155550124' }],
  });
  expect(events.map(({ body }) => (body['call'] as Record<string, string>)['to_number'])).toEqual([
    '+14155550123',
    '+14155550124',
  ]);
});
// Spec: Events 5
test.each([
  ['GET /get-agnt/agent_desk', '; did you mean GET /get-agent/{agent_id}?'],
  ['POST /v3/list-agents', '; did you mean POST /v2/list-agents?'],
  ['GET /v2/get-agent/agent_desk', '; did you mean GET /get-agent/{agent_id}?'],
  ['POST /create-agnt', '; did you mean POST /create-agent?'],
  ['POST /v2/create-phone-cal', '; did you mean POST /v2/create-phone-call?'],
  ['GET /list-languages', '; GET /openapi.json lists all operations'],
])('%s is no operation, and a similar operation or the list is suggested', async (line, hint) => {
  const { status, body } = await standIn().ask(line);
  expect([status, body.message]).toEqual([404, `there is no such operation${hint}`]);
});
test('an incident contains a copy of its rule, and its webhooks get the incident', async () => {
  const { ask, events } = standIn();
  const rule = {
    name: 'Too few calls',
    metric_type: 'call_count',
    threshold_type: 'absolute',
    threshold_value: 3,
    comparator: '<',
    frequency: '1h',
    window: '1h',
    webhook_urls: ['http://localhost/alerts'],
  };
  const { alert_rule_id } = (await ask('POST /create-alert-rule', rule)).body;
  const { status, body } = await ask(`POST /trigger-alert-rule/${alert_rule_id}`, { current_value: 1 });
  expect([status, body]).toEqual([201, expect.objectContaining({ ...rule, alert_rule_id, current_value: 1 })]);
  expect(events.map(({ url, body: sentObject }) => [url, sentObject['alert_incident']])).toEqual([
    ['http://localhost/alerts', body],
  ]);
});

describe('deliveries', () => {
  const servers: { close(): void }[] = [];
  const neverAborted = new AbortController().signal;
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });
  const receiver = async (answer: (request: IncomingMessage) => number): Promise<string> => {
    const server = createServer((request, response) => {
      const status = answer(request);
      if (status !== 0) response.writeHead(status, { location: 'http://192.0.2.1/' }).end();
    });
    servers.push({
      close: () => {
        server.closeAllConnections();
        server.close();
      },
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  };
  const deliveryTo = async (url: string, timeoutMs = 5000, ending = neverAborted): Promise<Delivery> => {
    const items = new RecentItems<Delivery>(10);
    eventSender(
      false,
      () => 0,
      ending,
    )([{ event: 'call_ended', url, timeoutMs, body: { event: 'call_ended' } }], items);
    await expect.poll(() => items.items.length, { timeout: 5000 }).toBe(1);
    return items.items[0]!;
  };
  test('arrive, and are listed without query and credentials', async () => {
    const receivedEvents: string[] = [];
    const url = await receiver(request => {
      receivedEvents.push(
        `${request.method} ${request.url} ${request.headers['content-type']} ${request.headers.authorization}`,
      );
      return 200;
    });
    expect(await deliveryTo(`${url}/hook?token=secret`)).toEqual({
      at: '1970-01-01T00:00:00.000Z',
      event: 'call_ended',
      url: `${url}/hook`,
      status: 200,
      problem: null,
    });
    expect(receivedEvents).toEqual(['POST /hook?token=secret application/json undefined']);
  });
  test('end after the time limit of the agent', async () => {
    expect((await deliveryTo(await receiver(() => 0), 50)).problem).toBe('no answer within 50 ms');
  });
  test('are abandoned when the server ends, and so are the queued deliveries', async () => {
    const ending = new AbortController(),
      items = new RecentItems<Delivery>(10);
    let count = 0;
    const url = await receiver(() => (count++, 0)),
      event = { event: 'call_ended', url, timeoutMs: 30_000, body: { event: 'call_ended' } } as const;
    eventSender(false, () => 0, ending.signal)([event, event], items);
    await expect.poll(() => count).toBe(1);
    ending.abort();
    await expect.poll(() => items.items.length).toBe(1);
    expect([count, items.items.length]).toEqual([1, 1]);
  });
  test('follow no redirect', async () => {
    expect((await deliveryTo(await receiver(() => 302))).status).toBe(302);
  });
  test.each([
    ['http://192.0.2.1/hook', 'it is another machine, and --allow-external-webhooks is not given'],
    ['http://127.0.0.1.example.com/hook', 'it is another machine, and --allow-external-webhooks is not given'],
    ['http://127.0.0.1@example.com/hook', 'it is another machine, and --allow-external-webhooks is not given'],
    ['file:///etc/passwd', 'events cannot be sent to this URL'],
    ['{{hook}}', 'events cannot be sent to this URL'],
  ])('to %s are refused', async (url, problem) => {
    expect(await deliveryTo(url)).toMatchObject({ status: null, problem });
  });
  test('are listed only for the key of the account', async () => {
    const { ask } = standIn(desk('"webhook_url": "http://localhost/a", "webhook_events": ["call_ended"]'));
    await ask(call, to);
    expect((await ask('GET /_preflight/deliveries')).body.items).toMatchObject([{ url: 'http://localhost/a' }]);
    const otherKey = { authorization: `Bearer ${secondKey}` };
    expect((await ask('GET /_preflight/deliveries', undefined, otherKey)).body).toEqual({ items: [] });
    expect((await ask('GET /_preflight/deliveries', undefined, { authorization: '' })).status).toBe(401);
  });
});

describe('the printed line of a request', () => {
  test('contains the reason of a refusal, but no keys, headers, bodies and queries', async () => {
    const { ask, requests } = standIn();
    await ask('GET /v2/list-conversation-flow-components?search=secret', undefined, { 'x-secret': 'secret' });
    await ask('POST /create-conversation-flow-component', { name: 'secret', nodes: 5 });
    expect(requests.map(({ method, path, status }) => `${status} ${method} ${path}`)).toEqual([
      '200 GET /v2/list-conversation-flow-components',
      '400 POST /create-conversation-flow-component',
    ]);
    expect(requests[1]!.message).toContain('nodes: expected a list, got 5');
    expect(JSON.stringify(requests)).not.toMatch(/secret|first-key/);
  });
});
