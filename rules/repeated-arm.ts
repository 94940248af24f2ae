import { sumOf } from '../server/core/domain/weights.ts';
import { idAt, selectionOf } from '../server/core/workspace/version-references.ts';
import { defineRule, files, type Problem } from '../server/core/engine/rule.ts';
import { clipped, show } from '../server/core/wording.ts';

export default defineRule({
  id: 'repeated-arm',
  group: 'references',
  severity: 'warning',
  summary: 'The same agent and version is listed twice in a list of weights.',
  why: `
    The agent gets the sum of both weights, which is easy to miss. Usually one entry should name another version or
    agent; otherwise merge them.
  `,
  spec: 'Agent weight',
  clause: 'Agent weight: agent_id and weight required; weight over 0, at most 1',
  at: { 'agent-weights': '' },

  *check(node): Generator<Problem> {
    const seen = new Map<string, number>();
    for (const [i, item] of node.items().entries()) {
      const id = idAt(item.get('agent_id')),
        selection = selectionOf(item.get('agent_id'));
      if (id === undefined || !selection) continue;
      const key = JSON.stringify([id, selection.reference]),
        before = seen.get(key);
      if (before === undefined) {
        seen.set(key, i);
        continue;
      }
      const first = node.get(before),
        weights = [first.get('weight').number(), item.get('weight').number()];
      const sum = weights.every(weight => weight !== undefined)
        ? Number(sumOf(weights as number[]).toPrecision(12))
        : undefined;
      const version = selection.reference === null ? '' : ` at ${show(selection.reference)}`;
      yield {
        at: item,
        message: `${clipped(id)}${version} is listed twice${sum === undefined ? '' : `, so its total share is ${sum}`}`,
        related: [{ at: first, message: 'the same agent and version' }],
        ...(sum !== undefined &&
          sum <= 1 && {
            fix: {
              title: `Merge both with weight ${sum}`,
              safe: false,
              edits: [{ set: first.get('weight').pointer, to: sum }, { remove: item.pointer }],
            },
          }),
      };
    }
  },

  examples: {
    invalid: files`
      -- split.agent-weights.json --
      [
        { "agent_id": "agent_desk", "agent_version": "prod", "weight": 0.7 },
      => { "agent_id": "agent_desk", "agent_version": "prod", "weight": 0.9 },
        { "agent_id": "agent_desk", "agent_version": "beta", "weight": 0.1 },
      => { "agent_id": "agent_desk", "agent_version": "beta", "weight": 0.1 }
        { "agent_id": "agent_desk", "agent_version": "prod", "weight": 0.2 }
        ^ warning: agent_desk at "prod" is listed twice, so its total share is 0.9
      =>
      ]
      -- clinic.phone-number.json --
      {
        "phone_number": "+14155550100",
        "inbound_agents": [
          { "agent_id": "agent_desk", "weight": 0.8 },
          { "agent_id": "agent_desk", "weight": 0.8 }
          ^ warning: agent_desk is listed twice, so its total share is 1.6
        ]
      }
    `,
    valid: files`
      -- split.agent-weights.json --
      [
        { "agent_id": "agent_desk", "agent_version": "prod", "weight": 0.6 },
        { "agent_id": "agent_desk", "agent_version": 3, "weight": 0.2 },
        { "agent_id": "agent_night", "agent_version": "prod", "weight": 0.1 },
        { "agent_id": "", "weight": 0.05 },
        { "agent_id": "", "weight": 0.05 }
      ]
    `,
  },
});
