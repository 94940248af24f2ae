import type { Cursor } from '../../core/cursor.ts';
import { flowOf } from '../../core/domain/flows.ts';
import { ownersOf, toolsOf } from '../../core/domain/tools.ts';
import { idAt, selectionAt } from '../../core/domain/version-references.ts';
import type { Facts } from '../../core/workspace/facts.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';

/** What a place that is marked as a reference to a record leads to. */
export interface PointedAt {
  readonly outcome: 'found' | 'missing' | 'unknowable';
  /** The record; of an agent version the first file that tells of it. */
  readonly record?: Cursor;
  /** What people call the record. */
  readonly name?: string;
}

const missing: PointedAt = { outcome: 'missing' };
const unknowable: PointedAt = { outcome: 'unknowable' };
const found = (record: Cursor, name: string | undefined): PointedAt => ({
  outcome: 'found',
  record,
  ...(name !== undefined && name !== '' && { name }),
});

/** `undefined` for a place that is no such reference, is empty or is filled in by a variable. */
export function pointedAt(place: Cursor, workspace: Workspace): PointedAt | undefined {
  const to = place.marks['x-reference']?.to,
    id = idAt(place);
  if (to === 'agent-version') return versionAt(place, workspace);
  if (id === undefined) return undefined;
  switch (to) {
    case 'node':
      return nodeAt(place, id);
    case 'tool':
      return toolAt(place, id);
    case 'mcp':
      return serverAt(place, id);
    case 'state':
      return stateAt(place, id);
    case 'agent': {
      const agent = workspace.agent(id),
        record = agent && [...agent.listItems, ...agent.records, ...agent.summaries][0];
      return record ? found(record, agent.name) : absent(workspace, 'agent', 'agent-list');
    }
    case 'flow-component': {
      const component = workspace.components.get(id)?.at(-1);
      return component ? found(component, component.get('name').string()) : absent(workspace, 'flow-component');
    }
    default:
      return undefined;
  }
}

/** Whether a record that no file holds is missing depends on whether all are here. */
const absent = ({ facts }: Workspace, ...kinds: readonly string[]): PointedAt =>
  isComplete(facts, kinds) ? missing : unknowable;
const isComplete = ({ complete }: Facts, kinds: readonly string[]): boolean =>
  kinds.some(kind => (complete as readonly string[]).includes(kind));

function versionAt(place: Cursor, workspace: Workspace): PointedAt | undefined {
  const selection = selectionAt(place);
  if (!selection) return undefined;
  const { outcome, agentId, version } = workspace.resolve(selection.agentId, selection.reference);
  if (outcome !== 'resolved') return { outcome };
  const record = version === null ? undefined : workspace.agent(agentId)?.versions.get(version)?.sources[0];
  return { outcome: 'found', ...(record && { record }) };
}

function nodeAt(place: Cursor, id: string): PointedAt | undefined {
  const owner = place.within('conversation-flow', 'flow-component');
  if (!owner?.get('nodes').isArray) return undefined;
  const { nodes, nameless } = flowOf(owner),
    index = nodes.get(id);
  if (index === undefined) return nameless ? unknowable : missing;
  const node = owner.get('nodes').get(index);
  return found(node, node.get('name').string());
}

function toolAt(place: Cursor, id: string): PointedAt | undefined {
  // a shared tool is kept on the platform
  if (place.sibling('tool_type').value === 'shared') return unknowable;
  const lists = ownersOf(place).filter(owner => owner.get('tools').isArray);
  for (const list of lists) {
    const tool = toolsOf(list).get(id);
    if (tool) return found(tool, tool.get('name').string());
  }
  return lists.length === 0 ? unknowable : missing;
}

function serverAt(place: Cursor, id: string): PointedAt | undefined {
  const servers = ownersOf(place)
    .map(owner => owner.get('mcps'))
    .filter(list => list.isArray)
    .flatMap(list => list.items());
  const server = servers.find(one => one.get('id').value === id);
  if (server) return found(server, server.get('name').string());
  // a server without an id gets one from the platform, so any id may be its
  return servers.length === 0 || servers.some(one => !one.get('id').string()) ? unknowable : missing;
}

function stateAt(place: Cursor, name: string): PointedAt | undefined {
  const states = place.within('llm')?.get('states');
  if (!states) return undefined;
  const state = states.items().find(one => one.get('name').value === name);
  return state ? found(state, name) : missing;
}
