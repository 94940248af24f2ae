import type { Readable, Writable } from 'node:stream';
import {
  CLIENT_CAPABILITIES_META_KEY,
  fromJsonSchema,
  inputRequired,
  inputResponse,
  McpServer,
  type CallToolResult,
  type ClientCapabilities,
  type InputRequiredResult,
  type jsonSchemaValidator,
  type JsonSchemaValidatorResult,
  type ServerContext,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { outputSchemas } from '../../core/generated/mcp.js';
import type { JsonObject } from '../../core/json/json.ts';
import { remark, UsageError, type Io } from '../terminal/io.ts';
import { version, packageFile } from '../terminal/package.ts';
import { argumentSchema, pathsIn, type Values } from './arguments.ts';
import { ask, outcomeOf, type ToolAnswer, type Run } from './ask.ts';
import { commonArguments, tools, type Tool } from './tools.ts';
import { realpathSync, readdirSync } from 'node:fs';
import { basename, dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listed } from '../../core/wording.ts';
import { isWithin } from '../../state/paths.ts';
import { statsOf, readRegularFile } from '../../state/regular-file.ts';
import { workspaceRoot } from '../../state/root.ts';
import { once } from 'node:events';

const schema = 'preflight://schemas/preflight-config';

/**
 * Adds the resources of the package: pages of rules, the schema of the configuration, and an example of each shape.
 * @param samplesOf returns values without mistakes, by shape
 */
function addResources(server: McpServer, samplesOf: () => Promise<JsonObject>): void {
  const addTemplate = (kind: string, description: string, mimeType: string, texts: Texts): void => {
    const uriOf = (name: string): string => `preflight://${kind}/${name}`;
    const list = async () => ({
      resources: [...(await texts()).keys()].map(name => ({ uri: uriOf(name), name, mimeType })),
    });
    const template = new ResourceTemplate(uriOf('{name}'), { list });
    server.registerResource(kind, template, { description, mimeType }, async (uri, { name }) => {
      const text = (await texts()).get(String(name));
      if (text === undefined) throw new ResourceNotFoundError(uri.href);
      return { contents: [{ uri: uri.href, mimeType, text: text() }] };
    });
  };
  addTemplate('rules', 'What a rule reports and why, with examples', 'text/markdown', async () => rulePages());
  addTemplate('samples', 'A correct value of a shape', 'application/json', async () => {
    const values = Object.entries(await samplesOf());
    return new Map(values.map(([shape, value]) => [shape, () => JSON.stringify(value, undefined, 2)]));
  });
  const mimeType = 'application/schema+json',
    details = { description: 'JSON Schema of preflight.config.json', mimeType };
  server.registerResource('preflight-config', schema, details, () => {
    const text = textOf('dist/schemas/preflight-config.schema.json');
    return { contents: [{ uri: schema, mimeType, text }] };
  });
}
type Texts = () => Promise<ReadonlyMap<string, () => string>>;

const rulePages = (): ReadonlyMap<string, () => string> =>
  new Map(
    readdirSync(packageFile('rules'))
      .filter(file => file.endsWith('.md') && file !== 'README.md')
      .map(file => [file.slice(0, -3), () => textOf(`rules/${file}`)]),
  );

// packages may be installed as links, so links are allowed here
const textOf = (name: string): string => readRegularFile(packageFile(name), { links: 'any' }).toString('utf8');

/** The maximum number of bytes of a message. The longest message contains one file. */
const LARGEST_MESSAGE = 64 << 20;
/** The time limit, in milliseconds, for the list of roots, which the client returns without asking the user. */
const PATIENCE = 10_000;

/** Accepts every value: results are checked against their schemas by the client and the tests. */
const anyValue: jsonSchemaValidator = {
  getValidator<T>() {
    return (value: unknown): JsonSchemaValidatorResult<T> => ({
      valid: true,
      data: value as T,
      errorMessage: undefined,
    });
  },
};

/** Serves one client until it disconnects. */
export function serve(run: Run, io: Io, input: Readable, output: Writable): Promise<void> {
  const transport = new StdioServerTransport(input, output, { maxBufferSize: LARGEST_MESSAGE }),
    turns = new Turns(input, output);
  serveStdio(() => serverOf(run, io, turns), {
    transport,
    onerror: error => remark(io, error.message),
  });
  return new Promise(resolve => {
    const { onclose } = transport;
    transport.onclose = () => {
      onclose?.();
      resolve();
    };
  });
}

function serverOf(run: Run, io: Io, turns: Turns): McpServer {
  const server = new McpServer(
    { name: 'preflight', title: 'Preflight', version },
    {
      capabilities: { tools: { listChanged: false }, resources: { listChanged: false } },
      instructions:
        'Knows the configuration of voice and chat agents in this workspace. Lint after each change, describe a shape ' +
        'before writing one, and plan before publishing or moving a tag. It only reads: apply edits yourself.',
      inputRequired: { roundTimeoutMs: PATIENCE },
      jsonSchemaValidator: anyValue,
    },
  );
  for (const [name, tool] of Object.entries(tools))
    server.registerTool(
      name,
      {
        description: tool.about,
        inputSchema: argumentSchema({ ...tool.argumentTypes, ...commonArguments }),
        outputSchema: fromJsonSchema(pageSchema(outputSchemas[name]!), anyValue),
        annotations: { readOnlyHint: true, openWorldHint: false },
      },
      (values: Values, context: ServerContext) => answerCall(name, tool, values, context),
    );
  let samples: Promise<JsonObject> | undefined;
  addResources(
    server,
    () => (samples ??= outcomeOf(run, ['examples'], io.cwd).then(({ answer }) => answer!.result as JsonObject)),
  );
  return server;

  async function answerCall(
    name: string,
    tool: Tool,
    values: Values,
    { mcpReq }: ServerContext,
  ): Promise<CallToolResult | InputRequiredResult> {
    // the newer protocol has the capabilities in each request, the older protocol only at the beginning
    const envelope = (mcpReq.envelope ?? {}) as Readonly<Record<string, ClientCapabilities | undefined>>,
      { roots: canList } = envelope[CLIENT_CAPABILITIES_META_KEY] ?? server.server.getClientCapabilities() ?? {};
    const response = inputResponse(mcpReq.inputResponses, 'roots');
    if (canList && response.kind !== 'roots')
      return inputRequired({ inputRequests: { roots: inputRequired.listRoots() } });
    const uris = response.kind === 'roots' ? response.roots.map(({ uri }) => uri) : [];
    return turns.take(mcpReq.signal, async () => resultOf(await answerTo(name, tool, values, uris)));
  }

  async function answerTo(name: string, tool: Tool, values: Values, uris: readonly string[]): Promise<ToolAnswer> {
    try {
      const folder = folderFor(uris, values['root'] as string | undefined, io.cwd);
      for (const path of pathsIn(values, { ...tool.argumentTypes, ...commonArguments })) refuseOutside(path, folder);
      return await ask(name, tool, values, { folder, run });
    } catch (error) {
      if (error instanceof UsageError) return { isError: true, text: error.message };
      const { message } = error as Error;
      return { isError: true, text: `internal error: ${message}; please report it` };
    }
  }
}

const resultOf = ({ text, isError, content }: ToolAnswer): CallToolResult => ({
  content: [{ type: 'text', text }],
  ...(content && { structuredContent: content }),
  ...(isError && { isError: true }),
});

/** The schema of a page of a result. */
function pageSchema(schema: JsonObject): JsonObject {
  const { properties, required } = schema as { properties: JsonObject; required: readonly string[] };
  return {
    ...schema,
    properties: {
      ...properties,
      total: { type: 'integer', minimum: 0, description: 'The number of items on all pages.' },
      next_cursor: { type: ['string', 'null'], description: 'The cursor of the next page.' },
    },
    required: [...required, 'total', 'next_cursor'],
  };
}

/** The folder of a root that the client named; undefined if there is no such folder on this machine. */
function folderOf(uri: string): string | undefined {
  try {
    const path = realpathSync.native(fileURLToPath(uri));
    return statsOf(path)?.isDirectory() ? path : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The folder in which a tool may read.
 * @param uris the roots of the client; empty if it has none
 * @param name the path or name of one root
 * @throws UsageError
 */
function folderFor(uris: readonly string[], name: string | undefined, cwd: string): string {
  const roots = uris.length === 0 ? [realpathSync.native(cwd)] : [...new Set(uris.flatMap(uri => folderOf(uri) ?? []))];
  if (roots.length === 0) throw new UsageError('none of the roots of this client is a folder on this machine');
  const folder = name === undefined ? roots[0]! : roots.find(root => root === name || basename(root) === name);
  if (folder === undefined) {
    const names = roots.map(root => basename(root));
    throw new UsageError(`root: no root of the client is called ${name}; give ${listed(names, 'or', 20)}`);
  }
  const root = workspaceRoot(folder, folder);
  if (!isWithin(folder, root))
    throw new UsageError(
      `this folder is part of the workspace in ${relative(folder, root)}, which the client may not read; ` +
        'give the client that folder as a root, or start it there',
    );
  return folder;
}

/**
 * Checks that a path is inside a folder.
 * @throws UsageError for a path outside, or through a link that leads out
 */
function refuseOutside(argument: string, folder: string): void {
  // the argument may be FILE@REF
  for (const path of new Set([argument, argument.slice(0, Math.max(0, argument.lastIndexOf('@')))])) {
    let directory = resolve(folder, path);
    if (!isWithin(folder, directory))
      throw new UsageError(
        `${path} is outside of the folder that this client may read; give a relative path inside it`,
      );
    for (; ; directory = dirname(directory)) {
      const realPath = realOf(directory);
      if (realPath === undefined) continue;
      if (!isWithin(folder, realPath))
        throw new UsageError(`${path} is a link that leads out of the folder; give a path inside it`);
      break;
    }
  }
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

/** The maximum number of waiting calls. No more calls are read until one is answered. */
const MAX_WAITING = 256;

/**
 * Runs one call at a time, in the order of arrival: a call does no waiting, so running several would only use more
 * memory. Between calls, cancellations are read, and the next call waits until the client has read earlier answers.
 */
class Turns {
  readonly #input: Readable;
  readonly #output: Writable;
  #last: Promise<unknown> = Promise.resolve();
  #waitingCount = 0;

  constructor(input: Readable, output: Writable) {
    this.#input = input;
    this.#output = output;
  }

  /**
   * Runs a call in its turn.
   * @throws if the client cancels the call before it begins
   */
  take<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (++this.#waitingCount === MAX_WAITING) this.#input.pause();
    const turn = this.#last.then(async () => {
      await new Promise(setImmediate);
      if (this.#output.writableNeedDrain) await Promise.race([once(this.#output, 'drain'), whenAborted(signal)]);
      if (--this.#waitingCount === MAX_WAITING / 2) this.#input.resume();
      signal.throwIfAborted();
      return work();
    });
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}

const whenAborted = (signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
