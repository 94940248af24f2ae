import { exact, normalised, sumOf, TOLERANCE } from '../server/core/domain/weights.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'weights-not-one',
  group: 'references',
  severity: 'error',
  summary: 'Agent weights do not add up to 1.',
  why: `
    Each weight is a share of the traffic, and the platform refuses a list that does not add up to 1. Write thirds
    with all digits; rounding errors are ignored.
  `,
  spec: 'Agent weight',
  clause: 'Agent weight: the weights of a list add up to 1',
  at: { 'agent-weights': '' },

  check(node) {
    // a phone number without agents is common
    if (node.isArray && node.items().length === 0 && !node.parent)
      return { message: 'expected weights that add up to 1, got an empty list' };
    const places = node.items().map(item => item.get('weight'));
    const weights = places.flatMap(place => place.number() ?? []);
    if (weights.length === 0 || weights.length < places.length || weights.some(weight => weight <= 0 || weight > 1))
      return undefined;
    const sum = sumOf(weights);
    if (Math.abs(sum - 1) <= TOLERANCE) return undefined;
    const shares = normalised(weights),
      printed = exact(sum);
    return {
      message: `${node.parent ? `${node.label}: ` : ''}expected weights that add up to 1, got ${printed}`,
      fix: {
        title: `Scale the weights to ${shares.slice(0, 5).join(', ')}${shares.length > 5 ? ', …' : ''}`,
        safe: false,
        edits: places.flatMap((place, i) =>
          place.value === shares[i] ? [] : [{ set: place.pointer, to: shares[i]! }],
        ),
      },
    };
  },

  examples: {
    invalid: files`
      -- split.agent-weights.json --
      [
      ^ expected weights that add up to 1, got 0.8
        { "weight": 0.5 },
      => { "weight": 0.625 },
        { "weight": 0.3 }
      => { "weight": 0.375 }
      ]
      -- none.agent-weights.json --
      []
      ^ expected weights that add up to 1, got an empty list
      -- clinic.phone-number.json --
      {
        "phone_number": "+14155550100",
        "inbound_agents": [{ "agent_id": "agent_desk", "weight": 0.5 }],
                          ^ inbound_agents: expected weights that add up to 1, got 0.5
      => "inbound_agents": [{ "agent_id": "agent_desk", "weight": 1 }],
        "outbound_agents": [
                           ^ outbound_agents: expected weights that add up to 1, got 0.99
          { "weight": 0.33 },
       => { "weight": 0.3334 },
          { "agent_id": "agent_night", "weight": 0.33 },
       => { "agent_id": "agent_night", "weight": 0.3333 },
          { "agent_id": "agent_desk", "weight": 0.33 }
       => { "agent_id": "agent_desk", "weight": 0.3333 }
        ]
      }
    `,
    valid: files`
      -- split.agent-weights.json --
      [
        { "agent_id": "a", "weight": 0.1 },
        { "agent_id": "b", "weight": 0.1 },
        { "agent_id": "c", "weight": 0.1 },
        { "agent_id": "d", "weight": 0.1 },
        { "agent_id": "e", "weight": 0.1 },
        { "agent_id": "f", "weight": 0.1 },
        { "agent_id": "g", "weight": 0.1 },
        { "agent_id": "h", "weight": 0.1 },
        { "agent_id": "i", "weight": 0.1 },
        { "agent_id": "j", "weight": 0.1 }
      ]
      -- thirds.agent-weights.json --
      [
        { "agent_id": "a", "weight": 0.3333333333333333 },
        { "agent_id": "b", "weight": 0.3333333333333333 },
        { "agent_id": "c", "weight": 0.3333333333333333 }
      ]
      -- clinic.phone-number.json --
      {
        "phone_number": "+14155550100",
        "inbound_agents": [],
        "outbound_agents": null,
        "inbound_sms_agents": [{ "agent_id": "a", "weight": 0 }, { "agent_id": "b" }]
      }
    `,
  },
});
