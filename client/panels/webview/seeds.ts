/**
 * The seed of the next draw. A number at the end of the seed is incremented, so that users can share and repeat draws.
 */
export function nextSeed(seed: string): string {
  const [, before = '', digits] = /^(.*?)(\d{1,15})?$/s.exec(seed)!;
  return digits === undefined ? `${seed} 2`.trimStart() : `${before}${Number(digits) + 1}`;
}
