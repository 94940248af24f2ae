import {
  change,
  json,
  repository as repositoryOf,
  type Change,
  type Files,
  type FolderWith,
  type Verdict,
} from './changes/change.ts';
import { agent, draft } from './preflight.ts';

export { change, json, type Files } from './changes/change.ts';

/**
 * A `preflight.config.json` with this value.
 * @param folder the folder of the file, with a slash at the end
 */
export const config = (value: unknown, folder = ''): Record<string, string> => ({
  [`${folder}preflight.config.json`]: json(value),
});
export const night = 'agents/night.agent.json',
  desk = 'agents/desk.agent.json';
export const fast = { [night]: draft('"voice_speed": 9', 'agent_night') },
  calm = { [night]: draft('"voice_speed": 1.5', 'agent_night') };
export function baselineOf(...files: string[]): string {
  const lines = files.map(file => `{ "rule": "out-of-range", "file": "${file}", "at": "/voice_speed" }`);
  return `{ "version": 1, "findings": [\n${lines.join(',\n')}\n] }\n`;
}
export const base: Files = {
  ...config({ liveTags: ['prod'] }),
  [desk]: agent(),
  [night]: draft('', 'agent_night'),
  'agents/team.agent-list.json': json([
    {
      agent_id: 'agent_desk',
      agent_name: 'Desk',
      channel: 'voice',
      user_modified_timestamp: 1,
      tags: { prod: { version: 1 } },
    },
  ]),
  'old/old.agent.json': agent('"voice_speed": 7', 'agent_old'),
};
export const off = { rules: { 'out-of-range': 'off' } };

/**
 * Creates a repository with the files of `base` on a new branch.
 * @param before further files; null leaves out a file
 */
export const repository = (folderWith: FolderWith, before: Files = {}): string =>
  repositoryOf(folderWith, base, before);

export const webhook = (address: string): Files => ({ [night]: draft(`"webhook_url": "${address}"`, 'agent_night') }),
  typo = { [night]: draft('"voice_spede": 1', 'agent_night') };
export const policy = {
  id: 'our-webhooks',
  kind: 'agent',
  at: '/webhook_url',
  must: { pattern: '^https://hooks\\.example\\.com/' },
  message: 'webhook_url: expected an address on hooks.example.com, got {value}',
  why: 'Our firewall lets nothing else in.',
  severity: 'error',
};

export const batch = (trigger_timestamp: number): string =>
  json({
    from_number: '+14155550100',
    trigger_timestamp,
    tasks: [{ to_number: '+14155550111', override_agent_id: 'agent_desk', override_agent_version: 1 }],
  });

export const asserting = { liveTags: ['prod'], ci: { assert: ['no live changes'] } };
export const result = {
  'agents/agent_desk.agent-versions.json': json(
    [1, 2].map(version => ({ version, is_published: true, last_modification_timestamp: 1767225600000 + version })),
  ),
  'numbers.agent-weights.json': json([{ agent_id: 'agent_desk', agent_version: 'prod', weight: 1 }]),
};

interface Alteration extends Partial<Verdict>, Pick<Change, 'codes' | 'says'> {
  /** Files of the base in addition to the usual files; null leaves out a file. */
  readonly before?: Files;
  /**
   * The files of the harmless twin, used instead of the mistake; null for no twin. Default: `calm` if `hidden` has entries.
   */
  readonly twin?: Files | null;
}
/**
 * Returns a change of settings, and its harmless twin if it has one.
 * @param worse the mistakes of the change, which the settings may hide
 */
export function alter(name: string, worse: Files, settings: Files, alteration: Alteration): readonly Change[] {
  const { before, twin, codes, says, ...verdict } = alteration,
    { hidden = [], unchecked = [], holds = true } = verdict,
    harmlessChange = twin === undefined && hidden.length > 0 ? calm : twin;
  const changeTo = (files: Files, more: Omit<Change, 'repository' | 'do'>): Change => ({
    repository: folderWith => repository(folderWith, before),
    do: folder => change(folder, files),
    ...more,
  });
  const judgedChange = changeTo(
    { ...worse, ...settings },
    { name: `judge: ${name}`, codes, says, verdict: verdict.settings && { holds, ...verdict, hidden, unchecked } },
  );
  if (!harmlessChange) return [judgedChange];
  return [
    judgedChange,
    changeTo(
      { ...settings, ...harmlessChange },
      { name: `judge: ${name}, innocent`, verdict: { holds: true, hidden: [], code: 0 } },
    ),
  ];
}
