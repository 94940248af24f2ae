import { parseArgs } from 'node:util';

interface FuzzOptions {
  /** How many inputs, starting at `first`. */
  readonly cases: number;
  readonly first: number;
  readonly seed: number;
  /** This is process number `share`, from 1, `of` several that divide the work. */
  readonly share: number;
  readonly of: number;
}

/** @throws Error that says what is wrong with the arguments */
export function optionsOf(args: readonly string[]): FuzzOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      cases: { type: 'string', default: '10000' },
      first: { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
      share: { type: 'string', default: '1/1' },
    },
  });
  const whole = (name: string, text: string): number => {
    if (!/^\d+$/.test(text)) throw new Error(`${name} must be an integer, got ${text}`);
    return Number(text);
  };
  const [share = '', of = ''] = values.share.split('/');
  const options = {
    cases: whole('--cases', values.cases),
    first: whole('--first', values.first),
    seed: whole('--seed', values.seed),
    share: whole('--share', share),
    of: whole('--share', of),
  };
  if (options.share < 1 || options.share > options.of)
    throw new Error(`--share must be like 1/2 or 2/2, is ${values.share}`);
  return options;
}
