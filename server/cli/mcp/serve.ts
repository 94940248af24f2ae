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
} from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { outputSchemas } from '../../core/generated/mcp.js';
import type { JsonObject } from '../../core/json/json.ts';
import { remark, UsageError, type Io } from '../terminal/io.ts';
import { version } from '../terminal/version.ts';
import { argumentSchema, pathsIn, type Values } from './arguments.ts';
import { ask, outcomeOf, type ToolAnswer, type Run } from './ask.ts';
import { folderFor, refuseOutside } from './folders.ts';
import { addResources } from './resources.ts';
import { everywhere, tools, type Tool } from './tools.ts';
import { Turns } from './turns.ts';

/** The maximum number of bytes of a message, which contains one file at most. */
const LARGEST_MESSAGE = 64 << 20;
/** milliseconds for the client's list of roots, for which it asks nobody */
const PATIENCE = 10_000;

/** Results are not validated here: the client and the tests check them against these schemas. */
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
        inputSchema: argumentSchema({ ...tool.takes, ...everywhere }),
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
    // the newer protocol sends the capabilities with each request, the older one once per connection
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
      for (const path of pathsIn(values, { ...tool.takes, ...everywhere })) refuseOutside(path, folder);
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

/** A page of a published result. */
function pageSchema(schema: JsonObject): JsonObject {
  const { properties, required } = schema as { properties: JsonObject; required: readonly string[] };
  return {
    ...schema,
    properties: {
      ...properties,
      total: { type: 'integer', minimum: 0, description: 'Items of all pages.' },
      next_cursor: { type: ['string', 'null'], description: 'The cursor of the next page.' },
    },
    required: [...required, 'total', 'next_cursor'],
  };
}
