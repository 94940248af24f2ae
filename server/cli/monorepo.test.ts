import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectOutput } from '../testing/outputs.ts';
import { agent, agentList, committed, lintJson, preflight, scratchFolders, write } from '../testing/preflight.ts';

const folderWith = scratchFolders();
const list = (id: string, version: number): string => agentList({ prod: { version } }, id, id);
const monorepo = (): string => {
  const folder = folderWith(
    Object.fromEntries(
      ['a', 'b'].flatMap(name => [
        [
          `${name}/preflight.config.json`,
          name === 'a' ? '{ "complete": ["agent", "llm"] }' : '{ "complete": ["llm"] }',
        ],
        [`${name}/desk.agent.json`, agent('', `agent_${name}`)],
        [`${name}/team.agent-list.json`, list(`agent_${name}`, 1)],
      ]),
    ),
  );
  return committed(folder);
};

describe('commands at the top of a repository with several workspaces', () => {
  test('plan shows the changes in each workspace, and an assertion covers all of them', async () => {
    const folder = monorepo();
    write(folder, { 'a/team.agent-list.json': list('agent_a', 2) });
    const args = ['plan', '--base', 'HEAD', '--assert', 'no changes', '--assert', 'agent_b@prod unchanged'];
    const { code, stdout } = await preflight(args, folder);
    expect(code).toBe(4);
    expect(stdout).toMatch(
      new RegExp(
        '^2 workspaces: It is no longer known which agent answers the calls to tag prod of\nagent_a; ' +
          '1 live reference breaks;[^]*\n\nAssertions\n',
      ),
    );
    expect(stdout).toMatch(/\n\nAssertions\n[^]*\n\na\n[^]*\n\nb\n/);
    expect(stdout).toMatch(/ fails {2}no changes: /);
    expect(stdout).toMatch(/ holds {2}agent_b@prod unchanged/);
    const json = JSON.parse((await preflight([...args, '--format', 'json'], folder)).stdout) as {
      changes: { file: string }[];
      unchanged: number;
      assertions: { holds: boolean }[];
    };
    expect([json.changes.map(({ file }) => file), json.unchanged, json.assertions.map(({ holds }) => holds)]).toEqual([
      ['a/team.agent-list.json'],
      1,
      [false, true],
    ]);
    for (const format of ['markdown', 'html']) {
      const page = (await preflight([...args, '--format', format], folder)).stdout;
      expect([
        format,
        /2 workspaces: It is no longer known which agent answers the calls to tag prod of agent\\?_a; 1 live reference breaks/.test(
          page,
        ),
      ]).toEqual([format, true]);
      expect(page.match(/<html/g)?.length ?? 1).toBe(1);
    }
  });
  test('an edit applies to the workspace that has its agent', async () => {
    const { code, stdout } = await preflight(['plan', '--tag', 'agent_b:prod=1', '--publish', 'agent_z@1'], monorepo());
    expect([code, stdout.match(/agent_z/g)?.length ?? 0]).toEqual([1, 2]);
    const possibleRun = await preflight(
      ['plan', '--publish', 'agent_b@1', '--assert', 'agent_b@1 is published'],
      monorepo(),
    );
    expect(possibleRun).toMatchObject({ code: 0 });
  });
  test('resolve, doctor and graph cover all workspaces', async () => {
    const folder = monorepo();
    const resolvedRun = await preflight(['resolve', '--all'], folder);
    expect(resolvedRun.stdout).toMatch(/^a\n[^]*agent_a@prod[^]*\n\nb\n[^]*agent_b@prod/);
    expect((await preflight(['resolve', 'agent_b@prod'], folder)).code).toBe(0);
    expect((await preflight(['resolve', 'agent_c@prod'], folder)).code).toBe(1);
    expect((await preflight(['doctor'], folder)).stdout).toMatch(/^a:\n[^]*\nb:\n/);
    const doctor = JSON.parse((await preflight(['doctor', '--format', 'json'], folder)).stdout) as object;
    expect(doctor).toMatchObject({
      files: { agent: 2 },
      complete: ['llm'],
      workspaces: [{ folder: 'a' }, { folder: 'b' }],
    });
    expectOutput('doctor', doctor);
    const graph = (await preflight(['graph'], folder)).stdout;
    expect([/agent_a<br\/>a\b/.test(graph), /agent_b<br\/>b\b/.test(graph)]).toEqual([true, true]);
    expect((await preflight(['graph', 'agent_b'], folder)).stdout).toContain('agent_b');
  });
});

test('a checkout inside another checkout is compared with a revision of its own, by the same name', async () => {
  const root = committed(folderWith({ 'a.agent.json': agent() })),
    innerFiles = { 'inner/preflight.config.json': '{}', 'inner/x.agent.json': agent('', 'agent_inner') };
  write(root, innerFiles);
  committed(join(root, 'inner'));
  rmSync(join(root, 'inner/x.agent.json'));
  for (const command of ['plan', 'ci']) {
    const { code, stderr } = await preflight([command, '--base', 'main'], root);
    expect([command, code, stderr]).toEqual([command, 0, expect.not.stringContaining('git')]);
  }
  expect((await lintJson(['--changed-since', 'main'], root)).code).toBe(0);
});

test('a question about an agent of several workspaces is answered for the first, and the output says so', async () => {
  const workspaceFiles = { 'desk.agent.json': agent(), 'preflight.config.json': '{}' };
  const folder = folderWith(
    Object.fromEntries(
      ['a', 'b', 'c'].flatMap(name =>
        Object.entries({ ...workspaceFiles, 'team.agent-list.json': list('agent_desk', name === 'b' ? 2 : 1) }).map(
          ([file, text]) => [`${name}/${file}`, text],
        ),
      ),
    ),
  );
  const words = 'agent_desk is in a, b and c; this answer is for a, and --cwd DIR selects another\n';
  for (const args of [
    ['resolve', 'agent_desk@prod'],
    ['reach', 'agent_desk@prod'],
    ['diff', 'agent_desk@prod', '@1'],
  ]) {
    const { code, stderr } = await preflight(args, folder);
    expect([args, code, stderr]).toEqual([args, 0, words]);
    expect((await preflight([...args, '--cwd', 'a'], folder)).stderr).toBe('');
  }
});

test('init at the top counts the files of the workspaces below', async () => {
  const folder = monorepo();
  expect((await preflight(['init', '--no-hook'], folder)).stderr).toBe(
    'Created preflight.config.json. Found no agent files beside those of workspaces below, which have 4; ' +
      'run "preflight lint" to check them.\n',
  );
});
