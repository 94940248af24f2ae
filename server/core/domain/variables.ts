import type { Cursor } from '../cursor.ts';
import { Dispatch } from '../dispatch.ts';
import { withMark } from '../shapes/at.ts';
import type { Json, JsonObject } from '../json/json.ts';
import { lazy } from '../memory.ts';
import { split } from '../json/pointer.ts';
import { UNKNOWN_ENTRY } from '../shapes/table.ts';
import { columns, keyOf } from '../workspace/tables.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { settersAt, type VariableSetter } from '../workspace/setters.ts';
import { isSystemVariable, systemVariables, templatesIn } from './templates.ts';
import { addTo } from '../json/multimap.ts';

/** A use of a variable, `{{name}}`, in a text of a document. */
export interface VariableUse {
  readonly name: string;
  readonly at: Cursor;
  readonly start: number;
  readonly end: number;
}
interface Variables {
  readonly uses: ReadonlyMap<string, readonly VariableUse[]>;
  readonly setters: ReadonlyMap<string, VariableSetter>;
  /** The other places in the document that set variables, by name. */
  readonly otherSetters: ReadonlyMap<string, readonly VariableSetter[]>;
}

const noVariables: Variables = { uses: new Map(), setters: new Map(), otherSetters: new Map() };
const setterPlaces = withMark('x-sets-variables');
const places = new Dispatch<'use' | 'set'>([
  [withMark('x-template'), 'use'],
  [setterPlaces, 'set'],
]);

/** The variables used and set in a record or a part of a record, including nested engines and components. */
export function variablesIn(place: Cursor): Variables {
  return place.isObject || place.isArray ? place.remember(variablesIn, () => gather(place)) : noVariables;
}

function gather(place: Cursor): Variables {
  const uses = new Map<string, VariableUse[]>(),
    setters = new Map<string, VariableSetter>(),
    otherSetters = new Map<string, VariableSetter[]>();
  places.walk(place, (kind, node) => {
    if (kind === 'set') {
      for (const setter of settersAt(node))
        if (setters.has(setter.name)) addTo(otherSetters, setter.name, setter);
        else setters.set(setter.name, setter);
      return;
    }
    const text = node.string();
    for (const use of text === undefined ? [] : templatesIn(text)) addTo(uses, use.name, { ...use, at: node });
  });
  return { uses, setters, otherSetters };
}

/**
 * The first line (from 1) of a part's file with `{{name}}` in a place that is not a use, for example in a key or an
 * id. For such a place, the specification does not say whether the platform replaces variables.
 */
export function lineNaming(name: string, part: Cursor): number | undefined {
  if (variablesIn(part).uses.has(name)) return undefined;
  const offset = placesByName(part).get(name);
  return offset === undefined ? undefined : part.document.lines.positionAt(offset).line + 1;
}
/** The words for a place at which it is unknown whether variables are replaced. */
export const unclearUse = 'where the specification does not say that variables are replaced';
/** The first offset of each name in braces in the text of a part. */
const placesByName = (part: Cursor): ReadonlyMap<string, number> =>
  part.remember(placesByName, () => {
    const { document, pointer } = part,
      startOffset = document.find(split(pointer))?.start ?? 0,
      offsets = new Map<string, number>(),
      pending: (Json | undefined)[] = [part.value];
    // no recursion, because a text may be nested deeper than the stack allows
    for (let value = pending.pop(); pending.length > 0 || value !== undefined; value = pending.pop())
      if (typeof value === 'object' && value !== null)
        for (const item of Object.values(value as JsonObject)) pending.push(item);
      else if (typeof value === 'string')
        for (const { name, start, end } of templatesIn(value))
          if (!offsets.has(name))
            offsets.set(name, Math.max(startOffset, document.text.indexOf(value.slice(start, end), startOffset)));
    return offsets;
  });

/**
 * The variables that affect a text: those of its record, of its agent's engine and of its agent's tags. For an engine
 * in a separate file, the tags of all agents that run the engine count.
 */
interface VariableScope {
  readonly set: ReadonlySet<string>;
  /** The number of uses of each variable. */
  readonly useCounts: ReadonlyMap<string, number>;
  /** Names that are used more than once. */
  readonly usualNames: () => ReadonlySet<string>;
  /** Names with a value: `set`, and the names that the platform sets. */
  readonly namesWithValue: () => ReadonlySet<string>;
  /** The most used spelling of each name, by folded name (without case and separators). */
  readonly spellings: () => ReadonlyMap<string, string>;
}

export function scopeOf(node: Cursor, workspace: Workspace): VariableScope {
  const record = recordAround(node);
  return workspace.memory.remember(scopeOf, keyOf(record), () => gatherScope(record, workspace));
}

function gatherScope(record: Cursor, workspace: Workspace): VariableScope {
  const agent = record.is('agent-export') ? record.get('agent') : record;
  const engine = agent.is('agent-settings') ? workspace.engineOf(agent) : undefined;
  const parts = [variablesIn(record), ...(engine ? [variablesIn(engine)] : [])];
  const set = new Set(parts.flatMap(part => [...part.setters.keys()]));
  const isEngine = record.is('llm') || record.is('conversation-flow');
  const users = isEngine ? workspace.agentsRunning(record) : [];
  const agents = agent.is('agent-settings') ? [agent] : users;
  for (const id of new Set(agents.map(agent => agent.get('agent_id').string()))) {
    for (const tag of (id && workspace.agent(id)?.tags.values()) || [])
      for (const name of Object.keys(tag.variables ?? {})) set.add(name);
  }
  const useCounts = new Map(parts.flatMap(part => [...part.uses].map(([name, uses]) => [name, uses.length] as const)));
  return {
    set,
    useCounts,
    usualNames: lazy(() => new Set([...useCounts.keys()].filter(name => useCounts.get(name)! > 1))),
    namesWithValue: lazy(() => new Set([...set, ...systemVariables])),
    spellings: lazy(() => mostUsed(useCounts)),
  };
}

/** Folds a name, so that names that differ only in case and separators are equal. */
export const fold = (name: string): string => name.toLowerCase().replace(/[\s_./-]+/g, '');

function mostUsed(useCounts: ReadonlyMap<string, number>): ReadonlyMap<string, string> {
  const usualByFold = new Map<string, string>();
  for (const [name, count] of useCounts) {
    const foldedName = fold(name),
      usualName = usualByFold.get(foldedName);
    if (usualName === undefined || count > useCounts.get(usualName)!) usualByFold.set(foldedName, name);
  }
  return usualByFold;
}

/** The record around a place in its file. A task of a batch call counts as a record. */
function recordAround(node: Cursor): Cursor {
  let record = node;
  while (record.parent && record.parent.entry !== UNKNOWN_ENTRY && !record.is('batch-call-task'))
    record = record.parent;
  return record;
}

/** All setters of a variable used at a place; undefined if another file or a call may also set the variable. */
export function settersOf(name: string, node: Cursor, workspace: Workspace): readonly VariableSetter[] | undefined {
  const files = workspace.table(columns.setters).get(name) ?? [];
  if (isSystemVariable(name) || files.some(({ file }) => file !== node.document.file)) return undefined;
  const { setters, otherSetters } = variablesIn(recordAround(node)),
    first = setters.get(name);
  return first && [first, ...(otherSetters.get(name) ?? [])];
}

/** The component nodes of a flow. A shared component outside the workspace may set any variable. */
const componentPlaces = new Dispatch<true>([[{ 'component-node': '' }, true]]);

/**
 * An agent's settings with its engine and the engine's shared components; `undefined` if one of these files is missing.
 */
function partsOf(agent: Cursor, workspace: Workspace): readonly Cursor[] | undefined {
  const engine = workspace.engineOf(agent),
    parts = engine && engineParts(engine, workspace);
  return parts && [agent, ...parts];
}

/** An engine and the components that it uses; undefined if one of them is not in this workspace. */
export const engineParts = (engine: Cursor, workspace: Workspace): readonly Cursor[] | undefined =>
  workspace.memory.remember(engineParts, keyOf(engine), () => withComponents(engine, workspace));

/**
 * The parts that are inside no other part: an engine in the file of its agent is read with the agent, and counted only
 * once.
 */
export function disjointParts(parts: readonly Cursor[]): readonly Cursor[] {
  const places = new Set(parts.map(part => keyOf(part)));
  return parts.filter(({ parent }) => {
    for (let ancestor = parent; ancestor; ancestor = ancestor.parent) if (places.has(keyOf(ancestor))) return false;
    return true;
  });
}

function withComponents(engine: Cursor, workspace: Workspace): readonly Cursor[] | undefined {
  const parts = [engine],
    pending = [engine],
    visited = new Set<string>();
  for (let flow = pending.pop(); flow; flow = pending.pop()) {
    let isComplete = true;
    componentPlaces.walk(flow, (_, node) => {
      const id = node.get('component_id').string();
      if (!id || node.get('component_type').value === 'local' || visited.has(id)) return;
      visited.add(id);
      const component = workspace.components.get(id)?.at(-1);
      if (component) {
        parts.push(component);
        pending.push(component);
      } else isComplete = false;
    });
    if (!isComplete) return undefined;
  }
  return parts;
}

/**
 * The variables that an agent needs from outside: it uses them, but neither sets them during the conversation nor has
 * defaults for them, and the platform does not set them.
 */
interface NeededVariables {
  readonly parts: readonly Cursor[];
  readonly variables: ReadonlyMap<string, readonly VariableUse[]>;
}

/** The needed variables of an agent; undefined if its engine or a shared component of the engine is unknown. */
export function needsOf(agent: Cursor, workspace: Workspace): NeededVariables | undefined {
  if (typeof agent.value !== 'object' || agent.value === null) return undefined;
  return workspace.memory.remember(needsOf, keyOf(agent), () => {
    const parts = partsOf(agent, workspace);
    return parts && { parts, variables: neededIn(parts, workspace) };
  });
}

/**
 * The needed variables of an agent or engine. Agents without variables of their own share the result for the engine.
 */
function neededIn(parts: readonly Cursor[], workspace: Workspace): ReadonlyMap<string, readonly VariableUse[]> {
  const [agent, engine] = parts as readonly [Cursor, Cursor, ...Cursor[]];
  const { uses, setters } = variablesIn(agent);
  if (uses.size > 0 || setters.size > 0) return neededVariablesOf(parts);
  return workspace.memory.remember(neededVariablesOf, keyOf(engine), () => neededVariablesOf(parts));
}

function neededVariablesOf(parts: readonly Cursor[]): Map<string, readonly VariableUse[]> {
  const variables = disjointParts(parts).map(variablesIn),
    neededUses = new Map<string, readonly VariableUse[]>();
  for (const { uses } of variables)
    for (const [name, places] of uses) {
      if (!isSystemVariable(name) && !variables.some(part => part.setters.has(name)))
        neededUses.set(name, [...(neededUses.get(name) ?? []), ...places]);
    }
  return neededUses;
}
