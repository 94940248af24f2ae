import { describe, expect, test } from 'vitest';
import { Document } from '../core/document.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import { Random } from '../testing/fuzz/random.ts';
import { changedCopy } from '../testing/three-way.ts';
import { driftBetween } from './drift.ts';
import { takeOver } from './drift-edits.ts';
import { driftSides } from './drift-values.ts';

const llm = {
  llm_id: 'llm_1',
  version: 0,
  general_prompt: 'Be kind.',
  start_speaker: 'agent',
  model_temperature: 0.2,
  default_dynamic_variables: { a: 'one', b: 'two' },
  general_tools: [
    { type: 'end_call', name: 'bye', description: 'Ends.' },
    { type: 'custom', name: 'look', url: 'https://a.example', headers: { accept: 'x' } },
  ],
  states: [
    {
      name: 'first',
      state_prompt: 'Greet.',
      edges: [{ destination_state_name: 'last', description: 'Then.' }],
      tools: [],
    },
    { name: 'last', state_prompt: 'End.' },
  ],
  starting_state: 'first',
};
const fixedKeys = new Set([
  'llm_id',
  'version',
  'type',
  'id',
  'name',
  'general_tools',
  'states',
  'edges',
  'destination_state_name',
]);

const state = (files: Readonly<Record<string, string>>): Workspace =>
  new Workspace(Object.entries(files).map(([file, text]) => new Document(file, text)));

function textAfterTakeOver(
  file: string,
  texts: { base?: string; here: string; there: string },
  deletes = false,
): string {
  const [here, there] = [state({ [file]: texts.here }), state({ 'export.json': texts.there })],
    base = texts.base === undefined ? undefined : state({ [file]: texts.base });
  const drift = driftBetween({ filesWorkspace: here, accountWorkspace: there, base }, { byName: false });
  const { workspace, leftovers } = takeOver({
    filesWorkspace: here,
    ...drift,
    sides: deletes ? ['there', 'not-kept'] : ['there'],
  });
  expect(leftovers).toEqual([]);
  const remainingRecords = driftBetween(
    { filesWorkspace: workspace, accountWorkspace: drift.accountWorkspace, base },
    { byName: false },
  ).records;
  for (const { side } of remainingRecords.flatMap(record => record.values))
    expect(['here', 'both', ...(deletes ? [] : ['not-kept'])]).toContain(side);
  return workspace.document(file)!.text;
}

/** Changes of the layout of a text, as people make them. */
const layouts: readonly ((text: string) => string)[] = [
  text => text,
  text => JSON.stringify(JSON.parse(text)),
  text => `\ufeff${text.replaceAll('\n', '\r\n')}`,
  text => JSON.stringify(JSON.parse(text), undefined, '\t'),
  text => text.replaceAll(/,$/gm, ', // why').replace('{', '/* all */ {'),
  text => text.replaceAll(/\n */g, ' '),
  text =>
    `[\n  { "llm_id": "llm_2", "general_prompt": "x", "model": "gpt-4.1" },\n  ${text.replaceAll('\n', '\n  ')}\n]\n`,
];

test.each([true, false])("exactly the platform's changes are taken over (deletes: %s)", deletes => {
  for (let seed = 0; seed < 300; seed++) {
    const random = new Random(seed, Number(deletes)),
      layout = random.pick(layouts),
      changed = (): string => JSON.stringify(changedCopy(llm, random, random.upTo(5), fixedKeys), undefined, 2);
    textAfterTakeOver('a.llm.jsonc', { base: JSON.stringify(llm), here: layout(changed()), there: changed() }, deletes);
  }
});

test('a takeover of one chosen value takes exactly this value, whichever side changed it', () => {
  let conflicts = 0,
    refusals = 0;
  for (let seed = 0; seed < 300; seed++) {
    const random = new Random(seed),
      layout = random.pick(layouts),
      changed = (): string => JSON.stringify(changedCopy(llm, random, 1 + random.upTo(5), fixedKeys), undefined, 2);
    const [here, there, base] = [layout(changed()), changed(), JSON.stringify(llm)].map((text, i) =>
      state({ [i === 1 ? 'export.json' : 'a.llm.jsonc']: text }),
    ) as [Workspace, Workspace, Workspace];
    const drift = driftBetween({ filesWorkspace: here, accountWorkspace: there, base }, { byName: false }),
      values = drift.records
        .flatMap(record => (record.accountRecord ? record.values : []))
        .filter(({ side }) => side !== 'here');
    if (values.length === 0) continue;
    const chosenValue = random.pick(values),
      { workspace, leftovers } = takeOver({
        filesWorkspace: here,
        ...drift,
        sides: driftSides,
        isChosen: value => value === chosenValue,
      });
    if (leftovers.length > 0) {
      // an item renamed in the files cannot be matched if another of its values differs, too
      expect(drift.records[0]!.values.some(({ side, pointer }) => side === 'here' && pointer.endsWith('/name'))).toBe(
        true,
      );
      refusals++;
      continue;
    }
    if (chosenValue.side === 'both') conflicts++;
    const remainingValues = driftBetween(
      { filesWorkspace: workspace, accountWorkspace: drift.accountWorkspace, base },
      { byName: false },
    ).records.flatMap(record => (record.accountRecord ? record.values : []));
    const allValues = drift.records.flatMap(record => (record.accountRecord ? record.values : []));
    expect([seed, remainingValues.length]).toEqual([seed, allValues.length - 1]);
  }
  expect(conflicts).toBeGreaterThan(20);
  expect(refusals).toBeLessThan(5);
});

test('an item that the platform renamed is in the file once, although other values of it changed in the file', () => {
  const renamed = (text: string, oldName: string): string => text.replaceAll(`"${oldName}"`, `"new_${oldName}"`);
  for (let seed = 0; seed < 200; seed++) {
    const random = new Random(seed),
      names = ['bye', 'look', 'first', 'last'].filter(() => random.chance(0.5)),
      editedTexts = ['Ends.', 'https://a.example', 'Greet.', 'End.', 'Be kind.', 'Then.'].filter(() =>
        random.chance(0.4),
      );
    const base = JSON.stringify(llm),
      here = editedTexts.reduce((text, oldText) => text.replace(`"${oldText}"`, `"${oldText}!"`), base),
      text = textAfterTakeOver('a.llm.json', { base, here, there: names.reduce(renamed, base) });
    expect([seed, text]).toEqual([seed, names.reduce(renamed, here)]);
    // a value taken from the platform does not conflict with a value changed in the files
    const [former, current, account] = [base, text, names.reduce(renamed, base)].map(text =>
      state({ 'a.llm.json': text }),
    ) as [Workspace, Workspace, Workspace];
    const [record] = driftBetween(
      { filesWorkspace: current, accountWorkspace: account, base: former },
      { byName: false },
    ).records;
    expect([seed, record!.values.filter(({ side }) => side !== 'here')]).toEqual([seed, []]);
  }
});

/** The number of lines that differ. */
const linesChanged = (before: string, after: string): number => {
  const [former, current] = [before.split('\n'), after.split('\n')];
  expect(current.length).toBe(former.length);
  return former.filter((line, i) => line !== current[i]).length;
};

describe('one changed value changes one line', () => {
  const formattedText = JSON.stringify(llm, undefined, 2),
    there = JSON.stringify({
      ...llm,
      general_tools: [{ ...llm.general_tools[0], description: 'Other.' }, llm.general_tools[1]],
    });
  const cases: [string, string, string][] = [
    ['with tabs', 'a.llm.json', JSON.stringify(llm, undefined, '\t')],
    ['with CRLF and a BOM', 'a.llm.json', `\ufeff${formattedText.replaceAll('\n', '\r\n')}\r\n`],
    [
      'with comments',
      'a.llm.jsonc',
      formattedText.replace('"general_prompt"', '// first\n  "general_prompt"').replace('Ends."', 'Ends." /* kept */'),
    ],
    ['without a newline at the end', 'a.llm.json', formattedText],
    ['on one line', 'a.llm.json', JSON.stringify(llm)],
  ];
  test.each(cases)('in a file %s', (_, file, here) => {
    const text = textAfterTakeOver(file, { here, there });
    expect(linesChanged(here, text)).toBe(1);
    expect(text).toBe(here.replace('Ends.', 'Other.'));
  });
  test('in a nested engine, in the spelling of its file', () => {
    const agent = {
      agent_id: 'agent_a',
      version: 3,
      agent_name: 'A',
      voice_id: 'retell-Cimo',
      response_engine: { type: 'retell-llm', llm_id: 'llm_1', version: 0 },
    };
    const here = JSON.stringify({ ...agent, retellLlmData: llm }, undefined, 2),
      text = textAfterTakeOver('a.agent.json', {
        here,
        there:
          `[${JSON.stringify({ ...agent, voice_id: 'retell-Grace' })}, ${there}]`
            .replace(/^\[/, '{"agents": [')
            .replace(', {"llm_id"', '], "llms": [{"llm_id"') + '}',
      });
    expect(text).toBe(here.replace('Ends.', 'Other.').replace('Cimo', 'Grace'));
  });
});

test('a new value is written in the spelling of its file, or else in the spelling of the other files', () => {
  const agent = { agent_id: 'agent_a', version: 0, agent_name: 'A', voice_id: '11labs-Myra', language: 'en-US' },
    engine = { type: 'retell-llm', llm_id: 'llm_1', version: 0 };
  const there = JSON.stringify({ ...agent, response_engine: engine });
  expect(textAfterTakeOver('a.agent.json', { here: JSON.stringify(agent), there })).toBe(there);
  const here = state({
    'a.agent.json': JSON.stringify(agent),
    'b.agent.json': JSON.stringify({
      ...agent,
      agent_id: 'agent_b',
      response_engine: { ...engine, type: 'service-llm' },
    }),
  });
  const drift = driftBetween(
      { filesWorkspace: here, accountWorkspace: state({ 'x.json': there }), base: undefined },
      { byName: false },
    ),
    { workspace } = takeOver({ filesWorkspace: here, ...drift, sides: ['there'] });
  expect(workspace.document('a.agent.json')!.text).toContain('llm_id');
});
