import { describe, expect, test } from 'vitest';
import type { TextEdit } from 'vscode-languageserver/node';
import { at, withEdits as editedBy, editors } from '../../testing/clients.ts';
import { everything, type Editor } from '../../testing/editor.ts';
import { committed } from '../../testing/preflight.ts';
import { h, textOf } from '../../view/element.ts';
import { viewElements } from '../../view/html.ts';
import { requests, type ComparedTexts, type ComparableVersions, type FilesEdit, type PlanAnswer } from '../protocol.ts';

const editorOver = editors();
const prompt = (rule: string): string => `You answer the phone of a clinic.\nBe kind.\n\n${rule}`;
const agent = (version: number, engine = version): string =>
  JSON.stringify({
    agent_id: 'agent_desk',
    agent_name: 'Desk',
    version,
    response_engine: { type: 'retell-llm', llm_id: 'llm_1', version: engine },
  });
const llm = (version: number, rule: string, fields: object = {}): string =>
  JSON.stringify({ llm_id: 'llm_1', version, general_prompt: prompt(rule), ...fields }, null, 2);
const files: Readonly<Record<string, string>> = {
  'v1.agent.json': agent(1),
  'v2.agent.json': agent(2),
  'v1.llm.json': llm(1, 'Say "hello".', { model_temperature: 0.1 }),
  'v2.llm.json': llm(2, 'Say "good day".', { model_temperature: 0.1 }),
};
const openEditor = async (files: Readonly<Record<string, string>>, file = 'v2.llm.json'): Promise<Editor> => {
  const editor = await editorOver(files, everything).open(file, files[file]!);
  await editor.greeting;
  return editor;
};
const ask = <T>(editor: Editor, request: string, params: object, file = 'v2.llm.json'): Promise<T> =>
  editor.connection.sendRequest<T>(request, { uri: editor.uri(file), ...params });
type Texts = Extract<ComparedTexts, { texts: unknown }>;
const textIn = (answer: PlanAnswer): string =>
  'blocks' in answer ? textOf(h('div', {}, ...viewElements(answer.blocks))).replaceAll('\u00a0', ' ') : answer.problem;

describe('decoded texts', () => {
  const versions = { agentId: 'agent_desk', before: 1, after: 2 };
  test('of two versions are compared', async () => {
    const editor = await openEditor(files);
    const {
      sides,
      at: own,
      texts,
    } = await ask<Texts>(editor, requests.comparedTexts, {
      versions,
      ...at(files['v2.llm.json']!, 'You ans▮wer'),
    });
    expect(texts.map(({ before, after }) => [before, after])).toEqual([
      [prompt('Say "hello".'), prompt('Say "good day".')],
    ]);
    expect(texts.map(({ name }) => name)).toEqual(['general prompt']);
    expect([sides, own]).toEqual([{ before: 'version 1', after: 'version 2' }, texts[0]!.key]);
    expect(JSON.stringify(await ask(editor, requests.plan, { versions }))).toContain(
      JSON.stringify({ act: 'text', value: texts[0]!.key, text: 'Open texts side by side' }),
    );
  });
  test('of the saved files and the editor are compared; credentials are hidden', async () => {
    const editor = await openEditor(files);
    expect((await ask<Texts>(editor, requests.comparedTexts, {})).texts).toEqual([]);
    await editor.type('v2.llm.json', llm(2, 'Use key_0123456789abcdef0123456789ab.', { model_temperature: 0.1 }));
    const { texts } = await ask<Texts>(editor, requests.comparedTexts, {});
    expect(texts.map(({ before }) => before)).toEqual([prompt('Say "good day".')]);
    expect(texts[0]!.after).not.toContain('0123456789abcdef0123');
  });
  test('cannot be compared without another state: the reason is returned', async () => {
    const editor = await openEditor(files);
    expect(await ask(editor, requests.comparedTexts, { versions: { ...versions, before: 9 } })).toHaveProperty(
      'problem',
    );
  });
  test('can be requested for the listed versions of an agent', async () => {
    const editor = await openEditor(files);
    expect(
      await ask<ComparableVersions>(editor, requests.comparable, at(files['v2.llm.json']!, 'You ans▮wer')),
    ).toEqual({ agentId: 'agent_desk', reference: 2, version: 2, otherVersions: [{ reference: 1, version: 1 }] });
  });
  test('cannot be requested for versions and tags without a record', async () => {
    const tags = { prod: { version: 1 }, old: { version: 0 }, next: { version: 2 } },
      list = JSON.stringify([{ agent_id: 'agent_desk', agent_name: 'Desk', tags }]),
      summary = JSON.stringify([{ agent_id: 'agent_desk', version: 0, is_published: true }]);
    const editor = await openEditor({ ...files, 'a.agent-list.json': list, 'agent_desk.agent-versions.json': summary });
    const { otherVersions: others } = await ask<ComparableVersions>(
      editor,
      requests.comparable,
      at(files['v2.llm.json']!, 'You ans▮wer'),
    );
    expect(others).toEqual([
      { reference: 'prod', version: 1 },
      { reference: 'next', version: 2 },
      { reference: 1, version: 1 },
    ]);
  });
});

describe('an export', () => {
  const exportFiles = {
    'export/two.json': llm(2, 'Say "bye".', { model_temperature: 0.5 }),
    'export/three.json': agent(3),
  };
  const withDump = async (extraFiles: Readonly<Record<string, string>> = {}): Promise<readonly [Editor, object]> => {
    const editor = await openEditor({ ...files, ...exportFiles, ...extraFiles });
    return [editor, { exports: [editor.uri('export')] }];
  };
  test('is compared: differences, and records that only one side has', async () => {
    const [editor, exports] = await withDump();
    expect(textIn(await ask<PlanAnswer>(editor, requests.plan, exports))).toMatchInlineSnapshot(`
      "Drift: 1 record differs, 1 only on the platform and 3 only in the files
      without a base, so what differs was changed there
      Different
      1
      llm Desk (llm_1) version 2
      differs2 values
      v2.llm.json
      Take all 2
      general_prompt
      +1 −1 lines
      ~Say "[-good day-]{+bye+}".
      TakeOpen texts side by side
      model_temperature
      0.1 → 0.5
      Take
      Only on the platform
      1
      agent Desk (agent_desk) version 3
      only therenew there
      export/three.json
      Create a file"
    `);
  });
  test('contains no links and buttons if it is shown as a page', async () => {
    const [editor, exports] = await withDump();
    for (const request of [exports, { versions: { agentId: 'agent_desk', before: 1, after: 2 } }]) {
      const page = await ask<string>(editor, requests.planText, { ...request, format: 'html' });
      expect(page).toContain('general_prompt');
      expect(page).not.toContain('<button');
      expect(await ask<string>(editor, requests.planText, { ...request, format: 'markdown' })).toContain(
        'general_prompt',
      );
    }
  });
  test('can be taken value by value, by the smallest edit', async () => {
    const [editor, exports] = await withDump();
    const answer = JSON.stringify(await ask<PlanAnswer>(editor, requests.plan, exports)),
      keys = [...answer.matchAll(/"act":"take","value":"(\[.*?\])","text"/g)].map(
        ([, value]) => JSON.parse(JSON.parse(`"${value}"`) as string) as string[],
      );
    expect(keys).toEqual([
      ['v2.llm.json\n/general_prompt', 'v2.llm.json\n/model_temperature'],
      ['v2.llm.json\n/general_prompt'],
      ['v2.llm.json\n/model_temperature'],
      [expect.stringContaining('export/three.json')],
    ]);
    const takeAnswer = await ask<{ edit: { documentChanges: readonly object[] } }>(editor, requests.take, {
      ...exports,
      keys: keys[2],
    });
    expect(takeAnswer.edit.documentChanges).toMatchObject([
      { textDocument: { uri: editor.uri('v2.llm.json') }, edits: [{ newText: '5' }] },
    ]);
    const newFiles = await ask<{ files: readonly string[] }>(editor, requests.take, { ...exports, keys: keys[3] });
    expect(newFiles.files).toEqual([editor.uri('v3.agent.json')]);
    const allTaken = await ask<{ files: readonly string[]; editedFiles: readonly string[] }>(
      editor,
      requests.take,
      exports,
    );
    expect([allTaken.files.length, allTaken.editedFiles.length]).toEqual([1, 1]);
  });
  test('is compared with a base in git: it shows which side changed a value; a conflict is taken only by its own key', async () => {
    const [editor, exports] = await withDump();
    committed(editor.folder);
    const editedText = llm(2, 'Say "hi".', { model_temperature: 0.1, model: 'gpt-4.1' });
    await editor.type('v2.llm.json', editedText);
    const text = textIn(await ask<PlanAnswer>(editor, requests.plan, exports));
    expect(text).toContain('Drift: 1 conflict, 1 only on the platform');
    expect(text).toMatch(/general_prompt[^]*changed on both sides[^]*Take the platform's side of the conflict/);
    expect(text).toMatch(/\nmodel\n.*; changed here\n(?!Take)/);
    const textAfter = async (params: object): Promise<string> => {
      const { edit } = await ask<{ edit: { documentChanges: readonly { edits?: readonly TextEdit[] }[] } }>(
        editor,
        requests.take,
        { ...exports, ...params },
      );
      return editedBy(
        editedText,
        edit.documentChanges.flatMap(({ edits = [] }) => edits.filter(({ newText }) => !newText.includes('agent_id'))),
      );
    };
    expect(await textAfter({})).toBe(editedText.replace('0.1', '0.5'));
    expect(await textAfter({ keys: ['v2.llm.json\n/general_prompt'] })).toBe(
      editedText.replace('Say \\"hi\\"', 'Say \\"bye\\"'),
    );
  });
  test('is neither compared with git nor taken in an untrusted workspace', async () => {
    const editor = await editorOver({ ...files, ...exportFiles }, { ...everything, options: { trusted: false } }).open(
        'v2.llm.json',
        files['v2.llm.json']!,
      ),
      exports = { exports: [editor.uri('export')] };
    committed(editor.folder);
    const text = textIn(await ask<PlanAnswer>(editor, requests.plan, exports));
    expect(text).toMatch(/not trusted, so git is not started in it\)[^]*general_prompt\n\+1 −1 lines\n/);
    expect(await ask<FilesEdit>(editor, requests.take, exports)).toEqual({
      reason: 'the workspace is not trusted, so its files are only read',
    });
  });
  test('that cannot be read is refused with the reason, and nothing is taken', async () => {
    const [editor] = await withDump({ 'export/x.llm.json': '{ "general_prompt": "x' }),
      exports = { exports: [editor.uri('export/x.llm.json')] };
    expect(await ask<PlanAnswer>(editor, requests.plan, exports)).toMatchObject({
      problem: expect.stringContaining('cannot be read as an export'),
    });
    expect(await ask<FilesEdit>(editor, requests.take, exports)).toHaveProperty('reason');
    expect(await ask<FilesEdit>(editor, requests.take, {})).toMatchObject({
      reason: expect.stringContaining('no export'),
    });
  });
});
