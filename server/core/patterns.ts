/** Combines patterns into one that matches wherever any of them matches. Earlier patterns take precedence. */
export const anyOf = (flags: string, ...patterns: readonly RegExp[]): RegExp =>
  new RegExp(patterns.map(({ source }) => source).join('|'), flags);
