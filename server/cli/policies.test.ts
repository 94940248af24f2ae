import { describe, expect, test } from 'vitest';
import { readConfiguration } from '../core/configuration/read.ts';
import { rules } from '../../rules/index.ts';
import { policy as webhooksPolicy } from '../testing/judged-workspace.ts';
import { agentList, preflight, scratchFolders, write } from '../testing/preflight.ts';

const folderWith = scratchFolders();

const desk = (version: number, webhook: string): string =>
  JSON.stringify(
    {
      agent_id: 'agent_desk',
      version,
      is_published: true,
      channel: 'voice',
      voice_id: 'openai-Alloy',
      webhook_url: webhook,
      response_engine: { type: 'retell-llm', llm_id: 'llm_desk', version: 0 },
    },
    undefined,
    2,
  ).replace('retell-llm', 'service-llm');
const list = agentList({ prod: { version: 1, dynamic_variables: {} } });
const policy = {
  ...webhooksPolicy,
  examples: {
    valid: [{ webhook_url: 'https://hooks.example.com/a' }],
    invalid: [{ webhook_url: 'https://x.example.com/' }],
  },
};

const workspace = (policies: readonly object[], more: Readonly<Record<string, string>> = {}): string =>
  folderWith({
    'preflight.config.json': JSON.stringify({ policies }),
    'v1.agent.json': desk(1, 'https://one.example.com/'),
    'v2.agent.json': desk(2, 'https://two.example.com/'),
    ...more,
  });
async function linesOf(cwd: string, ...args: string[]): Promise<string[]> {
  const { stdout } = await preflight(['lint', '--format', 'json', ...args], cwd);
  return (
    JSON.parse(stdout) as { findings: { rule: string; file: string; severity: string; message: string }[] }
  ).findings
    .filter(({ rule }) => rule === 'our-webhooks')
    .map(({ file, severity, message }) => `${file} ${severity} ${message}`);
}

describe('a policy of a team', () => {
  test('is reported at each value that does not meet its requirement', async () => {
    expect(await linesOf(workspace([policy]))).toEqual([
      'v1.agent.json error webhook_url: expected an address on hooks.example.com, got "https://one.example.com/"',
      'v2.agent.json error webhook_url: expected an address on hooks.example.com, got "https://two.example.com/"',
    ]);
  });

  test('applies only if its condition holds', async () => {
    const linesUnder = async (condition: object, more = {}): Promise<string[]> =>
      (await linesOf(workspace([{ ...policy, when: condition }], more))).map(line => line.slice(0, 2));
    const taggedFiles = { 'agents.agent-list.json': list };
    expect(await linesUnder({ tag: 'prod' }, taggedFiles)).toEqual(['v1']);
    expect(await linesUnder({ tag: ['beta', 'prod'] }, taggedFiles)).toEqual(['v1']);
    expect(await linesUnder({ live: true }, taggedFiles)).toEqual(['v1']);
    expect(await linesUnder({ live: false }, taggedFiles)).toEqual(['v2']);
    expect(await linesUnder({ channel: 'voice' })).toEqual(['v1', 'v2']);
    expect(await linesUnder({ channel: 'chat' })).toEqual([]);
    expect(await linesUnder({ path: ['*.agent.json', '!v2.*'] })).toEqual(['v1']);
    expect(await linesUnder({ live: true, path: ['v2.*'] }, taggedFiles)).toEqual([]);
  });

  test('does not apply if the files do not show whether its condition holds, and doctor says so', async () => {
    const cwd = workspace([{ ...policy, when: { tag: 'prod' } }]);
    expect(await linesOf(cwd)).toEqual([]);
    const { stdout } = await preflight(['doctor', '--format', 'json'], cwd);
    const { gaps } = JSON.parse(stdout) as {
      gaps: { topic: string; subject: string; unknown: string; places: object[] }[];
    };
    expect(gaps.filter(({ topic }) => topic === 'policy')).toMatchObject([
      { subject: 'our-webhooks', unknown: 'whether agent_desk has a tag "prod" is not known', places: [{}, {}] },
    ]);
  });

  test('is configured and suppressed like a rule', async () => {
    const cwd = workspace([policy]);
    const settings = {
      policies: [policy],
      overrides: [{ files: ['v1.agent.json'], rules: { 'our-webhooks': 'info' } }],
      suppress: [{ rule: 'our-webhooks', file: 'v2.agent.json', at: '/webhook_url', reason: 'moved next week' }],
    };
    write(cwd, { 'preflight.config.json': JSON.stringify(settings) });
    expect((await linesOf(cwd)).map(line => line.slice(0, 18))).toEqual(['v1.agent.json info']);
  });

  test('is listed and explained, and its examples are checked', async () => {
    const cwd = workspace([policy]);
    const { stdout: listedRules } = await preflight(['rules'], cwd);
    expect(listedRules).toMatch(/^our-webhooks +policies +error/m);
    const { stdout: page } = await preflight(['explain', 'our-webhooks'], cwd);
    expect(page).toContain('Our firewall lets nothing else in.');
    expect(page).toContain('"webhook_url": "https://x.example.com/"');
    const run = await preflight(['rules', '--test'], cwd);
    expect([run.code, run.stdout]).toEqual([0, 'ok  our-webhooks: 2 examples as expected\n']);
    const wrongPolicy = {
      ...policy,
      examples: { valid: [{ webhook_url: 'http://x' }], invalid: [{ webhook_url: 'https://hooks.example.com/' }, {}] },
    };
    const failedResult = await preflight(['rules', '--test'], workspace([wrongPolicy]));
    expect(failedResult.code).toBe(1);
    expect(failedResult.stdout.split('\n')).toEqual([
      'failed  our-webhooks: 0 examples as expected',
      expect.stringMatching(/^ +examples\.valid\[0\]: webhook_url: expected an address/),
      '        examples.invalid[0]: nothing found in 1 value at /webhook_url',
      '        examples.invalid[1]: the example has no value at /webhook_url, so nothing is judged',
      '',
    ]);
  });
});

test.each<[object, string]>([
  [{ ...policy, id: 'wrong-type' }, 'id: "wrong-type" is the name of a built-in rule'],
  [{ ...policy, kind: 'agnet' }, 'kind: unknown kind "agnet"; did you mean "agent"?'],
  [{ ...policy, shape: 'node' }, 'expected shape or kind in a policy, got both'],
  [{ ...policy, kind: undefined }, 'expected shape or kind in a policy, got neither'],
  [{ ...policy, at: '/webhok_url' }, 'at: agent has no "webhok_url"; did you mean "webhook_url"?'],
  [{ ...policy, must: {} }, 'must: an empty demand is always met'],
  [{ ...policy, must: { pattern: '(?=a)' } }, 'pattern: not a pattern: '],
  [{ ...policy, must: { type: 'text' } }, 'type: unknown type "text"'],
  [{ ...policy, must: { $ref: '#/$defs/a' } }, '$ref: "#/$defs/a" does not exist'],
  [
    { ...policy, must: { anyOf: [{ $ref: '#' }] } },
    '$ref: "#" refers back to itself for the same value, so it has no end',
  ],
])('%j is refused', (wrong, message) => {
  const { problems } = readConfiguration(JSON.stringify({ policies: [wrong] }), rules);
  expect(problems.map(problem => problem.message)).toEqual([expect.stringContaining(message)]);
});
