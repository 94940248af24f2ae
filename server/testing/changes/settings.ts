import { expect } from 'vitest';
import { agent } from '../preflight.ts';
import {
  alter,
  asserting,
  base,
  baselineOf,
  batch,
  calm,
  config,
  desk,
  fast,
  json,
  result,
  night,
  off,
  policy,
  typo,
  webhook,
} from '../judged-workspace.ts';
import type { Change } from './change.ts';

/*
 * Changes that weaken the settings by which they are checked. Each change that hides a finding has a harmless twin.
 */

const speed = (by: string, file = night): string => `${file} out-of-range /voice_speed by ${by}`;
const here = (line: number, text: string): string => `preflight.config.json:${line} ${text}`;
const live = (more: object = {}): Record<string, string> => config({ liveTags: ['prod'], ...more }),
  entry = { rule: 'out-of-range', file: night, at: '/voice_speed' };
const hides = '; hides 1 new error';

const failedAssertion = {
  before: { ...config(asserting), ...result },
  twin: calm,
  codes: [0, 0, 0, 0, 4],
  says: /no live changes/,
} as const;
const movedTag = {
  'agents/team.agent-list.json': base['agents/team.agent-list.json']!.replace('"version": 1', '"version": 2'),
};

export const settingsChanges: readonly Change[] = [
  alter('a rule is switched off', fast, config(off), {
    hidden: [speed(here(3, 'rules.out-of-range'))],
    settings: [here(3, `rules.out-of-range: added${hides}`), expect.stringContaining('liveTags: removed')],
  }),
  alter('a rule without new findings is switched off', calm, config(off), {
    settings: [here(3, 'rules.out-of-range: added'), expect.stringContaining('liveTags: removed')],
  }),
  alter(
    'the severity of a rule becomes warning',
    fast,
    config({ rules: { 'out-of-range': 'warning' }, liveTags: ['prod'] }),
    {
      hidden: [speed(here(3, 'rules.out-of-range'))],
      settings: [here(3, `rules.out-of-range: added${hides}`)],
    },
  ),
  alter('a group of rules is switched off', fast, config({ rules: { 'group:values': 'off' }, liveTags: ['prod'] }), {
    hidden: [speed(here(3, 'rules.group:values'))],
    settings: [here(3, `rules.group:values: added${hides}`)],
  }),
  alter(
    'a rule is switched off for some files',
    fast,
    config({ overrides: [{ files: ['agents/*'], ...off }], liveTags: ['prod'] }),
    {
      hidden: [speed(here(8, 'overrides[0].rules.out-of-range'))],
      settings: [here(3, `overrides[0]: added${hides}`)],
    },
  ),
  alter(
    'a rule is switched off for other files',
    calm,
    config({ overrides: [{ files: ['old/*'], ...off }], liveTags: ['prod'] }),
    {
      settings: [here(3, 'overrides[0]: added')],
    },
  ),
  alter('other rules are selected', fast, live({ select: ['wrong-type'] }), {
    hidden: [speed(here(5, 'select'))],
    settings: [here(5, `select: added${hides}`)],
  }),
  alter('the file is ignored', fast, config({ ignore: ['agents/night*'], liveTags: ['prod'] }), {
    hidden: [speed(here(3, 'ignore'))],
    unchecked: [`${night} by ${here(3, 'ignore')}`],
    settings: [here(2, `ignore: added${hides}; 1 file no longer checked`)],
  }),
  alter('a file without new findings is ignored', calm, live({ ignore: ['old'] }), {
    unchecked: [`old/old.agent.json by ${here(6, 'ignore')}`],
    settings: [here(5, 'ignore: added; 1 file no longer checked')],
  }),
  alter('a live version is ignored', calm, live({ ignore: ['agents/desk*'] }), {
    twin: live({ ignore: ['agents/night*'] }),
    unchecked: [`${desk} by ${here(6, 'ignore')} live`],
    settings: [here(5, 'ignore: added; 1 file no longer checked')],
  }),
  alter('a batch with future calls is ignored', calm, live({ ignore: ['spring*'] }), {
    before: { 'spring.batch-call.json': batch(Date.parse('2100-01-01')) },
    twin: live({ ignore: ['summer*'] }),
    unchecked: [`spring.batch-call.json by ${here(6, 'ignore')}`],
    settings: [here(5, 'ignore: added; 1 file no longer checked')],
    code: 1,
  }),
  alter('a batch without future calls is ignored', calm, live({ ignore: ['spring*'] }), {
    before: { 'spring.batch-call.json': batch(Date.parse('2020-01-01')) },
    unchecked: [`spring.batch-call.json by ${here(6, 'ignore')}`],
    settings: [here(5, 'ignore: added; 1 file no longer checked')],
  }),
  alter(
    'a live version moves to an ignored folder',
    {},
    {
      [desk]: null,
      'archive/desk.agent.json': agent(),
      ...live({ ignore: ['archive'] }),
    },
    {
      holds: false,
      unchecked: [`archive/desk.agent.json by ${here(6, 'ignore')} live`],
      settings: [here(5, 'ignore: added; 1 file no longer checked')],
      code: 1,
    },
  ),
  alter('the folder gets a configuration that ignores all files', fast, config({ ignore: ['**'] }, 'agents/'), {
    twin: null,
    holds: false,
    hidden: [speed('agents/preflight.config.json:3 ignore')],
    unchecked: [desk, night, 'agents/team.agent-list.json'].map(
      file => `${file} by agents/preflight.config.json:3 ignore${file === night ? '' : ' live'}`,
    ),
    settings: [`agents/preflight.config.json:2 ignore: added${hides}; 3 files no longer checked`],
  }),
  alter('the folder gets an empty configuration', calm, config({}, 'agents/'), {
    settings: ['agents/preflight.config.json:1 the configuration: added'],
  }),
  alter('the folder gets a configuration that switches the rule off', fast, config(off, 'agents/'), {
    hidden: [speed('agents/preflight.config.json:3 rules.out-of-range')],
    settings: [`agents/preflight.config.json:3 rules.out-of-range: added${hides}`],
  }),
  alter(
    'the configuration of a folder, which contains the rule, is deleted',
    typo,
    { 'agents/preflight.config.json': null },
    {
      before: config({ rules: { 'unknown-field': 'error' } }, 'agents/'),
      hidden: [`${night} unknown-field /voice_spede by agents/preflight.config.json:3 rules.unknown-field`],
      settings: [`agents/preflight.config.json:3 rules.unknown-field: removed${hides}`],
    },
  ),
  alter(
    'an extended file switches the rule off',
    fast,
    { 'soft.json': json(off), ...config({ extends: './soft.json', liveTags: ['prod'] }) },
    {
      hidden: [speed('soft.json:3 rules.out-of-range')],
      settings: expect.arrayContaining([`soft.json:3 rules.out-of-range: added${hides}`]) as unknown as string[],
    },
  ),
  alter(
    'an extended file changes, but not the configuration',
    fast,
    { 'soft.json': json(off) },
    {
      before: { 'soft.json': json({}), ...config({ extends: './soft.json', liveTags: ['prod'] }) },
      hidden: [speed('soft.json:3 rules.out-of-range')],
      settings: [`soft.json:3 rules.out-of-range: added${hides}`],
    },
  ),
  alter('a file that made a rule stricter is no longer extended', typo, live(), {
    before: {
      'strict.json': json({ rules: { 'unknown-field': 'error' } }),
      ...config({ extends: './strict.json', liveTags: ['prod'] }),
    },
    hidden: [`${night} unknown-field /voice_spede by ${here(1, 'extends')}`],
    settings: [here(1, `extends: removed${hides}`)],
  }),
  alter(
    'a configuration with a stricter rule is deleted',
    typo,
    { 'preflight.config.json': null },
    {
      before: config({ rules: { 'unknown-field': 'error' }, liveTags: ['prod'] }),
      hidden: [`${night} unknown-field /voice_spede by ${here(3, 'rules.unknown-field')}`],
      settings: expect.arrayContaining([here(3, `rules.unknown-field: removed${hides}`)]) as unknown as string[],
    },
  ),
  alter(
    'a configuration without effects is deleted',
    calm,
    { 'preflight.config.json': null },
    {
      settings: [here(2, 'liveTags: removed; "production" now counts as live')],
    },
  ),
  alter(
    'a new baseline contains the new error',
    fast,
    { 'preflight.baseline.json': baselineOf('old/old.agent.json', night) },
    {
      hidden: [speed('preflight.baseline.json:3 baseline')],
      settings: [`preflight.baseline.json:2 baseline: added${hides}`],
    },
  ),
  alter(
    'a new baseline contains findings of the base',
    calm,
    { 'preflight.baseline.json': baselineOf('old/old.agent.json') },
    {
      settings: ['preflight.baseline.json:2 baseline: added'],
    },
  ),
  alter(
    'the new error is added to a baseline',
    fast,
    { 'preflight.baseline.json': baselineOf('old/old.agent.json', night) },
    {
      before: { 'preflight.baseline.json': baselineOf('old/old.agent.json') },
      hidden: [speed('preflight.baseline.json:3 baseline')],
      settings: [`preflight.baseline.json:3 baseline: changed${hides}`],
    },
  ),
  alter(
    'an entry of a baseline is removed',
    calm,
    { 'preflight.baseline.json': baselineOf() },
    {
      before: { 'preflight.baseline.json': baselineOf('old/old.agent.json') },
      settings: ['preflight.baseline.json:1 baseline: changed; 1 finding in unchanged text is no longer hidden'],
    },
  ),
  alter(
    '`files` no longer assigns a kind to files whose contents do not show it',
    { 'odd/x.json': '{ "ours": 1, "note": "", "voice_speed": 9 }' },
    live({ files: {} }),
    {
      before: {
        ...live({ files: { agent: ['odd/*'] } }),
        'odd/x.json': '{ "ours": 1, "note": "", "voice_speed": 1 }',
      },
      hidden: [expect.stringMatching(/^odd\/x.json .* by preflight.config.json:\d files.agent$/) as unknown as string],
      unchecked: [`odd/x.json by ${here(5, 'files.agent')}`],
      settings: [
        expect.stringMatching(
          /^preflight.config.json:\d files.agent: removed; hides \d+ new errors?; 1 file no longer checked$/,
        ) as unknown as string,
      ],
    },
  ),
  alter('a policy with a new finding is removed', webhook('https://one.example.com/'), live(), {
    before: live({ policies: [policy] }),
    hidden: [`${night} our-webhooks /webhook_url by ${here(1, 'policies.our-webhooks')}`],
    settings: [here(1, `policies.our-webhooks: removed${hides}`)],
  }),
  alter('a policy without findings is removed', webhook('https://hooks.example.com/'), live(), {
    before: live({ policies: [policy] }),
    settings: [here(1, 'policies.our-webhooks: removed')],
  }),
  alter('all remaining files are ignored', {}, live({ ignore: ['**'] }), {
    holds: false,
    before: { [desk]: null, 'agents/team.agent-list.json': null },
    unchecked: [night, 'old/old.agent.json'].map(file => `${file} by ${here(6, 'ignore')}`),
    settings: [here(5, 'ignore: added; 2 files no longer checked')],
    code: 1,
  }),
  alter(
    'all remaining files are deleted',
    {},
    { [night]: null, 'old/old.agent.json': null, ...live() },
    {
      holds: false,
      codes: [0, 0, 0, 4, 0],
      before: { [desk]: null, 'agents/team.agent-list.json': null },
      settings: [],
    },
  ),
  alter(
    'a known value silences a new error',
    {},
    {
      [night]: agent('"ambient_sound": "harbour"', 'agent_night'),
      ...live({ knownValues: { ambient_sound: ['harbour'] } }),
    },
    {
      settings: [here(6, 'knownValues.ambient_sound: added; silences 1 error')],
    },
  ),
  alter(
    'a kind is removed from `complete`, so a new error becomes a warning',
    {},
    {
      'main.agent-weights.json': json([{ agent_id: 'agent_dsek', agent_version: 1, weight: 1 }]),
      ...live({ complete: [] }),
    },
    {
      before: live({ complete: ['agent'] }),
      settings: [here(5, 'complete: "agent" removed; silences 1 error')],
    },
  ),
  alter(
    'the configuration file gets another valid name',
    calm,
    { 'preflight.config.json': null, 'preflight.config.jsonc': json({ liveTags: ['prod'] }) },
    {
      settings: [],
    },
  ),
  alter(
    'a stricter rule reports findings in unchanged text',
    calm,
    { ...live({ rules: { 'unknown-field': 'error' } }), 'notes.json': '{}' },
    {
      before: { 'old/odd.agent.json': agent('"voice_spede": 1', 'agent_odd') },
      settings: [here(6, 'rules.unknown-field: added; 1 finding in unchanged text is no longer hidden')],
    },
  ),
  alter(
    'the new error is suppressed with a reason',
    fast,
    live({ suppress: [{ ...entry, reason: 'the vendor allows it, ticket 12' }] }),
    {
      settings: [here(6, `suppress[0]: added; accepts out-of-range in ${night}: "the vendor allows it, ticket 12"`)],
    },
  ),
  alter(
    'the new error is suppressed without a reason',
    fast,
    live({ suppress: [{ ...entry, at: '', reason: 'todo' }] }),
    {
      hidden: [speed(here(6, 'suppress[0]'))],
      settings: [here(6, `suppress[0]: added; accepts nothing new: its reason is no explanation ("todo")${hides}`)],
    },
  ),
  alter('a first configuration hides what the base has', calm, config({ ...off, ignore: ['agents/desk*'] }), {
    before: { 'preflight.config.json': null },
    unchecked: [`${desk} by ${here(6, 'ignore')} live`],
    settings: [here(3, 'rules.out-of-range: added'), here(5, 'ignore: added; 1 file no longer checked')],
  }),
  alter('a first configuration hides what is new', fast, config(off), {
    before: { 'preflight.config.json': null },
    hidden: [speed(here(3, 'rules.out-of-range'))],
    settings: [here(3, `rules.out-of-range: added${hides}`)],
  }),
  alter(
    'only comments and line ends of the configuration change',
    calm,
    { 'preflight.config.json': '// ours\n{"liveTags":["prod"]}' },
    {
      settings: [],
    },
  ),
  alter('a rule is no longer an error', typo, live(), {
    before: config({ rules: { 'unknown-field': 'error' }, liveTags: ['prod'] }),
    hidden: [`${night} unknown-field /voice_spede by ${here(1, 'rules.unknown-field')}`],
    settings: [here(1, `rules.unknown-field: removed${hides}`)],
  }),
  alter('a folder that lacks a referenced record becomes its own workspace', { [night]: null }, config({}, 'agents/'), {
    hidden: ['main.agent-weights.json lost-reference /0/agent_id by agents/preflight.config.json:1 the configuration'],
    holds: false,
    before: { 'main.agent-weights.json': json([{ agent_id: 'agent_night', agent_version: 1, weight: 1 }]) },
    twin: calm,
    codes: [1, 1, 1, 4, 1],
    says: /agents\/preflight\.config\.json|becomes unknowable/,
  }),
  alter('an assertion is removed', movedTag, config({}), failedAssertion),
  alter(
    'tags are removed from `liveTags`, and an assertion concerns live versions',
    movedTag,
    config({ ...asserting, liveTags: [] }),
    failedAssertion,
  ),
  alter(
    'the contents of a file no longer show that it is an agent',
    calm,
    { 'agents/plain.json': '{ "hello": 1 }' },
    {
      before: { 'agents/plain.json': agent('', 'agent_plain') },
      unchecked: ['agents/plain.json by agents/plain.json:1 the file contains no record'],
      settings: [],
    },
  ),
].flat();
