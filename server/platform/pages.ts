import { isObject, property, type JsonObject } from '../core/json/json.ts';
import { ApiError } from './errors.ts';

/** The list parameters, parsed. Spec: Shared list parameters */
interface PageRequest {
  readonly limit: number;
  readonly isDescending: boolean;
  /** The position of the last item before the page. */
  readonly after: number | undefined;
  readonly search: string | undefined;
}
interface Listed {
  readonly order: number;
}
interface Page<T> {
  readonly items: readonly T[];
  readonly pagination_key?: string;
  readonly has_more: boolean;
}

/** The value of a query parameter. Query values are strings; an integer in a string is read as a number. */
export const queryValue = (query: Readonly<Record<string, unknown>>): JsonObject =>
  Object.fromEntries(
    Object.entries(query).map(([key, value]) => [
      key,
      key === 'limit' && typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : (value as string),
    ]),
  );

/**
 * Parses the list parameters of a query.
 * @param list the name of the list; the key for a page of one list is not valid for another list
 * @throws ApiError 400
 */
export function readPage(query: JsonObject, list: string): PageRequest {
  const limit = (query['limit'] ?? 50) as number;
  if (limit < 1) throw new ApiError(400, `limit: expected at least 1, got ${limit}`);
  const key = query['pagination_key'] as string | undefined;
  return {
    limit,
    isDescending: (query['sort_order'] ?? 'descending') === 'descending',
    after: key === undefined ? undefined : placeIn(key, list),
    search: query['search'] as string | undefined,
  };
}

const keyOf = (list: string, order: number): string =>
  Buffer.from(JSON.stringify({ list, after: order })).toString('base64url');

function placeIn(key: string, list: string): number {
  let parsedKey: unknown;
  try {
    parsedKey = JSON.parse(Buffer.from(key, 'base64url').toString('utf8'));
  } catch {
    parsedKey = undefined;
  }
  const after = isObject(parsedKey) && property(parsedKey, 'list') === list ? property(parsedKey, 'after') : undefined;
  if (typeof after !== 'number') throw new ApiError(400, 'this list has not returned such a pagination_key');
  return after;
}

/**
 * One page of a list. Items are in the order of their creation, so that additions and removals between two requests
 * move no other item.
 * @param items all items, oldest first
 */
export function pageOf<T extends Listed, Shown>(
  items: readonly T[],
  { limit, isDescending, after, search }: PageRequest,
  list: string,
  titleOf: (item: T) => string,
  show: (item: T) => Shown,
): Page<Shown> {
  const text = search?.toLowerCase();
  const inOrder = isDescending ? items.toReversed() : items;
  const followingItems = inOrder.filter(
    item =>
      (after === undefined || (isDescending ? item.order < after : item.order > after)) &&
      (text === undefined || titleOf(item).toLowerCase().includes(text)),
  );
  const page = followingItems.slice(0, limit),
    has_more = followingItems.length > limit;
  return {
    items: page.map(show),
    ...(has_more && { pagination_key: keyOf(list, page.at(-1)!.order) }),
    has_more,
  };
}
