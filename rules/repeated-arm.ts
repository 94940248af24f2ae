import { exact, sumOf } from '../server/core/domain/weights.ts';
import { idAt, selectionOf } from '../server/core/workspace/version-references.ts';
import { repeatsIn } from '../server/core/json/multimap.ts';
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
    const arms = node.items().flatMap(at => {
      const id = idAt(at.get('agent_id')),
        selection = selectionOf(at.get('agent_id'));
      return id === undefined || !selection ? [] : [{ at, id, reference: selection.reference }];
    });
    for (const [{ at, id, reference }, { at: first }] of repeatsIn(arms, arm =>
      JSON.stringify([arm.id, arm.reference]),
    )) {
      const weights = [first, at].map(arm => arm.get('weight').number());
      const sum = weights.every(weight => weight !== undefined) ? exact(sumOf(weights)) : undefined;
      const version = reference === null ? '' : ` at ${show(reference)}`;
      yield {
        at,
        message: `${clipped(id)}${version} is listed twice${sum === undefined ? '' : `, so its total share is ${sum}`}`,
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
