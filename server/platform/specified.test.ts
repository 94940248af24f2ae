import { connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { validatorOf } from '../core/generated/validators.js';
import { component, firstKey, secondKey, standIn, type StandIn } from '../testing/stand-in.ts';
import { conditions, statuses } from './errors.ts';
import { limits, listen } from './app.ts';
// Tests every row of the specification's tables of endpoints, errors, limits and list parameters.

const create = 'POST /create-conversation-flow-component',
  list = 'GET /v2/list-conversation-flow-components',
  remove = 'DELETE /delete-test-case-definition';
const testCase = {
  'a.test-case.json': {
    test_case_definition_id: 'test_case_a',
    name: 'Asks for the name',
    response_engine: { type: 'service-llm', llm_id: 'llm_a' },
    user_prompt: 'You want an appointment.',
    metrics: ['The agent asked for the name.'],
  },
  'a.llm.json': { llm_id: 'llm_a', general_prompt: 'Help.', model: 'gpt-4.1' },
};
const isError = (body: unknown): boolean => validatorOf('error-body')(body) && Object.keys(body as object).length === 2;

describe('Create conversation flow component', () => {
  test('accepts a minimal request with only name and nodes', async () => {
    const { ask } = standIn();
    expect(await ask(create, component())).toMatchObject({
      status: 201,
      body: {
        ...component(),
        conversation_flow_component_id: 'conversation_flow_component_0c31d9d8db3f72a6',
        user_modified_timestamp: 1000,
        linked_conversation_flow_ids: [],
      },
    });
  });
  test('returns all fields of the request, as sent', async () => {
    const { ask } = standIn();
    const requestBody = component('Parking', {
      flex_mode: false,
      tools: [
        {
          type: 'custom',
          name: 'look_up',
          description: 'Looks up.',
          tool_id: 't1',
          url: 'https://a.example.com',
          method: 'GET',
        },
      ],
      mcps: [
        { name: 'files', url: 'https://mcp.example.com', headers: { a: 'b' }, query_params: {}, timeout_ms: 10_000 },
      ],
      start_node_id: 'hello',
      begin_tag_display_position: { x: -1.5, y: 0 },
      notes: [{ id: 'n', content: 'A remark', display_position: { x: 0, y: 0 }, size: { width: 10, height: 10 } }],
      unheard_of: { kept: [1, '1', null] },
    });
    const { status, body } = await ask(create, requestBody);
    expect(status).toBe(201);
    expect(body).toMatchObject(requestBody);
    expect(Object.keys(body)).toHaveLength(Object.keys(requestBody).length + 3);
  });
  const edge = (condition: object) => ({ id: 'e', transition_condition: condition }),
    hello = { id: 'hello', type: 'conversation', instruction: { type: 'prompt', text: 'Hi' } },
    flow = (ways: object) => ({ nodes: [{ ...hello, ...ways }] });
  const tool = (fields: object) => ({
    tools: [
      { type: 'custom', name: 'book', description: 'Books.', tool_id: 't', url: 'https://a.example.com', ...fields },
    ],
  });
  test.each([
    [
      'prompt: expected the fixed prompt "Skip response", got "Bye"',
      flow({ skip_response_edge: edge({ type: 'prompt', prompt: 'Bye' }) }),
    ],
    ['description: expected at most 1,024 characters, got 1,025', tool({ description: 'a'.repeat(1025) })],
    [
      'type: expected a type of JSON Schema, got "date"; did you mean "string"?',
      tool({ parameters: { type: 'object', properties: { day: { type: 'date' } } } }),
    ],
    [
      'equations[0]: expected left, operator and right, got the string "a == 1"',
      flow({ edges: [edge({ type: 'equation', equations: ['a == 1'] })] }),
    ],
    [
      '"left" and "right" belong in equations, so nothing is compared',
      flow({ edges: [edge({ type: 'equation', left: 'a', operator: '==', right: '1' })] }),
    ],
  ])('returns 400 for an error that the specification does not list: %s', async (message, part) => {
    const { status, body } = await standIn().ask(create, { ...component(), ...part });
    expect([status, body.message.replace(/ \(at .*/, '')]).toEqual([400, message]);
  });
  test.each([
    ['name', { nodes: [] }, 'name: missing, required in a flow component (at /name)'],
    ['nodes', { name: 'A' }, 'nodes: missing, required in a flow component (at /nodes)'],
  ])('returns 400 without the field %s', async (_, body, message) => {
    const answer = await standIn().ask(create, body);
    expect([answer.status, isError(answer.body), answer.body.message]).toEqual([
      400,
      true,
      expect.stringContaining(message),
    ]);
  });
  test('returns 400 with the message of the linter and the pointer', async () => {
    const { body } = await standIn().ask(create, component('A', { flex_mode: 'yes', mcps: [{ name: 5 }] }));
    expect(body).toEqual({
      status: 'error',
      message:
        'flex_mode: expected a boolean or null, got the string "yes" (at /flex_mode)\nname: expected a string, got 5 (at /mcps/0/name)',
    });
  });
  test('coerces no value', async () => {
    expect((await standIn().ask(create, component('A', { begin_tag_display_position: { x: '1', y: 0 } }))).status).toBe(
      400,
    );
  });
  test('returns 404 if a named asset is missing', async () => {
    const swap = {
      id: 's',
      type: 'agent_swap',
      agent_id: 'agent_gone',
      post_call_analysis_setting: 'both_agents',
      edge: { id: 'e', transition_condition: { type: 'prompt', prompt: 'Transfer failed' } },
    };
    const answer = await standIn().ask(create, { name: 'A', nodes: [swap] });
    expect(answer).toMatchObject({
      status: 404,
      body: { message: 'agent_id: no agent "agent_gone" in this workspace (at /nodes/0/agent_id)' },
    });
  });
  test('stores no refused record', async () => {
    const { ask } = standIn();
    await ask(create, { name: 5 });
    expect((await ask(list)).body).toEqual({ items: [], has_more: false });
  });
});

describe('Delete test case definition', () => {
  test('removes the definition, and returns 404 to a second request', async () => {
    const { ask } = standIn(testCase);
    expect(await ask(`${remove}/test_case_a`)).toMatchObject({ status: 204, body: undefined });
    const secondAnswer = await ask(`${remove}/test_case_a`);
    expect([secondAnswer.status, isError(secondAnswer.body)]).toEqual([404, true]);
    expect((await ask('GET /v2/list-test-case-definitions')).body.items).toEqual([]);
  });
  test('returns 404 for an asset of another account', async () => {
    const { ask } = standIn(testCase);
    expect((await ask(`${remove}/test_case_a`, undefined, { authorization: `Bearer ${secondKey}` })).status).toBe(404);
    expect((await ask(`${remove}/test_case_a`)).status).toBe(204);
  });
  test('suggests a similar id with 404', async () => {
    expect((await standIn(testCase).ask(`${remove}/test_case_b`)).body.message).toMatch(
      /^there is no test case definition "test_case_b"/,
    );
  });
  test.each([
    ['a body', 'x', { a: 1 }],
    ['an id that is not UTF-8', '%E0%A4%A', undefined],
  ])('returns 400 for %s', async (_, id, body) => {
    const answer = await standIn(testCase).ask(`${remove}/${id}`, body);
    expect([answer.status, isError(answer.body)]).toEqual([400, true]);
  });
});

describe.each([create, `${remove}/test_case_a`])('%s', line => {
  const body = line === create ? component() : undefined;
  test.each([
    ['without a key', {}],
    ['with a wrong key', { authorization: 'Bearer wrong-key-of-two' }],
    ['in another scheme', { authorization: `Basic ${firstKey}` }],
    ['with the beginning of the key', { authorization: `Bearer ${firstKey.slice(0, -1)}` }],
  ])('returns 401 for a key %s', async (_, headers: Record<string, string>) => {
    const answer = await standIn(testCase).ask(line, body, { authorization: '', ...headers });
    expect([answer.status, isError(answer.body), answer.headers['www-authenticate']]).toEqual([401, true, 'Bearer']);
  });
  test.each(Object.keys(statuses).map(Number))('returns the error of Prefer: code=%i', async code => {
    const stand = standIn(testCase);
    const answer = await stand.ask(line, body, { prefer: `code=${code}` });
    expect([answer.status, answer.body, answer.headers['preference-applied']]).toEqual([
      code,
      { status: 'error', message: conditions[code as 400] },
      `code=${code}`,
    ]);
    expect(answer.headers['retry-after']).toBe(code === 429 ? '1' : undefined);
    expect(stand.accounts[0]!.workspace.documents).toHaveLength(2);
  });
  test('skips an unknown preference, and any preference without a key', async () => {
    const { ask } = standIn(testCase);
    expect((await ask(line, body, { prefer: 'code=402', authorization: '' })).status).toBe(401);
    expect((await ask(line, body, { prefer: 'code=999, wait=5' })).status).toBeLessThan(300);
  });
  test('returns 500 for an unexpected failure, without its details', async () => {
    const stand = standIn(testCase, () => {
      throw new Error('secret detail');
    });
    const answer = await stand.ask(line, body);
    expect([answer.status, answer.body]).toEqual([500, { status: 'error', message: conditions[500] }]);
    expect(stand.failures.map(({ message }) => message)).toEqual(['secret detail']);
  });
});

describe('the error body', () => {
  test.each<[number, string, string, unknown, Record<string, string>]>([
    [404, 'an unknown path', 'GET /nothing', undefined, {}],
    [405, 'another method', 'GET /create-conversation-flow-component', undefined, {}],
    [
      405,
      'OPTIONS from a browser',
      'OPTIONS /create-conversation-flow-component',
      undefined,
      { origin: 'https://a.example' },
    ],
    [400, 'a broken body', create, '{"name": "a",}', {}],
    [400, 'an empty body', create, '', {}],
    [400, 'a body that is no object', create, '[]', {}],
    [400, 'a body that is not UTF-8', create, Buffer.from([0x7b, 0xff, 0x7d]), {}],
    [400, 'a body nested too deep', create, '['.repeat(100_000), {}],
    [413, 'a body that is too large', create, 'x'.repeat(limits.body + 1), {}],
    [414, 'a URL that is too long', `GET /${'x'.repeat(limits.url)}`, undefined, {}],
    [415, 'another type', create, 'name=a', { 'content-type': 'application/x-www-form-urlencoded' }],
    [403, 'another host', create, component(), { host: 'rebound.example.com' }],
    [403, 'a host that only begins like ours', create, component(), { host: '127.0.0.1.example.com' }],
  ])('is returned with %i for %s', async (status, _, line, body, headers) => {
    const answer = await standIn().ask(line, body, headers);
    expect([answer.status, isError(answer.body)]).toEqual([status, true]);
    expect(answer.headers['access-control-allow-origin']).toBe(undefined);
    if (status === 405) expect(answer.headers['allow']).toBe('POST');
  });
  test('is returned for broken JSON, with its place', async () => {
    const { body } = await standIn().ask(create, '{"name": "a" "nodes": []}');
    expect(body.message).toMatch(/comma/);
  });
  test.each(['localhost:4010', '127.0.0.1', '[::1]:4010'])('is not returned for the Host %s', async host => {
    expect((await standIn().ask(list, undefined, { host })).status).toBe(200);
  });

  describe('is returned for a request over a socket', () => {
    let openStand: StandIn | undefined;
    afterEach(() => openStand?.app.close());
    const raw = async (text: string): Promise<string> => {
      openStand = standIn();
      // the limits are compared as values, because waiting for them would take too long
      expect(openStand.app.server).toMatchObject({
        headersTimeout: limits.headers,
        requestTimeout: limits.request,
        keepAliveTimeout: limits.idle,
        maxConnections: limits.connections,
      });
      Object.assign(openStand.app.server, { headersTimeout: 100, requestTimeout: 200 });
      const listening = await listen(openStand.app, '127.0.0.1', 0);
      const { port } = new URL('url' in listening ? listening.url : '');
      return new Promise((resolve, reject) => {
        let answer = '';
        const socket = connect(Number(port), '127.0.0.1', () => socket.write(text));
        socket.on('data', chunk => {
          answer += chunk.toString();
        });
        socket.on('close', () => resolve(answer));
        socket.on('error', reject);
      });
    };
    test.each([
      [400, 'a text that is no HTTP', 'HELLO\r\n\r\n'],
      [400, 'a request without Host', 'GET /v2/list-service-llms HTTP/1.1\r\nConnection: close\r\n\r\n'],
      [
        400,
        'two Hosts',
        'GET /openapi.json HTTP/1.1\r\nHost: localhost\r\nhost: localhost\r\nConnection: close\r\n\r\n',
      ],
      [417, 'an unknown expectation', 'POST / HTTP/1.1\r\nHost: localhost\r\nExpect: x\r\n\r\n'],
      [400, 'two lengths', 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}'],
      [431, 'headers that are too large', `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(limits.head)}\r\n\r\n`],
      [408, 'headers without an end', 'GET / HTTP/1.1\r\nHost: localhost\r\n'],
      [
        408,
        'a body without an end',
        `${create} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${firstKey}\r\n` +
          'Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
      ],
    ])('with status %i: %s', async (status, _, text) => {
      const answer = await raw(text);
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(isError(JSON.parse(answer.split('\r\n\r\n')[1]!))).toBe(true);
    });
  });
});

describe('Shared list parameters', () => {
  const names = Array.from({ length: 120 }, (_, i) => `Part ${String(i).padStart(3, '0')}`);
  const standInWithPages = async (): Promise<StandIn> => {
    const stand = standIn();
    for (const name of names) await stand.ask(create, component(name));
    return stand;
  };
  const titles = (body: { items: { name: string }[] }): string[] => body.items.map(({ name }) => name);

  test('limit is 50 by default, and at most 1000', async () => {
    const { ask } = await standInWithPages();
    expect((await ask(list)).body.items).toHaveLength(50);
    expect((await ask(`${list}?limit=3`)).body.items).toHaveLength(3);
    expect((await ask(`${list}?limit=1000`)).body).toMatchObject({ has_more: false });
    expect((await ask(`${list}?limit=1000`)).body.items).toHaveLength(120);
    for (const [limit, message] of [
      ['1001', 'limit: expected at most 1000, got 1001'],
      ['0', 'limit: expected at least 1, got 0'],
      ['many', 'limit: expected an integer, got the string "many"'],
      ['1.5', 'limit: expected an integer, got the string "1.5"'],
      ['1&limit=2', 'limit: expected an integer, got a list of 2 items'],
    ])
      expect((await ask(`${list}?limit=${limit}`)).body).toEqual({ status: 'error', message });
  });
  test('sort_order is newest first, unless it is ascending', async () => {
    const { ask } = await standInWithPages();
    expect(titles((await ask(`${list}?limit=2`)).body)).toEqual(['Part 119', 'Part 118']);
    expect(titles((await ask(`${list}?limit=2&sort_order=descending`)).body)).toEqual(['Part 119', 'Part 118']);
    expect(titles((await ask(`${list}?limit=2&sort_order=ascending`)).body)).toEqual(['Part 000', 'Part 001']);
    expect((await ask(`${list}?sort_order=up`)).status).toBe(400);
  });
  test('search matches any part of the title, in any case', async () => {
    const { ask } = await standInWithPages();
    expect(titles((await ask(`${list}?search=PART%2001&sort_order=ascending`)).body)).toEqual(names.slice(10, 20));
    expect((await ask(`${list}?search=nobody`)).body).toEqual({ items: [], has_more: false });
  });
  test.each(['ascending', 'descending'])(
    'pagination_key reads all pages (%s) although items are added and removed',
    async order => {
      const { ask } = await standInWithPages();
      const seenNames: string[] = [];
      let key: string | undefined;
      for (let page = 0; ; page++) {
        const { body } = await ask(
          `${list}?limit=25&sort_order=${order}${key === undefined ? '' : `&pagination_key=${key}`}`,
        );
        seenNames.push(...titles(body));
        await ask(`DELETE /delete-conversation-flow-component/${body.items.at(-1).conversation_flow_component_id}`);
        if (page < 3) await ask(create, component(`New ${page}`));
        expect(body.has_more).toBe(body.pagination_key !== undefined);
        key = body.pagination_key;
        if (!body.has_more) break;
      }
      expect(seenNames.filter(name => name.startsWith('Part')).toSorted()).toEqual(names);
      expect(seenNames.filter(name => name.startsWith('New'))).toHaveLength(order === 'ascending' ? 3 : 0);
    },
  );
  test('pagination_key is refused if it is invalid or belongs to another list', async () => {
    const { ask } = await standInWithPages();
    const { pagination_key } = (await ask(`${list}?limit=1`)).body;
    expect((await ask(`GET /v2/list-test-case-definitions?pagination_key=${pagination_key}`)).status).toBe(400);
    expect((await ask(`${list}?pagination_key=nonsense`)).status).toBe(400);
  });
});
