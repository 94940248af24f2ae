import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { rules } from '../../../rules/index.ts';
import { RuleSet } from '../../core/engine/lint.ts';
import { Editor, everything } from '../editor.ts';
import { mistakesInEditor } from './answering.ts';
import { inputOf, ROW, sourcesIn, type Input } from './inputs.ts';
import { testSuite } from './json-test-suite.ts';
import { rerun, everyLaw, failuresOf, lawsFor, type Failure } from './laws.ts';
import type { Mutation } from './mutations.ts';
import { optionsOf } from './options.ts';

/** The names of all laws, which are checked if only one input is run. */
const everyName = Object.keys(everyLaw) as (keyof typeof everyLaw)[];
/** The time limit of a law on one input, in milliseconds, so that an editor does not have to wait. */
const TIME_LIMIT = 1000;
/** The number of first inputs without a time limit, because they include the time V8 needs for compiling. */
const WARM_UP = 200;
const MAX_LISTED = 20;
const REPORT_INTERVAL = 5000;

/**
 * Runs the laws on many inputs.
 * @param root the folder of the repository
 * @returns the exit code
 */
export async function main(root: string, args: readonly string[]): Promise<number> {
  const { cases, first, seed, share, shareCount, ways } = optionsOf(args);
  const { PREFLIGHT_CORPUS: corpus, PREFLIGHT_JSON_TEST_SUITE: suite } = process.env;
  const misjudgedCount = suite === undefined ? 0 : testSuite(suite);
  const sources = sourcesIn(join(root, 'samples'), corpus),
    ruleSet = new RuleSet(rules),
    tally = new Tally(join(root, '.cache/fuzz'), seed, ways),
    editor = new Editor({}, everything);
  const files = Object.values(sources).flat().length;
  console.log(`seed ${seed}, ${cases} inputs from ${first}, share ${share}/${shareCount}, made of ${files} files`);
  for (let number = first; number < first + cases; number++) {
    // all inputs from one file go to the same process, because they share results
    if (Math.floor(number / ROW) % shareCount !== share - 1) continue;
    // the target of a WeakRef can be collected only after the event loop turns
    if (number % ROW === 0) await setImmediate();
    const input = inputOf(sources, seed, number, ways),
      startUsage = process.cpuUsage();
    const names = cases === 1 ? everyName : lawsFor(input),
      failures = failuresOf(input, ruleSet, names, tally.count < WARM_UP ? Infinity : TIME_LIMIT),
      milliseconds = process.cpuUsage(startUsage).user / 1000;
    if (cases === 1 || number % ROW === 0)
      for (const why of await mistakesInEditor(editor, input)) failures.push({ law: 'answers', why });
    tally.add(input, failures, milliseconds);
  }
  editor.dispose();
  tally.print();
  return tally.failedCount + misjudgedCount > 0 ? 1 : 0;
}

/** Counts inputs and failures, and writes each failure to files. */
class Tally {
  readonly #folder: string;
  readonly #seed: number;
  readonly #ways: readonly Mutation[] | undefined;
  readonly #startTime = performance.now();
  readonly #inputs = new Map<string, number>();
  readonly #failures = new Map<string, number>();
  #lastReport = performance.now();
  #maxMilliseconds = 0;
  count = 0;
  /** The number of inputs with a failure. */
  failedCount = 0;
  constructor(folder: string, seed: number, ways?: readonly Mutation[]) {
    this.#folder = folder;
    this.#ways = ways;
    this.#seed = seed;
  }

  add(input: Input, failures: readonly Failure[], milliseconds: number): void {
    this.count++;
    this.#inputs.set(input.mutation!, (this.#inputs.get(input.mutation!) ?? 0) + 1);
    if (this.count > WARM_UP) this.#maxMilliseconds = Math.max(this.#maxMilliseconds, milliseconds);
    if (failures.length > 0) this.#fail(input, failures);
    if (performance.now() - this.#lastReport < REPORT_INTERVAL) return;
    this.#lastReport = performance.now();
    this.print();
  }

  #fail(input: Input, failures: readonly Failure[]): void {
    this.failedCount++;
    for (const law of new Set(failures.map(({ law }) => law)))
      this.#failures.set(law, (this.#failures.get(law) ?? 0) + 1);
    const name = `${this.#seed}-${input.number}`,
      { file } = input;
    const description = [
      `${file}, ${input.mutation}; again: ${rerun(this.#seed, input, this.#ways)}`,
      ...failures.map(({ law, why: words }) => `${law}: ${words}`),
    ];
    mkdirSync(this.#folder, { recursive: true });
    writeFileSync(join(this.#folder, `${name}.${basename(file)}`), input.text);
    writeFileSync(join(this.#folder, `${name}.txt`), `${description.join('\n')}\n`);
    if (this.failedCount <= MAX_LISTED) console.log(`FAILED ${name} ${description.join('\n  ').slice(0, 1500)}`);
  }

  print(): void {
    const seconds = (performance.now() - this.#startTime) / 1000,
      list = (counts: ReadonlyMap<string, number>): string => [...counts].map(([name, n]) => `${name} ${n}`).join(', ');
    const rss = Math.round(process.memoryUsage().rss / 2 ** 20);
    console.log(
      `${this.count} inputs (${list(this.#inputs)}), ${Math.round(this.count / seconds)}/s, ` +
        `longest ${Math.round(this.#maxMilliseconds)} ms, RSS ${rss} MB, ` +
        `${this.failedCount} failed${this.failedCount > 0 ? ` (${list(this.#failures)})` : ''}`,
    );
  }
}
