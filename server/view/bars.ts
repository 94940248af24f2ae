import { groupDigits } from '../core/numbers.ts';
import type { Bar } from './blocks.ts';

/** Formats a share from 0 to 1 as `69.4 %`, with a no-break space. */
export const percent = (share: number): string => {
  const [places, roundedPercent] = [2, 1].map(digits => Number((share * 100).toFixed(digits))) as [number, number];
  return `${share > 0 && share < 0.001 ? places : roundedPercent}\u00a0%`;
};

/**
 * Formats the expected share, the drawn share and the bounds. They have two decimals if one decimal would hide that
 * the expected share is outside the bounds.
 */
function percents({ expected, share, interval: [lower, upper] }: Bar): readonly string[] {
  const figures = [expected, share, lower, upper];
  const permille = (value: number): number => Math.round(value * 1000);
  const isOutside = expected < lower || expected > upper;
  const hidesDifference = isOutside && permille(lower) <= permille(expected) && permille(expected) <= permille(upper);
  return hidesDifference ? figures.map(value => `${(value * 100).toFixed(2)}\u00a0%`) : figures.map(percent);
}

/** Describes a sample: `69.4 % drawn (694), expected 70 %, within the 95 % interval 66.5 % to 72.2 %`. */
export function sampleInWords(bar: Bar): string {
  const [expectedText, drawnText, lowerText, upperText] = percents(bar),
    {
      expected,
      share,
      interval: [lower, upper],
    } = bar;
  const words = `${drawnText} drawn (${groupDigits(bar.count)})`;
  // a single arm gets every call, so an interval adds nothing
  if (share === 1 && expected === 1) return words;
  const position = lower <= expected && expected <= upper ? 'within' : 'outside';
  return `${words}, expected ${expectedText}, ${position} the 95\u00a0% interval ${lowerText} to ${upperText}`;
}
