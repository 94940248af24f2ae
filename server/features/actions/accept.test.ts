import { describe, expect, test } from 'vitest';
import { pathMatcher } from '../../core/configuration/globs.ts';
import { outcomeOf, titles } from '../../testing/actions-at.ts';
import { multi } from '../../testing/action-fixtures.ts';
import { globOf } from './accept.ts';

const contextWith = (fixture: string, config: string, name = 'preflight.config.json'): string =>
  `${fixture}-- ${name} --\n${config}`;

describe('a known value', () => {
  const model = '-- desk.agent.json --\n{ "voice_model": "sonic▮-9" }\n',
    title = 'Add "sonic-9" to the known values of voice_model';
  test.each([
    ['as the first entry', '{}\n', '  "knownValues": {\n    "voice_model": ["sonic-9"]\n  }\n'],
    [
      'with an additional field',
      '{ "knownValues": { "stt_mode": ["calm"] } }\n',
      '{ "knownValues": { "stt_mode": ["calm"], "voice_model": ["sonic-9"] } }\n',
    ],
    [
      'with an additional value',
      '{ "knownValues": { "voice_model": ["sonic-8"] } }\n',
      '{ "knownValues": { "voice_model": ["sonic-8", "sonic-9"] } }\n',
    ],
  ])('can be added to a configuration: %s', (_, config, after) =>
    expect(outcomeOf(contextWith(model, config), title)).toContain(after),
  );
  test('resolves the finding', () => {
    const config = '{ "knownValues": { "voice_model": ["sonic-9"] } }\n';
    expect(titles(model).some(label => label.includes(title))).toBe(true);
    expect(titles(contextWith(model, config))).toEqual([]);
  });
});

test('the title of an accepting action says at how many places the finding is reported', () => {
  const edges = [1, 2, 3].map(
    i => `{ "id": "e${i}", "transition_condition": { "type": "prompt", "prompt": "${i}" }, "desti▮nation": "bye" }`,
  );
  edges[1] = edges[1]!.replace('▮', '');
  edges[2] = edges[2]!.replace('▮', '');
  const nodes = `[{ "id": "hi", "type": "conversation", "edges": [${edges.join()}] }, { "id": "bye", "type": "end" }]`;
  expect(
    titles(`-- a.conversation-flow.json --\n{ "start_node_id": "hi", "nodes": ${nodes} }\n`).filter(row =>
      row.startsWith('quickfix.disable'),
    ),
  ).toEqual([
    'quickfix.disable: Suppress unconnected-condition in all 3 places',
    'quickfix.disable: Add unconnected-condition of all 3 places to the baseline',
    'quickfix.disable: Turn off unconnected-condition in this file',
    'quickfix.disable: Turn off unconnected-condition everywhere',
  ]);
});

test('a file that is not JSON has repairs, but its finding cannot be accepted', () =>
  expect(titles('-- a.agent.json --\n{ "agent_name": "Desk▮"\n  "channel": "voice" }\n')).toEqual([
    'quickfix*: Insert a comma',
    'source.fixAll.preflight: Fix all auto-fixable problems',
    'quickfix: Explain invalid-json',
  ]));

describe('a suppression', () => {
  const title = 'Suppress deprecated-value here';
  const entry = `    {
      "rule": "deprecated-value",
      "file": "desk.agent.json",
      "at": "/language",
      "reason": "‹say why this is accepted›"
    }`;
  const suppress = (fixture: string): string =>
    outcomeOf(fixture, title).replace('\n-- preflight.config.json --\n', '');
  test('creates the first configuration, and fills an empty one', () => {
    const first = `{\n  "suppress": [\n${entry}\n  ]\n}\n`;
    expect([suppress(multi), suppress(contextWith(multi, '\n'))]).toEqual([first, first]);
  });
  test.each([
    [
      'after the other entries, beside comments',
      '{\n  // ours\n  "suppress": [\n    { "rule": "x", "file": "y", "at": "", "reason": "z" } // known\n  ]\n}\n',
      `{\n  // ours\n  "suppress": [\n    { "rule": "x", "file": "y", "at": "", "reason": "z" }, // known\n${entry}\n  ]\n}\n`,
    ],
    [
      'to a list that contains only a comment',
      '{\n  "suppress": [\n    // { "rule": "x" }\n  ]\n}\n',
      `{\n  "suppress": [\n    // { "rule": "x" }\n${entry}\n  ]\n}\n`,
    ],
  ])('is added %s', (_, config, after) => expect(suppress(contextWith(multi, config))).toBe(after));
  test('is refused for a configuration with an unexpected layout', () =>
    expect(
      titles(contextWith(multi, '{ "suppress": {}, "rules": [], "overrides": "x" }')).filter(row => row.includes('–')),
    ).toMatchInlineSnapshot(`
        [
          "quickfix.disable: Suppress deprecated-value here – preflight.config.json has an unexpected layout",
          "quickfix.disable: Turn off deprecated-value in this file – preflight.config.json has an unexpected layout",
          "quickfix.disable: Turn off deprecated-value everywhere – preflight.config.json has an unexpected layout",
        ]
      `));
  test('is refused for a broken configuration', () =>
    expect(titles(contextWith(multi, '{ "suppress": [')).filter(row => row.includes('Suppress')))
      .toMatchInlineSnapshot(`
      [
        "quickfix.disable: Suppress deprecated-value here – preflight.config.json cannot be read; fix it first",
      ]
    `));
  test('without effect can be removed, together with the comma after it', () => {
    const config =
      '{ "suppress": [{ "rule": "deprecated-value", "file": "desk.agent.json", "at": "/langu▮age", "reason": "x" },], }\n';
    expect(
      outcomeOf(contextWith('-- desk.agent.json --\n{ "agent_name": "Desk" }\n', config), 'Remove the suppression'),
    ).toMatchInlineSnapshot(`
      "
      -- preflight.config.json --
      { "suppress": [], }
      "
    `);
  });
  test('without effect can be removed', () => {
    const config =
      '{\n' +
      '  "liveTags": ["prod"],\n' +
      '  "suppress": [\n' +
      '    { "rule": "deprecated-value", "file": "desk.agent.json", "at": "/langu▮age", "reason": "x" }\n' +
      '  ]\n' +
      '}\n';
    expect(
      outcomeOf(contextWith('-- desk.agent.json --\n{ "agent_name": "Desk" }\n', config), 'Remove the suppression'),
    ).toMatchInlineSnapshot(`
      "
      -- preflight.config.json --
      {
        "liveTags": ["prod"],
        "suppress": []
      }
      "
    `);
  });
});

test('a suppression of a finding in a string covers the whole string, and is listed before the baseline', () => {
  const tool = '{ "type": "end_call", "name": "end", "description": "Ends the call." }';
  const acceptTitles = (prompt: string): string[] =>
    titles(`-- a.llm.json --\n{ "general_prompt": "${prompt}", "general_tools": [${tool}] }\n`).filter(row =>
      /Suppress|baseline/.test(row),
    );
  expect(acceptTitles("Use the check▮_slots tool, then call 'book_visit'.")).toEqual([
    'quickfix.disable: Suppress prompt-names-missing-tool anywhere in this prompt',
    'quickfix.disable: Add this prompt-names-missing-tool to the baseline',
  ]);
});

describe('turning a rule off', () => {
  test('for a folder covers the contents of the folder', () => {
    const files = multi.replaceAll('-- ', '-- agents/desk/');
    expect(outcomeOf(contextWith(files, '{}\n'), 'Turn off deprecated-value in agents/desk/')).toMatchInlineSnapshot(`
      "
      -- preflight.config.json --
      {
        "overrides": [
          {
            "files": ["agents/desk/**"],
            "rules": {
              "deprecated-value": "off"
            }
          }
        ]
      }
      "
    `);
  });
  test('for all files is not offered if an override sets the rule', () => {
    expect(
      titles(
        contextWith(multi, '{ "overrides": [{ "files": ["*"], "rules": { "deprecated-value": "error" } }] }\n'),
      ).filter(row => row.includes('Turn off')),
    ).toEqual(['quickfix.disable: Turn off deprecated-value in this file']);
  });
});

test('for one file uses a glob that selects only that file', () => {
  const names = [
    'desk.agent.json',
    'a/desk.agent.json',
    'a/[x]{y}.agent.json',
    '!a.json',
    'a/!(b).json',
    '*.json',
    'a/b?.json',
    'a (1).json',
    'a/@b+c|d.json',
    'ü/x y.json',
    '#a.json',
    'a/x.json/y.json',
    'a\\b.json',
  ];
  for (const name of names) expect([name, names.filter(pathMatcher([globOf(name)]))]).toEqual([name, [name]]);
});
