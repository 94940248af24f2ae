import { PassThrough, type Readable, type Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { Client, type CallToolResult, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/client';
import { runTool, type main } from '../cli/main.ts';
import { serve } from '../cli/mcp/serve.ts';
import { run } from './in-folders.ts';

/* Connects the client of the official MCP package with a server in the same process. */

/** The two protocol versions: one with `initialize`, one with the version in every request. */
export const eras = ['2025-11-25', '2026-07-28'] as const;
type Era = (typeof eras)[number];

/** A transport that sends messages over streams, one per line. */
class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #input: Readable;
  readonly #output: Writable;
  constructor(from: Readable, to: Writable) {
    this.#input = from;
    this.#output = to;
  }
  async start(): Promise<void> {
    let remainder = '';
    this.#input.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (remainder + chunk).split('\n');
      remainder = lines.pop()!;
      for (const line of lines) this.onmessage?.(JSON.parse(line) as JSONRPCMessage);
    });
    this.#input.on('end', () => this.onclose?.());
  }
  async send(message: JSONRPCMessage): Promise<void> {
    this.#output.write(`${JSON.stringify(message)}\n`);
  }
  async close(): Promise<void> {
    this.#output.end();
    this.onclose?.();
  }
}

export interface ServedFolder {
  readonly input: PassThrough;
  readonly output: PassThrough;
  /** Resolves with the exit code when the server has ended. */
  readonly exit: Promise<number>;
  /** The output of the server on standard error. */
  errors(): string;
}
/** Starts a server in a working directory, like `preflight mcp`. */
export function serveFolder(cwd: string): ServedFolder {
  const input = new PassThrough(),
    output = new PassThrough();
  let errors = '';
  const stderr = { write: (text: string) => (errors += text), isTTY: false, columns: 80 };
  const command = {
    run: async (_: readonly string[], io: Parameters<typeof main>[1]) => {
      await serve(runTool, io, input, output);
      return 0;
    },
  };
  const exit = run(command, [], cwd, { stderr }).then(({ code }) => code);
  return { input, output, exit, errors: () => errors };
}

export interface ConnectedClient extends ServedFolder {
  readonly client: Client;
  call(name: string, args?: Readonly<Record<string, unknown>>): Promise<Called>;
}
interface Called {
  readonly text: string;
  readonly isError: boolean;
  readonly content: Readonly<Record<string, never>> | undefined;
}
export const calledOf = ({ content, isError, structuredContent }: CallToolResult): Called => ({
  text: content.map(one => (one.type === 'text' ? one.text : '')).join('\n'),
  isError: isError === true,
  content: structuredContent as Called['content'],
});

/**
 * Connects a client to a new server.
 * @param roots the folders that the client announces; undefined if it does not support roots
 */
export async function connected(cwd: string, era: Era, roots?: readonly string[]): Promise<ConnectedClient> {
  const server = serveFolder(cwd);
  const client = new Client(
    { name: 'test', version: '1' },
    {
      capabilities: roots ? { roots: {} } : {},
      ...(era === '2026-07-28' && { versionNegotiation: { mode: { pin: era } } }),
    },
  );
  if (roots)
    client.setRequestHandler('roots/list', () => ({ roots: roots.map(path => ({ uri: pathToFileURL(path).href })) }));
  await client.connect(new LineTransport(server.output, server.input));
  const call: ConnectedClient['call'] = async (name, args = {}) =>
    calledOf((await client.callTool({ name, arguments: args })) as CallToolResult);
  return { ...server, client, call };
}
