import type { Cursor } from '../cursor.ts';
import { isStarted, type Flow } from '../domain/flows.ts';
import { drawnFlow, nodeOf } from '../domain/loose-edges.ts';
import { isSetBeforeHandOver } from '../domain/settable-variables.ts';
import { mayBeSpoken } from '../domain/spoken-uses.ts';
import { isSystemVariable } from '../domain/templates.ts';
import { toolCalled, toolsAt } from '../domain/tools.ts';
import { engineParts, variablesIn, type VariableUse } from '../domain/variables.ts';
import { property } from '../json/json.ts';
import { addTo } from '../json/multimap.ts';
import { columns, keyOf } from '../workspace/tables.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { componentRunBy } from './endless-components.ts';
import { withGlobals } from './traps.ts';

/** A variable that the first node of a flow uses, although only later nodes set it. */
export interface LaterVariable extends VariableUse {
  /** The nodes that set the variable. */
  readonly settingNodes: readonly Cursor[];
}

/**
 * The variables in the instruction of a flow's first node that certainly have no value yet, unless the call sets them:
 * only nodes that come after it set them. A variable that may have a value on a way back to the first node counts only
 * in a static text, because a prompt may handle both cases.
 * @param place of shape `conversation-flow`
 */
export const laterVariables = (place: Cursor, workspace: Workspace): readonly LaterVariable[] =>
  workspace.memory.remember(laterVariables, keyOf(place), () => findLater(place, workspace));

function findLater(place: Cursor, workspace: Workspace): LaterVariable[] {
  const flow = drawnFlow(place);
  if (!flow?.start || !isStarted(flow) || flow.hasNamelessNode) return [];
  const startNode = nodeOf(place, flow, flow.start),
    uses = [...variablesIn(startNode.get('instruction')).uses].filter(([name]) => !isSystemVariable(name));
  if (uses.length === 0) return [];
  const settingNodes = nodesByVariable(place, flow, workspace);
  if (!settingNodes) return [];
  const earlierIds = nodesBefore(flow.start, flow),
    isStatic = startNode.get('instruction').get('type').value === 'static_text';
  return uses.flatMap(([name, ownUses]) => {
    const ids = settingNodes.get(name),
      use = ownUses.find(({ at }) => mayBeSpoken(at));
    if (!ids || !use || ids.includes(flow.start!) || (!isStatic && ids.some(id => earlierIds.has(id)))) return [];
    if (isSetElsewhere(name, place, workspace)) return [];
    return [{ ...use, settingNodes: ids.map(id => nodeOf(place, flow, id)) }];
  });
}

/** The ids of the nodes that set each variable; undefined if a node may set variables that no file shows. */
function nodesByVariable(
  place: Cursor,
  flow: Flow,
  workspace: Workspace,
): ReadonlyMap<string, readonly string[]> | undefined {
  const ids = new Map<string, string[]>();
  for (const id of flow.nodes.keys()) {
    const names = variablesSetAt(nodeOf(place, flow, id), workspace);
    if (!names) return undefined;
    for (const name of new Set(names)) addTo(ids, name, id);
  }
  return ids;
}

function variablesSetAt(node: Cursor, workspace: Workspace): string[] | undefined {
  const parts = [node];
  for (const toolId of toolsAt(node).ids) {
    if (!toolId.string()) continue;
    const tool = toolCalled(toolId);
    if (!tool) return undefined;
    parts.push(tool);
  }
  if (node.is('component-node')) {
    const component = componentRunBy(node, workspace),
      componentParts = component && engineParts(component, workspace);
    if (!componentParts) return undefined;
    parts.push(...componentParts);
  }
  return parts.flatMap(part => [...variablesIn(part).setters.keys()]);
}

/** The nodes from which a conversation may come to a node, without the node itself. */
function nodesBefore(goal: string, flow: Flow): ReadonlySet<string> {
  const next = withGlobals([...flow.nodes.keys()], flow),
    before = new Map<string, string[]>(),
    ids = new Set([goal]);
  // `visited` grows during the loop
  const visited = new Set(flow.nodes.keys());
  for (const id of visited)
    for (const nextId of next(id)) {
      visited.add(nextId);
      addTo(before, nextId, id);
    }
  // so does `ids`
  for (const id of ids) for (const previousId of before.get(id) ?? []) ids.add(previousId);
  ids.delete(goal);
  return ids;
}

/** Whether anything but the nodes of a flow and its components may set a variable for the agents that run the flow. */
function isSetElsewhere(name: string, place: Cursor, workspace: Workspace): boolean {
  const parts = engineParts(place, workspace);
  if (!parts || parts.some(part => property(part.peek('default_dynamic_variables'), name) !== undefined)) return true;
  const isCallOrTag = ({ file }: { readonly file: string }): boolean =>
    !['agent', 'conversation-flow', 'flow-component', 'llm'].includes(workspace.kindOf(file) ?? '');
  return (
    (workspace.table(columns.setters).get(name) ?? []).some(isCallOrTag) || isSetBeforeHandOver(place, name, workspace)
  );
}
