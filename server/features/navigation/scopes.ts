import type { Cursor } from '../../core/cursor.ts';
import { agentOfTask } from '../../core/domain/tasks.ts';
import { ownersOf, toolsOf } from '../../core/domain/tools.ts';
import { needsOf } from '../../core/domain/variables.ts';
import { idAt } from '../../core/domain/version-references.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { variableGroup } from './variable-groups.ts';

/**
 * Within what a name means something: an id of an agent or engine, a flow or engine as `file#pointer`, '' for the whole platform. Several
 * where a place means any of them; a function where other files tell.
 */
export type Scope = readonly string[] | ((workspace: Workspace) => readonly string[]);
/** The scope of what means any record of the workspace that has the name. */
export const ANY = '*';

export const scopesIn = (scope: Scope, workspace: Workspace): readonly string[] =>
  typeof scope === 'function' ? scope(workspace) : scope;
/** Whether two names can mean the same. */
export const meets = (a: readonly string[], b: readonly string[]): boolean =>
  a.some(scope => scope === ANY || b.includes(scope)) || b.includes(ANY);

export const placeScope = (at: Cursor): string => `${at.document.file}#${at.pointer}`;

/** The flow, component or engine around a place; for an id that an outer one declares and the inner does not, that one. */
export const ownerScope =
  (at: Cursor, mcp?: string): Scope =>
  () => {
    const owners = ownersOf(at);
    const owner =
      mcp === undefined
        ? owners[0]
        : (owners.find(one =>
            one
              .get('mcps')
              .items()
              .some(server => server.get('id').value === mcp),
          ) ?? owners[0]);
    return owner ? [placeScope(owner)] : [];
  };

/** Of an id by which nodes refer to a tool. */
export const toolScope =
  (at: Cursor): Scope =>
  () =>
    ownersOf(at)
      .slice(0, 1)
      .map(owner => `id ${placeScope(owner)}`);

/** Of a tool's name: it is one among all tools of the whole engine. */
export const engineScope =
  (at: Cursor): Scope =>
  () => [nameScope(at)];
const nameScope = (at: Cursor): string => `name ${placeScope(ownersOf(at).at(-1) ?? at.root)}`;

/** Of a reference to a tool: by its id, or by the name of one that has no id. */
export const toolUse =
  (at: Cursor): Scope =>
  () => {
    if (at.sibling('tool_type').value === 'shared') return ['shared'];
    const owners = ownersOf(at),
      id = at.string() ?? '';
    for (const owner of owners) {
      const tool = toolsOf(owner).get(id);
      if (tool) return tool.get('tool_id').string() ? [`id ${placeScope(owner)}`] : [nameScope(tool)];
    }
    return owners.slice(0, 1).map(owner => `id ${placeScope(owner)}`);
  };

/** Of a mocked tool, or of the state that one leads to: the engine of the test and the shared components that this runs. */
export function mockScope(at: Cursor, kind: 'tool' | 'state' = 'tool'): Scope {
  return workspace => {
    const test = at.within('test-case-definition'),
      engine = test && workspace.engineOf(test);
    if (!engine) return [];
    const parts = needsOf(test, workspace)?.parts.filter(part => part.value !== test.value) ?? [engine];
    return parts.map(part => (kind === 'tool' ? `name ${placeScope(part)}` : placeScope(part)));
  };
}

/** Of a component's id: the flow that keeps it, or the whole platform for one that has a file of its own. */
export const componentScope =
  (at: Cursor): Scope =>
  workspace => {
    if (at.marks['x-identifies']) return [keeperOf(at.parent!)];
    const id = at.value;
    if (at.sibling('component_type').value === 'local') {
      const holder = ownersOf(at).find(owner =>
        owner
          .get('components')
          .items()
          .some(component => component.get('conversation_flow_component_id').value === id),
      );
      if (holder) return [placeScope(holder)];
    }
    const records = workspace.components.get(String(id)) ?? [];
    return records.length === 0 || records.some(({ document }) => document.kind === 'flow-component')
      ? ['']
      : records.map(keeperOf);
  };

/** The flow that a component is nested in; '' for one that has a file of its own. */
function keeperOf(component: Cursor): string {
  const holder = component.parent?.within('conversation-flow', 'flow-component');
  return holder ? placeScope(holder) : '';
}

/** Of what a filter of alerts selects by: the agents that it names, or any. */
export function filterScope(at: Cursor, kind: 'tag' | 'analysis-field'): Scope {
  const agents =
    at
      .within('alert-filter')
      ?.get('agent')
      .items()
      .map(agent => idAt(agent.get('agent_id'))) ?? [];
  if (agents.length === 0 || agents.some(id => id === undefined)) return [ANY];
  return workspace => {
    const known = agents.filter(id => id !== undefined);
    // names of fields belong to records; of an agent in no file they may be anybody's
    return kind === 'analysis-field' && known.some(id => (workspace.agent(id)?.records.length ?? 0) === 0)
      ? [ANY]
      : known;
  };
}

/** Of the version that a task asks for without naming an agent. */
export const taskScope =
  (task: Cursor): Scope =>
  workspace => {
    const caller = agentOfTask(task, workspace);
    return caller ? [caller.agentId] : [];
  };

/** Of a variable: all agents, engines, components, calls and tests that pass their variables to each other. */
export const variableScope =
  (at: Cursor): Scope =>
  workspace => [variableGroup(at, workspace)];
