import { describe, expect, test } from 'vitest';
import { isDate } from './dates.ts';
import { pathMatcher } from './globs.ts';
import { readConfiguration } from './read.ts';

const rules = [
  { id: 'wrong-type', aliases: ['bad-type'], group: 'values' },
  { id: 'out-of-range', group: 'values' },
  { id: 'missing-field', group: 'settings' },
] as const;
const read = (text: string) => readConfiguration(text, rules);
const problems = (text: string) =>
  read(text).problems.map(({ line, column, message }) => `${line}:${column} ${message}`);
const ok = (text: string) => {
  const { configuration, problems } = read(text);
  expect(problems).toEqual([]);
  return configuration!;
};

describe('reading', () => {
  test('comments are allowed, and what it says reaches its place', () => {
    const configuration = ok(`{ // strict
      "rules": { "bad-type": "info" }, /* for now */
      "overrides": [{ "files": ["drafts/**"], "rules": { "wrong-type": "off" } },
        { "files": ["drafts/live/*.json"], "rules": { "wrong-type": "error", "out-of-range": "warning" } }],
      "files": { "llm": ["prompts/*.json"], "agent": ["*.bot.json"] }, "ignore": ["old", "!old/keep.json"],
      "voices": { "x-*": "cartesia" }, "liveTags": ["live"], "accountWebhookUrl": "https://a.example",
        "complete": ["agent"], "knownValues": { "voice_model": ["v9"] }
    }`);
    expect(configuration.facts).toEqual({
      voices: { 'x-*': 'cartesia' },
      liveTags: ['live'],
      accountWebhookUrl: 'https://a.example',
      complete: ['agent'],
      knownValues: { voice_model: ['v9'] },
    });
    expect(
      ['a.json', 'drafts/a.json', 'drafts/live/a.json'].map(file => configuration.severityOf('wrong-type', file)),
    ).toEqual(['info', 'off', 'error']);
    expect([
      configuration.severityOf('out-of-range', 'a.json'),
      configuration.severityOf('missing-field', 'a.json'),
    ]).toEqual([undefined, undefined]);
    expect([
      configuration.sourceOf('wrong-type', 'a.json'),
      configuration.sourceOf('wrong-type', 'drafts/live/a.json'),
    ]).toEqual(['/rules/bad-type', '/overrides/1/rules/wrong-type']);
    expect(
      ['prompts/a.json', 'a/prompts/a.json', 'x/y.bot.json', 'y.json'].map(file => configuration.kindOf(file)),
    ).toEqual(['llm', undefined, 'agent', undefined]);
    expect(
      ['old', 'old/a.json', 'old/keep.json', 'new/old', 'older/a.json'].map(file => configuration.ignored(file)),
    ).toEqual([true, true, false, true, false]);
  });
  test('a group stands for its rules; a name of its own wins over it in either order, and later layers over both', () => {
    const configuration = ok(`{
      "rules": { "out-of-range": "warn", "group:values": "off" },
      "overrides": [{ "files": ["a.json"], "rules": { "group:values": "error", "bad-type": "info" } }]
    }`);
    const of = (rule: string, file: string) => [
      configuration.severityOf(rule, file),
      configuration.sourceOf(rule, file),
    ];
    expect(of('wrong-type', 'b.json')).toEqual(['off', '/rules/group:values']);
    expect(of('out-of-range', 'b.json')).toEqual(['warning', '/rules/out-of-range']);
    expect(of('wrong-type', 'a.json')).toEqual(['info', '/overrides/0/rules/bad-type']);
    expect(of('out-of-range', 'a.json')).toEqual(['error', '/overrides/0/rules/group:values']);
    expect(of('missing-field', 'a.json')).toEqual([undefined, undefined]);
    expect(configuration.renamed.map(({ written }) => written)).toEqual(['bad-type']);
  });
  test('select leaves the others out, whatever their severity; a failing rule is told all the same', () => {
    const configuration = ok(
      `{ "select": ["bad-type", "group:policies"], "rules": { "wrong-type": "info", "missing-field": "error" },
        "policies": [{ "id": "values", "kind": "agent", "must": { "type": "object" }, "message": "x" }] }`,
    );
    const severities = ['wrong-type', 'out-of-range', 'missing-field', 'values', 'internal-error'];
    expect(severities.map(rule => configuration.severityOf(rule, 'a.json'))).toEqual([
      'info',
      'off',
      'off',
      undefined,
      undefined,
    ]);
    expect(configuration.sourceOf('missing-field', 'a.json')).toBe('/select');
    expect(configuration.renamed).toMatchObject([{ written: 'bad-type', rule: 'wrong-type', pointer: '/select/0' }]);
  });
  test('a comma may follow the last item', () => {
    const configuration = ok('{ "rules": { "wrong-type": "off", }, "ignore": ["old",], // all\n }');
    expect([configuration.severityOf('wrong-type', 'a.json'), configuration.ignored('old/a.json')]).toEqual([
      'off',
      true,
    ]);
  });
  test('assumptions that are false are refused, and only those', () =>
    expect(ok('{ "assumptions": { "publish-order": false, "series-utc": true } }').facts).toEqual({
      refusedAssumptions: ['publish-order'],
    }));
  test('an empty one changes nothing', () => expect(ok('{}').severityOf('wrong-type', 'a.json')).toBeUndefined());
  test.each([
    ['{ "rules": { "wrong-typ": "off" } }', ['1:14 unknown rule "wrong-typ"; did you mean "wrong-type"?']],
    ['{ "rules": { "Wrong Type!": "off" } }', ['1:14 unknown rule "Wrong Type!"; did you mean "wrong-type"?']],
    [
      '{ "rules": { "grup:values": "off", "style": "off" }, "select": ["wrong-typ", "group:telephony"] }',
      [
        '1:14 unknown group "grup:values"; did you mean "group:values"?',
        '1:36 unknown rule "style"; did you mean "group:style"?',
        '1:65 unknown rule "wrong-typ"; did you mean "wrong-type"?',
        '1:78 unknown group "group:telephony"; there are group:references, group:variables, group:flows, group:alerts, ' +
          'group:batches, group:secrets, group:settings, group:values, group:style, group:files and group:policies',
      ],
    ],
    ['{ "select": [] }', ['1:13 select: expected at least one entry, got an empty list']],
    [
      '{ "suppress": [{ "rule": "group:values", "file": "a.json", "at": "", "reason": "known" }] }',
      ['1:26 unknown rule "group:values"; "preflight rules" lists the 3 rules'],
    ],
    [
      '{ "raiseLive": true }',
      [
        '1:3 "raiseLive" was removed: severities no longer depend on it; "preflight lint --live" shows live findings only',
      ],
    ],
    [
      '{ "rules": { "wrong-type": "of" }, "ignore": "x" }',
      [
        '1:28 rules.wrong-type: expected off, info, warning, warn or error, got "of"; did you mean "off"?',
        '1:46 ignore: expected a list, got the string "x"',
      ],
    ],
    ['{ "overides": [] }', ['1:3 unknown setting "overides"; did you mean "overrides"?']],
    [
      '{ "overrides": [{ "file": ["x"] }] }',
      [
        '1:17 overrides[0]: missing files',
        '1:17 overrides[0]: missing rules',
        '1:19 overrides[0]: unknown setting "file"; did you mean "files"?',
      ],
    ],
    ['{ "files": { "agnet": ["x"] } }', ['1:14 files: expected a kind of file, got "agnet"; did you mean "agent"?']],
    [
      '{ "assumptions": { "publish-ordr": false, "series-utc": "no" } }',
      [
        '1:20 unknown assumption "publish-ordr"; did you mean "publish-order"?',
        '1:57 assumptions.series-utc: expected a boolean, got the string "no"',
      ],
    ],
    ['{ "liveTags": ["a", "a"] }', ['1:21 liveTags: "a" is listed twice']],
    ['{ "suppress": [{ "rule": "wrong-type", "file": "a.json", "at": "/x" }] }', ['1:16 suppress[0]: missing reason']],
    [
      '{ "suppress": [{ "rule": "nope", "file": "../a.json", "at": "x", "reason": " ", "until": "2026-02-30" }] }',
      [
        '1:26 unknown rule "nope"; "preflight rules" lists the 3 rules',
        '1:42 expected a path relative to the configuration\'s folder, with /, got "../a.json"',
        '1:61 suppress[0].at: expected a pointer, got "x"',
        '1:76 suppress[0].reason: expected a reason, got " "',
        '1:90 2026-02-30 is not a calendar date',
      ],
    ],
    [
      '{ "suppress": [{ "rule": "wrong-type", "file": "a.json", "at": "/nodes[id=x/a", "reason": "x" }] }',
      [
        '1:64 expected a pointer, got "/nodes[id=x/a"; it closes every [ with ], ' +
          'within one part of the pointer (in a value, / is written ~1 and ] is written ~2)',
      ],
    ],
    [
      '{ "ignore": ["*a*a*a*a*b"], "files": { "agent": ["x", "{*a*b,c}*d*"] }, "overrides": [{ "files": ["!x/*a*b*c*"], "rules": {} }] }',
      [
        '1:14 ignore[0]: "*a*a*a*a*b" has more than 3 * in one name; say more of the name, or use several globs',
        '1:55 files.agent[1]: "{*a*b,c}*d*" has more than 3 * in one name; say more of the name, or use several globs',
        '1:99 overrides[0].files[0]: "!x/*a*b*c*" has more than 3 * in one name; say more of the name, or use several globs',
      ],
    ],
    ['{ "rules": {}, "ignore": [],\n  "rules": {} }', ['2:12 "rules" is set twice, first in line 1']],
    ['{ "rules": {},, }', ['1:15 invalid JSON: extra comma']],
    ['{ , }', ['1:3 invalid JSON: extra comma']],
    ['{ "a": 1, "b": [1, "c": }', null],
    ['', ['1:1 the file is empty; use {} for an empty configuration']],
    ['[]', ['1:1 the configuration: expected an object, got an empty list']],
    ['null', ['1:1 the configuration: expected an object, got null']],
  ])('%s', (text, expected) => {
    if (expected === null) expect(problems(text).length).toBeGreaterThan(0);
    else expect(problems(text)).toEqual(expected);
  });
});

test('globs', () => {
  const fits = (globs: string[], path: string): boolean => pathMatcher(globs)(path);
  expect(['a.json', 'x/a.json', 'x/y/a.json', 'b.json'].map(path => fits(['a.json'], path))).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect(['a.json', 'x/a.json'].map(path => fits(['./a.json'], path))).toEqual([true, false]);
  expect(['x/a.json', 'y/x/a.json', 'x/y/a.json'].map(path => fits(['x/*.json'], path))).toEqual([true, false, false]);
  expect(['x/a.json', 'x/.hidden/a.json', 'y/x/a'].map(path => fits(['x/'], path))).toEqual([true, true, true]);
  expect(['x/y/a.json', 'x/ya.json'].map(path => fits(['x/y/'], path))).toEqual([true, false]);
  expect(['a.json', 'b.json', 'c.json'].map(path => fits(['*.json', '!b.json', '{b,c}.json'], path))).toEqual([
    true,
    true,
    true,
  ]);
  expect(fits(['**/drafts/**'], 'a/drafts/b.json')).toBe(true);
  expect(fits([], 'a.json')).toBe(false);
});

test('dates', () => {
  expect(['2026-02-28', '2024-02-29', '2000-02-29', '2026-12-31'].filter(day => !isDate(day))).toEqual([]);
  expect(
    [
      '2026-02-29',
      '1900-02-29',
      '2026-04-31',
      '2026-13-01',
      '2026-00-10',
      '2026-01-00',
      '26-01-01',
      '2026-1-1',
      '',
    ].filter(isDate),
  ).toEqual([]);
});
