import type { Cursor } from '../cursor.ts';
import { unreachableNodes } from '../domain/flows.ts';
import { toolCalled, toolsAt } from '../domain/tools.ts';
import { keyOf } from '../workspace/tables.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { runIn } from './reach.ts';
import type { Unit } from './things.ts';

/** What a conversation on an engine may get to, before anybody is handed over. */
interface ToolsReached {
  /** Tools that the model of a state or node has, or that a function node runs; each once. */
  readonly tools: readonly Cursor[];
  /** Nodes, those of its components too. */
  readonly nodes: readonly Cursor[];
  /** Whether the list is complete: no shared tool, and no component outside this workspace. */
  readonly isComplete: boolean;
}

/** @param engine a place of shape `llm` or `conversation-flow` */
export const toolsReached = (engine: Cursor, workspace: Workspace): ToolsReached =>
  workspace.memory.remember(toolsReached, keyOf(engine), () => {
    const { units, unknown } = runIn(engine, workspace),
      nodes = units.flatMap(unit => nodesIn(unit, workspace));
    const all = [
      ...units.flatMap(unit => ofModel(workspace.at(unit))),
      ...nodes.flatMap((node): (Cursor | undefined)[] => {
        const { own, ids } = toolsAt(node);
        return [...own, ...ids.map(toolCalled)];
      }),
    ];
    const tools = new Map(all.flatMap(tool => (tool ? [[keyOf(tool), tool] as const] : [])));
    const isOpen = [...unknown.values()].some(({ hides, within }) => hides === undefined && within === undefined);
    return {
      tools: [...tools.values()],
      nodes: nodes.filter(node => !node.is('llm-state')),
      isComplete: !isOpen && !all.includes(undefined),
    };
  });

/** The nodes or states that are not proven to be unreachable. */
function nodesIn(unit: Unit, workspace: Workspace): readonly Cursor[] {
  const lost = new Set(unreachableNodes(unit.flow)),
    key = unit.flow.list === 'states' ? 'name' : 'id';
  return workspace
    .at(unit)
    .get(unit.flow.list)
    .items()
    .filter(node => !lost.has(node.get(key).string() ?? ''));
}

/** The tools that a model has everywhere: those that a flow lists are for its nodes, in flex mode too. */
const ofModel = (engine: Cursor): readonly Cursor[] => (engine.is('llm') ? engine.get('general_tools').items() : []);
