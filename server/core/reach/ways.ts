import { agentName, componentName } from '../workspace/names.ts';
import { reachedIn, type Flow } from '../domain/flows.ts';
import { answeringAgents } from '../domain/answering.ts';
import { nodeOf } from '../domain/loose-edges.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { clipped, listed, show } from '../wording.ts';
import type { Reached } from './reach.ts';
import type { Thing, ThingKind } from './things.ts';

/** Nobody reads more steps in one flow, or more flows: of more, the first and the last are named. */
const MOST_STEPS = 24;
const MOST_FLOWS = 8;

/** The names of the steps to a thing, the first one first: nodes, states, and agents that callers are handed over to. */
export function wayTo(reached: Reached, workspace: Workspace): string[] {
  const parts: string[][] = [];
  let at: Reached | undefined = reached;
  for (; at && parts.length < MOST_FLOWS; at = at.within.by) parts.push(namesWithin(at, workspace));
  return [...(at ? [more(at.length)] : []), ...parts.reverse().flat()];
}

const more = (count: number): string => `… (${count} more)`;

/** The steps within the last engine or component. */
function namesWithin({ within, part }: Reached, workspace: Workspace): string[] {
  const { unit, agentId, by } = within,
    { flow } = unit,
    length = part === undefined ? 0 : (reachedIn(flow).get(part)?.length ?? 0),
    left = length - MOST_STEPS;
  const name = (id: string): string => nodeOf(workspace.at(unit), flow, id).get('name').string() || id;
  const last = (from: string | undefined, most: number): string[] => {
    const names: string[] = [];
    for (let id = from; id !== undefined && names.length < most; id = reachedIn(flow).get(id)?.before)
      names.push(name(id));
    return names.reverse();
  };
  return [
    ...(by?.thing.kind === 'swap' ? [agentName(agentId, workspace)] : []),
    ...(left > 0
      ? [...last(early(flow).get(part!), MOST_STEPS), more(left), ...last(part, MOST_STEPS / 2)]
      : last(part, MOST_STEPS)),
  ];
}

/** For each node, the last step of the shown beginning of the way to it. */
const early = (flow: Flow): ReadonlyMap<string, string> =>
  flow.memory.remember(early, flow, () => {
    const steps = new Map<string, string>();
    // nearest first, so that the node before is there already
    for (const [id, { before, length }] of reachedIn(flow))
      steps.set(id, length <= MOST_STEPS / 2 ? id : steps.get(before!)!);
    return steps;
  });

const words: Readonly<Record<ThingKind, string>> = {
  tool: 'tool',
  'mcp-tool': 'MCP tool',
  transfer: 'transfer to',
  'transfer-agent': 'transfer agent',
  swap: 'swap to',
  component: 'component',
  state: 'state',
  end: 'end of the call',
};

/**
 * `tool book_visit`, `swap to Billing (hand_to_billing)`, `transfer to +14155550160 (to_desk), answered by
 * Desk`, `end of the call`
 * @param workspace that defines it
 */
export function thingInWords({ kind, name, file, pointer }: Thing, workspace: Workspace): string {
  if (kind === 'end') return name === 'end' ? words.end : `${words.end} with ${agentName(name, workspace)}`;
  if (kind === 'component') return `${words[kind]} ${componentName(name, workspace)}`;
  const called = workspace.at({ file, pointer }).get('name').string(),
    also = called && called !== name ? ` (${clipped(called)})` : '',
    isAgent = kind === 'swap' || kind === 'transfer-agent',
    text = isAgent ? agentName(name, workspace) : clipped(name);
  return `${words[kind]} ${kind === 'state' ? show(name) : text}${also}${kind === 'transfer' ? answered(name, workspace) : ''}`;
}

/** The agent of the workspace that takes a transfer. */
function answered(number: string, workspace: Workspace): string {
  const names = answeringAgents(number, workspace).map(id => agentName(id, workspace));
  return names.length === 0 ? '' : `, answered by ${listed(names, 'and', 3)}`;
}
