import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isObject, type JsonObject } from '../core/json/json.ts';
import { RuleSet } from '../core/engine/lint.ts';
import { rules } from '../../rules/index.ts';
import { nearest } from '../core/wording.ts';
import { readVersion } from '../core/domain/typed-reference.ts';
import type { Account } from './account.ts';
import { ApiError, conditions, errorBody, isStatus, statuses } from './errors.ts';
import { readBody } from './body.ts';
import { eventInNames, answerInNames, namesOfDialect, pathIn, namesOfRequest } from './dialect.ts';
import { namesIn, type NamePairs } from '../core/dialects/names.ts';
import type { Notify } from './events.ts';
import { isOurHost, type keyring } from './keys.ts';
import { acceptListParameters } from './judge.ts';
import type { Operation, Surroundings } from './operation.ts';
import { operations } from './operations.ts';
import { openapi } from './openapi.ts';
import { queryValue } from './pages.ts';

/** The limits for clients of the stand-in. */
export const limits = {
  /** The maximum number of bytes in a body; the largest real agents have a tenth of this size. */
  body: 4 * 2 ** 20,
  /** The maximum number of bytes in the method, the URL and the headers together. */
  head: 16 * 2 ** 10,
  url: 4096,
  connections: 256,
  /** The maximum number of milliseconds until a whole request, or its headers, has arrived. */
  request: 10_000,
  headers: 5000,
  idle: 5000,
  /** The number of milliseconds from the end of the server until its connections are cut. */
  closing: 1000,
} as const;

/** A request and its outcome. Headers, bodies and the query of the URL are not kept. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** The reason why the request was rejected; null if it was accepted. */
  readonly message: string | null;
  /** Lint's messages about an accepted request, each with its severity. */
  readonly remarks: readonly string[];
}

interface Stand extends Surroundings {
  /** The accounts, in the order of their keys; the first account owns the workspace. */
  readonly accounts: readonly Account[];
  readonly keys: ReturnType<typeof keyring>;
  /** The address on which the server listens. */
  readonly host: string;
  readonly notify: Notify;
  /** Called with each request and its outcome. */
  readonly onRequest?: (request: SeenRequest) => void;
  /** Called with internal errors. */
  readonly onError: (error: Error) => void;
}

const schemaRules = new RuleSet(rules.filter(rule => 'violates' in rule));
/** The path of the description of the API. It is served without a key, because it reveals nothing about an account. */
const description = '/openapi.json';
const jsonType = 'application/json; charset=utf-8';
const routeOf = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

/** The API as an application that does not listen yet. */
export function createApp(stand: Stand): FastifyInstance {
  const app = fastify({
    logger: false,
    bodyLimit: limits.body,
    requestTimeout: limits.request,
    keepAliveTimeout: limits.idle,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 512 },
    http: {
      maxHeaderSize: limits.head,
      headersTimeout: limits.headers,
      connectionsCheckingInterval: 1000,
      // a wrong Host gets the error body of all errors
      requireHostHeader: false,
    },
    frameworkErrors: (error, _request, reply) => answerError(error, reply, stand),
    clientErrorHandler,
  });
  app.server.maxConnections = limits.connections;
  app.server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const body = JSON.stringify(errorBody('the Expect header asks for more than 100-continue'));
    const headers = { 'content-type': jsonType, 'content-length': Buffer.byteLength(body), connection: 'close' };
    response.writeHead(417, headers).end(body);
  });
  app.setErrorHandler((error: FastifyError, _request, reply) => answerError(error, reply, stand));
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0]!,
      names = namesIn(path) ?? namesOfDialect(accountOf(request, stand)?.names);
    const hint = operationHint(request.method, path, operations, names);
    answerError(new ApiError(404, `there is no such operation${hint}`), reply, stand);
  });

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, finish) => finish(null, bytes));
  // the linter validates requests: no value is coerced, added or removed
  app.setValidatorCompiler(({ schema, httpPart }) =>
    httpPart === 'querystring'
      ? queryValidator(schema as Pick<Operation, 'query'>)
      : bodyValidator(schema as { readonly optional: boolean }),
  );
  app.setSerializerCompiler(() => data => JSON.stringify(data));

  app.decorateRequest('rejection', null).decorateRequest('warnings', null);
  app.addHook('onRequest', (request, reply, finish) => {
    reply.header('x-content-type-options', 'nosniff').header('cache-control', 'no-store');
    if (request.headers.host === undefined) return finish(new ApiError(400, 'the Host header is missing'));
    // Node keeps the first value, but a proxy in front of Node may use the last value
    if (request.raw.rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length > 1)
      return finish(new ApiError(400, 'there is more than one Host header'));
    if (!isOurHost(request.headers.host, stand.host))
      return finish(new ApiError(403, 'the Host header names another server'));
    if (request.url.length > limits.url) return finish(new ApiError(414, `the URL is longer than ${limits.url} bytes`));
    if (request.method === 'GET' && request.url === description) return finish();
    if (accountOf(request, stand) === undefined)
      return finish(new ApiError(401, conditions[401], { 'www-authenticate': 'Bearer' }));
    return finish(requestedError(request, reply));
  });

  app.addHook('onResponse', (request, reply, finish) => {
    const { method, url } = request,
      { statusCode: status } = reply;
    const path = url.split('?', 1)[0]!.slice(0, 200);
    if (path !== description)
      stand.onRequest?.({
        method,
        path,
        status,
        message: request.rejection,
        remarks: request.warnings ?? [],
      });
    finish();
  });
  app.get('/_preflight/deliveries', request => ({ items: accountOf(request, stand)!.deliveries.items }));
  let descriptionText: string | undefined;
  app.get(description, (_request, reply) =>
    reply.type('application/json').send((descriptionText ??= JSON.stringify(openapi(operations)))),
  );
  const paths = new Set<string>();
  for (const operation of operations)
    for (const path of [operation.path, ...(operation.aliases ?? [])]) {
      addRoute(app, operation, path, stand);
      paths.add(routeOf(path));
    }
  for (const url of paths) refuseOtherMethods(app, url, operations);
  return app;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the request was rejected; null if it was accepted. */
    rejection: string | null;
    /** Lint's warnings about an accepted request; null before it was handled. */
    warnings: readonly string[] | null;
  }
}

const accountOf = (request: FastifyRequest, { keys, accounts }: Stand): Account | undefined => {
  const place = keys(request.headers.authorization);
  return place === undefined ? undefined : accounts[place];
};

/**
 * The error that a request demands by `Prefer: code=402`, because the stand-in never causes some errors itself;
 * undefined without this header.
 */
function requestedError(request: FastifyRequest, reply: FastifyReply): ApiError | undefined {
  const header = [request.headers['prefer'] ?? []].flat().join(',');
  const code = Number(/(?:^|[,;\s])code=(\d{3})(?=$|[,;\s])/.exec(header)?.[1]);
  if (!isStatus(code)) return undefined;
  reply.header('preference-applied', `code=${code}`);
  return new ApiError(code, conditions[code], code === 429 ? { 'retry-after': '1' } : {});
}

function addRoute(app: FastifyInstance, operation: Operation, path: string, stand: Stand): void {
  app.route({
    method: operation.method,
    url: routeOf(path),
    schema: {
      ...(operation.request !== undefined && { body: { optional: operation.bodyOptional === true } }),
      querystring: { query: operation.query },
    },
    handler: (request, reply) => {
      if (operation.request === undefined && Buffer.isBuffer(request.body) && request.body.length > 0)
        throw new ApiError(400, `${operation.method} ${operation.path} takes no body`);
      const account = accountOf(request, stand)!;
      const spokenDialect = namesOfRequest(
        operation,
        path,
        isObject(request.body) ? request.body : {},
        request.headers['user-agent'],
        namesOfDialect(account.names),
      );
      account.takeRemarks();
      const answer = operation.run({
        ...stand,
        ...spokenDialect,
        account,
        notify: events =>
          stand.notify(
            events.map(event => eventInNames(event, spokenDialect.names)),
            account.deliveries,
          ),
        params: request.params as Record<string, string>,
        query: queryValue(request.query as Record<string, unknown>),
      });
      request.warnings = account.takeRemarks();
      return reply.code(operation.success.status).send(answerInNames(answer, operation, spokenDialect.names));
    },
  });
}

type Validated = { readonly value: JsonObject } | { readonly error: Error };
const validated = (readBody: () => JsonObject): Validated => {
  try {
    return { value: readBody() };
  } catch (error) {
    return { error: error as Error };
  }
};
const bodyValidator =
  ({ optional }: { readonly optional: boolean }) =>
  (bytes: unknown) =>
    validated(() => {
      const body = Buffer.isBuffer(bytes) ? bytes : Buffer.alloc(0);
      return optional && body.length === 0 ? {} : readBody(body);
    });
const queryValidator =
  ({ query: shapes = [] }: Pick<Operation, 'query'>) =>
  (query: Record<string, unknown>) =>
    validated(() => {
      if (shapes.includes('list-parameters')) acceptListParameters(queryValue(query), schemaRules);
      if (shapes.includes('version')) readVersionOf(query);
      return query as JsonObject;
    });

/**
 * Checks the parameter `version` of a query.
 * @throws ApiError 400
 */
function readVersionOf({ version }: Record<string, unknown>): void {
  if (version === undefined) return;
  const parsedVersion =
    typeof version === 'string' ? readVersion(version) : { message: 'version is given more than once' };
  if (typeof parsedVersion === 'object') throw new ApiError(400, parsedVersion.message);
}

/** Refuses methods for which a path has no operation. */
function refuseOtherMethods(app: FastifyInstance, url: string, operations: readonly Operation[]): void {
  const methods = app.supportedMethods.filter(method => app.hasRoute({ method, url })),
    allow = methods.toSorted().join(', ');
  app.route({
    method: app.supportedMethods.filter(method => !methods.includes(method)),
    url,
    onRequest({ method }, _reply, finish) {
      // for one path, later clients use the list of another API version than earlier clients
      const operation = operations.find(
        operation =>
          operation.method === method &&
          routeOf(operation.path) !== url &&
          routeOf(withoutApiVersion(operation.path)) === withoutApiVersion(url),
      );
      const hint = operation ? `; did you mean ${method} ${operation.path}?` : '';
      finish(new ApiError(405, `${method} is not allowed here; this path supports ${allow}${hint}`, { allow }));
    },
    handler: () => null,
  });
}

const withoutApiVersion = (path: string): string => path.replace(/^\/v\d+(?=\/)/, '');

/** A hint at the operation that was probably meant, or at the list of operations. */
function operationHint(
  method: string,
  path: string,
  operations: readonly Operation[],
  names: NamePairs | undefined,
): string {
  // clients easily forget the API version in a path
  const pathWithoutNumber = withoutApiVersion(path),
    segments = pathWithoutNumber.split('/'),
    byPath = new Map<string, Operation>();
  for (const operation of operations.toSorted((a, b) => Number(b.method === method) - Number(a.method === method)))
    for (const candidate of [operation.path, ...(operation.aliases ?? [])]) {
      const parts = withoutApiVersion(candidate).split('/');
      // each parameter is replaced by its value in the request, so that only the fixed segments of the paths are compared
      const filledPath = parts.map((part, i) => (part.startsWith('{') ? (segments[i] ?? part) : part)).join('/');
      if (parts.length === segments.length && !byPath.has(filledPath)) byPath.set(filledPath, operation);
    }
  const nearestPath = byPath.has(pathWithoutNumber)
      ? pathWithoutNumber
      : nearest(pathWithoutNumber, [...byPath.keys()], 4),
    target = nearestPath === undefined ? undefined : byPath.get(nearestPath)!;
  return target
    ? `; did you mean ${target.method} ${pathIn(target, names)}?`
    : '; GET /openapi.json lists all operations';
}

function answerError(error: FastifyError | ApiError, reply: FastifyReply, stand: Stand): void {
  const code = error.statusCode ?? 500;
  const isOurs = !(error instanceof ApiError) && code >= 500;
  if (isOurs) stand.onError(error);
  const headers = error instanceof ApiError ? error.headers : {},
    message = isOurs ? conditions[500] : messageOf(error, code);
  reply.request.rejection = message;
  void reply.code(code).headers(headers).send(errorBody(message));
}

/** Messages that replace the messages of the framework, because those mention parts of the framework. */
const frameworkMessages: Readonly<Record<number, string>> = {
  400: conditions[400],
  404: 'there is no such operation; GET /openapi.json lists all operations',
  408: 'the request took too long to arrive',
  413: `the body is larger than ${limits.body} bytes`,
  414: 'the URL is too long',
  415: 'the body must be JSON: Content-Type: application/json',
  431: 'the headers are too large',
};
const messageOf = (error: Error, code: number): string =>
  error instanceof ApiError ? error.message : (frameworkMessages[code] ?? 'the request was refused');

/** Answers requests that are not valid HTTP, or that do not arrive within the time limit. */
function clientErrorHandler(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return;
  const codes: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };
  const code = codes[error.code ?? ''] ?? 400;
  const body = JSON.stringify(errorBody(frameworkMessages[code]!));
  const reason = isStatus(code) ? statuses[code] : 'Refused';
  socket.end(
    `HTTP/1.1 ${code} ${reason}\r\ncontent-type: ${jsonType}\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

/**
 * Closes the server. Requests that have arrived are answered first. Then connections are cut, because Node has no time
 * limit for connections of a closed server.
 */
export async function close(app: FastifyInstance): Promise<void> {
  const closeTimer = setTimeout(() => app.server.closeAllConnections(), limits.closing);
  await app.close();
  clearTimeout(closeTimer);
}

/** The reason why the server cannot listen on a port, by the code of the error. */
const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another process already listens there; choose another port with --port, or --port 0 for any free port',
  EACCES: 'permission denied',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'there is no such host',
};

/**
 * Starts to listen.
 * @returns the URL, or the reason why the server cannot listen
 */
export async function listen(
  app: FastifyInstance,
  host: string,
  port: number,
): Promise<{ readonly url: string } | { readonly why: string }> {
  try {
    await app.listen({ host, port, listenTextResolver: () => '' });
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    return { why: reasons[code] ?? message };
  }
  const address = app.server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}` };
}
