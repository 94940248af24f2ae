import type { Cursor } from '../cursor.ts';
import { agentIdInName, idAt, reservedReferences } from '../workspace/version-references.ts';
import { isOverride } from '../domain/settings.ts';
import { templatesIn } from '../domain/templates.ts';
import { transitionTo } from '../domain/tools.ts';
import { placeOf, type Place } from '../workspace/records.ts';
import { placeScope } from './variable-groups.ts';
import { entryOf, marksOf, UNKNOWN, type RecordKind } from '../shapes/table.ts';
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

/** What a name stands for. A tool is known by its `tool_id` and its name; a version by its number or a word. */
export type NameKind = RecordKind | 'variable';

/**
 * Which part of a place is meant: its key, its value, or a range of its text (UTF-16 units of the decoded string, end
 * exclusive).
 */
export type OccurrencePart = 'key' | 'value' | { readonly start: number; readonly end: number };

/**
 * One place with a name: where it is declared, given something (a variable's value, a tag's version), or used. Plain
 * data that can be compared, kept and sent after its document is freed.
 */
export interface Occurrence extends Place {
  readonly kind: NameKind;
  readonly name: string;
  readonly scope: Scope;
  readonly role: 'declares' | 'sets' | 'uses';
  readonly part: OccurrencePart;
}

/** The prefix of the tool by which the model switches to a state. */
const TRANSITION = transitionTo('');

/** The names in the value of a place, according to the schemas. */
export function namesAt(at: Cursor): readonly Occurrence[] {
  const { marks, value } = at;
  if ((typeof value !== 'string' && typeof value !== 'number') || value === '') return none;
  const occurrences: Occurrence[] = [];
  const identifies = marks['x-identifies']?.of,
    reference = marks['x-reference'];
  if (identifies !== undefined) occurrences.push(...declared(at, identifies));
  if (reference !== undefined) occurrences.push(...used(at, reference.to, reference.of));
  if (typeof value !== 'string') return occurrences;
  if (marks['x-format'] === 'tool-name') occurrences.push(...toolName(at, value));
  if (marks['x-format'] === 'phone-number' && identifies === undefined)
    occurrences.push(whole('phone-number', everywhere, 'uses', at));
  if (marks['x-template'] !== undefined)
    for (const { name, start } of templatesIn(value)) {
      const from = value.indexOf(name, start);
      occurrences.push({
        kind: 'variable',
        name,
        scope: variableScope(at),
        role: 'uses',
        ...placeOf(at),
        part: { start: from, end: from + name.length },
      });
    }
  const listed = at.parent?.parent?.marks['x-sets-variables'];
  if (listed === 'items' && at.key === 'name') occurrences.push(whole('variable', variableScope(at), 'sets', at));
  if (listed === 'parameters' && at.parent!.key === 'required')
    occurrences.push(whole('variable', variableScope(at), 'uses', at));
  return occurrences;
}
const none: readonly Occurrence[] = [];
/** A name that is an entire value. */
const whole = (kind: NameKind, scope: Scope, role: Occurrence['role'], at: Cursor): Occurrence => ({
  kind,
  name: String(at.value),
  scope,
  role,
  ...placeOf(at),
  part: 'value',
});
/** The names of platform-wide records. */
const everywhere: readonly string[] = [''];

/** The name in a place's key: of a tag, or of a variable that is set. */
export function keyName(at: Cursor): Occurrence | undefined {
  const map = at.parent;
  if (!map || !map.isObject || at.key === '') return undefined;
  if (tagKeys(map)) {
    const agent = idAt(map.sibling('agent_id'));
    return agent === undefined
      ? undefined
      : { kind: 'tag', name: at.key, scope: [agent], role: 'declares', ...placeOf(at), part: 'key' };
  }
  const sets = map.marks['x-sets-variables'],
    isParameter = map.key === 'properties' && map.parent?.marks['x-sets-variables'] === 'parameters';
  if (sets !== 'values' && sets !== 'paths' && !isParameter) return undefined;
  return { kind: 'variable', name: at.key, scope: variableScope(at), role: 'sets', ...placeOf(at), part: 'key' };
}

/** The names in a map or list that the schemas mark as a whole: its keys, or its items' contents. */
export function namesWithin(place: Cursor): readonly Occurrence[] {
  const how = place.marks['x-sets-variables'];
  if (how === 'items') return place.items().flatMap(item => namesAt(item.get('name')));
  if (how === 'parameters')
    return [...keysOf(place.get('properties')), ...place.get('required').items().flatMap(namesAt)];
  return keysOf(place);
}
const keysOf = (map: Cursor): Occurrence[] => map.entries().flatMap(entry => keyName(entry) ?? []);
const tagKeys = (map: Cursor): boolean => marksOf(entryOf(map.entry).keys ?? UNKNOWN)['x-identifies']?.of === 'tag';

function declared(at: Cursor, kind: RecordKind): readonly Occurrence[] {
  // an extracted value is a variable; it only looks like a field
  if (kind === 'analysis-field' && at.parent?.parent?.marks['x-sets-variables'] !== undefined) return none;
  const scope = scopeOfDeclared(at, kind);
  // settings of an override belong to no record, whatever id they repeat
  return scope === undefined
    ? none
    : [whole(kind, scope, kind === 'agent' && at.parent && isOverride(at.parent) ? 'uses' : 'declares', at)];
}

function scopeOfDeclared(at: Cursor, kind: RecordKind): Scope | undefined {
  switch (kind) {
    case 'agent-version':
      return one(agentAround(at));
    case 'llm-version':
      return one(idAt(at.sibling('llm_id')));
    case 'conversation-flow-version':
      return one(idAt(at.sibling('conversation_flow_id')));
    case 'node':
    case 'mcp':
    case 'state':
      return ownerScope(at);
    case 'tool':
      return toolScope(at);
    case 'flow-component':
      return componentScope(at);
    case 'analysis-field':
      return one(agentAround(at)) ?? [placeScope(at.root)];
    default:
      return everywhere;
  }
}
const one = (id: string | undefined): readonly string[] | undefined => (id === undefined ? undefined : [id]);

/** The agent that a part of a record is about: named by the record or by the file. */
function agentAround(at: Cursor): string | undefined {
  const settings = at.within('agent-settings', 'agent-list-item', 'agent-versions');
  return (settings && idAt(settings.get('agent_id'))) ?? idAt(at.sibling('agent_id')) ?? agentIdInName(at);
}

function used(at: Cursor, kind: RecordKind, of: string | undefined): readonly Occurrence[] {
  const { value } = at,
    id = idAt(at);
  const name = (
    scope: Scope | undefined,
    role: Occurrence['role'] = 'uses',
    as: NameKind = kind,
  ): readonly Occurrence[] =>
    scope === undefined || (typeof value === 'string' && id === undefined) ? none : [whole(as, scope, role, at)];
  switch (kind) {
    case 'agent-version': {
      if (typeof value === 'string' && at.within('agent-filter')) return none;
      const scope = one(agentNamed(at, of)) ?? (at.parent?.is('batch-call-task') ? taskScope(at.parent) : undefined);
      return name(
        scope,
        'uses',
        typeof value === 'string' && !reservedReferences.includes(value) ? 'tag' : 'agent-version',
      );
    }
    case 'tag':
      return of === undefined ? name(filterScope(at, 'tag')) : name(one(agentNamed(at, of)), 'sets');
    case 'llm-version':
    case 'conversation-flow-version':
      return name(one(of === undefined ? undefined : idAt(at.sibling(of))));
    case 'node':
    case 'state':
    case 'mcp':
      return name(ownerScope(at, kind === 'mcp' ? String(value) : undefined));
    case 'tool':
      return name(toolUse(at));
    case 'flow-component':
      return name(componentScope(at));
    case 'analysis-field':
      return name(filterScope(at, 'analysis-field'));
    default:
      return name(everywhere);
  }
}

/** The agent named beside a reference, or that the enclosing record is about. */
function agentNamed(at: Cursor, of: string | undefined): string | undefined {
  if (of === undefined) return agentAround(at);
  return idAt(at.sibling(of)) ?? (at.parent?.isArray ? idAt(at.parent.sibling(of)) : undefined);
}

function toolName(at: Cursor, value: string): readonly Occurrence[] {
  if (!at.parent?.is('tool-mock')) return [whole('tool', engineScope(at), 'declares', at)];
  const mocked = whole('tool', mockScope(at), 'uses', at);
  if (!value.startsWith(TRANSITION) || value.length === TRANSITION.length) return [mocked];
  const start = TRANSITION.length;
  return [
    mocked,
    {
      kind: 'state',
      name: value.slice(start),
      scope: mockScope(at, 'state'),
      role: 'uses',
      ...placeOf(at),
      part: { start, end: value.length },
    },
  ];
}
