import type { Cursor } from '../cursor.ts';
import { unreachableNodes } from '../domain/flows.ts';
import { toolCalled, toolsAt } from '../domain/tools.ts';
import { keyOf } from '../workspace/tables.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { runIn } from './reach.ts';
import type { Unit } from './things.ts';

/** The tools and nodes that a conversation on an engine may reach, up to a hand-over. */
interface ToolsReached {
  /** The tools that the model of a state or node has, or that a function node runs, without duplicates. */
  readonly tools: readonly Cursor[];
  /** The nodes, including those of components. */
  readonly nodes: readonly Cursor[];
  /**
   * Whether the lists are complete. They are not if a node uses a shared tool, or a component outside this workspace.
   */
  readonly isComplete: boolean;
}

/**
 * The tools and nodes that a conversation on an engine may reach.
 * @param engine a place of shape `llm` or `conversation-flow`
 */
export const toolsReached = (engine: Cursor, workspace: Workspace): ToolsReached =>
  workspace.memory.remember(toolsReached, keyOf(engine), () => {
    const { units, unknownParts } = runIn(engine, workspace),
      nodes = units.flatMap(unit => nodesIn(unit, workspace));
    const allTools = [
      ...units.flatMap(unit => toolsOfModel(workspace.at(unit))),
      ...nodes.flatMap((node): (Cursor | undefined)[] => {
        const { ownTools, ids } = toolsAt(node);
        return [...ownTools, ...ids.map(toolCalled)];
      }),
    ];
    const tools = new Map(allTools.flatMap(tool => (tool ? [[keyOf(tool), tool] as const] : [])));
    const isOpen = [...unknownParts.values()].some(
      ({ hiddenThingKind, unitRole }) => hiddenThingKind === undefined && unitRole === undefined,
    );
    return {
      tools: [...tools.values()],
      nodes: nodes.filter(node => !node.is('llm-state')),
      isComplete: !isOpen && !allTools.includes(undefined),
    };
  });

/** The nodes or states that are not proven to be unreachable. */
function nodesIn(unit: Unit, workspace: Workspace): readonly Cursor[] {
  const unreachableIds = new Set(unreachableNodes(unit.flow)),
    key = unit.flow.list === 'states' ? 'name' : 'id';
  return workspace
    .at(unit)
    .get(unit.flow.list)
    .items()
    .filter(node => !unreachableIds.has(node.get(key).string() ?? ''));
}

/** The tools that the model has in all states. The tools of a flow belong to its nodes, even in flex mode. */
const toolsOfModel = (engine: Cursor): readonly Cursor[] =>
  engine.is('llm') ? engine.get('general_tools').items() : [];
