import { expect, test, vi } from 'vitest';
import { rules } from '../../rules/index.ts';
import { Document } from '../core/document.ts';
import { lint, RuleSet } from '../core/engine/lint.ts';
import type { Json } from '../core/json/json.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import { openSample } from './samples.ts';

/**
 * The files that walk through documents while a sample is linted, with the objects and lists that each file enters, in
 * percent. There should be one walk, which calls the rules and validates; duplicate keys are counted separately, and
 * the other walks could be merged into it. Lower a number when it falls; a new line would be a new walk.
 */
const walkShares: Readonly<Record<string, number>> = {
  'core/engine/lint.ts': 97,
  'core/document.ts': 100,
  'core/domain/variables.ts': 61,
  'core/workspace/records.ts': 22,
  'core/index/occurrences-in.ts': 18,
  'core/domain/tools.ts': 7,
  'core/workspace/workspace.ts': 3,
  'core/engine/overrides.ts': 2,
};
/** The objects and lists whose direct contents rules and other code read, in percent of all objects and lists. */
const MAX_LOOKS = 133;
/** The tolerated difference of a number, because the samples grow. */
const TOLERANCE = 3;

/** The number of entered objects and lists, by file. */
type EnterCounts = Map<string, number>;

/** A proxy of a value that calls `enter` whenever the contents of one of its objects or lists are read. */
function watchedValue(value: Json, enter: () => void): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value))
    return new Proxy(
      value.map(item => watchedValue(item as Json, enter)),
      {
        get(list, key, receiver) {
          if (key === '0') enter();
          return Reflect.get(list, key, receiver) as unknown;
        },
      },
    );
  return new Proxy(Object.fromEntries(Object.entries(value).map(([key, item]) => [key, watchedValue(item, enter)])), {
    ownKeys(object) {
      enter();
      return Reflect.ownKeys(object);
    },
  });
}

function watchedDocument({ file, text }: Document, enter: () => void): Document {
  const document = new Document(file, text),
    parse = JSON.parse,
    spy = vi.spyOn(JSON, 'parse').mockImplementation(json => watchedValue(parse(json) as Json, enter));
  try {
    void document.value;
  } finally {
    spy.mockRestore();
  }
  return document;
}

const isWay = (file: string): boolean => /^(testing\/one-walk|core\/(cursor|json\/))/.test(file);
const isWalk = (file: string): boolean => /^core\/(dispatch|syntax\/count-keys)\.ts/.test(file);
/** The file that reads a value, and whether it walks through the document or only reads one object or list. */
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

test('only the listed files walk through documents', () => {
  const { stackTraceLimit } = Error,
    walkTimes: EnterCounts = new Map(),
    lookTimes: EnterCounts = new Map(),
    clinic = openSample('clinic').workspace,
    set = new RuleSet(rules);
  let isLinting = false;
  const documents = clinic.documents.map(document =>
    watchedDocument(document, () => {
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
  expect(shares.map(([file]) => file).sort()).toEqual(Object.keys(walkShares).sort());
  const mismatches = shares.filter(
    ([file, share]) => share > walkShares[file]! || share < walkShares[file]! - TOLERANCE,
  );
  expect(mismatches).toEqual([]);
  const lookShare = percent([...lookTimes.values()].reduce((sum, times) => sum + times, 0));
  expect(lookShare).toBeLessThanOrEqual(MAX_LOOKS);
});
