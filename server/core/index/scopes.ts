import { samePlace, type Cursor } from '../cursor.ts';
import { ownersOf, toolsOf } from '../domain/tools.ts';
import { needsOf } from '../domain/variables.ts';
import { idAt } from '../workspace/version-references.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { groupOf, memberOf } from './variable-groups.ts';

/**
 * Within what a name means something: an id of an agent or engine, a flow or engine as `file#pointer`, '' for the whole platform; several
 * where a place means any of them. Where other files tell, the question is put in words, `?how:what`, that `scopesIn` answers.
 */
export type Scope = readonly string[];
/** The scope of what means any record of the workspace that has the name. */
export const ANY = '*';

/** Whether two names can mean the same. */
export const meets = (a: readonly string[], b: readonly string[]): boolean =>
  a.some(scope => scope === ANY || b.includes(scope)) || b.includes(ANY);

export const placeScope = (at: Cursor): string => `${at.document.file}#${at.pointer}`;

/** How a question about other files begins, and how it is answered; `name` is the one whose scope it is. */
const questions: Readonly<Record<string, (what: string, workspace: Workspace, name: string) => readonly string[]>> = {
  /** The agent that a number calls with. */
  '?number:': (place, workspace) => [memberAt(place, workspace)].flatMap(member => agentIn(member) ?? []),
  /** The records whose variables are one with those of a record. */
  '?variables:': (member, workspace) => [groupOf(member, workspace)],
  /** Of a mocked tool, or of the state that one leads to: the engine of the test and the shared components that this runs. */
  '?tools of:': (test, workspace) => partsOfTest(test, workspace).map(part => `name ${part}`),
  '?states of:': (test, workspace) => partsOfTest(test, workspace),
  /** The flows that keep a component, or the whole platform for one that has a file of its own. */
  '?keepers:': (_, workspace, name) => keepersOf(name, workspace),
  /** The names of fields belong to records; of an agent in no file they may be anybody's. */
  '?fields of:': (id, workspace) => [(workspace.agent(id)?.records.length ?? 0) === 0 ? ANY : id],
};

/** The scope of a name with all questions answered. */
export function scopesIn(
  { scope, name }: { readonly scope: Scope; readonly name: string },
  workspace: Workspace,
): Scope {
  if (!scope.some(isQuestion)) return scope;
  const answered = scope.flatMap(one => answer(one, workspace, name));
  return answered.includes(ANY) ? [ANY] : answered;
}
const beginnings = Object.keys(questions);
const isQuestion = (scope: string): boolean => beginnings.some(how => scope.startsWith(how));
function answer(scope: string, workspace: Workspace, name: string): readonly string[] {
  const how = beginnings.find(beginning => scope.startsWith(beginning));
  return how === undefined ? [scope] : questions[how]!(scope.slice(how.length), workspace, name);
}

const memberAt = (place: string, workspace: Workspace): string => {
  const at = cursorAt(place, workspace);
  return at ? memberOf(at, workspace) : place;
};
const agentIn = (member: string): string | undefined =>
  member.startsWith('agent ') ? member.slice('agent '.length) : undefined;

function cursorAt(place: string, workspace: Workspace): Cursor | undefined {
  const end = place.lastIndexOf('#');
  return workspace.document(place.slice(0, end))?.at(place.slice(end + 1));
}

function partsOfTest(place: string, workspace: Workspace): readonly string[] {
  const test = cursorAt(place, workspace);
  const engine = test && workspace.engineOf(test);
  if (!engine) return [];
  const parts = needsOf(test, workspace)?.parts.filter(part => !samePlace(part, test)) ?? [engine];
  return parts.map(placeScope);
}

function keepersOf(id: string, workspace: Workspace): readonly string[] {
  const records = workspace.components.get(id) ?? [];
  return records.length === 0 || records.some(({ document }) => document.kind === 'flow-component')
    ? ['']
    : records.map(keeperOf);
}

/** The flow that a component is nested in; '' for one that has a file of its own. */
function keeperOf(component: Cursor): string {
  const holder = component.parent?.within('conversation-flow', 'flow-component');
  return holder ? placeScope(holder) : '';
}

/** The flow, component or engine around a place; for an id that an outer one declares and the inner does not, that one. */
export function ownerScope(at: Cursor, mcp?: string): Scope {
  const owners = ownersOf(at);
  const declares = (owner: Cursor): boolean =>
    owner
      .get('mcps')
      .items()
      .some(server => server.get('id').value === mcp);
  const owner = (mcp === undefined ? undefined : owners.find(declares)) ?? owners[0];
  return owner ? [placeScope(owner)] : [];
}

/** Of an id by which nodes refer to a tool. */
export const toolScope = (at: Cursor): Scope =>
  ownersOf(at)
    .slice(0, 1)
    .map(owner => `id ${placeScope(owner)}`);

/** Of a tool's name: it is one among all tools of the whole engine. */
export const engineScope = (at: Cursor): Scope => [nameScope(at)];
const nameScope = (at: Cursor): string => `name ${placeScope(ownersOf(at).at(-1) ?? at.root)}`;

/** Of a reference to a tool: by its id, or by the name of one that has no id. */
export function toolUse(at: Cursor): Scope {
  if (at.sibling('tool_type').value === 'shared') return ['shared'];
  const owners = ownersOf(at);
  const id = at.string() ?? '';
  for (const owner of owners) {
    const tool = toolsOf(owner).get(id);
    if (tool) return tool.get('tool_id').string() ? [`id ${placeScope(owner)}`] : [nameScope(tool)];
  }
  return owners.slice(0, 1).map(owner => `id ${placeScope(owner)}`);
}

export function mockScope(at: Cursor, kind: 'tool' | 'state' = 'tool'): Scope {
  const test = at.within('test-case-definition');
  return test ? [`?${kind}s of:${placeScope(test)}`] : [];
}

/** Of a component's id. */
export function componentScope(at: Cursor): Scope {
  if (at.marks['x-identifies']) return [keeperOf(at.parent!)];
  if (at.sibling('component_type').value === 'local') {
    const holder = ownersOf(at).find(owner =>
      owner
        .get('components')
        .items()
        .some(component => component.get('conversation_flow_component_id').value === at.value),
    );
    if (holder) return [placeScope(holder)];
  }
  return ['?keepers:'];
}

/** Of what a filter of alerts selects by: the agents that it names, or any. */
export function filterScope(at: Cursor, kind: 'tag' | 'analysis-field'): Scope {
  const filter = at.within('alert-filter');
  if (!filter) return [ANY];
  return filter.remember(kind === 'tag' ? tagsOfFilter : filterScope, () => agentsOf(filter, kind));
}
const tagsOfFilter = {};

function agentsOf(filter: Cursor, kind: 'tag' | 'analysis-field'): Scope {
  const filtered = filter.get('agent').items();
  const agents = filtered.map(agent => idAt(agent.get('agent_id')));
  const known = agents.filter(id => id !== undefined);
  if (known.length === 0 || known.length < agents.length) return [ANY];
  return kind === 'tag' ? known : known.map(id => `?fields of:${id}`);
}

/** Of the version that a task asks for without naming an agent. */
export function taskScope(task: Cursor): Scope {
  const id = task.get('override_agent_id').string();
  return id ? [id] : [`?number:${placeScope(task)}`];
}

/** Of a variable: all agents, engines, components, calls and tests that pass their variables to each other. */
export const variableScope = (at: Cursor): Scope => [`?variables:${memberOf(at)}`];
