import type { Cursor } from '../core/cursor.ts';
import { property } from '../core/json/json.ts';
import { entryOf, UNKNOWN_ENTRY, type ShapeName } from '../core/shapes/table.ts';
import { show } from '../core/wording.ts';

/** The areas of values, in the order in which callers notice changes. */
export const areas = ['prompts', 'settings', 'flow', 'tools', 'variables', 'unnoticed'] as const;
/** The area of a value. `unnoticed` contains values that the platform stores, sends or derives from a conversation. */
export type Area = (typeof areas)[number];

/** The kind of thing that changed as a whole; `value` for a field. */
export type Sort = 'node' | 'edge' | 'tool' | 'MCP server' | 'state' | 'component' | 'value';
/**
 * A place in readable form: the names and ids of the things around it, or the position of a thing without identity.
 */
export interface PlaceInRecord {
  /**
   * The labels from the record to the place: `['node greet "Greet"', 'edge to-billing',
   * 'transition_condition.prompt']`.
   */
  readonly labels: readonly string[];
  readonly sort: Sort;
  /** The rank within the area: spoken text first, then the agent's own record, then the engine. */
  readonly rank: number;
}

/** The area of a place, and the readable form of the place. */
export const placeInRecord = (cursor: Cursor): { readonly area: Area; readonly place: PlaceInRecord } => ({
  area: areaOf(cursor),
  place: { labels: labelsOf(cursor), sort: sortOf(cursor), rank: rankOf(cursor) },
});

const sorts: readonly (readonly [ShapeName, Sort])[] = [
  ['node', 'node'],
  ['edge', 'edge'],
  ['llm-state-edge', 'edge'],
  ['tool', 'tool'],
  ['mcp-server', 'MCP server'],
  ['llm-state', 'state'],
  ['flow-component', 'component'],
];
const engines = ['llm', 'conversation-flow', 'flow-component'] as const;
const records = ['agent-settings', ...engines] as const;

const sortOf = (cursor: Cursor): Sort => sorts.find(([shape]) => cursor.is(shape))?.[1] ?? 'value';

function areaOf(cursor: Cursor): Area {
  for (let ancestor: Cursor | undefined = cursor; ancestor; ancestor = ancestor.parent)
    if (ancestor.marks['x-unnoticed'] === true) return 'unnoticed';
  if (cursor.within('alert-rule', 'alert-rule-response')) return 'unnoticed';
  if (cursor.within('tool', 'mcp-server')) return 'tools';
  if (cursor.within(...engines)) {
    if (cursor.key === 'state_prompt') return 'prompts';
    const { to } = cursor.marks['x-reference'] ?? {};
    if (cursor.within('node', 'llm-state', 'flow-component') || to === 'node' || to === 'state') return 'flow';
  }
  for (let ancestor: Cursor | undefined = cursor; ancestor; ancestor = ancestor.parent)
    if (ancestor.marks['x-sets-variables'] !== undefined) return 'variables';
  return isPrompt(cursor) ? 'prompts' : 'settings';
}

const isPrompt = ({ marks }: Cursor): boolean => marks['x-template'] === true && marks['x-format'] === undefined;

function rankOf(cursor: Cursor): number {
  if (cursor.marks['x-spoken'] === true) return 0;
  const field = fieldOf(cursor);
  if (cursor.within(...engines)) return 3 + field;
  return (cursor.within('response-engine') ? 2 : 1) + field;
}

/** The position of the field of a place in the schema of its record, as a number below 1 for sorting. */
function fieldOf(cursor: Cursor): number {
  let field = cursor;
  while (field.parent && !records.some(shape => field.parent!.is(shape))) field = field.parent;
  const keys = Object.keys(entryOf(field.parent?.entry ?? UNKNOWN_ENTRY).props ?? {}),
    index = keys.indexOf(field.key);
  return index < 0 ? 0.999 : index / 1000;
}

/** The labels from the record down to the place; keys of plain fields are joined by dots. */
function labelsOf(cursor: Cursor): readonly string[] {
  const labels: string[] = [];
  let fields: string[] = [];
  for (let place: Cursor | undefined = cursor; place; place = place.parent) {
    const sort = sortOf(place),
      isItem = place.parent?.isArray === true;
    if (sort !== 'value' && (isItem || sort === 'component' || sort === 'state')) {
      labels.unshift(...joinedFields(fields));
      fields = [];
      labels.unshift(describe(place, sort));
      // the label of the item already describes the field or list that contains it
      if (isItem) place = place.parent!;
      if (sort === 'component' && !isItem) break;
      continue;
    }
    if (records.some(shape => place!.is(shape)) || !place.parent) break;
    const id = isItem ? identityOf(place) : undefined;
    fields.unshift(isItem ? `[${id ?? place.key}]` : String(place.spelled));
  }
  labels.unshift(...joinedFields(fields));
  return labels;
}

const joinedFields = (fields: readonly string[]): string[] =>
  fields.length === 0 ? [] : [fields.join('.').replaceAll('.[', '[')];

function identityOf(item: Cursor): string | undefined {
  const key = item.parent?.marks['x-identity'],
    id = key === undefined ? undefined : property(item.value, key);
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}

/** The label of an item: `node greet "Greet"`, `tool book_slot`, `edge 2`. */
function describe(item: Cursor, sort: Sort): string {
  const componentId = item.get('conversation_flow_component_id').string();
  const id = identityOf(item) ?? componentId ?? (item.parent?.isArray ? String(Number(item.segment) + 1) : '');
  const name = item.get('name').string();
  return [sort, id, name === undefined || name === '' || name === id ? '' : show(name)].filter(Boolean).join(' ');
}
