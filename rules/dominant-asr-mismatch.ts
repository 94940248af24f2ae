import { addedValues, enumValuesOf } from '../server/core/domain/fields.ts';
import { clipped, defineRule, show, type Cursor } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'dominant-asr-mismatch',
  group: 'values',
  severity: 'warning',
  spec: 'Other shapes',
  clause: 'Other shapes: ASR routing: two required fields; the provider is the dominant one',
  at: { 'asr-routing': '' },

  check(routing, workspace) {
    const fractionOf = (share: Cursor): number => share.get('fraction').number() ?? -Infinity;
    const shares = routing.get('split').items(),
      largest = shares.reduce((maximum, share) => Math.max(maximum, fractionOf(share)), 0);
    const dominant = shares.filter(share => fractionOf(share) === largest);
    const provider = routing.get('provider'),
      endpointing = routing.get('endpointing_ms');
    // a misspelled provider may be the dominant provider
    const isKnown = (cursor: Cursor): boolean =>
      cursor.string() !== undefined &&
      [...enumValuesOf(cursor), ...addedValues(cursor, workspace)].includes(cursor.string()!);
    if (dominant.length === 0 || ![provider, ...dominant.map(share => share.get('provider'))].every(isKnown))
      return undefined;
    const dominantShare = dominant.find(share => share.get('provider').value === provider.value);
    const [first] = dominant;
    if (!dominantShare) {
      return {
        at: provider,
        message: `provider: expected ${show(first!.get('provider').value)} (the largest share, ${largest}), got ${show(provider.value)}`,
        related: [{ at: first!, message: 'the largest share' }],
      };
    }
    const pause = dominantShare.get('endpointing_ms');
    if (endpointing.number() === undefined || pause.number() === undefined || endpointing.value === pause.value)
      return undefined;
    return {
      at: endpointing,
      message: `endpointing_ms: expected ${pause.value} (${clipped(String(provider.value))} in split), got ${endpointing.value}`,
      related: [{ at: pause, message: 'endpointing_ms of the dominant provider' }],
    };
  },
});
