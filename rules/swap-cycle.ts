import { nameOfRecord } from '../server/core/domain/answering.ts';
import { agentName } from '../server/core/workspace/names.ts';
import { swapCircles } from '../server/core/domain/swap-circles.ts';
import { placeOf } from '../server/core/workspace/records.ts';
import { keyOf } from '../server/core/workspace/tables.ts';
import { defineRule } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'swap-cycle',
  group: 'references',
  severity: 'info',
  spec: 'Agent swap',
  clause: 'Agent swap: agent_id of tool and node is not empty; the agent exists',
  at: { 'agent-swap-tool': '/agent_id', 'agent-swap-node': '/agent_id' },

  check(node, workspace) {
    const way = node.parent && swapCircles(workspace).get(keyOf(placeOf(node.parent)));
    if (!way) return undefined;
    const circle = [...way, way[0]!].map(
      ({ from }) => `${nameOfRecord(from, workspace) || '?'} v${from.get('version').integer() ?? '?'}`,
    );
    return {
      message: `agents swap in a cycle: ${chained(circle)}`,
      related: way.slice(1, MAX_LENGTH).map(step => ({
        at: step.at.get('agent_id'),
        message: `then to ${agentName(step.resolution.agentId, workspace)}`,
      })),
    };
  },
});

const MAX_LENGTH = 12;
const MOST_SHOWN = 4;

/** Describes a cycle; a long one is shortened to its beginning and end. */
const chained = (circle: readonly string[]): string =>
  circle.length <= MOST_SHOWN
    ? circle.join(' → ')
    : [...circle.slice(0, MOST_SHOWN - 2), `${circle.length - MOST_SHOWN + 1} more`, circle.at(-1)].join(' → ');
