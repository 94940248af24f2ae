import { withoutError, normalizedWeights, sumOf, TOLERANCE } from '../server/core/domain/weights.ts';
import { defineRule } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'weights-not-one',
  group: 'references',
  severity: 'error',
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
    const shares = normalizedWeights(weights),
      shownSum = withoutError(sum);
    return {
      message: `${node.parent ? `${node.label}: ` : ''}expected weights that add up to 1, got ${shownSum}`,
      fix: {
        title: `Scale the weights to ${shares.slice(0, 5).join(', ')}${shares.length > 5 ? ', …' : ''}`,
        safe: false,
        edits: places.flatMap((place, i) =>
          place.value === shares[i] ? [] : [{ set: place.pointer, to: shares[i]! }],
        ),
      },
    };
  },
});
