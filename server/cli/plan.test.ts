import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectOutput } from '../testing/outputs.ts';
import { agent, commitAll, committed, git, lintJson, preflight, scratchFolders, write } from '../testing/preflight.ts';

const folderWith = scratchFolders();
const list = (tags: object): string =>
  JSON.stringify(
    [{ agent_id: 'agent_desk', agent_name: 'Front desk', channel: 'voice', user_modified_timestamp: 1, tags }],
    undefined,
    2,
  );
const number = (...versions: (string | number)[]): string =>
  JSON.stringify({
    phone_number: '+14155550100',
    inbound_agents: versions.map(agent_version => ({
      agent_id: 'agent_desk',
      agent_version,
      weight: 1 / versions.length,
    })),
  });
const files = {
  'v1.agent.json': agent(),
  'v2.agent.json': agent('', 'agent_desk', 2)
    .replace('"is_published": true', '"is_published": false')
    .replace('1767225600000', '1767225700000'),
  'agent_desk.agent-versions.json':
    '[{ "version": 1, "is_published": true, "last_modification_timestamp": 1767225600000 }, ' +
    '{ "version": 2, "is_published": false, "last_modification_timestamp": 1767225700000 }]',
  'team.agent-list.json': list({ prod: { version: 1, dynamic_variables: { city: 'Bern' } }, beta: { version: 2 } }),
  'n.phone-number.json': number('prod'),
};
interface Answer {
  readonly code: number;
  readonly stderr: string;
  readonly stdout: string;
  readonly lines: readonly string[];
  readonly unchanged: number;
  readonly assumptions: readonly string[];
  readonly edits: readonly { outcome: string; because: string | null }[];
}

async function planJson(args: string[], folder: string): Promise<Answer> {
  const { code, stdout, stderr } = await preflight(['plan', '--format', 'json', ...args], folder);
  if (stdout === '') return { code, stdout, stderr, lines: [], unchanged: -1, assumptions: [], edits: [] };
  const plan = JSON.parse(stdout) as {
    changes: {
      file: string;
      pointer: string;
      effect: string;
      live: boolean;
      before: { agent_version: number } | null;
      after: { agent_version: number } | null;
    }[];
  } & Pick<Answer, 'unchanged' | 'assumptions' | 'edits'>;
  expectOutput('plan', plan);
  return {
    ...plan,
    code,
    stdout,
    stderr,
    lines: plan.changes.map(
      ({ file, pointer, effect, live, before, after }) =>
        `${file} ${pointer} ${effect} ${before?.agent_version ?? '-'}→${after?.agent_version ?? '-'}${live ? ' live' : ''}`,
    ),
  };
}
const repository = (more: Record<string, string> = {}): string => committed(folderWith({ ...files, ...more }));
const phone = 'n.phone-number.json /inbound_agents/0/agent_version',
  tag = 'team.agent-list.json /0/tags/prod';

describe('plan', () => {
  test('without edits compares the files with HEAD', async () => {
    const folder = repository();
    expect(await planJson(['--exit-code', '--assert', 'no changes'], folder)).toMatchObject({
      code: 0,
      lines: [],
      unchanged: 2,
      assumptions: [],
    });
    write(folder, { 'n.phone-number.json': number('beta') });
    const { code, stdout, stderr } = await preflight(['plan', '--exit-code'], folder);
    expect([code, stderr]).toEqual([4, '']);
    expect(stdout).toContain('current files against HEAD (');
    expect((await planJson([], folder)).lines).toEqual([`${phone} version+variables 1→2 live`]);
  });
  test('without edits is refused if there is no commit', async () => {
    const edits = 'give --publish, --draft, --tag or --untag; "preflight plan --help" shows examples\n';
    expect(await preflight(['plan'], folderWith(files))).toEqual({
      code: 2,
      stdout: '',
      stderr: `nothing to compare: this folder is not in a git repository; ${edits}`,
    });
    const folder = folderWith(files);
    git(folder, 'init', '-q');
    expect(await preflight(['plan', '--assert', 'no changes'], folder)).toEqual({
      code: 2,
      stdout: '',
      stderr: `nothing to compare: there is no commit yet; ${edits}`,
    });
  });
  test('of a tag moves it with its variables', async () => {
    expect(await planJson(['--tag', 'agent_desk:prod=2'], folderWith(files))).toMatchObject({
      code: 0,
      lines: [`${tag} version 1→2 live`, `${phone} version 1→2 live`],
      assumptions: ['tag-keeps-variables'],
    });
    expect((await planJson(['--tag', 'Front desk:prod=2', '--exit-code'], folderWith(files))).code).toBe(4);
  });
  test('applies edits in the order of the command line', async () => {
    const editArgs = ['--draft', 'agent_desk@1', '--publish', 'agent_desk@3', '--tag', 'agent_desk:prod=3'];
    expect(await planJson(editArgs, folderWith(files))).toMatchObject({
      code: 0,
      lines: [`${tag} version 1→3 live`, `${phone} version 1→3 live`],
      assumptions: ['draft-number', 'edits-come-last', 'publish-touches-nothing-else', 'tag-keeps-variables'],
    });
    expect((await planJson(['--publish', 'agent_desk@3', '--draft', 'agent_desk@1'], folderWith(files))).code).toBe(1);
  });
  test('does not count the references in the copy that a draft makes', async () => {
    const tools = [{ type: 'agent_swap', name: 's', agent_id: 'other', agent_version: 1 }],
      desk = { agent_id: 'desk', version: 1, is_published: true, service_llm: { general_tools: tools } },
      copying = {
        'desk.agent.json': JSON.stringify(desk),
        'other.agent.json': JSON.stringify({ ...desk, agent_id: 'other' }),
      };
    expect(await planJson(['--draft', 'desk@1'], folderWith(copying))).toMatchObject({ code: 0, lines: [] });
  });
  test('shows that a draft is latest, that a removed tag selects latest, and that an edit has no effect', async () => {
    const folder = folderWith({ ...files, 'n.phone-number.json': number('latest', 'latest_published') });
    expect((await planJson(['--draft', 'agent_desk@2'], folder)).lines).toEqual([
      `${phone} version+variables 2→3 live`.replace('version+variables', 'version'),
    ]);
    expect((await planJson(['--publish', 'agent_desk@2'], folder)).lines).toEqual([
      `${phone} version 2→2 live`,
      `${phone.replace('0', '1')} version+variables 1→2 live`,
    ]);
    expect((await planJson(['--untag', 'agent_desk:prod'], folder)).lines[0]).toBe(`${tag} version 1→2 live`);
    expect((await planJson(['--publish', 'agent_desk@1'], folder)).edits).toEqual([
      {
        edit: '--publish agent_desk@1',
        outcome: 'needless',
        because: 'version 1 of Front desk is published already',
      },
    ]);
  });
  test('reports an unknown agent, version or tag in an edit, and plans nothing', async () => {
    for (const [args, pattern] of [
      [['--publish', 'agent_desk@9'], /no version 9; its versions are 1 and 2/],
      [['--untag', 'agent_desk:prd'], /no tag "prd"; did you mean "prod"/],
      [['--tag', 'agent_desk:prod=2', '--draft', 'agent_desk@7'], /no version 7/],
    ] as const) {
      const { code, lines, edits, stderr } = await planJson([...args], folderWith(files));
      expect([code, lines, edits.at(-1)!.outcome, pattern.test(edits.at(-1)!.because!), stderr]).toEqual([
        1,
        [],
        'missing',
        true,
        '',
      ]);
    }
    expect((await preflight(['plan', '--publish', 'agent_desk@9'], folderWith(files))).stdout).toMatch(
      /^Nothing is planned\n--publish agent_desk@9: /,
    );
    const unknown = await planJson(['--publish', 'agent_dsk@1'], folderWith(files));
    expect([unknown.code, unknown.edits[0]]).toMatchObject([
      1,
      { outcome: 'unknowable', because: 'no agent agent_dsk in this workspace; did you mean "agent_desk"?' },
    ]);
  });
  test.each([
    [['--publish', 'agent_desk'], /not of the form AGENT@N/],
    [['--publish', 'agent_desk@prod'], /"prod" is not a version number/],
    [['--publish', '@1'], /the agent is missing/],
    [['--publish', 'a@v1'], /by its number alone: 1/],
    [['--tag', 'agent_desk:prod'], /the version is missing; the form is AGENT:TAG=N/],
    [['--tag', 'agent_desk:Prod=1'], /"Prod" is not a tag/],
    [['--tag', 'agent_desk:latest=1'], /latest is not a tag/],
    [['--tag', 'a:b=x'], /"x" is not a version number\b|is not a version/],
    [['--untag', 'agent_desk'], /AGENT:TAG/],
    [['--assert', 'prod unchangd'], /did you mean "unchanged"\?\n {2}prod unchangd\n {7}\^/],
    [['--assert', ''], /empty/],
    [['x'], /takes no "x"/],
    [['--fromat', 'json'], /did you mean "--format"/],
    [['--format', 'svg'], /--format takes table, json, markdown or html, not "svg"/],
    [['--base', 'main'], /--base needs git/],
  ])('refuses %j and prints nothing on stdout', async (args, message) => {
    const { code, stdout, stderr } = await preflight(['plan', ...args], folderWith(files));
    expect([code, stdout, message.test(stderr) || stderr]).toEqual([2, '', true]);
  });
});

describe('assertions of plan', () => {
  test.each([
    [['prod unchanged'], 4],
    [['beta unchanged'], 0],
    [['no breaks', 'agent_desk@prod is draft', 'Front desk@prod is 2'], 0],
    [['no breaks', 'agent_desk@prod is published'], 4],
    [['no live changes'], 4],
  ] as const)('%j: exit code %i', async (texts, code) => {
    const result = await preflight(
      ['plan', '--tag', 'agent_desk:prod=2', ...texts.flatMap(text => ['--assert', text])],
      folderWith(files),
    );
    expect(result.code).toBe(code);
    expect(/fails {2}.*: /.test(result.stdout)).toBe(code === 4);
  });
});

describe('plan against a revision', () => {
  test('shows nothing without changes, and only the real change beside a moved item or file', async () => {
    const folder = repository();
    expect(await planJson(['--base', 'HEAD'], folder)).toMatchObject({ code: 0, lines: [], unchanged: 2 });
    renameSync(join(folder, 'n.phone-number.json'), join(folder, 'main.phone-number.json'));
    write(folder, { 'main.phone-number.json': number('beta', 'prod') });
    expect((await planJson(['--base', 'HEAD'], folder)).lines).toEqual([
      'main.phone-number.json /inbound_agents/0/agent_version added -→2 live',
    ]);
    write(folder, {
      'team.agent-list.json': list({
        beta: { version: 2 },
        prod: { version: 2, dynamic_variables: { city: 'Basel' } },
      }),
    });
    expect((await planJson(['--base', 'HEAD'], folder)).lines[0]).toBe(`${tag} version+variables 1→2 live`);
    expect((await planJson(['--base', 'HEAD', '--tag', 'agent_desk:prod=1'], folder)).lines[0]).toBe(
      `${tag} variables 1→1 live`,
    );
  });
  test('includes deleted and untracked files, but no ignored files', async () => {
    const folder = repository({
      '.gitignore': 'secret\n',
      'preflight.config.json': '{ "ignore": ["old/**"] }',
      'old/x.phone-number.json': number(1),
      'old.phone-number.json': number(1).replace('0100', '0109'),
    });
    rmSync(join(folder, 'old.phone-number.json'));
    write(folder, {
      'new.phone-number.json': number(2).replace('0100', '0102'),
      'secret/y.phone-number.json': number(2),
    });
    expect((await planJson(['--base', 'HEAD'], folder)).lines).toEqual([
      'new.phone-number.json /inbound_agents/0/agent_version added -→2 live',
      'old.phone-number.json /inbound_agents/0/agent_version removed 1→- live',
    ]);
  });
  test('works in a subfolder, a worktree and a shallow clone', async () => {
    const folder = repository({ 'sub/other.agent.json': agent('', 'agent_other') });
    write(folder, { 'team.agent-list.json': list({ prod: { version: 2 } }) });
    expect((await planJson(['--base', 'HEAD', '--cwd', 'sub'], folder)).lines[0]).toBe(
      '../team.agent-list.json /0/tags/prod version+variables 1→2 live',
    );
    commitAll(folder);
    const parent = folderWith({});
    git(folder, 'worktree', 'add', '-q', join(parent, 'tree'), 'HEAD');
    expect((await planJson(['--base', 'HEAD~1'], join(parent, 'tree'))).lines[0]).toBe(
      `${tag} version+variables 1→2 live`,
    );
    git(parent, 'clone', '-q', '--depth', '1', `file://${folder}`, 'shallow');
    expect((await planJson(['--base', 'HEAD'], join(parent, 'shallow'))).lines).toEqual([]);
    expect(await planJson(['--base', 'HEAD~1'], join(parent, 'shallow'))).toMatchObject({
      code: 2,
      stdout: '',
      stderr:
        '--base: git knows no revision "HEAD~1"; this is a shallow clone, so fetch more of its history (git fetch --unshallow)\n',
    });
  });
  test('refuses an unknown revision, a repository without commits, and a folder without a repository', async () => {
    expect(await planJson(['--base', 'nope'], repository())).toMatchObject({
      code: 2,
      stdout: '',
      stderr: '--base: git knows no revision "nope"\n',
    });
    expect((await planJson(['--base', '--output=x'], repository())).code).toBe(2);
    expect((await planJson(['--base='], repository())).stderr).toBe(
      '--base needs a git revision, such as main or HEAD~1\n',
    );
    const empty = folderWith(files);
    git(empty, 'init', '-q');
    expect((await planJson(['--base', 'HEAD'], empty)).code).toBe(2);
    expect((await planJson(['--base', 'HEAD'], folderWith(files))).stderr).toMatch(/not in a git repository/);
  });
});

describe('the formats of plan', () => {
  const nasty = {
    ...files,
    'n.phone-number.json': number('prod').replace('+14155550100', '<script>alert(1)</script>|`x`'),
    'team.agent-list.json': list({
      prod: { version: 1, dynamic_variables: { api_token: 'sk_live_12345678901', 'a<b': '"&\'' } },
    }),
  };
  const args = ['plan', '--tag', 'agent_desk:prod=2', '--assert', 'no breaks', '--untag', 'agent_desk:prod'];
  test('include one HTML file without network access or script, in which texts are escaped', async () => {
    const { stdout } = await preflight([...args, '--format', 'html'], folderWith(nasty));
    expect(stdout).toMatch(/^<!doctype html>/);
    expect(stdout).not.toMatch(/<script|src=|href=|@import|url\(|https?:\/\/(?!www\.w3\.org\/2000\/svg)/);
    expect(stdout).toContain('&#60;script&#62;');
    expect(stdout).toContain('<svg');
    expect(stdout).not.toContain('sk_live');
  });
  test('include markdown and a table', async () => {
    const markdown = (await preflight([...args, '--format', 'markdown'], folderWith(nasty))).stdout;
    expect(markdown).toMatch(
      /^### Preflight: All inbound calls of &lt;script&gt;[^\n]* move; also changed: calls to tag prod of Front desk; 2 live ref/,
    );
    expect(markdown).not.toMatch(/<script|sk_live/);
    const text = (await preflight(args, folderWith(nasty))).stdout;
    expect(text.split('\n').slice(0, 8)).toMatchInlineSnapshot(`
      [
        "All inbound calls of <script>alert(1)</script>|\`x\` move; also changed: calls to",
        "tag prod of Front desk; 2 live references change; 0 unchanged",
        "with --tag agent_desk:prod=2 --untag agent_desk:prod",
        "",
        "Callers",
        "  → inbound calls of <script>alert(1)</script>|\`x\`: 100 % move: Front desk v1 →",
        "    v2 (draft)",
        "  → tag prod of Front desk: 100 % move: Front desk v1 → v2 (draft)",
      ]
    `);
    expect(text).toContain('\nLive\n');
    expect(text).not.toContain('sk_live');
  });
  test('include a comment of limited length', async () => {
    const manyArms = number(...Array.from({ length: 2000 }, () => 'prod'));
    const { stdout } = await preflight(
      ['plan', '--tag', 'agent_desk:prod=2', '--format', 'markdown'],
      folderWith({ ...files, 'n.phone-number.json': manyArms }),
    );
    expect(stdout.length).toBeLessThan(65_000);
    expect(stdout.split('<details>').length).toBe(stdout.split('</details>').length);
  });
  test('match the schema in the output of resolve', async () => {
    const { stdout } = await preflight(['resolve', '--all', '--format', 'json'], folderWith(files));
    expectOutput('resolve', JSON.parse(stdout));
    const { stdout: typedOutput } = await preflight(
      ['resolve', 'agent_x@1', 'agent_desk@latest_published', 'agent_desk@9', '--format', 'json'],
      folderWith(nasty),
    );
    expectOutput('resolve', JSON.parse(typedOutput));
  });
});

test('a reference with a new name that resolves to the same record loses nothing', async () => {
  const version = (engine: number): string =>
    `{ "agent_id": "desk", "version": 0, "response_engine": { "type": "service-llm", "llm_id": "llm_1", "version": ${engine} } }`;
  const folder = committed(
    folderWith({
      'desk.agent.json': version(4),
      'desk.llm.json': '{ "llm_id": "llm_1", "version": 4, "general_prompt": "Be kind." }',
    }),
  );
  write(folder, { 'desk.agent.json': version(5) });
  const { stdout } = await preflight(['plan'], folder);
  expect(stdout).toContain('becomes unknowable: was 4, now no such version');
  expect(stdout).not.toContain('gone');
  // lint only warns, so no output says that the reference breaks
  expect(stdout).toContain('1 reference changes, not live');
  expect((await lintJson([], folder)).findings.map(({ severity }) => severity)).toEqual(['warning']);
  write(folder, { 'preflight.config.json': '{ "complete": ["llm"] }' });
  expect((await preflight(['plan'], folder)).stdout).toContain('1 reference breaks, not live');
  expect((await lintJson([], folder)).code).toBe(1);
});
