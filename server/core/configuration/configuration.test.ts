import { describe, expect, test } from 'vitest';
import { isDate } from './suppress.ts';
import { pathMatcher } from './globs.ts';
import { rules } from '../../../rules/index.ts';
import { readConfiguration } from './read.ts';

const read = (text: string) => readConfiguration(text, rules);
const problems = (text: string) =>
  read(text).problems.map(({ line, column, message }) => `${line}:${column} ${message}`);
const ok = (text: string) => {
  const { configuration, problems } = read(text);
  expect(problems).toEqual([]);
  return configuration!;
};

describe('reading a configuration', () => {
  test('comments are allowed, and each setting takes effect', () => {
    const configuration = ok(`{ // strict
      "rules": { "malformed-value": "info" }, /* for now */
      "overrides": [{ "files": ["drafts/**"], "rules": { "invalid-format": "off" } },
        { "files": ["drafts/live/*.json"], "rules": { "invalid-format": "error", "out-of-range": "warning" } }],
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
      ['a.json', 'drafts/a.json', 'drafts/live/a.json'].map(file => configuration.severityOf('invalid-format', file)),
    ).toEqual(['info', 'off', 'error']);
    expect([
      configuration.severityOf('out-of-range', 'a.json'),
      configuration.severityOf('missing-field', 'a.json'),
    ]).toEqual([undefined, undefined]);
    expect([
      configuration.sourceOf('invalid-format', 'a.json')?.pointer,
      configuration.sourceOf('invalid-format', 'drafts/live/a.json')?.pointer,
    ]).toEqual(['/rules/malformed-value', '/overrides/1/rules/invalid-format']);
    expect(
      ['prompts/a.json', 'a/prompts/a.json', 'x/y.bot.json', 'y.json'].map(file => configuration.kindOf(file)),
    ).toEqual(['llm', undefined, 'agent', undefined]);
    expect(
      ['old', 'old/a.json', 'old/keep.json', 'new/old', 'older/a.json'].map(file => configuration.isIgnored(file)),
    ).toEqual([true, true, false, true, false]);
  });
  test("a rule's own name wins over its group in any order, and later layers win over earlier ones", () => {
    const configuration = ok(`{
      "rules": { "out-of-range": "warn", "group:values": "off" },
      "overrides": [{ "files": ["a.json"], "rules": { "group:values": "error", "malformed-value": "info" } }]
    }`);
    const settingsOf = (rule: string, file: string) => [
      configuration.severityOf(rule, file),
      configuration.sourceOf(rule, file)?.pointer,
    ];
    expect(settingsOf('invalid-format', 'b.json')).toEqual(['off', '/rules/group:values']);
    expect(settingsOf('out-of-range', 'b.json')).toEqual(['warning', '/rules/out-of-range']);
    expect(settingsOf('invalid-format', 'a.json')).toEqual(['info', '/overrides/0/rules/malformed-value']);
    expect(settingsOf('out-of-range', 'a.json')).toEqual(['error', '/overrides/0/rules/group:values']);
    expect(settingsOf('unset-variable', 'a.json')).toEqual([undefined, undefined]);
    expect(configuration.formerNames.map(({ writtenName }) => writtenName)).toEqual(['malformed-value']);
  });
  test('select excludes all other rules, regardless of their severity, but not internal errors', () => {
    const configuration = ok(
      `{ "select": ["malformed-value", "group:policies"], "rules": { "invalid-format": "info", "missing-field": "error" },
        "policies": [{ "id": "values", "kind": "agent", "must": { "type": "object" }, "message": "x" }] }`,
    );
    const severities = ['invalid-format', 'out-of-range', 'missing-field', 'values', 'internal-error'];
    expect(severities.map(rule => configuration.severityOf(rule, 'a.json'))).toEqual([
      'info',
      'off',
      'off',
      undefined,
      undefined,
    ]);
    expect(configuration.sourceOf('missing-field', 'a.json')?.pointer).toBe('/select');
    expect(configuration.formerNames).toMatchObject([
      { writtenName: 'malformed-value', rule: 'invalid-format', pointer: '/select/0' },
    ]);
  });
  test('a comma may follow the last item', () => {
    const configuration = ok('{ "rules": { "invalid-format": "off", }, "ignore": ["old",], // all\n }');
    expect([configuration.severityOf('invalid-format', 'a.json'), configuration.isIgnored('old/a.json')]).toEqual([
      'off',
      true,
    ]);
  });
  test('the last of two duplicate keys counts, with a warning', () => {
    const configuration = ok('{ "rules": { "wrong-type": "off" }, "ignore": [],\n  "rules": {} }');
    expect(configuration.severityOf('wrong-type', 'a.json')).toBeUndefined();
    expect(configuration.findings).toMatchObject([{ rule: 'duplicate-key', severity: 'warning' }]);
  });
  test('an unusable configuration is an error, regardless of the severities that it sets', () =>
    expect(problems('{ "rules": { "wrong-type": "off" }, "ignore": "x" }')).toEqual([
      '1:47 ignore: expected a list, got the string "x"',
    ]));
  test('only assumptions that are false are switched off', () =>
    expect(ok('{ "assumptions": { "publish-order": false, "series-utc": true } }').facts).toEqual({
      refusedAssumptions: ['publish-order'],
    }));
  test('an empty configuration changes nothing', () =>
    expect(ok('{}').severityOf('wrong-type', 'a.json')).toBeUndefined());
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
          'group:batches, group:secrets, group:settings, group:values, group:style, group:files, group:policies and group:configuration',
      ],
    ],
    [
      '{ "rules": { "group:refs": "off", "group:refernces": "off" } }',
      [
        expect.stringMatching(/^1:14 unknown group "group:refs"; there are group:references, /),
        '1:35 unknown group "group:refernces"; did you mean "group:references"?',
      ],
    ],
    ['{ "select": [] }', ['1:13 select: expected at least 1 item, got 0']],
    [
      '{ "suppress": [{ "rule": "group:values", "file": "a.json", "at": "", "reason": "known" }] }',
      [`1:26 unknown rule "group:values"; "preflight rules" lists the ${rules.length} rules`],
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
        '1:28 wrong-type: expected off, info, warning or error, got "of"; did you mean "off"?',
        '1:46 ignore: expected a list, got the string "x"',
      ],
    ],
    ['{ "rules": { "wrong-type": 0 } }', ['1:28 wrong-type: expected off, info, warning or error, got 0']],
    ['{ "overides": [] }', ['1:3 "overides" is not allowed in a Preflight configuration; did you mean "overrides"?']],
    [
      '{ "overrides": [{ "file": ["x"] }] }',
      [
        '1:17 files: missing, required in an override; found "file" instead',
        '1:17 rules: missing, required in an override',
      ],
    ],
    ['{ "files": { "agnet": ["x"] } }', ['1:14 files: expected a kind of file, got "agnet"; did you mean "agent"?']],
    [
      '{ "assumptions": { "publish-ordr": false, "series-utc": "no" } }',
      [
        '1:20 assumptions: expected an assumption, got "publish-ordr"; did you mean "publish-order"?',
        '1:57 series-utc: expected a boolean, got the string "no"',
      ],
    ],
    ['{ "liveTags": ["a", "a"] }', ['1:21 liveTags: expected unique items, got "a" more than once']],
    [
      '{ "suppress": [{ "rule": "wrong-type", "file": "a.json", "at": "/x" }] }',
      ['1:16 reason: missing, required in a suppression'],
    ],
    [
      '{ "suppress": [{ "rule": "nope", "file": "../a.json", "at": "x", "reason": " ", "until": "2026-02-30" }] }',
      [
        `1:26 unknown rule "nope"; "preflight rules" lists the ${rules.length} rules`,
        '1:42 file: expected a path relative to the configuration\'s folder, with /, got "../a.json"',
        '1:61 at: expected a pointer, got "x"',
        '1:76 reason: expected a reason, got " "',
        '1:90 until: 2026-02-30 is not a calendar date',
      ],
    ],
    [
      '{ "suppress": [{ "rule": "wrong-type", "file": "a.json", "at": "/nodes[id=x/a", "reason": "x" }] }',
      ['1:64 at: expected a JSON pointer, got "/nodes[id=x/a", which has [ without ]'],
    ],
    [
      '{ "ignore": ["*a*a*a*a*b"], "files": { "agent": ["x", "{*a*b,c}*d*"] }, "overrides": [{ "files": ["!x/*a*b*c*"], "rules": {} }] }',
      [
        '1:14 ignore[0]: "*a*a*a*a*b" has more than 3 asterisks in one name; make the name more specific, or use several globs',
        '1:55 agent[1]: "{*a*b,c}*d*" has more than 3 asterisks in one name; make the name more specific, or use several globs',
        '1:99 overrides[0].files[0]: "!x/*a*b*c*" has more than 3 asterisks in one name; make the name more specific, or use several globs',
      ],
    ],
    ['{ "rules": {},, }', ['1:15 expected a value, got a comma']],
    ['{ , }', ['1:3 expected a value, got a comma']],
    ['{ "a": 1, "b": [1, "c": }', null],
    ['', ['1:1 expected a JSON object, got an empty file']],
    ['[]', ['1:1 the file: expected an object, got an empty list']],
    ['null', ['1:1 the file: expected an object, got null']],
  ])('this is an error: %s', (text, expected) => {
    if (expected === null) expect(problems(text).length).toBeGreaterThan(0);
    else expect(problems(text)).toEqual(expected);
  });
});

test('globs select paths as in .gitignore, and relative to their file', () => {
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

test('dates are valid only for real calendar days', () => {
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
