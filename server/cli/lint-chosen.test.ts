import { expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import { defineRule } from '../core/engine/rule.ts';
import { committed, draft, lintJson, preflight, scratchFolders, write } from '../testing/preflight.ts';

const folderWith = scratchFolders();
const wrongAgent = draft('"voice_speed": "1.5"');

test('--exit-zero and --exit-non-zero-on-fix change the exit code', async () => {
  const folder = folderWith({ 'desk.agent.json': wrongAgent });
  expect((await preflight(['lint', '--exit-zero'], folder)).code).toBe(0);
  expect((await preflight(['lint', '--fix', '--exit-non-zero-on-fix'], folder)).code).toBe(1);
  expect((await preflight(['lint', '--fix', '--exit-non-zero-on-fix'], folder)).code).toBe(0);
  expect((await preflight(['lint', '--exit-non-zero-on-fix'], folder)).code).toBe(2);
});
test('--diff exits with 1 if a fix would change a file, but never with --exit-zero', async () => {
  const folder = folderWith({ 'desk.agent.json': wrongAgent });
  expect((await preflight(['lint', '--diff'], folder)).code).toBe(1);
  expect((await preflight(['lint', '--diff', '--exit-zero'], folder)).code).toBe(0);
});
test('the configuration is mentioned beside the number of files', async () => {
  const folder = folderWith({ 'desk.agent.json': wrongAgent, 'preflight.config.json': '{ "rules": {}, "rules": {} }' });
  const { stdout } = await preflight(['lint', '--statistics'], folder);
  expect(stdout).toMatch(/ in 1 file and the configuration, 1 checked\n$/);
});
test('--select and --ignore accept rules and groups; --statistics counts by rule', async () => {
  const folder = folderWith({ 'desk.agent.json': wrongAgent });
  const rulesOf = async (...args: string[]): Promise<string[]> =>
    (await lintJson(args, folder)).findings.map(({ rule }) => rule);
  expect(await rulesOf('--select', 'values')).toEqual(['wrong-type']);
  expect(await rulesOf('--select', 'group:values', '--ignore', 'wrong-type')).toEqual([]);
  expect(await rulesOf('--ignore', 'values,references')).not.toContain('wrong-type');
  expect(await preflight(['lint', '--select', 'valuse'], folder)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('did you mean "values"?') as string,
  });
  expect((await preflight(['lint', '--statistics', '--select', 'values'], folder)).stdout).toBe(
    '  1  error  wrong-type  in 1 file, 1 fixable\n1 error in 1 file, 1 checked\n',
  );
});
test('--select and --ignore accept the policies of the workspace, and refuse to exclude everything', async () => {
  const folder = folderWith({
    'desk.agent.json': draft('"webhook_url": "https://us.example.com/x"'),
    'preflight.config.json': JSON.stringify({
      policies: [
        {
          id: 'webhooks-in-the-eu',
          kind: 'agent',
          at: '/webhook_url',
          must: { pattern: '^https://eu\\.' },
          message: 'webhook_url: expected a host in the EU, got {value}',
          severity: 'error',
        },
      ],
    }),
  });
  const linesOf = async (...args: string[]): Promise<[number, string[]]> => {
    const { code, findings } = await lintJson(args, folder);
    return [code, findings.filter(({ severity }) => severity === 'error').map(({ rule }) => rule)];
  };
  const policy: [number, string[]] = [1, ['webhooks-in-the-eu']];
  expect(await linesOf('--ignore', 'style')).toEqual(policy);
  expect(await linesOf('--select', 'policies')).toEqual(policy);
  expect(await linesOf('--rule', 'webhooks-in-the-eu')).toEqual(policy);
  expect(await linesOf('--ignore', 'webhooks-in-the-eu')).toEqual([0, []]);
  expect(await linesOf('--select', 'values')).toEqual([0, []]);
  const stderrOf = async (...args: string[]): Promise<[number, string]> => {
    const { code, stdout, stderr } = await preflight(['lint', ...args], folder);
    return [code, stdout + stderr];
  };
  expect(await stderrOf('--select', 'webhooks-in-the-eq')).toEqual([
    2,
    'unknown rule "webhooks-in-the-eq"; did you mean "webhooks-in-the-eu"?\n',
  ]);
  expect(await stderrOf('--select', 'values', '--ignore', 'values')).toEqual([
    2,
    '--select values and --ignore values leave no rule to check\n',
  ]);
  write(folder, { 'preflight.config.json': '{ "select": ["wrong-type"] }' });
  expect(await stderrOf('--select', 'out-of-range')).toEqual([
    2,
    '--select out-of-range and "select" of the configuration leave no rule to check\n',
  ]);
  expect((await stderrOf('--select', 'values'))[0]).toBe(0);
});
test('--rule ID=LEVEL sets the severity without excluding other rules', async () => {
  const file = draft('"voice_speed": "1.5", "voice_temperature": 9, "unknown_thing": 1');
  const settings = { 'preflight.config.json': '{ "rules": { "wrong-type": "info" } }' },
    folder = folderWith({ 'desk.agent.json': file, ...settings });
  const linesOf = async (...args: string[]): Promise<string[]> => {
    const { code, findings } = await lintJson(args, folder);
    return [String(code), ...findings.map(({ rule, severity }) => `${rule} ${severity}`)];
  };
  const allLines = ['1', 'wrong-type info', 'out-of-range error', 'unknown-field info'];
  expect((await linesOf()).sort()).toEqual(allLines.toSorted());
  expect((await linesOf('--rule', 'wrong-type=error', '--rule', 'out-of-range=warn')).sort()).toEqual(
    ['1', 'wrong-type error', 'out-of-range warning', 'unknown-field info'].sort(),
  );
  expect(await linesOf('--rule', 'values=off')).toEqual(['0']);
  // --rule with a name alone excludes the other rules
  expect(await linesOf('--rule', 'wrong-type', '--rule', 'wrong-type=off', '--rule', 'wrong-type=warning')).toEqual([
    '0',
    'wrong-type warning',
  ]);
  expect((await preflight(['lint', '--rule', 'wrong-type=eror'], folder)).stderr).toBe(
    '--rule wrong-type takes error, warning, warn, info or off, not "eror"; did you mean "error"?\n',
  );
  expect((await preflight(['lint', '--rule', 'wrong-typ=error'], folder)).stderr).toBe(
    'unknown rule "wrong-typ"; did you mean "wrong-type"?\n',
  );
});
test('a severity from the command line also applies to the settings of the base', async () => {
  const folder = committed(
    folderWith({
      'desk.agent.json': draft('"voice_speed": 1'),
      'preflight.config.json': '{ "rules": { "wrong-type": "error" } }',
    }),
  );
  write(folder, {
    'desk.agent.json': draft('"voice_speed": "1.5"'),
    'preflight.config.json': '{ "rules": { "wrong-type": "off" } }',
  });
  const { code, findings, hidden } = await lintJson(
    ['--changed-since', 'HEAD', '--rule', 'wrong-type=warning'],
    folder,
  );
  expect([code, findings.map(({ rule, severity }) => `${rule} ${severity}`), hidden]).toEqual([
    0,
    ['wrong-type warning'],
    [],
  ]);
});
test('a run over single files does not print the next steps of a first run', async () => {
  const folder = folderWith({ 'a/desk.agent.json': wrongAgent });
  expect((await preflight(['lint', 'a/desk.agent.json'], folder)).stdout).not.toMatch(/Next steps|By rule/);
  for (const args of [[], ['a']])
    expect((await preflight(['lint', ...args], folder)).stdout).toMatch(/By rule\n[^]*Next steps/);
});
test('--max-findings shows only the worst findings, but counts all', async () => {
  const folder = folderWith({ 'desk.agent.json': wrongAgent, 'b.agent.json': draft('"volume": "1"', 'agent_b') });
  const { code, findings, summary, stderr } = await lintJson(['--max-findings', '1', '--select', 'wrong-type'], folder);
  expect([code, findings.length, summary['errors'], stderr]).toEqual([
    1,
    1,
    2,
    '1 finding not shown (--max-findings)\n',
  ]);
});
test('unselected rules do not run; a selected rule still reports nothing where a more specific rule applies', async () => {
  const folder = folderWith({ 'desk.agent.json': wrongAgent });
  const calledRules: string[] = [];
  const spy = defineRule({
    id: 'spying-rule',
    group: 'style',
    severity: 'info',
    spec: 'x',
    at: { 'agent-settings': '/voice_speed' },
    check: ({ key }) => {
      calledRules.push(key);
      return undefined;
    },
  });
  (rules as unknown[]).push(spy);
  try {
    await preflight(['lint'], folder);
    expect(calledRules).toEqual(['voice_speed']);
    await preflight(['lint', '--select', 'values'], folder);
    expect(calledRules).toHaveLength(1);
    write(folder, { 'preflight.config.json': '{ "select": ["group:values"] }' });
    await preflight(['lint'], folder);
    expect(calledRules).toHaveLength(1);
  } finally {
    (rules as unknown[]).pop();
  }
  const otherFolder = folderWith({ 'x.agent.json': draft('"language": "multi"') });
  const findings = await lintJson([], otherFolder),
    selectedResult = await lintJson(['--select', 'values'], otherFolder);
  const values = new Set(rules.filter(({ group }) => group === 'values').map(({ id }) => id));
  expect(selectedResult.findings).toEqual(findings.findings.filter(({ rule }) => values.has(rule)));
});

test('if no allowed value is similar, a finding lists the allowed values if they are few', async () => {
  const { stdout } = await preflight(['lint'], folderWith({ 'a.agent.json': draft('"ambient_sound": "office"') }));
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
    'one of "coffee-shop", "convention-hall", "summer-outdoor", "mountain-outdoor", "static-noise", "call-center"; ' +
      'if the platform has it: "knownValues": { "ambient_sound": ["office"] }',
  );
});

test('lint reports an assertion that ci would refuse', async () => {
  const config = (text: string) => ({ 'preflight.config.json': `{ "ci": { "assert": ["${text}"] } }` });
  const linesOf = async (text: string, ...args: string[]) => {
    const { code, stderr } = await preflight(
      ['lint', ...args],
      folderWith({ 'a.agent.json': draft(''), ...config(text) }),
    );
    return [code, stderr];
  };
  const message =
    'preflight.config.json:1:22 ci.assert: "no break": "no" must be followed by breaks, changes, live changes, results are lost ' +
    'or new suppressions; did you mean "breaks"?; preflight ci refuses it\n';
  expect(await linesOf('no break')).toEqual([0, message]);
  expect(await linesOf('no break', '--format', 'json')).toEqual([0, message]);
  expect(await linesOf('no breaks')).toEqual([0, '']);
});

test('a workspace without engines lists no known engines in a finding', async () => {
  const files = {
    'a.agent.json': '{ "response_engine": { "type": "service-llm", "llm_id": "llm_1" }, "voice_id": "11labs-Adrian" }',
    'preflight.config.json': '{ "complete": ["llm"] }',
  };
  const { code, stdout } = await preflight(['lint', '--verbose'], folderWith(files));
  expect([code, stdout.includes('unknown-engine')]).toEqual([1, true]);
  expect(stdout).not.toMatch(/known: *$/m);
});
