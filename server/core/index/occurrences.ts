import type { Cursor } from '../cursor.ts';
import { agentIdInName, idAt, reservedReferences } from '../workspace/version-references.ts';
import { isOverride } from '../domain/settings.ts';
import { templatesIn } from '../domain/templates.ts';
import { transitionTo } from '../domain/tools.ts';
import { placeId, placeOf, type Place } from '../workspace/records.ts';
import { entryOf, marksOf, UNKNOWN_ENTRY, type RecordKind } from '../shapes/table.ts';
import {
  componentScope,
  engineScope,
  filterScope,
  mockScope,
  ownerScope,
  taskScope,
  toolScope,
  toolUse,
  variableScope,
  type Scope,
} from './scopes.ts';

/**
 * The kind of thing to which a name refers. A tool has two names, `tool_id` and `name`; a version is named by its
 * number or a tag.
 */
export type NameKind = RecordKind | 'variable';

/**
 * The part of a place that contains the name: its key, its value, or a range of its text (UTF-16 units of the decoded
 * string, with an exclusive end).
 */
export type OccurrencePart = 'key' | 'value' | { readonly start: number; readonly end: number };

/**
 * A place of a name that declares or uses it, or that gives it a value (a variable) or a version (a tag). Plain data,
 * which can be compared, kept and sent after its document is freed.
 */
export interface Occurrence extends Place {
  readonly kind: NameKind;
  readonly name: string;
  readonly scope: Scope;
  readonly role: 'declares' | 'sets' | 'uses';
  readonly part: OccurrencePart;
}

/** The prefix of the tools with which the model switches to a state. */
const TRANSITION = transitionTo('');

/** The names in the value of a place, according to the schemas. */
export function namesAt(cursor: Cursor): readonly Occurrence[] {
  const { marks, value } = cursor;
  if ((typeof value !== 'string' && typeof value !== 'number') || value === '') return noOccurrences;
  const occurrences: Occurrence[] = [];
  const identifiedKind = marks['x-identifies']?.of,
    reference = marks['x-reference'];
  if (identifiedKind !== undefined) occurrences.push(...declarationsAt(cursor, identifiedKind));
  if (reference !== undefined) occurrences.push(...usesAt(cursor, reference.to, reference.of));
  if (typeof value !== 'string') return occurrences;
  if (marks['x-format'] === 'tool-name') occurrences.push(...toolName(cursor, value));
  if (marks['x-format'] === 'phone-number' && identifiedKind === undefined)
    occurrences.push(wholeValue('phone-number', allScopes, 'uses', cursor));
  if (marks['x-template'] !== undefined)
    for (const { name, start } of templatesIn(value)) {
      const startOffset = value.indexOf(name, start);
      occurrences.push({
        kind: 'variable',
        name,
        scope: variableScope(cursor),
        role: 'uses',
        ...placeOf(cursor),
        part: { start: startOffset, end: startOffset + name.length },
      });
    }
  const setsVariables = cursor.parent?.parent?.marks['x-sets-variables'];
  if (setsVariables === 'items' && cursor.key === 'name')
    occurrences.push(wholeValue('variable', variableScope(cursor), 'sets', cursor));
  if (setsVariables === 'parameters' && cursor.parent!.key === 'required')
    occurrences.push(wholeValue('variable', variableScope(cursor), 'uses', cursor));
  return occurrences;
}
const noOccurrences: readonly Occurrence[] = [];
/** The occurrence of a name that is an entire value. */
const wholeValue = (kind: NameKind, scope: Scope, role: Occurrence['role'], cursor: Cursor): Occurrence => ({
  kind,
  name: String(cursor.value),
  scope,
  role,
  ...placeOf(cursor),
  part: 'value',
});
/** The scopes of names of platform-wide records. */
const allScopes: readonly string[] = [''];

/** The name in the key of a place: the name of a tag, or of a variable that is set. */
export function keyName(cursor: Cursor): Occurrence | undefined {
  const map = cursor.parent;
  if (!map || !map.isObject || cursor.key === '') return undefined;
  if (tagKeys(map)) {
    const agent = idAt(map.sibling('agent_id'));
    return agent === undefined
      ? undefined
      : { kind: 'tag', name: cursor.key, scope: [agent], role: 'declares', ...placeOf(cursor), part: 'key' };
  }
  const sets = map.marks['x-sets-variables'],
    isParameter = map.key === 'properties' && map.parent?.marks['x-sets-variables'] === 'parameters';
  if (sets !== 'values' && sets !== 'paths' && !isParameter) return undefined;
  return {
    kind: 'variable',
    name: cursor.key,
    scope: variableScope(cursor),
    role: 'sets',
    ...placeOf(cursor),
    part: 'key',
  };
}

/** The names in a map or list with a mark in its schema: the keys of the map, or the names in the items. */
export function namesWithin(place: Cursor): readonly Occurrence[] {
  const setsVariables = place.marks['x-sets-variables'];
  if (setsVariables === 'items') return place.items().flatMap(item => namesAt(item.get('name')));
  if (setsVariables === 'parameters')
    return [...keysOf(place.get('properties')), ...place.get('required').items().flatMap(namesAt)];
  return keysOf(place);
}
const keysOf = (map: Cursor): Occurrence[] => map.entries().flatMap(entry => keyName(entry) ?? []);
const tagKeys = (map: Cursor): boolean =>
  marksOf(entryOf(map.entry).keys ?? UNKNOWN_ENTRY)['x-identifies']?.of === 'tag';

function declarationsAt(cursor: Cursor, kind: RecordKind): readonly Occurrence[] {
  // the items of this list are variables, although they have the shape of analysis fields
  if (kind === 'analysis-field' && cursor.parent?.parent?.marks['x-sets-variables'] !== undefined) return noOccurrences;
  const scope = scopeOfDeclared(cursor, kind);
  // settings of an override declare no record, even if they repeat an id
  return scope === undefined
    ? noOccurrences
    : [
        wholeValue(
          kind,
          scope,
          kind === 'agent' && cursor.parent && isOverride(cursor.parent) ? 'uses' : 'declares',
          cursor,
        ),
      ];
}

function scopeOfDeclared(cursor: Cursor, kind: RecordKind): Scope | undefined {
  switch (kind) {
    case 'agent-version':
      return asList(agentAround(cursor));
    case 'llm-version':
      return asList(idAt(cursor.sibling('llm_id')));
    case 'conversation-flow-version':
      return asList(idAt(cursor.sibling('conversation_flow_id')));
    case 'node':
    case 'mcp':
    case 'state':
      return ownerScope(cursor);
    case 'tool':
      return toolScope(cursor);
    case 'flow-component':
      return componentScope(cursor);
    case 'analysis-field':
      return asList(agentAround(cursor)) ?? [placeId(cursor.root)];
    default:
      return allScopes;
  }
}
const asList = (id: string | undefined): readonly string[] | undefined => (id === undefined ? undefined : [id]);

/** The id of the agent that a record is about, from the record or from the file name. */
function agentAround(cursor: Cursor): string | undefined {
  const settings = cursor.within('agent-settings', 'agent-list-item', 'agent-versions');
  return (settings && idAt(settings.get('agent_id'))) ?? idAt(cursor.sibling('agent_id')) ?? agentIdInName(cursor);
}

function usesAt(cursor: Cursor, kind: RecordKind, agentId: string | undefined): readonly Occurrence[] {
  const { value } = cursor,
    id = idAt(cursor);
  const name = (
    scope: Scope | undefined,
    role: Occurrence['role'] = 'uses',
    nameKind: NameKind = kind,
  ): readonly Occurrence[] =>
    scope === undefined || (typeof value === 'string' && id === undefined)
      ? noOccurrences
      : [wholeValue(nameKind, scope, role, cursor)];
  switch (kind) {
    case 'agent-version': {
      if (typeof value === 'string' && cursor.within('agent-filter')) return noOccurrences;
      const scope =
        asList(agentNamed(cursor, agentId)) ??
        (cursor.parent?.is('batch-call-task') ? taskScope(cursor.parent) : undefined);
      return name(
        scope,
        'uses',
        typeof value === 'string' && !reservedReferences.includes(value) ? 'tag' : 'agent-version',
      );
    }
    case 'tag':
      return agentId === undefined
        ? name(filterScope(cursor, 'tag'))
        : name(asList(agentNamed(cursor, agentId)), 'sets');
    case 'llm-version':
    case 'conversation-flow-version':
      return name(asList(agentId === undefined ? undefined : idAt(cursor.sibling(agentId))));
    case 'node':
    case 'state':
    case 'mcp':
      return name(ownerScope(cursor, kind === 'mcp' ? String(value) : undefined));
    case 'tool':
      return name(toolUse(cursor));
    case 'flow-component':
      return name(componentScope(cursor));
    case 'analysis-field':
      return name(filterScope(cursor, 'analysis-field'));
    default:
      return name(allScopes);
  }
}

/** The id of the agent named beside a reference, otherwise of the agent of the enclosing record. */
function agentNamed(cursor: Cursor, agentId: string | undefined): string | undefined {
  if (agentId === undefined) return agentAround(cursor);
  return idAt(cursor.sibling(agentId)) ?? (cursor.parent?.isArray ? idAt(cursor.parent.sibling(agentId)) : undefined);
}

function toolName(cursor: Cursor, value: string): readonly Occurrence[] {
  if (!cursor.parent?.is('tool-mock')) return [wholeValue('tool', engineScope(cursor), 'declares', cursor)];
  const mockedTool = wholeValue('tool', mockScope(cursor), 'uses', cursor);
  if (!value.startsWith(TRANSITION) || value.length === TRANSITION.length) return [mockedTool];
  const start = TRANSITION.length;
  return [
    mockedTool,
    {
      kind: 'state',
      name: value.slice(start),
      scope: mockScope(cursor, 'state'),
      role: 'uses',
      ...placeOf(cursor),
      part: { start, end: value.length },
    },
  ];
}
