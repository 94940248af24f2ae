import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { agent, git, judgedLines, lintJson, preflight, scratchFolders } from '../testing/preflight.ts';
import {
  baselineOf,
  calm,
  change,
  config,
  desk,
  fast,
  json,
  night,
  off,
  repository,
  type Files,
} from '../testing/judged-workspace.ts';

const folderWith = scratchFolders();
const webhook = (address: string): Files => ({ [night]: agent(`"webhook_url": "${address}"`, 'agent_night') });
const policy = {
  id: 'our-webhooks',
  kind: 'agent',
  at: '/webhook_url',
  must: { pattern: '^https://hooks\\.example\\.com/' },
  message: 'webhook_url: expected an address on hooks.example.com, got {value}',
  why: 'Our firewall lets nothing else in.',
  severity: 'error',
};

const batch = (trigger_timestamp: number): string =>
  json({
    from_number: '+14155550100',
    trigger_timestamp,
    tasks: [{ to_number: '+14155550111', override_agent_id: 'agent_desk', override_agent_version: 1 }],
  });

interface Change {
  readonly name: string;
  /** Files of the base besides the usual ones. */
  readonly before?: Files;
  readonly change: Files;
  /** What every command says; nothing where it is left out. */
  readonly hidden?: readonly string[];
  readonly unchecked?: readonly string[];
  readonly settings: readonly string[];
  /** By default 1 if anything is hidden. */
  readonly code?: number;
}
const speed = (by: string, file = night): string => `${file} out-of-range /voice_speed by ${by}`;
const here = (at: number, text: string): string => `preflight.config.json:${at} ${text}`;
const hides = '; hides 1 new error';

const changes: readonly Change[] = [
  {
    name: 'a rule is switched off',
    change: { ...fast, ...config(off) },
    hidden: [speed(here(3, 'rules.out-of-range'))],
    settings: [here(3, `rules.out-of-range: added${hides}`), expect.stringContaining('liveTags: removed')],
  },
  {
    name: 'a rule is switched off that finds nothing new',
    change: { ...calm, ...config(off) },
    settings: [here(3, 'rules.out-of-range: added'), expect.stringContaining('liveTags: removed')],
  },
  {
    name: 'a rule only warns',
    change: { ...fast, ...config({ rules: { 'out-of-range': 'warning' }, liveTags: ['prod'] }) },
    hidden: [speed(here(3, 'rules.out-of-range'))],
    settings: [here(3, `rules.out-of-range: added${hides}`)],
  },
  {
    name: 'a group of rules is switched off',
    hidden: [speed(here(3, 'rules.group:values'))],
    change: { ...fast, ...config({ rules: { 'group:values': 'off' }, liveTags: ['prod'] }) },
    settings: [here(3, `rules.group:values: added${hides}`)],
  },
  {
    name: 'a rule is switched off for some files',
    change: { ...fast, ...config({ overrides: [{ files: ['agents/*'], ...off }], liveTags: ['prod'] }) },
    hidden: [speed(here(8, 'overrides[0].rules.out-of-range'))],
    settings: [here(3, `overrides[0]: added${hides}`)],
  },
  {
    name: 'a rule is switched off for other files',
    change: { ...calm, ...config({ overrides: [{ files: ['old/*'], ...off }], liveTags: ['prod'] }) },
    settings: [here(3, 'overrides[0]: added')],
  },
  {
    name: 'other rules are selected',
    change: { ...fast, ...config({ liveTags: ['prod'], select: ['wrong-type'] }) },
    hidden: [speed(here(5, 'select'))],
    settings: [here(5, `select: added${hides}`)],
  },
  {
    name: 'the file is ignored',
    change: { ...fast, ...config({ ignore: ['agents/night*'], liveTags: ['prod'] }) },
    hidden: [speed(here(3, 'ignore'))],
    unchecked: [`${night} by ${here(3, 'ignore')}`],
    settings: [here(2, `ignore: added${hides}; 1 file no longer checked`)],
  },
  {
    name: 'a file is ignored that has nothing new',
    change: { ...calm, ...config({ liveTags: ['prod'], ignore: ['old'] }) },
    unchecked: [`old/old.agent.json by ${here(6, 'ignore')}`],
    settings: [here(5, 'ignore: added; 1 file no longer checked')],
  },
  {
    name: 'a live version is ignored',
    change: { ...calm, ...config({ liveTags: ['prod'], ignore: ['agents/desk*'] }) },
    unchecked: [`${desk} by ${here(6, 'ignore')} live`],
    settings: [here(5, 'ignore: added; 1 file no longer checked')],
    code: 1,
  },
  {
    name: 'a batch that is still to be called is ignored',
    before: { 'spring.batch-call.json': batch(Date.parse('2100-01-01')) },
    change: { ...calm, ...config({ liveTags: ['prod'], ignore: ['spring*'] }) },
    unchecked: [`spring.batch-call.json by ${here(6, 'ignore')}`],
    settings: [here(5, 'ignore: added; 1 file no longer checked')],
    code: 1,
  },
  {
    name: 'a batch that is over is ignored',
    before: { 'spring.batch-call.json': batch(Date.parse('2020-01-01')) },
    change: { ...calm, ...config({ liveTags: ['prod'], ignore: ['spring*'] }) },
    unchecked: [`spring.batch-call.json by ${here(6, 'ignore')}`],
    settings: [here(5, 'ignore: added; 1 file no longer checked')],
  },
  {
    name: 'a live version moves to where it is ignored',
    change: {
      [desk]: null,
      'archive/desk.agent.json': agent(),
      ...config({ liveTags: ['prod'], ignore: ['archive'] }),
    },
    unchecked: [`archive/desk.agent.json by ${here(6, 'ignore')} live`],
    settings: [here(5, 'ignore: added; 1 file no longer checked')],
    code: 1,
  },
  {
    name: 'the folder gets a configuration that ignores it',
    change: { ...fast, ...config({ ignore: ['**'] }, 'agents/') },
    hidden: [speed('agents/preflight.config.json:3 ignore')],
    unchecked: [desk, night, 'agents/team.agent-list.json'].map(
      file => `${file} by agents/preflight.config.json:3 ignore${file === night ? '' : ' live'}`,
    ),
    settings: [`agents/preflight.config.json:2 ignore: added${hides}; 3 files no longer checked`],
  },
  {
    name: 'the folder gets a configuration that says nothing',
    change: { ...calm, ...config({}, 'agents/') },
    settings: ['agents/preflight.config.json:1 the configuration: added'],
  },
  {
    name: 'the folder gets a configuration that switches the rule off',
    change: { ...fast, ...config(off, 'agents/') },
    hidden: [speed('agents/preflight.config.json:3 rules.out-of-range')],
    settings: [`agents/preflight.config.json:3 rules.out-of-range: added${hides}`],
  },
  {
    name: 'a configuration of the folder goes, and the rule with it',
    before: config({ rules: { 'unknown-field': 'error' } }, 'agents/'),
    change: {
      [night]: agent('"voice_spede": 1', 'agent_night'),
      'agents/preflight.config.json': null,
    },
    hidden: [`${night} unknown-field /voice_spede by agents/preflight.config.json:3 rules.unknown-field`],
    settings: [`agents/preflight.config.json:3 rules.unknown-field: removed${hides}`],
  },
  {
    name: 'an extended file switches the rule off',
    change: { ...fast, 'soft.json': json(off), ...config({ extends: './soft.json', liveTags: ['prod'] }) },
    hidden: [speed('soft.json:3 rules.out-of-range')],
    settings: expect.arrayContaining([`soft.json:3 rules.out-of-range: added${hides}`]) as unknown as string[],
  },
  {
    name: 'an extended file changes, beside the configuration',
    before: { 'soft.json': json({}), ...config({ extends: './soft.json', liveTags: ['prod'] }) },
    change: { ...fast, 'soft.json': json(off) },
    hidden: [speed('soft.json:3 rules.out-of-range')],
    settings: [`soft.json:3 rules.out-of-range: added${hides}`],
  },
  {
    name: 'a file that made a rule stricter is no longer extended',
    before: {
      'strict.json': json({ rules: { 'unknown-field': 'error' } }),
      ...config({ extends: './strict.json', liveTags: ['prod'] }),
    },
    change: { [night]: agent('"voice_spede": 1', 'agent_night'), ...config({ liveTags: ['prod'] }) },
    hidden: [`${night} unknown-field /voice_spede by ${here(1, 'extends')}`],
    settings: [here(1, `extends: removed${hides}`)],
  },
  {
    name: 'the whole configuration is deleted, and with it what was stricter',
    before: config({ rules: { 'unknown-field': 'error' }, liveTags: ['prod'] }),
    change: { [night]: agent('"voice_spede": 1', 'agent_night'), 'preflight.config.json': null },
    hidden: [`${night} unknown-field /voice_spede by ${here(3, 'rules.unknown-field')}`],
    settings: expect.arrayContaining([here(3, `rules.unknown-field: removed${hides}`)]) as unknown as string[],
  },
  {
    name: 'the whole configuration is deleted, and nothing is worse',
    change: { ...calm, 'preflight.config.json': null },
    settings: [here(2, 'liveTags: removed; live is what either side calls live')],
  },
  {
    name: 'a baseline holds the new error',
    change: { ...fast, 'preflight.baseline.json': baselineOf('old/old.agent.json', night) },
    hidden: [speed('preflight.baseline.json:3 baseline')],
    settings: [`preflight.baseline.json:2 baseline: added${hides}`],
  },
  {
    name: 'a baseline holds what the base has',
    change: { ...calm, 'preflight.baseline.json': baselineOf('old/old.agent.json') },
    settings: ['preflight.baseline.json:2 baseline: added'],
  },
  {
    name: 'a baseline gets longer by the new error',
    before: { 'preflight.baseline.json': baselineOf('old/old.agent.json') },
    change: { ...fast, 'preflight.baseline.json': baselineOf('old/old.agent.json', night) },
    hidden: [speed('preflight.baseline.json:3 baseline')],
    settings: [`preflight.baseline.json:3 baseline: changed${hides}`],
  },
  {
    name: 'a baseline gets shorter, and nothing else changes',
    before: { 'preflight.baseline.json': baselineOf('old/old.agent.json') },
    change: { ...calm, 'preflight.baseline.json': baselineOf() },
    settings: ['preflight.baseline.json:1 baseline: changed; shows 1 finding in unchanged text'],
  },
  {
    name: 'a kind is no longer given to files that nothing else shows',
    before: {
      ...config({ liveTags: ['prod'], files: { agent: ['odd/*'] } }),
      'odd/x.json': '{ "ours": 1, "note": "", "voice_speed": 1 }',
    },
    change: {
      'odd/x.json': '{ "ours": 1, "note": "", "voice_speed": 9 }',
      ...config({ liveTags: ['prod'], files: {} }),
    },
    hidden: [expect.stringMatching(/^odd\/x.json .* by preflight.config.json:\d files.agent$/) as unknown as string],
    unchecked: [`odd/x.json by ${here(5, 'files.agent')}`],
    settings: [
      expect.stringMatching(
        /^preflight.config.json:\d files.agent: removed; hides \d+ new errors?; 1 file no longer checked$/,
      ) as unknown as string,
    ],
  },
  {
    name: 'a policy goes, and with it what it would find',
    before: config({ liveTags: ['prod'], policies: [policy] }),
    change: { ...webhook('https://one.example.com/'), ...config({ liveTags: ['prod'] }) },
    hidden: [`${night} our-webhooks /webhook_url by ${here(1, 'policies.our-webhooks')}`],
    settings: [here(1, `policies.our-webhooks: removed${hides}`)],
  },
  {
    name: 'a policy goes that nothing is against',
    before: config({ liveTags: ['prod'], policies: [policy] }),
    change: { ...webhook('https://hooks.example.com/'), ...config({ liveTags: ['prod'] }) },
    settings: [here(1, 'policies.our-webhooks: removed')],
  },
  {
    name: 'nothing is left to check',
    before: { [desk]: null, 'agents/team.agent-list.json': null },
    change: config({ liveTags: ['prod'], ignore: ['**'] }),
    unchecked: [night, 'old/old.agent.json'].map(file => `${file} by ${here(6, 'ignore')}`),
    settings: [here(5, 'ignore: added; 2 files no longer checked')],
    code: 1,
  },
  {
    name: 'nothing is left to check, because it is deleted',
    before: { [desk]: null, 'agents/team.agent-list.json': null },
    change: { [night]: null, 'old/old.agent.json': null, ...config({ liveTags: ['prod'] }) },
    settings: [],
  },
  {
    name: 'a known value silences a new error',
    change: {
      [night]: agent('"ambient_sound": "harbour"', 'agent_night'),
      ...config({ liveTags: ['prod'], knownValues: { ambient_sound: ['harbour'] } }),
    },
    settings: [here(6, 'knownValues.ambient_sound: added; silences 1 error')],
  },
  {
    name: 'what is complete is no longer said, so that a new error is a warning',
    before: config({ liveTags: ['prod'], complete: ['agent'] }),
    change: {
      'main.agent-weights.json': json([{ agent_id: 'agent_dsek', agent_version: 1, weight: 1 }]),
      ...config({ liveTags: ['prod'], complete: [] }),
    },
    settings: [here(5, 'complete: changed; silences 1 error')],
  },
  {
    name: 'the configuration gets another of its names',
    change: { ...calm, 'preflight.config.json': null, 'preflight.config.jsonc': json({ liveTags: ['prod'] }) },
    settings: [],
  },
  {
    name: 'a rule is stricter, and finds what was there',
    change: { ...calm, ...config({ liveTags: ['prod'], rules: { 'unknown-field': 'error' } }), 'notes.json': '{}' },
    before: { 'old/odd.agent.json': agent('"voice_spede": 1', 'agent_odd') },
    settings: [here(6, 'rules.unknown-field: added; shows 1 finding in unchanged text')],
  },
  {
    name: 'the new error is suppressed with a reason',
    change: {
      ...fast,
      ...config({
        liveTags: ['prod'],
        suppress: [
          { rule: 'out-of-range', file: night, at: '/voice_speed', reason: 'the vendor allows it, ticket 12' },
        ],
      }),
    },
    settings: [here(6, `suppress[0]: added; accepts out-of-range in ${night}: "the vendor allows it, ticket 12"`)],
  },
  {
    name: 'the new error is suppressed without a reason',
    change: {
      ...fast,
      ...config({ liveTags: ['prod'], suppress: [{ rule: 'out-of-range', file: night, at: '', reason: 'todo' }] }),
    },
    hidden: [speed(here(6, 'suppress[0]'))],
    settings: [here(6, `suppress[0]: added; accepts nothing new: its reason says nothing ("todo")${hides}`)],
  },
  {
    name: 'a first configuration hides what the base has',
    before: { 'preflight.config.json': null },
    change: { ...calm, ...config({ ...off, ignore: ['agents/desk*'] }) },
    unchecked: [`${desk} by ${here(6, 'ignore')} live`],
    settings: [here(3, 'rules.out-of-range: added'), here(5, 'ignore: added; 1 file no longer checked')],
    code: 1,
  },
  {
    name: 'a first configuration hides what is new',
    before: { 'preflight.config.json': null },
    change: { ...fast, ...config(off) },
    hidden: [speed(here(3, 'rules.out-of-range'))],
    settings: [here(3, `rules.out-of-range: added${hides}`)],
  },
  {
    name: 'only comments and line ends of the configuration change',
    change: { ...calm, 'preflight.config.json': '// ours\n{"liveTags":["prod"]}' },
    settings: [],
  },
  {
    name: 'an agent is no longer known by its content',
    before: { 'agents/plain.json': agent('', 'agent_plain') },
    change: { ...calm, 'agents/plain.json': '{ "hello": 1 }' },
    unchecked: ['agents/plain.json by agents/plain.json:1 its content'],
    settings: [],
  },
];

/** What each command says of what is on disk. */
async function verdicts(folder: string, files: readonly string[]): Promise<Record<string, unknown>> {
  const short = (code: number, said: object): object => ({ code, ...judgedLines(said) });
  const lint = async (...args: string[]): Promise<object> => {
    const { code, stdout } = await lintJson(args, folder);
    return stdout === '' ? { code } : short(code, JSON.parse(stdout) as object);
  };
  const since = await lint('--changed-since', 'main');
  const { code, stdout } = await preflight(['ci', '--base', 'main', '--format', 'json'], folder);
  const ci = stdout === '' ? { code } : short(code, (JSON.parse(stdout) as { lint: object }).lint);
  git(folder, 'add', '-A');
  const staged = await lint('--staged');
  const there = files.filter(file => existsSync(join(folder, file)));
  return { since, ci, staged, 'FILE...': await lint(...there) };
}

describe('a change is judged by its own settings and those of its base, by every command alike', () => {
  test.each(changes)('$name', async ({ before, change: files, hidden = [], unchecked = [], settings, code }) => {
    const folder = repository(folderWith, before);
    change(folder, files);
    const said = await verdicts(folder, Object.keys(files)),
      wanted = { code: code ?? (hidden.length > 0 ? 1 : 0), hidden, unchecked, settings };
    expect(said).toEqual(Object.fromEntries(Object.keys(said).map(name => [name, wanted])));
  });
});
