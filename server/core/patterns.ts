/** One pattern that matches whatever one of several patterns matches; earlier ones win. */
export const anyOf = (flags: string, ...patterns: readonly RegExp[]): RegExp =>
  new RegExp(patterns.map(({ source }) => source).join('|'), flags);
