/** `70.01 %`; little more than nothing, and little less than everything, are neither. */
export function percent(share: number): string {
  const text = (share * 100).toFixed(2);
  if (share > 0 && text === '0.00') return '< 0.01 %';
  return share < 1 && text === '100.00' ? '> 99.99 %' : `${text} %`;
}
