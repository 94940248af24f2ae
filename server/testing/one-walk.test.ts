import { expect, test, vi } from 'vitest';
import { rules } from '../../rules/index.ts';
import { Document } from '../core/document.ts';
import { lint, RuleSet } from '../core/engine/lint.ts';
import type { Json } from '../core/json/json.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import { openSample } from './samples.ts';

/**
 * Counts who walks through documents while all of a sample is linted, and how many of a hundred objects and lists each
 * enters. There is supposed to be one walk, which calls the rules and validates; duplicate keys are counted separately,
 * and the others could be merged into that walk. When a number falls, lower it here, so that it stays that way; a new
 * line would be a new walk.
 */
const walks: Readonly<Record<string, number>> = {
  'core/engine/lint.ts': 97,
  'core/document.ts': 100,
  'core/domain/variables.ts': 48,
  'core/workspace/records.ts': 22,
  'core/index/occurrences-in.ts': 18,
  'core/domain/tools.ts': 7,
  'core/workspace/workspace.ts': 3,
  'core/engine/overrides.ts': 2,
};
/** How many objects and lists, of a hundred, rules and others iterate over when called, one level each. */
const LOOKS = 127;
/** A number may be too large by this much, because the samples grow. */
const SLACK = 3;

/** By who enters: how often. */
type Entered = Map<string, number>;

/** A value that reports when somebody iterates over the contents of one of its objects or lists. */
function watch(value: Json, enter: () => void): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value))
    return new Proxy(
      value.map(item => watch(item as Json, enter)),
      {
        get(list, key, receiver) {
          if (key === '0') enter();
          return Reflect.get(list, key, receiver) as unknown;
        },
      },
    );
  return new Proxy(Object.fromEntries(Object.entries(value).map(([key, item]) => [key, watch(item, enter)])), {
    ownKeys(object) {
      enter();
      return Reflect.ownKeys(object);
    },
  });
}

function read({ file, text }: Document, enter: () => void): Document {
  const document = new Document(file, text),
    parse = JSON.parse,
    spy = vi.spyOn(JSON, 'parse').mockImplementation(json => watch(parse(json) as Json, enter));
  try {
    void document.value;
  } finally {
    spy.mockRestore();
  }
  return document;
}

const isWay = (file: string): boolean => /^(testing\/one-walk|core\/(cursor|json\/))/.test(file);
const isWalk = (file: string): boolean => /^core\/(dispatch|syntax\/count-keys)\.ts/.test(file);
/** The file whose walk it is, or which only looks into one object or list. */
function caller(): { readonly file: string; readonly walks: boolean } {
  const files = [...new Error().stack!.matchAll(/\/(?:server\/)?((?:rules|core|testing)\/[\w./-]+\.ts):/g)].map(
      ([, file]) => file!,
    ),
    [first = '', ...others] = files.filter(file => !isWay(file));
  return isWalk(first)
    ? { file: others.find(file => !isWalk(file)) ?? '', walks: true }
    : { file: first, walks: false };
}
const sizeOf = (value: Json | undefined): number =>
  typeof value !== 'object' || value === null
    ? 0
    : Object.values(value).reduce<number>((n, item) => n + sizeOf(item), 1);

test('the walks through documents are listed, and become fewer', () => {
  const { stackTraceLimit } = Error,
    walkTimes: Entered = new Map(),
    lookTimes: Entered = new Map(),
    clinic = openSample('clinic').workspace,
    set = new RuleSet(rules);
  let isLinting = false;
  const documents = clinic.documents.map(document =>
    read(document, () => {
      if (!isLinting) return;
      const { file, walks } = caller(),
        into = walks ? walkTimes : lookTimes;
      into.set(file, (into.get(file) ?? 0) + 1);
    }),
  );
  const size = clinic.documents.reduce((n, { value }) => n + sizeOf(value), 0),
    workspace = new Workspace(documents, clinic.facts);
  const result = documents.map(({ file }) => lint(clinic.document(file)!, clinic, set));
  Error.stackTraceLimit = 100;
  isLinting = true;
  try {
    expect(documents.map(document => lint(document, workspace, set))).toEqual(result);
  } finally {
    isLinting = false;
    Error.stackTraceLimit = stackTraceLimit;
  }
  const percent = (times: number): number => Math.round((times / size) * 100),
    shares = [...walkTimes].map(([file, times]) => [file, percent(times)] as const);
  expect(shares.map(([file]) => file).sort()).toEqual(Object.keys(walks).sort());
  const others = shares.filter(([file, share]) => share > walks[file]! || share < walks[file]! - SLACK);
  expect(others).toEqual([]);
  const looks = percent([...lookTimes.values()].reduce((sum, times) => sum + times, 0));
  expect(looks).toBeLessThanOrEqual(LOOKS);
});
