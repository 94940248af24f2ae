import { isSamePlace, type Cursor } from '../cursor.ts';
import { ownersOf, toolsOf } from '../domain/tools.ts';
import { needsOf } from '../domain/variables.ts';
import { idAt } from '../workspace/version-references.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { placeId } from '../workspace/records.ts';
import { cursorAt, groupOf, memberOf } from './variable-groups.ts';

/**
 * The part of the workspace in which a name is valid: an agent or engine id, a flow or engine as `file#pointer`, or ''
 * for the whole platform; several parts if any of them may be meant. A scope that depends on other files is written as
 * a question, `?how:what`, which `scopesIn` answers.
 */
export type Scope = readonly string[];
/** The scope of a name that may refer to any record of that name in the workspace. */
export const ANY_SCOPE = '*';

/** Whether two names with these scopes can refer to the same thing. */
export const sharesScope = (a: readonly string[], b: readonly string[]): boolean =>
  a.some(scope => scope === ANY_SCOPE || b.includes(scope)) || b.includes(ANY_SCOPE);

/**
 * The answers to questions about other files, by the prefix of the question. `name` is the name whose scope is
 * requested.
 */
const questions: Readonly<Record<string, (label: string, workspace: Workspace, name: string) => readonly string[]>> = {
  /** The agent that makes the calls of a number. */
  '?number:': (place, workspace) => [memberAt(place, workspace)].flatMap(member => agentIn(member) ?? []),
  /** The group of records that share variables with a given record. */
  '?variables:': (member, workspace) => [groupOf(member, workspace)],
  /**
   * For a mocked tool or a state transition: the engine under test, and the shared components that this engine runs.
   */
  '?tools of:': (test, workspace) => partsOfTest(test, workspace).map(part => `name ${part}`),
  '?states of:': (test, workspace) => partsOfTest(test, workspace),
  /** The flows that contain a component; the whole platform for a component with a separate file. */
  '?keepers:': (_, workspace, name) => flowsContaining(name, workspace),
  /** An analysis field belongs to the records of an agent. Without records, any field of that name may be meant. */
  '?fields of:': (id, workspace) => [(workspace.agent(id)?.records.length ?? 0) === 0 ? ANY_SCOPE : id],
};

/** The scopes of a name, with all questions answered. */
export function scopesIn(
  { scope, name }: { readonly scope: Scope; readonly name: string },
  workspace: Workspace,
): Scope {
  if (!scope.some(isQuestion)) return scope;
  const answers = scope.flatMap(scope => answer(scope, workspace, name));
  return answers.includes(ANY_SCOPE) ? [ANY_SCOPE] : answers;
}
const beginnings = Object.keys(questions);
const isQuestion = (scope: string): boolean => beginnings.some(prefix => scope.startsWith(prefix));
function answer(scope: string, workspace: Workspace, name: string): readonly string[] {
  const scopePrefix = beginnings.find(beginning => scope.startsWith(beginning));
  return scopePrefix === undefined
    ? [scope]
    : questions[scopePrefix]!(scope.slice(scopePrefix.length), workspace, name);
}

const memberAt = (place: string, workspace: Workspace): string => {
  const cursor = cursorAt(place, workspace);
  return cursor ? memberOf(cursor, workspace) : place;
};
const agentIn = (member: string): string | undefined =>
  member.startsWith('agent ') ? member.slice('agent '.length) : undefined;

function partsOfTest(place: string, workspace: Workspace): readonly string[] {
  const test = cursorAt(place, workspace);
  const engine = test && workspace.engineOf(test);
  if (!engine) return [];
  const parts = needsOf(test, workspace)?.parts.filter(part => !isSamePlace(part, test)) ?? [engine];
  return parts.map(placeId);
}

function flowsContaining(id: string, workspace: Workspace): readonly string[] {
  const records = workspace.components.get(id) ?? [];
  return records.length === 0 || records.some(({ recordKind }) => recordKind === 'flow-component')
    ? ['']
    : records.map(enclosingFlow);
}

/** The flow that contains a nested component; empty for a component with a separate file. */
function enclosingFlow(component: Cursor): string {
  const holder = component.parent?.within('conversation-flow', 'flow-component');
  return holder ? placeId(holder) : '';
}

/**
 * The scope of an id: the flow, component or engine around the place, or an outer one if only the outer one declares
 * the id.
 */
export function ownerScope(cursor: Cursor, mcp?: string): Scope {
  const owners = ownersOf(cursor);
  const declares = (owner: Cursor): boolean =>
    owner
      .get('mcps')
      .items()
      .some(server => server.get('id').value === mcp);
  const owner = (mcp === undefined ? undefined : owners.find(declares)) ?? owners[0];
  return owner ? [placeId(owner)] : [];
}

/** The scope of an id by which nodes refer to a tool. */
export const toolScope = (cursor: Cursor): Scope =>
  ownersOf(cursor)
    .slice(0, 1)
    .map(owner => `id ${placeId(owner)}`);

/** The scope of a tool name, which is unique in the whole engine. */
export const engineScope = (cursor: Cursor): Scope => [nameScope(cursor)];
const nameScope = (cursor: Cursor): string => `name ${placeId(ownersOf(cursor).at(-1) ?? cursor.root)}`;

/** The scope of a reference to a tool: by id, or by name if the tool has no id. */
export function toolUse(cursor: Cursor): Scope {
  if (cursor.sibling('tool_type').value === 'shared') return ['shared'];
  const owners = ownersOf(cursor);
  const id = cursor.string() ?? '';
  for (const owner of owners) {
    const tool = toolsOf(owner).get(id);
    if (tool) return tool.get('tool_id').string() ? [`id ${placeId(owner)}`] : [nameScope(tool)];
  }
  return toolScope(cursor);
}

export function mockScope(cursor: Cursor, kind: 'tool' | 'state' = 'tool'): Scope {
  const test = cursor.within('test-case-definition');
  return test ? [`?${kind}s of:${placeId(test)}`] : [];
}

/** The scope of a component's id. */
export function componentScope(cursor: Cursor): Scope {
  if (cursor.marks['x-identifies']) return [enclosingFlow(cursor.parent!)];
  if (cursor.sibling('component_type').value === 'local') {
    const holder = ownersOf(cursor).find(owner =>
      owner
        .get('components')
        .items()
        .some(component => component.get('conversation_flow_component_id').value === cursor.value),
    );
    if (holder) return [placeId(holder)];
  }
  return ['?keepers:'];
}

/** The scope of a tag or field in an alert filter: the agents that the filter names, or any agent. */
export function filterScope(cursor: Cursor, kind: 'tag' | 'analysis-field'): Scope {
  const filter = cursor.within('alert-filter');
  if (!filter) return [ANY_SCOPE];
  return filter.remember(kind === 'tag' ? tagsOfFilter : filterScope, () => agentsOf(filter, kind));
}
const tagsOfFilter = {};

function agentsOf(filter: Cursor, kind: 'tag' | 'analysis-field'): Scope {
  const filteredAgents = filter.get('agent').items();
  const agentIds = filteredAgents.map(agent => idAt(agent.get('agent_id')));
  const ids = agentIds.filter(id => id !== undefined);
  if (ids.length === 0 || ids.length < agentIds.length) return [ANY_SCOPE];
  return kind === 'tag' ? ids : ids.map(id => `?fields of:${id}`);
}

/** The scope of a version in a task that names no agent. */
export function taskScope(task: Cursor): Scope {
  const id = task.get('override_agent_id').string();
  return id ? [id] : [`?number:${placeId(task)}`];
}

/** The scope of a variable: all agents, engines, components, calls and tests that share variables. */
export const variableScope = (cursor: Cursor): Scope => [`?variables:${memberOf(cursor)}`];
