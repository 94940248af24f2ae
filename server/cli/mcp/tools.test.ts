import { symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { connected, eras } from '../../testing/mcp.ts';
import { agent, committed, scratchFolders, write } from '../../testing/preflight.ts';
import { samples, textsIn } from '../../testing/samples.ts';
import { tools } from './tools.ts';

const folderWith = scratchFolders();
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-15T12:00:00Z') }));
afterAll(() => void vi.useRealTimers());

describe.each(eras)('mcp over protocol %s', era => {
  test('refuses wrong arguments', async () => {
    const { call, client } = await connected(folderWith({ 'desk.agent.json': agent() }), era);
    for (const name of Object.keys(tools)) {
      const { text, isError } = await call(name, { cwd: '/' });
      expect([isError, text], name).toEqual([true, expect.stringMatching(/unknown argument "cwd"; /)]);
    }
    const wordsOf = async (name: string, args: Record<string, unknown>): Promise<string> => {
      const { text, isError } = await call(name, args);
      expect(isError, text).toBe(true);
      return text.replace(/^Input validation error: Invalid arguments for tool \w+: /, '');
    };
    expect(await wordsOf('lint', { pths: 'x' })).toBe('unknown argument "pths"; did you mean "paths"?');
    expect(await wordsOf('lint', { paths: 7 })).toMatch(
      /^paths: expected a string, or a list of .* characters, got 7$/,
    );
    expect(await wordsOf('lint', { paths: [] })).toMatch(/^paths: expected .*, got a list of 0$/);
    expect(await wordsOf('lint', { paths: ['a\0b'] })).toMatch(/^paths: expected a string, or a list/);
    expect(await wordsOf('lint', { text: '{}' })).toBe('text needs path, and cannot be combined with paths');
    expect(await wordsOf('lint', { path: 'x.txt', text: '{}' })).toBe('path must end in .json or .jsonc');
    expect(await wordsOf('resolve', { all: 'yes' })).toBe('all: expected true or false, got "yes"');
    expect(await wordsOf('prompt', { agent: 'a', given: { x: 1 } })).toMatch(
      /^given: expected an object with a string/,
    );
    expect(await wordsOf('explain', {})).toMatch(/^rule is missing: id of a rule/);
    expect(await wordsOf('explain', { rule: '--help' })).toMatch(
      /^unknown rule "--help"; resources below preflight:\/\/rules are the \d+ rules$/,
    );
    expect(await wordsOf('resolve', { reference: 'agent_desk', all: true })).toMatch(/all means every reference/);
    expect(await wordsOf('plan', { publish: 'agent_desk' })).toMatch(
      /^publish: "agent_desk" is not of the form AGENT@N/,
    );
    expect(await wordsOf('plan', { publish: 'agent_desk@1', base: '--output=x' })).toMatch(/^base needs git/);
    expect(await wordsOf('describe', { shape: 'agnt-settings' })).toMatch(/did you mean "agent-settings"/);
    expect(await wordsOf('describe', { shape: 'edge', field: 'wholly_other' })).toMatch(
      /^edge has no field wholly_other; its fields: id, transition_condition, .* and \w+$/,
    );
    expect(await wordsOf('references', { name: 'agent_dsk' })).toMatch(/agent_dsk; did you mean "agent_desk"\?$/);
    expect(await wordsOf('reach', { entry: '+14155550109' })).toBe('+14155550109: no such phone number');
    expect(await wordsOf('lint', { cursor: '../x' })).toBe('cursor: expected next_cursor of the page before, or none');
    expect(await wordsOf('lint', { root: 'other' })).toMatch(/^root: no root of the client is called other; give /);
    await client.close();
  });
});

describe('mcp reads only the folders of the client', () => {
  const answerIn = async (
    folder: string,
    record: Record<string, unknown>,
    roots?: readonly string[],
    name = 'lint',
  ) => {
    const { call, client } = await connected(folder, '2025-11-25', roots);
    const answer = await call(name, record);
    await client.close();
    return answer;
  };
  const outer = () =>
    folderWith({
      'secret.agent.json': agent('"agent_name": "Outside"'),
      'ws/preflight.config.json': '{}',
      'ws/desk.agent.json': agent(),
    });

  test('and refuses paths outside these folders, whether direct or through a symbolic link', async () => {
    const parentFolder = outer(),
      folder = join(parentFolder, 'ws');
    symlinkSync('../secret.agent.json', join(folder, 'link.agent.json'));
    symlinkSync('..', join(folder, 'up'));
    const cases: readonly (readonly [string, (path: string) => Record<string, unknown>])[] = [
      ['lint', paths => ({ paths })],
      ['lint', path => ({ path, text: '{}' })],
      ['resolve', reference => ({ reference })],
      ['reach', entry => ({ entry })],
      ['prompt', agent => ({ agent })],
      ['cost', agent => ({ agent })],
      ['drift', exports => ({ exports })],
    ];
    for (const [name, wordsOf] of cases) {
      for (const path of ['../secret.agent.json', join(parentFolder, 'secret.agent.json'), '/etc/passwd', '../*.json'])
        expect(await answerIn(folder, wordsOf(path), undefined, name), `${name} ${path}`).toMatchObject({
          isError: true,
          text: expect.stringMatching(
            / is outside of the folder that this client may read; give a relative path inside it/,
          ),
        });
      for (const path of ['link.agent.json', 'up/secret.agent.json', 'up/*.json', 'link.agent.json@1'])
        expect(await answerIn(folder, wordsOf(path), undefined, name), `${name} ${path}`).toMatchObject({
          isError: true,
          text: expect.stringMatching(/ is a link that leads out of the folder; give a path inside it/),
        });
    }
    // the target of a link is not read with the workspace either
    const wholeAnswer = await answerIn(folder, {});
    expect(JSON.stringify(wholeAnswer)).not.toContain('Outside');
    expect(wholeAnswer.text).toBe('0 errors, 0 warnings, 0 infos in 1 file');
  });

  test('which are its roots or, without roots, the working directory', async () => {
    const parentFolder = outer(),
      otherFolder = folderWith({ 'a.agent.json': agent('', 'agent_other') });
    const request = { reference: 'agent_other' };
    expect((await answerIn(parentFolder, request, [otherFolder], 'resolve')).text).toMatch(/^agent_other → version 1/);
    expect((await answerIn(otherFolder, request, [], 'resolve')).text).toMatch(/^agent_other → version 1/);
    const severalRoots = [join(parentFolder, 'ws'), otherFolder];
    expect((await answerIn('/', request, severalRoots, 'resolve')).text).toMatch(/no agent agent_other/);
    expect((await answerIn('/', { ...request, root: basename(otherFolder) }, severalRoots, 'resolve')).text).toMatch(
      /→ version 1/,
    );
    expect(await answerIn(parentFolder, {}, [join(parentFolder, 'nowhere')])).toMatchObject({
      isError: true,
      text: 'none of the roots of this client is a folder on this machine',
    });
  });

  test('and refuses a part of a workspace whose other files it must not read', async () => {
    const folder = committed(folderWith(textsIn(samples('broken'))));
    expect(await answerIn(join(folder, 'agents'), {})).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^this folder is part of the workspace in \.\., which the client may not read; /),
    });
  });
});

test('the pages of an answer belong to one state of the files, and begin with the worst findings', async () => {
  const folder = folderWith(textsIn(samples('broken')));
  const { call, client } = await connected(folder, '2026-07-28');
  const first = (await call('lint')).content as unknown as {
    findings: { severity: string }[];
    next_cursor: string;
    total: number;
  };
  expect(first.findings).toHaveLength(50);
  expect(first.findings.every(({ severity }) => severity === 'error')).toBe(true);
  expect(first.total).toBeGreaterThan(250);
  write(folder, { 'agents/billing/v1.agent.json': agent() });
  expect(await call('lint', { cursor: first.next_cursor })).toMatchObject({
    isError: true,
    text: 'cursor: the files have changed since the page before; ask again without a cursor',
  });
  await client.close();
});

test('no answer contains a credential', async () => {
  const secret = 'sk_live_51H8aKq2eZvKYlo2C0fFx3Q9';
  const files = {
    'desk.agent.json': agent(`"agent_name": "Desk ${secret}", "webhook_url": "https://u:${secret}@hooks.example.com"`),
    'llm.llm.json': JSON.stringify({
      llm_id: 'llm_desk',
      version: 1,
      general_prompt: `Say ${secret}`,
      general_tools: [
        {
          type: 'custom',
          name: 'x',
          url: 'https://a.example.com',
          headers: { Authorization: 'Bearer hunter2hunter2' },
        },
      ],
      default_dynamic_variables: { api_key: secret },
    }),
  };
  const { call, client } = await connected(committed(folderWith(files)), '2025-11-25');
  for (const [name, input] of [
    ['lint', {}],
    ['resolve', { reference: 'agent_desk' }],
    ['prompt', { agent: 'agent_desk' }],
    ['references', { name: 'llm_desk' }],
    ['references', { name: 'api_key' }],
    ['reach', { entry: 'agent_desk' }],
    ['cost', {}],
    ['drift', { exports: 'desk.agent.json' }],
    ['lint', { path: 'new.llm.json', text: `{"general_prompt": "${secret}", "modl": "${secret}"}` }],
  ] as const) {
    const answer = JSON.stringify(await call(name, input));
    expect(answer, name).not.toContain(secret);
    expect(answer, name).not.toContain('hunter2');
  }
  await client.close();
});

test('the resources are the pages of rules and a correct value of each shape', async () => {
  const { client } = await connected(folderWith({}), '2026-07-28');
  const { resources } = await client.listResources();
  const textOf = async (uri: string): Promise<string> => {
    const [content] = (await client.readResource({ uri })).contents;
    return 'text' in content! ? content.text : '';
  };
  expect(resources.filter(({ uri }) => uri.startsWith('preflight://rules/')).length).toBeGreaterThan(150);
  expect(await textOf('preflight://rules/out-of-range')).toMatch(/^# out-of-range/);
  const shapes = resources.filter(({ uri }) => uri.startsWith('preflight://samples/'));
  expect(shapes.length).toBeGreaterThan(100);
  expect(JSON.parse(await textOf('preflight://samples/edge'))).toHaveProperty('destination_node_id');
  for (const uri of ['preflight://rules/..%2f..%2fpackage', 'preflight://samples/nope', 'file:///etc/passwd'])
    await expect(client.readResource({ uri }), uri).rejects.toThrow(/not found/);
  await client.close();
});
