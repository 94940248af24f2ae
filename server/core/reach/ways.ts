import { agentName, componentName } from '../workspace/names.ts';
import type { reachedIn } from '../domain/flows.ts';
import { answeringAgents } from '../domain/phone-numbers.ts';
import { nodeOf } from '../domain/loose-edges.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { clipped, listed, show } from '../wording.ts';
import { memoryOf } from '../memory.ts';
import { reachedPast } from './endless-components.ts';
import type { ReachedThing } from './reach.ts';
import type { Thing, ThingKind } from './things.ts';

/**
 * The maximum number of named steps in one flow, and the maximum number of flows. Above it, only the first and the
 * last ones are named.
 */
const MAX_STEPS = 24;
const MAX_FLOWS = 8;

/** The names of the steps to a thing, in order: nodes, states, and agents that take over. */
export function pathTo(reachedThing: ReachedThing, workspace: Workspace): string[] {
  const parts: string[][] = [];
  let step: ReachedThing | undefined = reachedThing;
  for (; step && parts.length < MAX_FLOWS; step = step.unit.enteredBy) parts.push(namesWithin(step, workspace));
  return [...(step ? [moreText(step.length)] : []), ...parts.reverse().flat()];
}

const moreText = (count: number): string => `… (${count} more)`;

/** The names of the steps within the last engine or component. */
function namesWithin({ unit: enteredUnit, part }: ReachedThing, workspace: Workspace): string[] {
  const { unit, agentId, enteredBy } = enteredUnit,
    { flow } = unit,
    steps = reachedPast(unit, workspace),
    length = part === undefined ? 0 : (steps.get(part)?.length ?? 0),
    omittedCount = length - MAX_STEPS;
  const name = (id: string): string => nodeOf(workspace.at(unit), flow, id).get('name').string() || id;
  const last = (previous: string | undefined, maximum: number): string[] => {
    const names: string[] = [];
    for (let id = previous; id !== undefined && names.length < maximum; id = steps.get(id)?.before)
      names.push(name(id));
    return names.reverse();
  };
  return [
    ...(enteredBy?.thing.kind === 'swap' ? [agentName(agentId, workspace)] : []),
    ...(omittedCount > 0
      ? [...last(earlySteps(steps).get(part!), MAX_STEPS), moreText(omittedCount), ...last(part, MAX_STEPS / 2)]
      : last(part, MAX_STEPS)),
  ];
}

/** For each node, the last shown step at the beginning of the path to the node. */
const earlySteps = (steps: ReturnType<typeof reachedIn>): ReadonlyMap<string, string> =>
  memoryOf(steps).remember(earlySteps, steps, () => {
    const earlyIds = new Map<string, string>();
    // in the order of distance, so that the previous node is already in the map
    for (const [id, { before, length }] of steps)
      earlyIds.set(id, length <= MAX_STEPS / 2 ? id : earlyIds.get(before!)!);
    return earlyIds;
  });

const kindNouns: Readonly<Record<ThingKind, string>> = {
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
 * A thing in words: `tool book_visit`, `swap to Billing (hand_to_billing)`, `transfer to +14155550160 (to_desk),
 * answered by Desk`, `end of the call`.
 * @param workspace the state that contains the thing
 */
export function thingInWords({ kind, name, file, pointer }: Thing, workspace: Workspace): string {
  if (kind === 'end') return name === 'end' ? kindNouns.end : `${kindNouns.end} with ${agentName(name, workspace)}`;
  if (kind === 'component') return `${kindNouns[kind]} ${componentName(name, workspace)}`;
  const cursor = workspace.at({ file, pointer }),
    displayName = cursor.get('name').string(),
    alias = displayName && displayName !== name ? ` (${clipped(displayName)})` : '',
    isNode = kind === 'tool' && cursor.is('node') && cursor.get('id').value === name,
    isAgent = kind === 'swap' || kind === 'transfer-agent',
    text = isAgent ? agentName(name, workspace) : clipped(name);
  if (isNode) return `node ${show(name)}${alias}`;
  return `${kindNouns[kind]} ${kind === 'state' ? show(name) : text}${alias}${kind === 'transfer' ? answeredBy(name, workspace) : ''}`;
}

/** The agents of the workspace that answer a transfer, in words: `, answered by Desk`; empty without such agents. */
function answeredBy(number: string, workspace: Workspace): string {
  const names = answeringAgents(number, workspace).map(id => agentName(id, workspace));
  return names.length === 0 ? '' : `, answered by ${listed(names, 'and', 3)}`;
}
