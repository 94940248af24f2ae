import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { agent, committed, git, write } from './preflight.ts';

/** A team's workspace whose settings a change alters: an agent behind a live tag, another one, and one with an old error. */
export type Files = Readonly<Record<string, string | null>>;
export const json = (value: unknown): string => `${JSON.stringify(value, undefined, 1)}\n`;
export const config = (value: unknown, folder = ''): Record<string, string> => ({
  [`${folder}preflight.config.json`]: json(value),
});
export const night = 'agents/night.agent.json',
  desk = 'agents/desk.agent.json';
export const fast = { [night]: agent('"voice_speed": 9', 'agent_night') },
  calm = { [night]: agent('"voice_speed": 1.5', 'agent_night') };
export function baselineOf(...files: string[]): string {
  const lines = files.map(file => `{ "rule": "out-of-range", "file": "${file}", "at": "/voice_speed" }`);
  return `{ "version": 1, "findings": [\n${lines.join(',\n')}\n] }\n`;
}
export const base: Files = {
  ...config({ liveTags: ['prod'] }),
  [desk]: agent(),
  [night]: agent('', 'agent_night'),
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

export function change(folder: string, files: Files): void {
  for (const [file, text] of Object.entries(files))
    if (text === null) rmSync(join(folder, file));
    else write(folder, { [file]: text });
}
/** A repository of it on a new branch. @param folderWith makes a folder @param before files besides the usual ones; null: without it */
export function repository(
  folderWith: (files: Readonly<Record<string, string>>) => string,
  before: Files = {},
): string {
  const all = Object.entries({ ...base, ...before }).filter((entry): entry is [string, string] => entry[1] !== null);
  const folder = committed(folderWith(Object.fromEntries(all)));
  git(folder, 'checkout', '-qb', 'work');
  return folder;
}
