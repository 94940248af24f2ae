import { SimulationRefused, text, type Options } from './simulation.ts';

/** The maximum number of calls: a million draws take about a second, and a larger number is probably a typo. */
const MAX_CALLS = 100_000_000;
const DEFAULT_CALLS = 100_000;
const DEFAULT_SEED = '1';

/** The calls to draw: many calls, or one call with a given id. */
export type Drawing =
  | { readonly callId: string; readonly seed: string }
  | { readonly callId: undefined; readonly calls: number; readonly seed: string };

/** The options of every simulation that draws. */
export const drawingOptions = {
  calls: { value: 'N', about: `draw N calls, call_0 to call_<N-1> (default ${DEFAULT_CALLS})` },
  seed: { value: 'S', about: `seed of the draw, any string (default ${DEFAULT_SEED})` },
  'call-id': { value: 'ID', about: 'draw only this call' },
} as const;

/**
 * Reads `--calls N`, `--seed S` and `--call-id ID`.
 * @throws Refused for a value that is not a number, or for two options that exclude each other
 */
export function drawingOf(options: Options): Drawing {
  const seed = text(options, 'seed') ?? DEFAULT_SEED,
    callId = text(options, 'call-id'),
    calls = text(options, 'calls');
  if (callId === undefined)
    return { callId, calls: calls === undefined ? DEFAULT_CALLS : wholeNumber('--calls', calls, 1, MAX_CALLS), seed };
  if (calls !== undefined)
    throw new SimulationRefused('--calls draws many calls and --call-id draws one; give only one of these options');
  if (callId === '') throw new SimulationRefused('--call-id needs the id of a call');
  return { callId, seed };
}

/**
 * Reads an integer; `100_000` and `100000` are equal.
 * @throws Refused unless the text is an integer within these bounds
 */
export function wholeNumber(option: string, text: string, minimum: number, maximum: number): number {
  const number = /^\d{1,3}(_?\d{3})*$|^\d+$/.test(text) ? Number(text.replaceAll('_', '')) : NaN;
  if (Number.isSafeInteger(number) && number >= minimum && number <= maximum) return number;
  throw new SimulationRefused(`${option} ${JSON.stringify(text)} is not an integer from ${minimum} to ${maximum}`);
}
