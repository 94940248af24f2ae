import { fingerprints } from './report.ts';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import Ajv from 'ajv';
import { describe, expect, test } from 'vitest';
import type { Rule } from '../core/engine/rule.ts';
import type { Finding, LiveVersion } from '../core/finding.ts';
import wrongType from '../../rules/wrong-type.ts';
import { expectOutput, outputValidator } from '../testing/outputs.ts';
import { plainOptions, reportOf } from '../testing/report-fixture.ts';
import { formats } from './formats/index.ts';
import { withoutControls } from './printable.ts';

const desk = '{\n  "voice_id": "cartesia-Cimo",\n  "voice_speed": 2.75,\n  "agent_name": "Desk"\n}\n';
const nastyText =
  'a | b `c` <script> & "d" \'e\' %0A ::set-output:: @team #12 https://x.example \u0007\u001b[31m \ud800 ]]>\nsecond line';
const findings: Partial<Finding>[] = [
  {
    rule: 'wrong-type',
    target: '/voice_speed',
    message: 'voice_speed: expected between 0.5 and 2, got 2.75',
    fix: { title: 'Use 2', safe: true, edits: [] },
    related: [{ file: 'agents/desk & co.agent.json', target: '/voice_id', message: 'the voice' }],
  },
  {
    rule: 'some-rule',
    severity: 'warning',
    target: { key: '/agent_name' },
    message: nastyText,
    help: 'look at it, 100%',
    fix: { title: 'Remove it', safe: false, edits: [] },
  },
  { rule: 'some-rule', severity: 'info', target: { key: '/agent_name' }, message: 'again' },
];
const name = 'agents/desk & co.agent.json';
const report = reportOf({ [name]: desk }, findings, [wrongType as Rule]);
const cleanReport = reportOf({ [name]: desk }, []);

describe('pretty', () => {
  test('shows place, severity, message and rule in one line, and the text below', () =>
    expect(
      formats.pretty
        .print(report, { ...plainOptions, columns: Infinity })
        .split('\n')
        .slice(0, 4),
    ).toEqual([
      'agents/desk & co.agent.json',
      '  3:18    error    voice_speed: expected between 0.5 and 2, got 2.75  wrong-type  [fixable]',
      '         3 │   "voice_speed": 2.75,',
      '           │                  ^^^^',
    ]));
  test('is wrapped on a terminal only', () =>
    expect(formats.pretty.print(report, plainOptions)).toContain(
      `  4:3     warning  a | b \`c\` <script> & "d" 'e' %0A ::set-output:: @team #12\n                   https://x.example`,
    ));
  test('with --verbose shows related places, help, fix and why', () =>
    expect(formats.pretty.print(report, { ...plainOptions, verbose: true })).toMatchFileSnapshot(
      'golden/pretty-verbose.txt',
    ));
  test('states the reason of each rule once', () => {
    const repeatedReport = reportOf(
      { [name]: desk },
      [findings[0]!, { ...findings[0]!, target: '/agent_name' }],
      [wrongType as Rule],
    );
    expect(formats.pretty.print(repeatedReport, { ...plainOptions, verbose: true }).match(/why:/g)).toHaveLength(1);
  });
  test('lists only the ten worst of many findings, and counts all by rule, unless pretty is requested', () => {
    const severity = (i: number) => (i === 50 ? ('error' as const) : ('warning' as const));
    const manyReport = reportOf(
      { [name]: desk },
      Array.from({ length: 51 }, (_, i) => ({ target: '/voice_id' as const, severity: severity(i) })),
    );
    const frames = (text: string): number => text.match(/^ +│ +\^+$/gm)?.length ?? 0;
    const brief = formats.pretty.print(manyReport, { ...plainOptions, brief: true });
    expect(brief.match(/^agents\/desk & co\.agent\.json:2:15: (error|warning) .* \[some-rule\]$/gm)).toHaveLength(10);
    expect(brief).toMatch(/^agents\/desk & co\.agent\.json:2:15: error/);
    expect(brief).toContain('\nBy rule\n  51  error  some-rule  in 1 file\n');
    expect(brief).toContain('the 10 worst of 51 are listed; --format compact lists all, --format pretty shows each\n');
    for (const more of [{}, { brief: true, verbose: true }, { brief: true, quiet: true }])
      expect(frames(formats.pretty.print(manyReport, { ...plainOptions, ...more }))).toBe(51);
  });
  test('with --quiet has no summary', () => {
    expect(formats.pretty.print(cleanReport, { ...plainOptions, quiet: true })).toBe('');
    expect(formats.pretty.print(report, { ...plainOptions, quiet: true })).not.toContain('1 error,');
  });
  test('links rules on a terminal, and the guard allows only these links', () => {
    const text = formats.pretty.print(report, { ...plainOptions, colours: true, pagesUrl: 'file:///opt/rules' });
    const link = '\u001b]8;;file:///opt/rules/wrong-type.md\u001b\\wrong-type\u001b]8;;\u001b\\';
    expect(text).toContain(link);
    expect(withoutControls(text, true)).toContain(link);
    expect(withoutControls('\u001b]8;;https://x.example\u001b\\x', true)).not.toContain('\u001b]');
    expect(formats.pretty.print(report, { ...plainOptions, pagesUrl: 'file:///opt/rules' })).not.toContain('\u001b');
  });
  test('says that nothing was found', () =>
    expect(formats.pretty.print(cleanReport, plainOptions)).toBe('1 file checked, nothing found\n'));
  test('counts what was suppressed, baselined and fixed', () => {
    expect(
      formats.pretty.print(reportOf({}, [], [], { suppressed: 1, baselined: 2, stale: 4, fixed: 3 }), plainOptions),
    ).toBe('0 files checked, nothing found (1 suppressed, 2 in the baseline, 4 stale in the baseline, 3 fixed)\n');
  });
  test('uses colors only on request', () => {
    expect(formats.pretty.print(report, plainOptions)).not.toContain('\u001b');
    expect(formats.pretty.print(report, { ...plainOptions, colours: true })).toContain('\u001b[31merror\u001b[39m');
  });
  test('shows no frame for a missing file', () => {
    const goneReport = { ...report, documentOf: () => undefined };
    expect(formats.pretty.print(goneReport, { ...plainOptions, columns: Infinity, verbose: true })).toContain(
      `${name}:2:15 the voice`,
    );
  });
});

describe('json', () => {
  test('has the published keys', () => {
    const output = JSON.parse(formats.json.print(report, plainOptions)) as { findings: object[] };
    expect(output.findings[0]).toEqual({
      rule: 'wrong-type',
      severity: 'error',
      file: name,
      pointer: '/voice_speed',
      range: { start: { line: 3, column: 18 }, end: { line: 3, column: 22 } },
      message: 'voice_speed: expected between 0.5 and 2, got 2.75',
      related: [
        {
          file: name,
          pointer: '/voice_id',
          range: { start: { line: 2, column: 15 }, end: { line: 2, column: 30 } },
          message: 'the voice',
        },
      ],
      fix: { title: 'Use 2', safe: true, edits: [] },
    });
    expect(output).toMatchObject({ version: 1, summary: { files: 1, errors: 1, warnings: 1, infos: 1 } });
  });
  test('matches its schema, which refuses additional keys', () => {
    for (const lintReport of [
      report,
      cleanReport,
      reportOf({}, [], [], { suppressed: 1, baselined: 1, stale: 1, fixed: 1 }),
    ])
      expectOutput('lint', JSON.parse(formats.json.print(lintReport, plainOptions)));
    expect(
      outputValidator('lint')({ ...(JSON.parse(formats.json.print(cleanReport, plainOptions)) as object), more: 1 }),
    ).toBe(false);
  });
});

describe('sarif', () => {
  interface Result {
    ruleId: string;
    ruleIndex: number;
    level: string;
    partialFingerprints: Record<string, string>;
    locations: { physicalLocation: { artifactLocation: object; region: object } }[];
  }
  const run = (lintReport = report) =>
    (
      JSON.parse(formats.sarif.print(lintReport, plainOptions)) as {
        runs: [
          {
            results: Result[];
            columnKind: string;
            tool: { driver: { rules: { id: string; help?: { markdown: string } }[] } };
          },
        ];
      }
    ).runs[0];
  test('is valid SARIF 2.1.0', () => {
    // the schema is written for draft 4; later drafts interpret all of it in the same way, except for these two keys
    const {
      $schema: _,
      id: __,
      ...schema
    } = JSON.parse(
      readFileSync(
        createRequire(import.meta.url).resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'),
        'utf8',
      ),
    ) as Record<string, unknown>;
    const stringFormats = {
      uri: /^[a-z][a-z0-9+.-]*:\S*$/i,
      'uri-reference': /^(?:[\w\-.~!$&'()*+,;=:@/?#]|%[0-9A-F]{2})*$/i,
      'date-time': true,
    } as const;
    const validate = new Ajv.default({ strict: false, unicodeRegExp: false, formats: stringFormats }).compile(schema);
    for (const lintReport of [report, cleanReport])
      expect(validate(JSON.parse(formats.sarif.print(lintReport, plainOptions))), JSON.stringify(validate.errors)).toBe(
        true,
      );
    const brokenOutput = JSON.parse(formats.sarif.print(report, plainOptions).replace('%20', ' ')) as object;
    expect(validate(brokenOutput)).toBe(false);
  });
  test('encodes the path and counts in UTF-16 units', () => {
    expect(run().columnKind).toBe('utf16CodeUnits');
    expect(run().results[0]!.locations[0]!.physicalLocation).toEqual({
      artifactLocation: { uri: 'agents/desk%20%26%20co.agent.json', uriBaseId: 'SRCROOT' },
      region: { startLine: 3, startColumn: 18, endLine: 3, endColumn: 22 },
    });
  });
  test('names the rule and its page', () => {
    const { results, tool } = run();
    expect(results.map(({ level }) => level)).toEqual(['error', 'warning', 'note']);
    for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex]!.id).toBe(ruleId);
    expect(tool.driver.rules.find(({ id }) => id === 'wrong-type')!.help!.markdown).toContain(
      '**A value has the wrong type.**',
    );
  });
  test('fingerprints survive moved lines and distinguish equal findings', () => {
    const prints = (text: string): string[] =>
      run(reportOf({ [name]: text }, findings)).results.map(result => result.partialFingerprints['preflight/v1']!);
    expect(prints(desk)).toEqual(prints(`\n\n\n${desk}`));
    expect(new Set(prints(desk)).size).toBe(3);
    expect(prints(desk)).not.toEqual(
      run(reportOf({ 'other.agent.json': desk }, findings)).results.map(
        result => result.partialFingerprints['preflight/v1'],
      ),
    );
  });
});

test('the fingerprint of a renamed rule is that of its first name', () => {
  const rules = [{ ...wrongType, id: 'non-string-variable', aliases: ['variable-not-text', 'not-text'] }];
  const fingerprintOf = (rule: string) =>
    fingerprints(reportOf({ [name]: desk }, [{ rule }], rules))
      .values()
      .next().value;
  expect(fingerprintOf('non-string-variable')).toBe(fingerprintOf('variable-not-text'));
  expect(fingerprintOf('non-string-variable')).not.toBe(fingerprintOf('wrong-type'));
});

test('the github format prints one command per line for any text', () => {
  const lines = formats.github.print(report, plainOptions).trimEnd().split('\n');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toBe(
    `::error file=${name},line=3,endLine=3,col=18,endColumn=21,title=wrong-type::voice_speed: expected between 0.5 and 2, got 2.75`,
  );
  expect(lines[1]).toMatch(/^::warning file=.*%250A ::set-output:: .*%0Asecond line%0Alook at it, 100%25$/);
  expect(lines[2]).toMatch(/^::notice /);
  const oddReport = reportOf({ 'a,b:c.agent.json': desk }, [{}]);
  expect(formats.github.print(oddReport, plainOptions)).toContain('file=a%2Cb%3Ac.agent.json,');
});

test('the github format prints ten findings of each level, live findings first, and a notice with the number of the rest', () => {
  const liveVersions: LiveVersion[] = [
    { agent_id: 'agent_a', agent_version: 1, through: [{ text: 'tag prod', file: name, pointer: '' }] },
  ];
  const answerOf = (severity: 'error' | 'warning' | 'info', n: number) =>
    Array.from({ length: n }, (_, i) => ({
      severity,
      message: `${severity} ${i}`,
      ...(i === n - 1 && { live: liveVersions }),
    }));
  const print = (...findings: Parameters<typeof reportOf>[1][]) =>
    formats.github
      .print(reportOf({ [name]: desk }, findings.flat()), plainOptions)
      .trimEnd()
      .split('\n');
  const countsIn = (lines: readonly string[]) =>
    ['error', 'warning', 'notice'].map(level => lines.filter(line => line.startsWith(`::${level} `)).length);
  const allLines = print(answerOf('error', 10), answerOf('warning', 10), answerOf('info', 10));
  expect(countsIn(allLines)).toEqual([10, 10, 10]);
  const cutLines = print(answerOf('error', 1012), answerOf('warning', 11), answerOf('info', 10));
  expect(countsIn(cutLines)).toEqual([10, 10, 10]);
  expect(cutLines[0]).toContain('::error 1011%0Alive ');
  expect(cutLines.at(-1)).toBe(
    '::notice title=preflight::1,002 errors, 1 warning and 1 info not shown: ' +
      'GitHub shows 10 annotations of each level per step; "preflight lint --format compact" lists all findings',
  );
});

test('the gitlab format prints a list of issues with unique fingerprints', () => {
  const issues = JSON.parse(formats.gitlab.print(report, plainOptions)) as {
    fingerprint: string;
    severity: string;
    location: object;
  }[];
  expect(issues[0]).toMatchObject({
    description: 'voice_speed: expected between 0.5 and 2, got 2.75',
    check_name: 'wrong-type',
    severity: 'major',
    location: { path: name, lines: { begin: 3 } },
  });
  expect(new Set(issues.map(({ fingerprint }) => fingerprint)).size).toBe(3);
  expect(JSON.parse(formats.gitlab.print(cleanReport, plainOptions))).toEqual([]);
});

test('the junit format is well-formed, and only errors are failures', () => {
  const xml = formats.junit.print(report, plainOptions);
  expect(xml).toMatch(
    /^<\?xml version="1.0" encoding="UTF-8"\?>\n<testsuites name="preflight, 1 file" tests="3" failures="1" errors="0" skipped="0">/,
  );
  expect(xml.match(/<failure /g)).toHaveLength(1);
  expect(xml).toContain('a | b `c` &lt;script&gt; &amp; &quot;d&quot; &apos;e&apos;');
  expect(xml).toContain('\\u0007\\u001b[31m \\ud800 ]]&gt;&#10;second line');
  expect(formats.junit.print(cleanReport, plainOptions)).toContain(
    '<testcase classname="preflight" name="1 file checked, nothing found"/>',
  );
});

describe('markdown', () => {
  test('is a table, whatever texts it contains', () =>
    expect(formats.markdown.print(report, plainOptions).split('\n')).toEqual([
      '### Preflight: 1 error, 1 warning and 1 info in 1 file, 1 checked',
      '',
      '| | Where | What | Rule |',
      '| --- | --- | --- | --- |',
      '| 🔴 error | `agents/desk & co.agent.json:3:18` | voice\\_speed: expected between 0.5 and 2, got 2.75 | `wrong-type` |',
      '| 🟡 warning | `agents/desk & co.agent.json:4:3` | a \\| b \\`c\\` &lt;script&gt; &amp; "d" \'e\' ' +
        '%0A ::set-output:: @<!-- -->team #<!-- -->12 https://x.example ' +
        '\\\\u0007\\\\u001b\\[31m \\\\ud800 \\]\\]&gt;\\\\u000asecond line<br>look at it, 100% | `some-rule` |',
      '| 🔵 info | `agents/desk & co.agent.json:4:3` | again | `some-rule` |',
      '',
    ]));
  test('folds a long list and stops before the limit of a comment', () => {
    const manyReport = reportOf(
      { [name]: desk },
      Array.from({ length: 3000 }, () => ({ message: 'x'.repeat(50) })),
    );
    const text = formats.markdown.print(manyReport, plainOptions);
    expect(text.length).toBeLessThan(65_536);
    expect(text).toMatch(/<details><summary>\d+ more<\/summary>/);
    expect(text).toMatch(/\n[\d,]+ findings more would make/);
  });
});

test('the compact format prints one line per finding', () => {
  const lines = formats.compact.print(report, plainOptions).trimEnd().split('\n');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toBe(`${name}:3:18: error voice_speed: expected between 0.5 and 2, got 2.75 [wrong-type]`);
});

test.each(Object.entries(formats))('%s never shows a secret', (_, { print }) => {
  const text =
    '{"general_prompt": "x", "model": "y", "mcps": [{"url": "https://a.example/?token=tok_5ec2e7", ' +
    '"headers": {"X": "hdr_5ec2e7"}, "query_params": {"k": "par_5ec2e7"}}]}';
  const at = ['/mcps/0/url', '/mcps/0/headers/X', '/general_prompt'] as const;
  const lintReport = reportOf({ 'a.llm.json': text }, [
    ...at.map(target => ({ target })),
    { rule: 'credential-in-plain-text', target: '/mcps/0/query_params/k' },
  ]);
  expect(print(lintReport, { ...plainOptions, columns: 300 })).not.toContain('5ec2e7');
});

// the golden file of a new format is created automatically, so read it before committing it; lone surrogates are
// replaced, because UTF-8 cannot encode them
test.each(Object.entries(formats))('%s prints its golden file', (name, { print }) =>
  expect(Buffer.from(print(report, plainOptions)).toString()).toMatchFileSnapshot(`golden/${name}.txt`),
);
