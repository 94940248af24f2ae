import { RE2JS } from 're2js';

/** A pattern whose matching time is linear in the length of the text, for every pattern. */
export interface Pattern {
  /** The number of states of the automaton. */
  readonly size: number;
  test(text: string): boolean;
}

const compiledPatterns = new Map<string, Pattern | string>();

/**
 * Compiles a pattern in RE2 syntax that matches anywhere in a text.
 * @returns the pattern, or the reason why the source is invalid
 */
export function linearPattern(source: string): Pattern | string {
  let cachedPattern = compiledPatterns.get(source);
  if (cachedPattern === undefined) compiledPatterns.set(source, (cachedPattern = compile(source)));
  return cachedPattern;
}

function compile(source: string): Pattern | string {
  try {
    const pattern = RE2JS.compile(source);
    return { size: pattern.programSize(), test: text => pattern.matcher(text).find() };
  } catch (error) {
    const reason = (error as Error).message.replace(/^error parsing regexp: /, '');
    return /\(\?[=!<]|\\[1-9]/.test(source)
      ? `${reason}; patterns must match in linear time, so lookaround and backreferences are not possible`
      : reason;
  }
}
