import type { Cursor } from '../cursor.ts';
import { agentsAt } from '../domain/swaps.ts';
import { agentOfTask } from '../domain/tasks.ts';
import { UNKNOWN_ENTRY } from '../shapes/table.ts';
import { agentOf, placeId } from '../workspace/records.ts';
import type { Workspace } from '../workspace/workspace.ts';

/**
 * The group of records that share variables: an agent with its tags, the engines and components that it runs, other
 * agents that run the same engines and components, and the calls and tests of all these. A group is named after one of
 * its members.
 */
export function groupOf(member: string, workspace: Workspace): string {
  return find(groups(workspace), settledMember(member, workspace));
}

/** The member of a call that names no agent: the agent that makes the calls of its number. */
function settledMember(member: string, workspace: Workspace): string {
  if (!member.startsWith(TASK)) return member;
  const place = member.slice(TASK.length),
    task = cursorAt(place, workspace);
  const id = task && agentOfTask(task, workspace)?.agentId;
  return id ? `agent ${id}` : place;
}
const TASK = 'task ';

/** The cursor at a place with this `placeId`. */
export function cursorAt(place: string, workspace: Workspace): Cursor | undefined {
  const end = place.lastIndexOf('#');
  return workspace.document(place.slice(0, end))?.at(place.slice(end + 1));
}

type Groups = Map<string, string>;

const componentUses = { 'component-node': '/component_id' } as const;
const tests = { 'test-case-definition': '' } as const;

function groups(workspace: Workspace): Groups {
  return workspace.memory.remember(groups, undefined, () => {
    const groups: Groups = new Map();
    const join = (a: string, b: string): void => {
      groups.set(find(groups, a), find(groups, b));
    };
    for (const document of workspace.documents)
      for (const root of document.roots)
        switch (root.recordKind) {
          case 'agent': {
            const engine = workspace.engineOf(agentOf(root));
            if (engine) join(memberOf(root, workspace), memberOf(engine, workspace));
            break;
          }
          case 'llm':
          case 'conversation-flow':
          case 'flow-component':
            for (const agent of agentsAt(root, workspace)) join(memberOf(root, workspace), memberOf(agent, workspace));
            break;
          default:
        }
    for (const use of workspace.collect(componentUses)) {
      for (const component of workspace.components.get(use.string() ?? '') ?? [])
        join(memberOf(use, workspace), memberOf(component, workspace));
    }
    for (const test of workspace.collect(tests)) {
      const engine = workspace.engineOf(test);
      if (engine) join(memberOf(test, workspace), memberOf(engine, workspace));
    }
    return groups;
  });
}

/** The member after which the group of a member is named (union–find, with path compression). */
function find(groups: Groups, member: string): string {
  let root = member;
  for (let next = groups.get(root); next !== undefined && next !== root; next = groups.get(root)) root = next;
  for (let key = member; key !== root;) {
    const next = groups.get(key)!;
    groups.set(key, root);
    key = next;
  }
  return root;
}

/**
 * The member to which a place belongs: an agent by id, a call by its agent, any other record by its place. Without a
 * workspace, a call without an agent stays unresolved.
 */
export function memberOf(cursor: Cursor, workspace?: Workspace): string {
  let record = cursor;
  while (
    record.parent &&
    !isListOfRecords(record.parent) &&
    !record.is('batch-call-task') &&
    !record.is('agent-list-item')
  )
    record = record.parent;
  const isTask = record.is('batch-call-task');
  const id = isTask ? record.get('override_agent_id').string() : agentOf(record).get('agent_id').string();
  if (id) return `agent ${id}`;
  const place = placeId(record);
  if (!isTask) return place;
  return workspace ? settledMember(`${TASK}${place}`, workspace) : `${TASK}${place}`;
}
const isListOfRecords = (cursor: Cursor): boolean => !cursor.parent && cursor.isArray && cursor.entry === UNKNOWN_ENTRY;
