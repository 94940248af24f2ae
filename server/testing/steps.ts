import { Session, type Profiler } from 'node:inspector';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

/** A part of a function, as offsets, with the number of times it ran. */
interface Block {
  readonly start: number;
  readonly end: number;
  readonly times: number;
}

/**
 * Counts of how often each part of Preflight's code ran: blocks by function, and long native calls by the calling
 * line.
 */
export class Steps {
  readonly blocks = new Map<string, readonly Block[]>();
  readonly calls = new Map<string, number>();

  get total(): number {
    let total = 0;
    for (const block of [...this.blocks.values()].flat()) total += block.times;
    for (const times of this.calls.values()) total += times;
    return total;
  }
  /**
   * The number of times a block ran in these counts. A block that V8 does not report ran as often as the block around
   * it.
   */
  #timesOf(name: string, { start, end }: Block): number {
    const blocks = (this.blocks.get(name) ?? []).filter(
      otherBlock => otherBlock.start <= start && otherBlock.end >= end,
    );
    return (
      blocks.reduce<Block | undefined>((a, b) => (a && a.end - a.start <= b.end - b.start ? a : b), undefined)?.times ??
      0
    );
  }
  /** The blocks and calls that ran more often than `limitOf` allows, given their number in a smaller run. */
  outgrown(few: Steps, limitOf: (few: number) => number): string[] {
    const linesOf = (name: string, before: number, after: number): string[] =>
      after > limitOf(before) ? [`${name}: ${before} → ${after}`] : [];
    return [
      ...[...this.calls].flatMap(([place, times]) => linesOf(place, few.calls.get(place) ?? 0, times)),
      ...[...this.blocks].flatMap(([name, blocks]) =>
        blocks.flatMap(block => linesOf(`${name} @${block.start}`, few.#timesOf(name, block), block.times)),
      ),
    ];
  }
}

/**
 * Estimates the items over which a native function iterates within one call, because coverage counts the call only
 * once.
 */
type Native = (self: { readonly length: number }, args: readonly unknown[], result: unknown) => number;

const wholeLength: Native = self => self.length;
const native: Native = (self, _, result) => (typeof result === 'number' && result >= 0 ? result + 1 : self.length);
const arrayMethods: Readonly<Record<string, Native>> = {
  concat: (self, args) =>
    self.length + args.reduce((sum: number, arg) => sum + (Array.isArray(arg) ? arg.length : 1), 0),
  slice: (_, __, result) => (result as readonly unknown[]).length,
  indexOf: native,
  includes: wholeLength,
  join: wholeLength,
  reverse: wholeLength,
  shift: wholeLength,
  unshift: wholeLength,
  splice: (self, [start]) => self.length - Number(start),
  flat: (_, __, result) => (result as readonly unknown[]).length,
};
const stringMethods: Readonly<Record<string, Native>> = {
  indexOf: (self, args, result) => (native(self, args, result) as number) - (Number(args[1]) || 0),
  includes: wholeLength,
  split: wholeLength,
  replace: wholeLength,
  replaceAll: wholeLength,
  toLowerCase: wholeLength,
  trim: wholeLength,
};

// Import this file first: only code compiled after these flags are set is counted by block, and optimized code only
// partly. Code of the baseline compiler is counted like interpreted code, and is faster.
setFlagsFromString('--no-opt');
setFlagsFromString('--always-sparkplug');
const session = new Session();
session.connect();
ask('Profiler.enable');
ask('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

/** The code that has run since the last call. */
const coverage = (): readonly Profiler.ScriptCoverage[] =>
  (ask('Profiler.takePreciseCoverage') as Profiler.TakePreciseCoverageReturnType).result;

/** Sends a command to the profiler, which answers synchronously within one process. */
function ask(method: string, params?: object): unknown {
  let answer: unknown;
  session.post(method, params, (error, result) => {
    if (error) throw new Error(error.message);
    answer = result;
  });
  return answer;
}

/**
 * Counts steps instead of time, so that the result is the same on every machine. V8 counts how often each block of
 * code runs; a long native call, such as copying a list, counts by its length at the calling line.
 * @param minimum the length from which a native call counts
 */
export function stepsOf(run: () => void, minimum: number): Steps {
  const steps = new Steps();
  coverage();
  const restore = countNative(minimum, (place, times) => steps.calls.set(place, (steps.calls.get(place) ?? 0) + times));
  try {
    run();
  } finally {
    restore();
  }
  for (const { url, functions } of coverage()) {
    const file = ownFile(url);
    for (const { functionName, ranges } of file === undefined ? [] : functions) {
      const blocks = ranges.map(({ startOffset, endOffset, count }) => ({
        start: startOffset,
        end: endOffset,
        times: count,
      }));
      steps.blocks.set(`${file} ${functionName || '(unnamed)'} @${blocks[0]!.start}`, blocks);
    }
  }
  return steps;
}

const root = fileURLToPath(new URL('../../', import.meta.url));
function ownFile(url: string): string | undefined {
  const path = url.startsWith('file:') ? fileURLToPath(url) : url;
  const file = path.startsWith(root) ? path.slice(root.length) : '';
  return /^(server\/(core|view)|rules)\//.test(file) && !file.includes('.test.') ? file : undefined;
}

type Method = (this: unknown, ...args: unknown[]) => unknown;

/**
 * Replaces native functions by versions that count.
 * @returns a function that restores them
 */
function countNative(minimum: number, add: (place: string, times: number) => void): () => void {
  const undo: (() => void)[] = [];
  let isBusy = false;
  const count = (times: number, name: string): void => {
    if (isBusy || times < minimum) return;
    isBusy = true;
    add(callerOf(name), times);
    isBusy = false;
  };
  const patch = (prototype: object, name: PropertyKey, withCounter: (original: Method) => Method): void => {
    const before = Object.getOwnPropertyDescriptor(prototype, name)!;
    Object.defineProperty(prototype, name, { ...before, value: withCounter(before.value as Method) });
    undo.push(() => void Object.defineProperty(prototype, name, before));
  };
  const patchAll = (prototype: object, costs: Readonly<Record<string, Native>>): void => {
    for (const [name, cost] of Object.entries(costs))
      patch(prototype, name, original => {
        return function (this: unknown, ...args) {
          const result = original.apply(this, args);
          if (!isBusy) count(cost(this as { readonly length: number }, args, result), name);
          return result;
        };
      });
  };
  // an iteration may end early, so its steps are counted instead of the length
  const patchIterator = (prototype: object, name: PropertyKey, size: 'length' | 'size'): void =>
    patch(prototype, name, original => {
      return function (this: unknown) {
        const iterator = original.call(this) as IterableIterator<unknown>;
        if (isBusy || (this as Record<string, number>)[size]! < minimum) return iterator;
        let times = 0;
        const countingIterator: IterableIterator<unknown> = {
          next: () => {
            const result = iterator.next();
            if (++times === minimum) count(times, 'an iteration');
            else if (result.done) count(times, 'an iteration');
            return result;
          },
          [Symbol.iterator]: () => countingIterator,
        };
        return countingIterator;
      };
    });
  patchAll(Array.prototype, arrayMethods);
  const inText =
    (cost: Native): Native =>
    (self, args, result) => {
      const times = cost(self, args, result);
      return times > 8 * minimum ? times : 0;
    };
  patchAll(
    String.prototype,
    Object.fromEntries(Object.entries(stringMethods).map(([name, cost]) => [name, inText(cost)])),
  );
  patchAll(RegExp.prototype, {
    exec: (_, [text], match) => (match ? (match as RegExpExecArray)[0].length : String(text).length),
  });
  patchAll(JSON, { stringify: (_, __, text) => (text as string | undefined)?.length ?? 0 });
  const listLength: Native = (_, __, list) => (list as readonly unknown[]).length;
  patchAll(Object, { keys: listLength, values: listLength, entries: listLength });
  patchIterator(Array.prototype, Symbol.iterator, 'length');
  patchIterator(Array.prototype, 'entries', 'length');
  for (const name of ['keys', 'values', 'entries', Symbol.iterator]) {
    patchIterator(Map.prototype, name, 'size');
    patchIterator(Set.prototype, name, 'size');
  }
  return () => undo.reverse().forEach(restoreOne => restoreOne());
}

/** The line in Preflight's code that made the current call. */
function callerOf(name: string): string {
  const { prepareStackTrace } = Error;
  Error.prepareStackTrace = (_, sites) => sites;
  const sites = new Error().stack as unknown as readonly NodeJS.CallSite[];
  Error.prepareStackTrace = prepareStackTrace;
  for (const site of sites.slice(3)) {
    const file = ownFile(site.getFileName() ?? '');
    if (file !== undefined)
      return `${file} ${site.getFunctionName() ?? '(unnamed)'} @${site.getLineNumber()} calls ${name}`;
  }
  return `(elsewhere) ${name}`;
}
