import { elseLoops, setVariables } from '../server/core/domain/else-loops.ts';
import { endlessLoops, flowOf, edgesAt, type Flow } from '../server/core/domain/flows.ts';
import { namedNode, nodeOf } from '../server/core/domain/loose-edges.ts';
import { agentsAt } from '../server/core/domain/swaps.ts';
import { isChatAgent } from '../server/core/kinds.ts';
import { trapsIn } from '../server/core/reach/traps.ts';
import type { Workspace } from '../server/core/workspace/workspace.ts';
import { stronglyConnected } from '../server/core/strongly-connected.ts';
import { toolsAt } from '../server/core/domain/tools.ts';
import { clipped, defineRule, listed, show, type Cursor, type Problem } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'endless-loop',
  group: 'flows',
  severity: 'warning',
  spec: 'domain',
  at: { 'flow-component': '', 'conversation-flow': '' },

  *check(place, workspace) {
    const flow = flowOf(place),
      silentLoops = (flow.automaticNodes.size === 0 ? [] : endlessLoops(flow)).map(loop =>
        loop.map(id => nodeOf(place, flow, id)),
      );
    for (const loop of silentLoops) yield unheardProblem(loop, ' forever');
    const monologues = monologuesIn(place);
    for (const loop of monologues) yield unheardProblem(loop, '');
    const inMonologues = new Set(monologues.flatMap(loop => loop.map(node => node.pointer))),
      reportedNodes = new Set([...inMonologues, ...silentLoops.flatMap(loop => loop.map(node => node.pointer))]);
    for (const { branch, otherNodes, readVariables } of flow.automaticNodes.size === 0 ? [] : elseLoops(place)) {
      if (inMonologues.has(branch.pointer)) continue;
      reportedNodes.add(branch.pointer);
      const names = listed(
        readVariables.map(name => `{{${clipped(name)}}}`),
        'and',
        2,
      );
      yield {
        at: branch.get('id'),
        message: `else of branch ${show(branch.get('id').value)} leads back to it, and nothing on the way changes ${names}`,
        related: otherNodes.map(node => ({ at: node.get('id'), message: 'on the way' })),
      };
    }
    for (const trap of trapsIn(place, workspace))
      if (!trap.some(node => reportedNodes.has(node.pointer)) && !isChat(place, workspace))
        yield trapProblem(trap, place);
    if (!flow.isFlex) yield* failureLoops(place);
  },
});

/** Whether only chat agents run a flow. A chat ends by itself after some silence. */
function isChat(place: Cursor, workspace: Workspace): boolean {
  const agents = agentsAt(place, workspace);
  return agents.length > 0 && agents.every(agent => isChatAgent(agent.value));
}

function trapProblem(trap: readonly Cursor[], place: Cursor): Problem {
  const [first, ...rest] = trap,
    ids = trap.map(node => show(node.get('id').value));
  return {
    at: first!.get('id'),
    message:
      `${rest.length === 0 ? `${namedNode(first!)} leads` : `nodes ${listed(ids, 'and', 3)} lead`} only to ` +
      `${rest.length === 0 ? 'itself' : 'each other'}, so ` +
      (place.is('flow-component') ? 'the component never ends' : 'only the caller can end the call'),
    help: 'add an edge to an end node',
    related: rest.slice(0, 20).map(node => ({ at: node.get('id'), message: 'also in the loop' })),
  };
}

/** Transfers and swaps that are tried again as soon as they have failed. */
function* failureLoops(place: Cursor): Generator<Problem> {
  for (const node of place.get('nodes').items()) {
    const destination = node.get('edge').get('destination_node_id');
    if (node.marks['x-leaves'] !== true || destination.string() !== node.get('id').string() || !destination.string())
      continue;
    const noun = node.is('agent-swap-node') ? 'swap' : 'transfer';
    yield {
      at: destination,
      message: `edge: leads back to ${namedNode(node)}, so a failed ${noun} is tried again and again`,
    };
  }
}

function unheardProblem(loop: readonly Cursor[], adverb: string): Problem {
  const [first, ...rest] = loop,
    ids = loop.map(node => show(node.get('id').value));
  return {
    at: first!.get('id'),
    message:
      rest.length === 0
        ? `node ${ids[0]} loops back to itself${adverb} without waiting for the caller`
        : `nodes ${listed(ids, 'and', 3)} loop${adverb} without waiting for the caller`,
    related: rest.map(node => ({ at: node.get('id'), message: 'also in the loop' })),
  };
}

/**
 * The cycles in which a node speaks and no node waits for the caller, each as its nodes in order. A cycle is omitted
 * if it may end because an edge reads a variable that a node of the cycle sets.
 * @param place a place of shape `conversation-flow` or `flow-component`
 */
export function monologuesIn(place: Cursor): readonly (readonly Cursor[])[] {
  const flow = flowOf(place);
  if (flow.isFlex) return [];
  const list = place.get('nodes'),
    nodes = Array.from(flow.nodes, ([id, index]) => [id, list.get(index)] as const);
  if (!nodes.some(([, node]) => isTalking(node))) return [];
  const rushingNodes = new Map(nodes.filter(([id, node]) => isRushing(id, node, flow))),
    endlessNodes = new Set(endlessLoops(flow).flat());
  const next = (id: string): string[] => (flow.next.get(id) ?? []).filter(nextId => rushingNodes.has(nextId));
  return stronglyConnected(rushingNodes.keys(), next)
    .filter(group => [...group].every(id => !endlessNodes.has(id) && (group.size > 1 || next(id).includes(id))))
    .map(group => Array.from(group, id => rushingNodes.get(id)!).sort((a, b) => Number(a.segment) - Number(b.segment)))
    .filter(loop => loop.some(isTalking) && !mayEnd(loop));
}

const skipsAnswer = (node: Cursor): boolean =>
  node.peek('skip_response') === true || node.get('skip_response_edge').isObject;
const isTalking = (node: Cursor): boolean => skipsAnswer(node) || node.peek('speak_during_execution') === true;

/** Whether a node always continues without waiting for the caller. */
function isRushing(id: string, node: Cursor, { automaticNodes, next }: Flow): boolean {
  if (automaticNodes.has(id))
    return (
      node.is('code-node') ||
      !(node.is('function-node') || node.is('mcp-node')) ||
      node.peek('wait_for_result') === false
    );
  if (!skipsAnswer(node)) return false;
  const { ownTools, ids } = toolsAt(node);
  // one of the tools may end the call
  if (ownTools.length + ids.length > 0) return false;
  const destinationId = node.get('skip_response_edge').get('destination_node_id').string();
  return node.peek('skip_response') === true || next.get(id)!.every(id => id === destinationId);
}

/** Whether a cycle may end: a node of the cycle may change a variable that an edge of the cycle reads. */
function mayEnd(loop: readonly Cursor[]): boolean {
  const conditions = loop.flatMap(node => edgesAt(node).map(edge => edge.get('transition_condition').value)),
    words = new Set(JSON.stringify(conditions.filter(condition => condition !== undefined)).match(/[\w-]+/g));
  return loop.some(node => {
    if (skipsAnswer(node)) return false;
    const changes = setVariables(node);
    return !changes || [...changes].some(name => words.has(name));
  });
}
