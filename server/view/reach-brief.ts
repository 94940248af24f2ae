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
 * The answer of `preflight reach` in one line for hovers and lenses: `callers reach 5 tools, 2 transfers and 1 swap; 3
 * defined things are never reached`; '' if nothing is defined.
 * @param agents the answering agents, places of shape `agent-settings`
 */
export function reachInBrief(agents: readonly Cursor[], workspace: Workspace): string {
  const reaches = agents.map(agent => ({ reach: reachOf(agent, workspace), defined: definedBy(agent, workspace) })),
    reachedThings = new Map(reaches.flatMap(({ reach }) => [...reach.things])),
    unreachedKeys = new Set(
      reaches.flatMap(({ defined }) => [...defined.things.keys()]).filter(key => !reachedThings.has(key)),
    ),
    // a transfer to a variable is already counted as a transfer
    unknownThings = reaches
      .flatMap(({ reach }) => [...reach.unknownParts.values()])
      .filter(({ hiddenThingKind }) => hiddenThingKind === undefined),
    unknownKeys = new Set(unknownThings.map(({ key }) => key)),
    kinds = [...reachedThings.values()].map(({ thing }) => thing.kind);
  if (reachedThings.size === 0 && unreachedKeys.size === 0) return '';
  const counts = nouns.flatMap(([kind, noun]) => {
    const n = kinds.filter(other => other === kind).length;
    return n === 0 ? [] : [count(n, noun)];
  });
  return [
    `callers reach ${counts.length === 0 ? 'no tool, transfer or swap' : listed(counts, 'and')}`,
    ...(unreachedKeys.size === 0
      ? []
      : [
          unreachedKeys.size === 1
            ? '1 defined thing is never reached'
            : `${unreachedKeys.size} defined things are never reached`,
        ]),
    ...(unknownKeys.size === 0 ? [] : [`the things behind ${count(unknownKeys.size, 'place')} are not known`]),
  ].join('; ');
}
