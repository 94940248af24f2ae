import { agentName } from '../server/core/workspace/names.ts';
import { withoutError, sumOf } from '../server/core/domain/weights.ts';
import { idAt, selectionOf } from '../server/core/workspace/version-references.ts';
import { defineRule, repeatsIn, show, type Problem } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'repeated-arm',
  group: 'references',
  severity: 'warning',
  spec: 'Agent weight',
  clause: 'Agent weight: agent_id and weight required; weight over 0, at most 1',
  at: { 'agent-weights': '' },

  *check(node, workspace): Generator<Problem> {
    const arms = node.items().flatMap(cursor => {
      const id = idAt(cursor.get('agent_id')),
        selection = selectionOf(cursor.get('agent_id'));
      return id === undefined || !selection ? [] : [{ at: cursor, id, reference: selection.reference }];
    });
    for (const [{ at, id, reference }, { at: first }] of repeatsIn(arms, arm =>
      JSON.stringify([arm.id, arm.reference]),
    )) {
      const weights = [first, at].map(arm => arm.get('weight').number());
      const sum = weights.every(weight => weight !== undefined) ? withoutError(sumOf(weights)) : undefined;
      const version = reference === null ? '' : ` at ${show(reference)}`;
      yield {
        at,
        message:
          `agent_id: ${agentName(id, workspace)}${version} is listed twice` +
          (sum === undefined ? '' : `, so its total share is ${sum}`),
        related: [{ at: first, message: 'the same agent and version' }],
        ...(sum !== undefined &&
          sum <= 1 && {
            fix: {
              title: `Merge both with weight ${sum}`,
              safe: false,
              edits: [{ set: first.get('weight').pointer, to: sum }, { remove: at.pointer }],
            },
          }),
      };
    }
  },
});
