import { parseArgs } from 'node:util';
import { mutations, type Mutation } from './mutations.ts';

interface FuzzOptions {
  /** The number of inputs, starting at number `first`. */
  readonly cases: number;
  readonly first: number;
  readonly seed: number;
  /** The number of this process, from 1, among the `shareCount` processes that divide the work. */
  readonly share: number;
  readonly shareCount: number;
  /** The mutations to choose from; all mutations by default. */
  readonly ways?: readonly Mutation[];
}

/**
 * Parses the command line.
 * @throws Error that names the wrong argument
 */
export function optionsOf(args: readonly string[]): FuzzOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      cases: { type: 'string', default: '10000' },
      first: { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
      share: { type: 'string', default: '1/1' },
      ways: { type: 'string' },
    },
  });
  const integerOf = (name: string, text: string): number => {
    if (!/^\d+$/.test(text)) throw new Error(`${name} must be an integer, got ${text}`);
    return Number(text);
  };
  const [share = '', shareCount = ''] = values.share.split('/');
  const options = {
    cases: integerOf('--cases', values.cases),
    first: integerOf('--first', values.first),
    seed: integerOf('--seed', values.seed),
    share: integerOf('--share', share),
    shareCount: integerOf('--share', shareCount),
    ...(values.ways !== undefined && { ways: values.ways.split(',') as Mutation[] }),
  };
  if (options.share < 1 || options.share > options.shareCount)
    throw new Error(`--share must be like 1/2 or 2/2, is ${values.share}`);
  const unknownMutations = options.ways?.filter(way => !mutations.includes(way)) ?? [];
  if (unknownMutations.length > 0)
    throw new Error(`--ways must be of ${mutations.join()}, got ${unknownMutations.join()}`);
  return options;
}
