import { agentName } from '../server/core/workspace/names.ts';
import { recordOf } from '../server/core/domain/tasks.ts';
import { reachOf } from '../server/core/reach/reach.ts';
import { toolsReached } from '../server/core/reach/tools.ts';
import { selectionOf } from '../server/core/workspace/version-references.ts';
import type { Workspace } from '../server/core/workspace/workspace.ts';
import { defineRule, type Cursor } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'undecided-transfer',
  group: 'references',
  severity: 'warning',
  spec: 'domain',
  at: { 'transfer-agent': '/agent_id' },

  check(node, workspace) {
    const selection = selectionOf(node);
    if (!selection || !workspace.agent(selection.agentId)) return undefined;
    const resolution = workspace.resolve(selection.agentId, selection.reference);
    const record = recordOf(resolution, workspace),
      engine = record && workspace.engineOf(record);
    if (!engine || hasDecision(record, workspace)) return undefined;
    return {
      message:
        `agent_id: version ${resolution.version} of ${agentName(selection.agentId, workspace)} can reach neither bridge_transfer ` +
        'nor cancel_transfer, so the timeout decides',
      related: [{ at: engine, message: 'its engine' }],
    };
  },
});

const decisions = [
  'bridge-transfer-tool',
  'cancel-transfer-tool',
  'bridge-transfer-node',
  'cancel-transfer-node',
] as const;

/** Whether callers of an agent can reach a decision, directly or after a transfer to another agent. */
function hasDecision(agent: Cursor, workspace: Workspace): boolean {
  const { units, things, enteredUnits, unknownParts } = reachOf(agent, workspace);
  if ([...unknownParts.values()].some(({ hiddenThingKind }) => hiddenThingKind === undefined)) return true;
  // a custom engine or a missing version may contain a decision
  for (const { thing } of things.values())
    if (thing.kind === 'swap' && !enteredUnits.has(`engine ${thing.name}`)) return true;
  return units.map(workspace.at).some(engine => {
    // the things of an engine include those of its components
    if (engine.is('flow-component')) return false;
    const { tools, nodes, isComplete } = toolsReached(engine, workspace);
    return !isComplete || [...tools, ...nodes].some(cursor => decisions.some(shape => cursor.is(shape)));
  });
}
