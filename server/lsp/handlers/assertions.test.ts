import { expect, test } from 'vitest';
import { answered, clinic, editors } from '../../testing/clients.ts';
import { everything } from '../../testing/editor.ts';
import type { Editor } from '../../testing/editor.ts';
import { committed, preflight, write } from '../../testing/preflight.ts';
import { requests, type AssertionPlace, type Judgement } from '../protocol.ts';

const editorOver = editors();
const list = 'agents/agents.agent-list.json',
  config = 'preflight.config.json';
const demands = ['no breaks', 'prod unchanged', 'agent_frontdesk01@prod is 3', 'prod unchnged'];
const configText = `{\n  "ci": {\n    "assert": [\n${demands.map(demand => `      "${demand}"`).join(',\n')}\n    ]\n  }\n}\n`;
const movedList = clinic[list]!.replace(/("prod": \{\s*"version": )2/, '$13');

async function openEditor(files: Readonly<Record<string, string>>): Promise<Editor> {
  const editor = editorOver(files, everything);
  committed(editor.folder);
  await editor.greeting;
  return editor;
}
const judge = (editor: Editor, base?: string): Promise<Judgement> =>
  editor.connection.sendRequest(requests.judge, { uri: editor.uri(config), ...(base !== undefined && { base }) });

test('each assertion has a line; without assertions there is nothing to test', async () => {
  const place = async (files: Readonly<Record<string, string>>): Promise<unknown[]> => {
    const editor = await openEditor(files),
      assertionPlaces = await editor.connection.sendRequest<AssertionPlace[]>(requests.assertions);
    return assertionPlaces.map(({ uri, range, text }) => [text, answered([uri, range], editor)]);
  };
  expect(await place({ ...clinic, [config]: '{ "ci": { "assert": ["no breaks", "prod unchanged"] } }' })).toEqual([
    ['no breaks', '[preflight.config.json, 1:22-1:33]'],
    ['prod unchanged', '[preflight.config.json, 1:35-1:51]'],
  ]);
  const base = { 'base.json': '{ "ci": { "assert": ["no breaks"] } }' },
    extending = '{ "ci": { "assert": ["prod unchanged"] }, "extends": "./base.json" }';
  expect(await place({ ...clinic, ...base, [config]: extending })).toEqual([
    ['no breaks', '[preflight.config.json, 1:54-1:67]'],
    ['prod unchanged', '[preflight.config.json, 1:22-1:38]'],
  ]);
  expect(await place(clinic)).toEqual([]);
});

test('a change is judged as by `preflight ci`, including unsaved edits', async () => {
  const editor = await openEditor({ ...clinic, [config]: configText });
  await editor.open(list, clinic[list]!);
  expect((await judge(editor, 'HEAD')).verdicts.map(({ text, holds }) => `${text}: ${holds}`)).toEqual([
    'no breaks: true',
    'prod unchanged: true',
    'agent_frontdesk01@prod is 3: false',
    'prod unchnged: false',
  ]);
  await editor.type(list, movedList);
  const { verdicts, problem } = await judge(editor, 'HEAD');
  expect([problem, verdicts]).toMatchInlineSnapshot(`
    [
      null,
      [
        {
          "because": null,
          "evidence": "120 references (24 to versions) in 1 workspace",
          "holds": true,
          "text": "no breaks",
        },
        {
          "because": "Front desk@prod was version 2 and is version 3",
          "evidence": "120 references (24 to versions) in 1 workspace",
          "holds": false,
          "text": "prod unchanged",
        },
        {
          "because": null,
          "evidence": "120 references (24 to versions) in 1 workspace",
          "holds": true,
          "text": "agent_frontdesk01@prod is 3",
        },
        {
          "because": ""is" or "unchanged" is missing; did you mean "unchanged"?",
          "evidence": "",
          "holds": false,
          "text": "prod unchnged",
        },
      ],
    ]
  `);
  expect(await judge(editor)).toEqual({ problem, verdicts });
  const result = verdicts.slice(0, 3);
  write(editor.folder, { [list]: movedList });
  const words = result.flatMap(({ text }) => ['--assert', text]),
    run = await preflight(['plan', '--base', 'HEAD', '--format', 'json', ...words], editor.folder);
  expect((JSON.parse(run.stdout) as { assertions: object[] }).assertions).toEqual(
    result.map(({ text, ...verdict }) => ({ assertion: text, ...verdict })),
  );
});

test('if no change can be judged, the reason is returned', async () => {
  const editor = await openEditor({ ...clinic, [config]: configText });
  expect(await judge(editor, 'no-such-branch')).toEqual({
    problem: expect.stringContaining('no-such-branch') as string,
    verdicts: [],
  });
  expect(await editor.connection.sendRequest(requests.judge, { uri: 'untitled:x' })).toEqual({
    problem: 'this file belongs to no workspace of Preflight',
    verdicts: [],
  });
});
