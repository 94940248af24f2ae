import { grouped } from '../core/numbers.ts';
import type { Bar } from './blocks.ts';

/** `69.4 %` for a share from 0 to 1, with a no-break space. */
export const percent = (share: number): string => {
  const [places, rounded] = [2, 1].map(digits => Number((share * 100).toFixed(digits))) as [number, number];
  return `${share > 0 && share < 0.001 ? places : rounded}\u00a0%`;
};

/**
 * Expected share, drawn share and bounds, with two decimals if one would hide that the expected share is outside the
 * bounds.
 */
function percents({ expected, share, interval: [low, high] }: Bar): readonly string[] {
  const all = [expected, share, low, high];
  const rounded = (value: number): number => Math.round(value * 1000);
  const isOutside = expected < low || expected > high;
  const hides = isOutside && rounded(low) <= rounded(expected) && rounded(expected) <= rounded(high);
  return hides ? all.map(value => `${(value * 100).toFixed(2)}\u00a0%`) : all.map(percent);
}

/** `69.4 % drawn (694), expected 70 %, within the 95 % interval 66.5 % to 72.2 %` */
export function sampleInWords(bar: Bar): string {
  const [configured, drawn, from, to] = percents(bar),
    {
      expected,
      share,
      interval: [low, high],
    } = bar;
  const words = `${drawn} drawn (${grouped(bar.count)})`;
  // a single one gets everything, so an interval adds nothing
  if (share === 1 && expected === 1) return words;
  const where = low <= expected && expected <= high ? 'within' : 'outside';
  return `${words}, expected ${configured}, ${where} the 95\u00a0% interval ${from} to ${to}`;
}
