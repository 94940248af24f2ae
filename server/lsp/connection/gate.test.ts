import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, test } from 'vitest';
import * as protocol from 'vscode-languageserver/node';
import { StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node';
import { agent } from '../../testing/preflight.ts';
import { requests } from '../protocol.ts';
import { serve } from './server.ts';

interface Received {
  readonly id?: number | null;
  readonly method?: string;
  readonly params?: { readonly message: string };
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}
const connections: { dispose(): void }[] = [];
afterEach(() => {
  for (const connection of connections.splice(0)) connection.dispose();
});

/** A client that can send any JSON to a server. */
class Raw {
  readonly received: Received[] = [];
  readonly #input = new PassThrough();
  #id = 100;
  constructor() {
    const output = new PassThrough();
    connections.push(
      serve(new StreamMessageReader(this.#input), new StreamMessageWriter(output), {
        version: '1.2.3',
        today: () => '2026-01-15',
        rulePage: () => undefined,
      }),
    );
    new StreamMessageReader(output).listen(message => {
      this.received.push(message as Received);
    });
  }
  get logged(): readonly string[] {
    return this.received.flatMap(({ method, params }) => (method === 'window/logMessage' ? [params!.message] : []));
  }
  send(message: unknown): void {
    const body = JSON.stringify(message);
    this.#input.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }
  /**
   * Sends a request.
   * @returns the code and message of the error, or `answered`
   */
  async ask(method: string, params: unknown): Promise<'answered' | readonly [code: number, words: string]> {
    const id = this.#id++;
    this.send({ jsonrpc: '2.0', id, method, params });
    const answer = (): Received | undefined => this.received.find(message => message.id === id);
    await expect.poll(answer, { interval: 1 }).toBeDefined();
    const { error } = answer()!;
    return error ? [error.code, error.message] : 'answered';
  }
  /** Whether the server still answers valid requests. */
  async works(): Promise<boolean> {
    const textDocument = {
      uri: 'untitled:x.agent.json',
      languageId: 'json',
      version: 1,
      text: agent('"voice_speed": 9'),
    };
    this.send({ jsonrpc: '2.0', method: 'textDocument/didOpen', params: { textDocument } });
    return (await this.ask('textDocument/hover', { textDocument, position: { line: 4, character: 5 } })) === 'answered';
  }
}
const greet = async (): Promise<Raw> => {
  const raw = new Raw();
  expect(await raw.ask('initialize', { capabilities: {}, processId: null, rootUri: null })).toBe('answered');
  raw.send({ jsonrpc: '2.0', method: 'initialized', params: {} });
  return raw;
};

describe('an initialize request', () => {
  test('is accepted only once', async () => {
    const raw = await greet();
    expect(await raw.ask('initialize', { capabilities: {} })).toEqual([-32600, 'initialize may be sent only once']);
    expect(await raw.works()).toBe(true);
  });
  test.each([
    [{}, 'capabilities: expected an object, got nothing'],
    [{ capabilities: {}, rootUri: 7 }, 'rootUri: expected a string, got 7'],
    [{ capabilities: {}, workspaceFolders: [null] }, 'workspaceFolders[0]: expected an object, got null'],
    [
      { capabilities: { textDocument: { codeAction: { resolveSupport: {} } } } },
      'capabilities.textDocument.codeAction.resolveSupport.properties: expected a list, got nothing',
    ],
  ])('with %j is refused, and can be sent again', async (params, why) => {
    const raw = new Raw();
    expect(await raw.ask('textDocument/hover', {})).toEqual([-32002, 'the server is not initialized']);
    expect(await raw.ask('initialize', params)).toEqual([-32602, `initialize: ${why}`]);
    expect(await raw.ask('initialize', { capabilities: {}, rootUri: null })).toBe('answered');
  });
});

test('no notification is processed before initialize or after shutdown, not even an invalid one', async () => {
  const raw = new Raw();
  const sendWrong = (): void => raw.send({ jsonrpc: '2.0', method: 'textDocument/didOpen', params: {} });
  sendWrong();
  expect(await raw.ask('initialize', { capabilities: {}, processId: null, rootUri: null })).toBe('answered');
  expect(raw.logged).toEqual([]);
  sendWrong();
  expect(await raw.ask('shutdown', undefined)).toBe('answered');
  expect(raw.logged).toEqual([expect.stringMatching(/^textDocument\/didOpen is skipped: /)]);
  sendWrong();
  await raw.ask('shutdown', undefined);
  expect(raw.logged).toHaveLength(1);
});
test('every request after shutdown is invalid', async () => {
  const raw = await greet();
  expect(await raw.ask('shutdown', undefined)).toBe('answered');
  for (const method of ['textDocument/hover', 'initialize', 'shutdown', 'never/heard'])
    expect([method, await raw.ask(method, {})]).toEqual([method, [-32600, 'the server has been shut down']]);
});

/** The methods of all requests of the protocol and of Preflight, except initialize and shutdown. */
const methods = [
  ...new Set([
    ...Object.values(protocol).flatMap(value => {
      const { method, messageDirection } = (value ?? {}) as { method?: unknown; messageDirection?: string };
      return typeof method === 'string' && messageDirection !== 'serverToClient' && 'type' in (value as object)
        ? [method]
        : [];
    }),
    ...Object.values(requests),
  ]),
].filter(method => !['initialize', 'initialized', 'shutdown', 'exit'].includes(method));

describe('invalid parameters', () => {
  test('of any request are named in the error, and are never an internal error', async () => {
    const raw = await greet();
    const refusals = new Map<string, unknown>();
    for (const params of [
      undefined,
      null,
      {},
      [],
      5,
      { textDocument: null, uri: null, position: 1, item: [], data: 'x' },
    ])
      for (const method of methods) {
        const text = await raw.ask(method, params);
        if (text === 'answered') {
          expect([method, params]).toEqual([
            expect.stringMatching(
              /^(preflight\/agents|preflight\/assertions|preflight\/rules|codeAction\/resolve|completionItem\/resolve)$/,
            ),
            params,
          ]);
          continue;
        }
        const [code, words] = text;
        expect([method, words]).toEqual([method, expect.not.stringMatching(/Cannot|undefined|destructure|is not a/)]);
        expect([method, words, code]).toEqual([method, words, words.startsWith('Unhandled') ? -32601 : -32602]);
        if (code === -32602) refusals.set(method, words);
      }
    expect(refusals.size).toBeGreaterThan(30);
    expect(raw.logged).toEqual([]);
    expect(await raw.works()).toBe(true);
  });
  test.each([
    ['textDocument/hover', {}, 'textDocument: expected an object, got nothing'],
    ['textDocument/hover', { textDocument: { uri: 5 } }, 'textDocument.uri: expected a string, got 5'],
    [
      'textDocument/hover',
      { textDocument: { uri: 'x:y' }, position: { line: -1, character: 0 } },
      'position.line: expected a non-negative integer, got -1',
    ],
    [
      'textDocument/selectionRange',
      { textDocument: { uri: 'x:y' }, positions: [[]] },
      'positions[0]: expected an object, got a list',
    ],
    [
      'textDocument/rename',
      { textDocument: { uri: 'x:y' }, position: { line: 0, character: 0 } },
      'newName: expected a string, got nothing',
    ],
    ['preflight/plan', [], 'params: expected an object, got a list'],
    ['preflight/planText', { uri: 'x:y' }, 'format: expected one of html, markdown, got nothing'],
    ['preflight/plan', { uri: 'x:y', edit: {} }, 'edit.kind: expected one of publish, tag, got nothing'],
    [
      'preflight/newRecord',
      { uri: 'x:y', isBeside: true, record: { kind: 'agent', name: 'A', channel: 'fax' } },
      'record.channel: expected one of voice, chat, got "fax"',
    ],
    [
      'preflight/simulate',
      { uri: 'x:y', position: { line: 0, character: 0 }, call: 'fax' },
      'call: expected one of silent, voicemail, ivr, barge-in, dtmf, got "fax"',
    ],
    [
      'preflight/simulate',
      { uri: 'x:y', position: { line: 0, character: 0 }, series: { of: 'x:y' } },
      'series.uri: expected a string, got nothing',
    ],
    ['preflight/agents', { agentId: 7 }, 'agentId: expected a string, got 7'],
    ['preflight/explain', { rule: { constructor: 1 } }, 'rule: expected a string, got an object'],
    ['preflight/fileStatus', { uri: 5 }, 'uri: expected a string, got 5'],
  ])('of %s %j are named in the error', async (method, params, why) => {
    expect(await (await greet()).ask(method, params)).toEqual([-32602, `${method}: ${why}`]);
  });
  test.each([
    ['textDocument/didChange', null, 'params: expected an object, got null'],
    ['textDocument/didChange', {}, 'textDocument: expected an object, got nothing'],
    [
      'textDocument/didOpen',
      { textDocument: { uri: 'x:y' } },
      'textDocument.languageId: expected a string, got nothing',
    ],
    ['workspace/didChangeWatchedFiles', { changes: {} }, 'changes: expected a list, got an object'],
    ['$/cancelRequest', null, 'params: expected an object, got null'],
    ['$/setTrace', null, 'params: expected an object, got null'],
  ])('of the notification %s %j are logged, and the notification is skipped', async (method, params, why) => {
    const raw = await greet();
    raw.send({ jsonrpc: '2.0', method, params });
    await expect.poll(() => raw.logged).toEqual([`${method} is skipped: ${why}`]);
    expect(await raw.works()).toBe(true);
  });
});

test('JSON that is not a message is refused, and the next message is answered', async () => {
  const raw = await greet();
  const oddMessages = [
    null,
    5,
    'x',
    [],
    [{ jsonrpc: '2.0', id: 9, method: 'shutdown' }],
    {},
    { id: 3 },
    { id: {}, method: 'a' },
    { id: null, method: 'a' },
  ];
  for (const message of oddMessages) raw.send(message);
  const refusals = (): readonly Received[] => raw.received.filter(({ id }) => id === null);
  await expect.poll(() => refusals().length).toBe(oddMessages.length);
  expect(new Set(refusals().map(({ error }) => error?.code))).toEqual(new Set([-32600]));
  expect(await raw.works()).toBe(true);
});
