import { toDialectNames, toSpecNames } from '../core/dialects/translate.ts';
import { dialectNames, namesIn, namesOf, type NamePairs } from '../core/dialects/names.ts';
import { isArray, isObject, type Json, type JsonObject } from '../core/json/json.ts';
import { rootOf } from '../core/shapes/table.ts';
import type { Event } from './events.ts';
import type { AnswerBody, Operation } from './operation.ts';

/** A request body in the names of the specification, and the names for its answer: undefined if they are the same. */
interface TranslatedRequest {
  readonly body: JsonObject;
  readonly names: NamePairs | undefined;
}

/**
 * The names that a request uses, according to its path, its client or its body, or else the names in the files of the
 * account.
 * @param path the path in the request, which is one of the paths of the operation
 */
export function namesOfRequest(
  operation: Operation,
  path: string,
  body: JsonObject,
  agent: string | undefined,
  ownNames: NamePairs | undefined,
): TranslatedRequest {
  const text = JSON.stringify(body),
    names = namesIn(path) ?? namesOfClient(agent),
    requestNames = names ?? namesIn(text) ?? ownNames;
  const fallback = ownNames?.mayContainSpecName(path + text) === true ? undefined : ownNames;
  const entry = operation.requestIn === undefined && operation.request ? rootOf(operation.request) : undefined;
  if (!requestNames || entry === undefined) return { body, names: names ?? fallback };
  const { value, first } = toSpecNames(body, entry, requestNames, new Map());
  return { body: value as JsonObject, names: names ?? (first === undefined ? fallback : requestNames) };
}

/** The names of a dialect, without the names that a team has configured. */
export const namesOfDialect = (names: NamePairs | undefined): NamePairs | undefined =>
  names?.dialect !== undefined && dialectNames.includes(names.dialect) ? namesOf(names.dialect) : undefined;

/** The path of an operation, spelled in the given names. */
export const pathIn = (
  { path, aliases = [] }: Pick<Operation, 'path' | 'aliases'>,
  names: NamePairs | undefined,
): string => aliases.find(alias => names !== undefined && namesIn(alias)?.dialect === names.dialect) ?? path;

/** The names of the public client that sent a user agent like `Retell/JS 5.66.0`; undefined for other clients. */
function namesOfClient(agent = ''): NamePairs | undefined {
  const product = /^(\w+)\//.exec(agent)?.[1]?.toLowerCase();
  return product !== undefined && dialectNames.includes(product) ? namesOf(product) : undefined;
}

/** An event about a call or chat, in the given names. */
export const eventInNames = (event: Event, names: NamePairs | undefined): Event =>
  names
    ? {
        ...event,
        body: Object.fromEntries(
          Object.entries(event.body).map(([key, value]) => [
            key,
            toDialectNames(value, rootOf('batch-call-task'), names),
          ]),
        ),
      }
    : event;

/** An answer in the names of the request. */
export function answerInNames(answer: AnswerBody, operation: Operation, names: NamePairs | undefined): AnswerBody {
  const shape = operation.success.shape ?? operation.names,
    body = answer as Json | undefined;
  if (!names || !shape || body === undefined) return answer;
  const respell = (value: Json): Json => toDialectNames(value, rootOf(shape), names);
  if (isArray(body)) return body.map(respell);
  if (operation.success.list && isObject(body) && isArray(body['items']))
    return { ...body, items: body['items'].map(respell) };
  return respell(body);
}
