import type { Cursor } from '../core/cursor.ts';
import { definedBy, reachOf } from '../core/reach/reach.ts';
import type { ThingKind } from '../core/reach/things.ts';
import { count, listed } from '../core/wording.ts';
import type { Workspace } from '../core/workspace/workspace.ts';

const nouns: readonly (readonly [ThingKind, string])[] = [
  ['tool', 'tool'],
  ['mcp-tool', 'MCP tool'],
  ['transfer', 'transfer'],
  ['transfer-agent', 'transfer agent'],
  ['swap', 'swap'],
];

/**
 * What `preflight reach` answers, in one line for hovers and lenses: `callers get to 5 tools, 2 transfers and 1 swap; 3
 * defined things are never reached`; '' if nothing that is defined can be reached or missed.
 * @param agents those that answer, places of shape `agent-settings`
 */
export function reachInBrief(agents: readonly Cursor[], workspace: Workspace): string {
  const all = agents.map(agent => ({ reach: reachOf(agent, workspace), defined: definedBy(agent, workspace) })),
    reached = new Map(all.flatMap(({ reach }) => [...reach.things])),
    never = new Set(all.flatMap(({ defined }) => [...defined.things.keys()]).filter(key => !reached.has(key))),
    // a transfer to a variable is a transfer
    open = all.flatMap(({ reach }) => [...reach.unknown.values()]).filter(({ hides }) => hides === undefined),
    unknown = new Set(open.map(({ key }) => key)),
    kinds = [...reached.values()].map(({ thing }) => thing.kind);
  if (reached.size === 0 && never.size === 0) return '';
  const counts = nouns.flatMap(([kind, noun]) => {
    const n = kinds.filter(one => one === kind).length;
    return n === 0 ? [] : [count(n, noun)];
  });
  return [
    `callers get to ${counts.length === 0 ? 'no tool, transfer or swap' : listed(counts, 'and')}`,
    ...(never.size === 0
      ? []
      : [never.size === 1 ? '1 defined thing is never reached' : `${never.size} defined things are never reached`]),
    ...(unknown.size === 0 ? [] : [`what is behind ${count(unknown.size, 'place')} is not known`]),
  ].join('; ');
}
