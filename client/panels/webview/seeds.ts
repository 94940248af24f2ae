/** The seed of the next draw: incremented if the seed ends in a number, so that a draw can be shared and repeated. */
export function nextSeed(seed: string): string {
  const [, before = '', digits] = /^(.*?)(\d{1,15})?$/s.exec(seed)!;
  return digits === undefined ? `${seed} 2`.trimStart() : `${before}${Number(digits) + 1}`;
}
