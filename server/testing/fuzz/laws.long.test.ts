import { describe, expect, test } from 'vitest';
import { rules } from '../../../rules/index.ts';
import { RuleSet } from '../../core/engine/lint.ts';
import { kindNames } from '../../core/kinds.ts';
import { clinic, editors } from '../clients.ts';
import { everything } from '../editor.ts';
import { samples } from '../samples.ts';
import { lengthsOf, panelRequests, start, answerMistakes, mistakesInEditor } from './answering.ts';
import { changeCount } from './fixing.ts';
import { inputOf, sourcesIn, type FuzzSource, type Input } from './inputs.ts';
import { rerun, everyLaw, failures, type Failure } from './laws.ts';
import { halfTyped, type Mutation } from './mutations.ts';
import { tally } from './one-fix.ts';
import { Random } from './random.ts';
import { Subject } from './subject.ts';

const set = new RuleSet(rules),
  sources = sourcesIn(samples('.')),
  SEED = 2026;
type Name = keyof typeof everyLaw;

const inputFrom = (source: FuzzSource, file = source.file, text = source.text, mutation?: Mutation): Input => ({
  number: 0,
  source,
  file,
  text,
  random: new Random(7),
  ...(mutation && { mutation }),
});
const none = (failures: readonly Failure[], title: string): void =>
  expect(failures.map(({ law, why }) => `${law}: ${why}`).slice(0, 5), title).toEqual([]);
/** About `targetCount` evenly distributed offsets, and the offsets just before and after the text. */
const offsets = (text: string, targetCount: number): number[] => {
  const step = Math.max(1, Math.ceil(text.length / targetCount));
  return [-1, ...Array.from({ length: Math.floor(text.length / step) + 1 }, (_, i) => i * step), text.length + 1];
};

/**
 * Asserts that the laws hold for `cases` inputs.
 * @returns the inputs
 */
function holdFor(cases: number, names: readonly Name[], ways?: readonly Mutation[]): Input[] {
  const inputs = Array.from({ length: cases }, (_, number) => inputOf(sources, SEED, number, ways));
  for (const input of inputs)
    none(failures(new Subject(input, set), names), `${rerun(SEED, input, ways)}\n${input.file}:\n${input.text}`);
  return inputs;
}

describe.each(sources.oddSources.map(source => [source.file, source.text.slice(0, 40), source] as const))(
  '%s %j',
  (...oddInput) => {
    const [, , source] = oddInput,
      { text } = source;
    test('the laws hold at every offset', () => {
      const subject = new Subject(inputFrom(source), set);
      none(failures(subject, ['parses', 'lints', 'fixes', 'outlines', 'showsWorkspace']), text);
      // in a deeply nested text the time of an answer grows with the depth
      for (const offset of offsets(text, text.length < 2000 ? text.length : 10))
        none(failures(subject.moveTo(offset), ['navigates', 'renames', 'completes']), `at ${offset} of ${text}`);
      for (const offset of offsets(text, 100))
        none(failures(subject.moveTo(offset), ['offersActions']), `at ${offset} of ${text}`);
      for (const offset of offsets(text, 60).slice(1, -1))
        none(failures(subject.moveTo(offset), ['showsPanels']), `at ${offset} of ${text}`);
    });
    test('the laws of hovers and decorations hold for the text as a file of any kind', () => {
      for (const file of [source.file, ...kindNames.map(kind => `x.${kind}.json`)]) {
        const subject = new Subject(inputFrom(source, file), set);
        none(failures(subject, ['decorates']), `${file}: ${text}`);
        for (const offset of offsets(text, text.length < 400 ? text.length : 10))
          none(failures(subject.moveTo(offset), ['hovers', 'decoratesAt']), `${file} at ${offset} of ${text}`);
      }
    });
  },
);

test('the laws hold for texts that are cut and mixed', () => {
  holdFor(500, ['navigates', 'renames', 'decorates', 'outlines', 'completes'], ['mixed']);
});
test('the laws hold for texts made by every mutation', () => {
  holdFor(200, Object.keys(everyLaw) as Name[]);
});
test.each([
  ['broken or not', 'typos'],
  ['JSON with comments', 'comments'],
] as const)('the laws of fixes hold for files that are %s', (_, way) => {
  const before = { ...tally, rules: tally.rules.size, changed: changeCount };
  tally.rules.clear();
  holdFor(1200, ['fixesAlone', 'fixes'], [way]);
  expect(tally.fixes - before.fixes).toBeGreaterThan(500);
  expect(tally.safe - before.safe).toBeGreaterThan(50);
  expect(tally.rules.size).toBeGreaterThan(way === 'comments' ? 30 : 15);
  expect(changeCount - before.changed).toBeGreaterThan(50);
  if (way === 'comments')
    expect([tally.remarks - before.remarks, tally.inside - before.inside].map(n => n > 0)).toEqual([true, true]);
});

test.each(['clinic', 'broken'] as const)('a half-typed line in the sample %s adds no findings', name => {
  let states = 0,
    count = 0;
  for (const source of sources.samples) {
    if (!source.workspace.documents.some(({ text }) => text === source.text)) continue;
    if (source.workspace !== sources.samples[name === 'clinic' ? 0 : sources.samples.length - 1]!.workspace) continue;
    for (const text of halfTyped(source.text)) {
      const subject = new Subject(inputFrom(source, source.file, text, 'half-typed'), set);
      if (subject.context.document.readable) continue;
      states++;
      count += subject.findings.filter(({ rule }) => rule !== 'invalid-json').length;
      none(failures(subject, ['addsNothing']), `${source.file}: ${text}`);
    }
  }
  expect(states).toBeGreaterThan(1000);
  expect(count > 0).toBe(name === 'broken');
});

describe('the language server', () => {
  const editorOver = editors();
  test('answers about a half-typed text with ranges within its lines, or refuses with a reason', async () => {
    const editor = editorOver(clinic, everything);
    for (const { file, text } of sources.oddSources) {
      await editor.open(file, text);
      const lengths = lengthsOf(text),
        line = lengths.length - 1;
      const places = [
        start,
        { line, character: lengths.at(-1)! },
        { line, character: 99_999 },
        { line: line >> 1, character: 12 },
        { line: 99_999, character: 3 },
      ];
      // in a deeply nested text the time of an answer grows with the depth
      for (const position of text.length < 2000 ? places : places.slice(0, 2)) {
        expect([file, text, position, ...(await answerMistakes(editor, file, text, position))]).toEqual([
          file,
          text,
          position,
        ]);
        for (const request of panelRequests)
          await editor.connection.sendRequest(request, { uri: editor.uri(file), position });
      }
      expect([file, text, ...editor.log]).toEqual([file, text]);
      await editor.close(file);
    }
  });
  test('answers with positions within the lines, whatever the line ends', async () => {
    const editor = editorOver({}, everything);
    for (let number = 0; number < 300; number++) {
      const input = inputOf(sources, SEED, number);
      expect(await mistakesInEditor(editor, input), `${rerun(SEED, input)}\n${input.file}:\n${input.text}`).toEqual([]);
    }
    expect(editor.log).toEqual([]);
  });
  test.each([
    '',
    '\r\n',
    '\r',
    '\n',
    '\r\n\r\n',
    ' \r\n',
    '{\r\n',
    '{"a":\r\n"b": 1}',
    '[1,\r\n"a": 2]',
    '{"a": [\r\n"b": 1}',
    '"\r\n',
    '[1\r\n}\r\n]',
  ])('answers with positions within the lines of %j', async text => {
    const editor = editorOver({}, everything),
      name = 'x.asr-routing.json';
    await editor.open(name, text);
    for (const [line, length] of lengthsOf(text).entries())
      for (let character = 0; character <= length; character++)
        expect(await answerMistakes(editor, name, text, { line, character })).toEqual([]);
  });
});
