import { jsonSchemas } from '../core/generated/json-schemas.js';
import { specification } from '../core/domain/dated.ts';
import { isArray, isObject, type Json, type JsonObject } from '../core/json/json.ts';
import { conditions, statuses, type Status } from './errors.ts';
import type { Operation } from './operation.ts';

const specifiedNote = 'In the specification',
  remark = 'Not in the specification';

/** The description of the API, generated from the schemas: OpenAPI 3.1. */
export function openapi(operations: readonly Operation[]): JsonObject {
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const operation of operations)
    for (const [i, path] of [operation.path, ...(operation.aliases ?? [])].entries())
      (paths[path] ??= {})[operation.method.toLowerCase()] = describeOperation(operation, i);
  const usedShapes = reachedShapes([
    'error-body',
    ...operations.flatMap(({ request, success }) => [request, success.shape].filter(shape => shape !== undefined)),
  ]);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Conversational agent platform API, as `preflight serve` answers it',
      version: specification,
      description:
        'Two operations are in the specification. All other operations are used by the public client of this family, or ' +
        'are additions in the same style, and are marked as such. Fields and values outside the specification are ' +
        'marked, too: `x-since` and `x-since-values` give the date of the first client that has them; `x-not-shown` ' +
        'marks fields and values that are only found in files.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: 'http://127.0.0.1:4010', description: 'the stand-in on this machine' }],
    security: [{ api_key: [] }],
    tags: [
      { name: specifiedNote },
      { name: remark, description: 'The behavior of these operations is a guess about the platform.' },
    ],
    paths,
    components: {
      securitySchemes: { api_key: { type: 'http', scheme: 'bearer' } },
      responses: Object.fromEntries(
        Object.entries(statuses).map(([code, name]) => [`Error${code}`, errorResponse(Number(code) as Status, name)]),
      ),
      schemas: Object.fromEntries(usedShapes.map(shape => [shape, embed(jsonSchemas[shape]!) as JsonObject])),
    },
  };
}

const errorResponse = (code: Status, name: string): JsonObject => ({
  description: `${name}: ${conditions[code]}`,
  ...(code === 429 && { headers: { 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds to wait.' } } }),
  content: { 'application/json': { schema: refTo('error-body') } },
});

const refTo = (shape: string): JsonObject => ({ $ref: `#/components/schemas/${shape}` });
/**
 * The statuses that the specification lists for its two operations; all other operations can also return 409 and 422.
 */
const listedErrors: readonly Status[] = [400, 401, 404, 429, 500];

function describeOperation(operation: Operation, spelling: number): JsonObject {
  const { id, summary, isSpecified = false, request, requestIn, success } = operation;
  const errors = isSpecified ? listedErrors : [...listedErrors, 409 as const, 422 as const].sort();
  return {
    operationId: spelling === 0 ? id : `${id}-${spelling + 1}`,
    summary,
    tags: [isSpecified ? specifiedNote : remark],
    'x-in-specification': isSpecified,
    parameters: [...pathParameters(operation), ...queryParameters(operation)],
    ...(request !== undefined && {
      requestBody: {
        required: operation.bodyOptional !== true,
        content: {
          'application/json': {
            schema:
              requestIn === undefined
                ? refTo(request)
                : { type: 'object', properties: { [requestIn]: refTo(request) } },
          },
        },
      },
    }),
    responses: {
      [success.status]: {
        description: success.shape === undefined ? 'Done.' : 'The result of the operation.',
        ...(success.shape !== undefined && { content: { 'application/json': { schema: responseOf(success) } } }),
      },
      ...Object.fromEntries(errors.map(code => [String(code), { $ref: `#/components/responses/Error${code}` }])),
    },
  };
}

function responseOf({ shape, list }: Operation['success']): JsonObject {
  const object = refTo(shape!);
  if (!list) return object;
  return {
    type: 'object',
    required: ['items', 'has_more'],
    properties: {
      items: { type: 'array', items: object },
      pagination_key: { type: 'string', description: 'Key that fetches the next page; absent on the last page.' },
      has_more: { type: 'boolean', description: 'Whether there are items after this page.' },
    },
  };
}

const pathParameters = ({ path }: Operation): JsonObject[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name: name!,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));

function queryParameters({ query = [] }: Operation): JsonObject[] {
  const lists = jsonSchemas['list-parameters']!['properties'] as JsonObject;
  return [
    ...(query.includes('list-parameters')
      ? Object.entries(lists).map(([name, schema]) => ({ name, in: 'query', schema: embed(schema) }))
      : []),
    ...(query.includes('version')
      ? [
          {
            name: 'version',
            in: 'query',
            description: 'A number, latest, latest_published or a tag; latest if it is absent.',
            schema: { type: 'string' },
          },
        ]
      : []),
  ];
}

/** The names of these shapes, and of all shapes to which they refer, directly or indirectly. */
function reachedShapes(shapes: readonly string[]): string[] {
  const seenShapes = new Set<string>(),
    pendingShapes = [...shapes];
  for (let next = pendingShapes.pop(); next !== undefined; next = pendingShapes.pop()) {
    if (seenShapes.has(next)) continue;
    seenShapes.add(next);
    pendingShapes.push(...refsIn(jsonSchemas[next]!));
  }
  return [...seenShapes].sort();
}
const suffix = '.schema.json';
const shapeOf = (ref: string): string => ref.slice(0, -suffix.length);
function refsIn(value: Json): string[] {
  if (isArray(value)) return value.flatMap(refsIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, child]) =>
    key === '$ref' && typeof child === 'string' ? [shapeOf(child)] : refsIn(child),
  );
}

/** A schema as a part of the description: without an `$id`, and with references to other parts of the description. */
function embed(value: Json): Json {
  if (isArray(value)) return value.map(embed);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, child]): (readonly [string, Json])[] => {
      if ((key === '$id' || key === '$schema') && typeof child === 'string') return [];
      if (key === '$ref' && typeof child === 'string') return [[key, refTo(shapeOf(child))['$ref']!]];
      return [[key, embed(child)]];
    }),
  );
}
