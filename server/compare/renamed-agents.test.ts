import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { agent, committed, draft, lintJson, preflight, scratchFolders, write } from '../testing/preflight.ts';

const folderWith = scratchFolders();

/**
 * The files of a workspace with findings whose messages name the agent.
 * @param secondName the name of a second agent
 */
const files = (name: string, secondName?: string): Record<string, string> => ({
  'all.agent-list.json': JSON.stringify([
    {
      agent_id: 'agent_desk',
      agent_name: name,
      channel: 'voice',
      user_modified_timestamp: 1,
      tags: { prod: { version: 9 } },
    },
  ]),
  'desk.agent.json': draft(`"agent_name": "${name}"`),
  'n.phone-number.json': `{ "phone_number": "+14155550100", "inbound_agents": [
    { "agent_id": "agent_desk", "agent_version": "prd", "weight": 1 }] }\n`,
  ...(secondName !== undefined && { 'other.agent.json': agent(`"agent_name": "${secondName}"`, 'agent_other') }),
});
const linesOf = ({ findings }: { readonly findings: readonly { readonly message: string }[] }): string[] =>
  findings.map(({ message }) => message).filter(message => message.includes('has no'));

/** The new findings that `ci` reports since the last commit. */
const newIn = async (folder: string): Promise<{ readonly findings: readonly { readonly message: string }[] }> => {
  const { stdout } = await preflight(['ci', '--base', 'HEAD', '--format', 'json'], folder);
  return (JSON.parse(stdout) as { lint: { findings: { message: string }[] } }).lint;
};

test('renaming an agent, or giving another agent the same name, causes no new finding', async () => {
  const folder = committed(folderWith(files('Desk')));
  expect(linesOf(await lintJson([], folder))).toEqual([
    'version: Desk has no version 9 here; known versions: 1',
    'agent_version: Desk has no tag "prd"; its tags: prod; did you mean "prod"?',
  ]);
  write(folder, files('Front desk', 'Front desk'));
  expect(linesOf(await lintJson([], folder))).toEqual([
    'version: Front desk (desk) has no version 9 here; known versions: 1',
    'agent_version: Front desk (desk) has no tag "prd"; its tags: prod; did you mean "prod"?',
  ]);
  expect(linesOf(await newIn(folder))).toEqual([]);
});

test('renaming an agent and moving a file in the same change causes no new finding', async () => {
  const folder = committed(folderWith(files('Desk')));
  const { 'n.phone-number.json': number, ...others } = files('Front desk');
  write(folder, { ...others, 'numbers/n.phone-number.json': number! });
  rmSync(join(folder, 'n.phone-number.json'));
  expect(linesOf(await newIn(folder))).toEqual([]);
});

test('an older baseline accepts the findings of a renamed agent', async () => {
  const folder = folderWith(files('Desk'));
  await preflight(['lint', '--write-baseline'], folder);
  write(folder, files('Front desk', 'Front desk'));
  const { findings, summary } = await lintJson([], folder);
  expect(linesOf({ findings })).toEqual([]);
  expect(summary['baselined']).toBeGreaterThan(1);
});

test('an `accept` entry may name a break by the printed name or by the id', async () => {
  const number = (reference: string): string => files('Desk')['n.phone-number.json']!.replace('prd', reference);
  for (const [reference, code] of [
    ['Desk@prod', 0],
    ['agent_desk@prod', 0],
    ['Disk@prod', 4],
  ] as const) {
    const folder = committed(folderWith({ ...files('Desk'), 'n.phone-number.json': number('prod') }));
    const list = files('Desk')['all.agent-list.json']!.replace('"prod":{"version":9}', '');
    write(folder, {
      'all.agent-list.json': list,
      'preflight.config.json': JSON.stringify({ accept: [{ reference, reason: 'moves to the new desk' }] }),
    });
    const ran = await preflight(['plan', '--assert', 'no breaks'], folder);
    expect([reference, ran.code], ran.stdout).toEqual([reference, code]);
  }
});

test('callers of a renamed agent move between versions of one agent', async () => {
  const versions = (name: string, tag: number): Record<string, string> => ({
    'all.agent-list.json': files(name)['all.agent-list.json']!.replace('"version":9', `"version":${tag}`),
    'v1.agent.json': agent(`"agent_name": "${name}"`),
    'v2.agent.json': agent(`"agent_name": "${name}"`, 'agent_desk', 2),
  });
  const folder = committed(folderWith(versions('Desk', 1)));
  write(folder, versions('Front desk', 2));
  const { stdout } = await preflight(['plan'], folder);
  expect(stdout).toContain('tag prod of Front desk: 100 % move: Front desk v1 → v2\n');
  expect(stdout.replaceAll('Front desk', '')).not.toContain('Desk v');
});
