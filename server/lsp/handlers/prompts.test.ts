import { describe, expect, test, vi } from 'vitest';
import {
  LSPErrorCodes,
  type CodeAction,
  type CodeLens,
  type CompletionList,
  type Hover,
  type Location,
  type Position,
  type Range,
  type SemanticTokens,
  type WorkspaceEdit,
} from 'vscode-languageserver/node';
import { inLines } from '../../core/syntax/string-text.ts';
import { at, editors } from '../../testing/clients.ts';
import { everything, type Editor } from '../../testing/editor.ts';
import { requests, type FileStatus, type PromptPlace, type PromptText, type TextItem } from '../protocol.ts';

const editorOver = editors();
const prompt =
  'You are {{agent_name}} of the caf\\u00e9.\\n\\n## Steps\\n\\n- call get_slots\\n- say \\"{{gretting}}\\"\\/{{city}}\\n';
const text = `{
  "llm_id": "llm_desk",
  "general_prompt": "${prompt}",
  "begin_message": "",
  "general_tools": [{ "type": "custom", "name": "get_slots", "url": "https://example.com/slots", "description": "Free slots." }],
  "default_dynamic_variables": { "city": "Oslo", "greeting": "Hello", "agent_name": "Ada" }
}
`;
const agent = JSON.stringify({
  agent_id: 'agent_desk',
  agent_name: 'Desk',
  response_engine: { type: 'retell-llm', llm_id: 'llm_desk' },
  voice_id: '11labs-Adrian',
});
const file = 'desk.llm.json';
const lines = (JSON.parse(`"${prompt}"`) as string).split('\n');

/** Opens a file in an editor; returns the editor, and the uri of the prompt document at the caret in `piece`. */
async function openPrompt(json = text, piece = '"You ▮are'): Promise<{ editor: Editor; uri: string }> {
  const editor = editorOver({ [file]: json, 'desk.agent.json': agent }, everything);
  await editor.open(file, json);
  const parameters = { uri: editor.uri(file), ...at(json, piece) };
  const { uri, position } = await editor.connection.sendRequest<PromptPlace>(requests.promptAt, parameters);
  if (json === text && piece === '"You ▮are') expect(position).toEqual({ line: 0, character: 4 });
  return { editor, uri };
}
const ask = (editor: Editor, uri: string, params: object = {}): Promise<Extract<PromptText, { newText: string }>> =>
  editor.connection.sendRequest(requests.promptText, { uri, ...params });
const inPrompt = (piece: string): { position: Position } => at(lines.join('\n'), piece);
function piece({ start, end }: Range): string {
  const line = lines[start.line]!;
  return start.line === end.line ? line.slice(start.character, end.character) : `${line.slice(start.character)}…`;
}

describe('the text of a prompt document', () => {
  test('has a uri that consists of ids, and the lines of the string', async () => {
    const { editor, uri } = await openPrompt();
    expect(decodeURIComponent(uri).replace(`${editor.uri('')}/`, '')).toBe(
      'preflight-prompt:/desk.llm.json/general prompt.md?{"uri":"desk.llm.json","at":"/general_prompt"}',
    );
    const { newText, place, version, ...fields } = await ask(editor, uri);
    expect(newText).toBe(lines.join('\n'));
    expect([place.uri, place.range.start.line, version, fields]).toEqual([
      editor.uri(file),
      2,
      1,
      { isApart: false, savedText: newText, title: 'general prompt of Desk' },
    ]);
    const { at: inJson } = await ask(editor, uri, inPrompt('get_▮slots'));
    expect(text.split('\n')[inJson!.line]!.slice(inJson!.character)).toMatch(/^slots/);
  });
  test('is sent together with the saved text', async () => {
    const { editor, uri } = await openPrompt();
    await editor.type(file, text.replace('## Steps', '## Rules'));
    const { newText, savedText: saved } = await ask(editor, uri);
    expect([newText, saved]).toEqual([lines.join('\n').replace('Steps', 'Rules'), lines.join('\n')]);
    await editor.type(file, text.replace('"general_prompt"', '"state_prompt"'));
    expect(await ask(editor, uri)).not.toHaveProperty('savedText');
  });
  test('is sent with a title of its agent and version, but only if the request contains no text', async () => {
    const { editor, uri } = await openPrompt(text.replace('{\n', '{\n  "version": 3,\n')),
      { title, newText } = await ask(editor, uri);
    expect(title).toBe('general prompt of Desk, version 3');
    expect(await ask(editor, uri, { text: newText })).not.toHaveProperty('title');
  });
  test('is changed by the smallest edit of the JSON document', async () => {
    const { editor, uri } = await openPrompt(),
      base = lines.join('\n'),
      answer = await ask(editor, uri, { base, text: base.replace('## Steps\n', '## Steps\n\n"First"\t') });
    expect(answer.json?.newText).toBe('\\"First\\"\\t\\n');
    expect(answer.document).toBeUndefined();
    await editor.change(file, { range: answer.json!.range, text: answer.json!.newText });
    expect(await ask(editor, uri)).toMatchObject({
      newText: base.replace('## Steps\n', '## Steps\n\n"First"\t'),
      version: 2,
    });
  });
  test('keeps the spelling of a character that is removed and inserted again', async () => {
    const { editor, uri } = await openPrompt(),
      base = lines.join('\n'),
      plainText = base.replace('é', 'e');
    const removal = await ask(editor, uri, { base, text: plainText });
    expect(removal.data).toContain('\\u00e9');
    await editor.change(file, { range: removal.json!.range, text: removal.json!.newText });
    const restoral = await ask(editor, uri, { base: plainText, text: base, spelling: removal.data });
    expect(restoral.json?.newText).toBe('\\u00e9');
    // the spelling is also kept if the new text has more or fewer characters
    const addition = await ask(editor, uri, { base: plainText, text: `${base}More.`, spelling: removal.data });
    expect(addition.json?.newText).toContain('\\u00e9.\\n');
    const elsewhere = await ask(editor, uri, { base: plainText, text: `${plainText}More.`, spelling: removal.data });
    expect(elsewhere.json?.newText).toBe('More.');
  });
  test('follows the JSON document; edits of both documents are merged', async () => {
    const { editor, uri } = await openPrompt(),
      base = lines.join('\n');
    await editor.type(file, text.replace('## Steps', '## Rules'));
    const followed = await ask(editor, uri, { base, text: base });
    expect(followed.json).toBeUndefined();
    expect(followed.document).toEqual({
      range: { start: { line: 2, character: 3 }, end: { line: 2, character: 7 } },
      newText: 'Rule',
    });
    const change = await ask(editor, uri, { base, text: `${base}Bye.` });
    expect(change.newText).toBe(`${base.replace('Steps', 'Rules')}Bye.`);
    expect([change.json?.newText, change.document?.newText]).toEqual(['Bye.', 'Rule']);
    const otherChange = await ask(editor, uri, { base, text: base.replace('Steps', 'Order') });
    expect(otherChange).toMatchObject({ isApart: true, newText: base.replace('Steps', 'Rules') });
    expect([otherChange.json, otherChange.document]).toEqual([undefined, undefined]);
    // without their last common text, the server cannot tell which document was changed
    expect(await ask(editor, uri, { text: `${base}Bye.` })).toMatchObject({ isApart: true });
  });
  test('survives edits around it, and its removal is reported', async () => {
    const { editor, uri } = await openPrompt();
    await editor.type(file, text.replace('{\n', '{\n  "version": 1,\n\n'));
    expect((await ask(editor, uri)).newText).toBe(lines.join('\n'));
    await editor.type(file, text.replace('"begin_message": "",', '"begin_message": "'));
    const reason = 'desk.llm.json is not valid JSON at the moment',
      invalid = { range: { start: { line: 3 } } };
    expect(await ask(editor, uri)).toMatchObject({ reason, isBroken: true, invalid });
    await expect(editor.ask('textDocument/semanticTokens/full', uri)).rejects.toThrow('the JSON document has changed');
    await editor.type(file, text.replace('"general_prompt"', '"general_promt"'));
    const lost = { reason: 'desk.llm.json no longer has a text at /general_prompt', isBroken: false };
    expect(await ask(editor, uri)).toEqual(lost);
    await editor.type(file, text);
    editor.remove(file);
    const removed = { reason: 'desk.llm.json is no longer on disk', isBroken: false };
    // the JSON document is still open at first, and closed afterwards
    expect(await ask(editor, uri)).toEqual(removed);
    await editor.close(file);
    await editor.removedFromDisk(file);
    expect(await ask(editor, uri)).toEqual(removed);
  });
  test('is requested again when the text exists again', async () => {
    const { editor, uri } = await openPrompt();
    await editor.type(file, text.replace('"general_prompt"', '"former_prompt"'));
    expect(await editor.ask('textDocument/semanticTokens/full', uri)).toEqual({ data: [] });
    await ask(editor, uri);
    const before = editor.refreshes;
    await editor.type(file, text);
    await ask(editor, uri);
    await ask(editor, uri);
    await vi.waitFor(() => expect(editor.refreshed).toContain('semanticTokens'));
    expect(editor.refreshes).toBe(before + 1);
  });
  test('is read-only in a published version, with the reason', async () => {
    const { editor, uri } = await openPrompt(text.replace('{\n', '{\n  "is_published": true, "version": 3,\n'));
    expect((await ask(editor, uri)).readOnlyReason).toMatch(/is published and cannot be changed/);
  });
  test('of a node has a uri with the ids of node and flow', async () => {
    const flow = JSON.stringify({
      conversation_flow_id: 'flow_desk',
      nodes: [
        {
          id: 'greet',
          name: 'Greet',
          type: 'conversation',
          instruction: { type: 'prompt', text: 'Hi' },
          edges: [
            { id: 'e1', destination_node_id: 'close', transition_condition: { type: 'prompt', prompt: 'Says bye' } },
          ],
        },
        { id: 'close', name: 'CLOSE/CALL', type: 'end' },
      ],
    });
    const editor = editorOver({ 'desk.conversation-flow.json': flow }, everything);
    await editor.open('desk.conversation-flow.json', flow);
    const uriAt = async (id: string): Promise<string> =>
      (
        await editor.connection.sendRequest<PromptPlace>(requests.promptAt, {
          uri: editor.uri('desk.conversation-flow.json'),
          ...at(flow, id),
        })
      ).uri;
    const wordsOf = async (id: string) => decodeURIComponent(await uriAt(id)).replace(`${editor.uri('')}/`, '');
    expect(await wordsOf('"H▮i"')).toBe(
      'preflight-prompt:/desk.conversation-flow.json/Greet instruction.md?' +
        '{"uri":"desk.conversation-flow.json","at":"/nodes[id=greet]/instruction/text"}',
    );
    expect(await wordsOf('"Says▮')).toContain('/Greet → CLOSE-CALL condition.md?');
    expect(
      await editor.connection.sendRequest(requests.promptAt, {
        uri: editor.uri('desk.conversation-flow.json'),
        position: { line: 0, character: 0 },
      }),
    ).toBeNull();
  });
});

describe('a request about a prompt document is answered from its JSON document', () => {
  test('for hover, tokens and completion', async () => {
    const { editor, uri } = await openPrompt();
    const hover = await editor.ask<Hover>('textDocument/hover', uri, inPrompt('{{ci▮ty'));
    expect(piece(hover.range!)).toBe('{{city}}');
    expect(JSON.stringify(hover.contents)).toContain('default_dynamic_variables');
    const ofTool = await editor.ask<Hover>('textDocument/hover', uri, inPrompt('get_▮slots'));
    expect([piece(ofTool.range!), JSON.stringify(ofTool.contents)]).toEqual([
      'get_slots',
      expect.stringContaining('Free slots'),
    ]);
    // the hover of the whole field would distract a reader of the prompt
    expect(await editor.ask('textDocument/hover', uri, inPrompt('You ▮are'))).toBeNull();
    const { data } = await editor.ask<SemanticTokens>('textDocument/semanticTokens/full', uri);
    const tokens: string[] = [];
    for (let i = 0, line = 0, character = 0; i < data.length; i += 5) {
      line += data[i]!;
      character = data[i] === 0 ? character + data[i + 1]! : data[i + 1]!;
      tokens.push(lines[line]!.slice(character, character + data[i + 2]!));
    }
    expect(tokens).toEqual(expect.arrayContaining(['{{agent_name}}', 'get_slots', '{{gretting}}', '{{city}}']));
    expect(
      await editor.ask('textDocument/semanticTokens/range', uri, {
        range: { start: { line: 5, character: 0 }, end: { line: 5, character: 20 } },
      }),
    ).toMatchObject({ data: expect.arrayContaining([5]) as unknown });
    const list = await editor.ask<CompletionList>('textDocument/completion', uri, inPrompt('{{ci▮ty'));
    expect(list.items.map(({ label }) => label)).toEqual(expect.arrayContaining(['city', 'greeting']));
    const { insert, replace } = list.itemDefaults!.editRange as Record<'insert' | 'replace', Range>;
    expect([piece(insert), piece(replace)]).toEqual(['ci', 'city']);
  });
  test('in its state at the time of the answer', async () => {
    const { editor, uri } = await openPrompt();
    const tokens = (): Promise<SemanticTokens> =>
      editor.connection.sendRequest('textDocument/semanticTokens/full', { textDocument: { uri } });
    const pending = tokens();
    await editor.type(file, text.replace('- call', '- always call'));
    await expect(pending).rejects.toMatchObject({ code: LSPErrorCodes.ContentModified });
    expect((await tokens()).data.length).toBeGreaterThan(0);
  });
  test('with findings at their characters, and with fixes that edit the JSON document', async () => {
    const { editor, uri } = await openPrompt();
    const { items, kind } = await editor.pull(uri);
    expect(kind).toBe('full');
    const typo = items.find(({ message }) => String(message).includes('gretting'))!;
    expect(piece(typo.range)).toBe('gretting');
    const actions = await editor.ask<CodeAction[]>('textDocument/codeAction', uri, {
      range: typo.range,
      context: { diagnostics: [] },
    });
    const [fix] = actions.filter(({ edit }) => JSON.stringify(edit ?? '').includes('greeting'));
    expect(JSON.stringify(fix!.edit)).toContain(editor.uri(file));
    const elsewhere = await editor.ask<CodeAction[]>('textDocument/codeAction', uri, {
      range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
      context: { diagnostics: [] },
    });
    expect(elsewhere.filter(({ title }) => /greeting|misspelled/.test(title))).toEqual([]);
  });
  test('for references and rename', async () => {
    const { editor, uri } = await openPrompt();
    const locations = await editor.ask<Location[]>('textDocument/references', uri, {
      ...inPrompt('{{ci▮ty'),
      context: { includeDeclaration: true },
    });
    expect(locations.map(({ uri: locationUri }) => locationUri).sort()).toEqual([editor.uri(file), uri].sort());
    const range = (await editor.ask<{ range: Range }>('textDocument/prepareRename', uri, inPrompt('{{ci▮ty'))).range;
    expect(piece(range)).toBe('city');
    const edit = await editor.ask<WorkspaceEdit>('textDocument/rename', uri, {
      ...inPrompt('{{ci▮ty'),
      newName: 'town',
    });
    expect(edit.documentChanges).toHaveLength(1);
    expect(JSON.stringify(edit)).not.toContain('preflight-prompt');
    const ofTool = await editor.ask<Location[]>('textDocument/references', uri, {
      ...inPrompt('get_▮slots'),
      context: { includeDeclaration: true },
    });
    expect(ofTool.map(({ uri: locationUri }) => locationUri).sort()).toEqual([editor.uri(file), uri].sort());
  });
  test('for no other features, and notifications are dropped', async () => {
    const { editor, uri } = await openPrompt();
    await editor.open(uri, 'something else', 'markdown');
    await editor.change(uri, { text: 'more' });
    await editor.close(uri);
    for (const method of ['documentSymbol', 'codeLens', 'foldingRange', 'documentLink'])
      expect(await editor.ask(`textDocument/${method}`, uri)).toBeNull();
    const goneUri = uri.replace('general_prompt', 'no_prompt');
    expect(await editor.ask('textDocument/hover', goneUri, inPrompt('You ▮are'))).toBeNull();
    expect((await editor.pull(goneUri)).items).toEqual([]);
    expect(await editor.ask('textDocument/semanticTokens/full', goneUri)).toEqual({ data: [] });
    expect(await editor.connection.sendRequest('preflight/fileStatus', { uri })).toMatchObject({ kind: 'llm' });
    expect(editor.log).toEqual([]);
  });
  test('for the status: its owner, its length, its findings, and the reason why it cannot be changed', async () => {
    const { editor, uri } = await openPrompt(),
      status = (): Promise<FileStatus> => editor.connection.sendRequest(requests.fileStatus, { uri });
    expect(await status()).toMatchObject({
      text: { agent: 'Desk', name: 'general prompt', size: '94 characters · 3 variables' },
      errors: 0,
      warnings: 1,
      panels: ['preview', 'simulate'],
    });
    await editor.type(file, text.replace('{\n', '{\n  "is_published": true, "version": 3,\n'));
    const { text: published } = await status();
    expect(published).toMatchObject({
      readOnlyReason: expect.stringContaining('is published and cannot be') as unknown,
      brief: 'version 3 is published',
    });
    await editor.type(file, text.replace('{\n', '{{\n'));
    const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } },
      reason = 'desk.llm.json is not valid JSON at the moment',
      invalid = { uri: editor.uri(file), range };
    expect((await status()).text).toEqual({ reason, isBroken: true, invalid });
  });
  test('with marks for findings, which are listed only in the JSON document', async () => {
    const { editor, uri } = await openPrompt();
    const [ownMessages, fileMessages] = [await editor.pull(uri), await editor.pull(file)].map(({ items }) =>
      items.filter(({ message }) => String(message).includes('gretting')).map(({ severity, data }) => [severity, data]),
    );
    expect(fileMessages).toEqual([[2, undefined]]);
    expect(ownMessages).toEqual([[4, { severity: 'warning' }]]);
  });
  test('with a mark for each of many unset variables', async () => {
    const unset = text.replace('You are', 'For {{order}} of {{customer}} in {{street}} on {{weekday}} you are'),
      { editor } = await openPrompt(unset, 'you ▮are');
    const { items } = await editor.pull(file);
    const marks = items
      .filter(({ code }) => code === 'unset-variable')
      .map(({ range, severity }) => [
        unset.split('\n')[range.start.line]!.slice(range.start.character, range.end.character),
        severity,
      ]);
    expect(marks).toEqual([
      ['{{order}}', 3],
      ['{{customer}}', 4],
      ['{{street}}', 4],
      ['{{weekday}}', 4],
    ]);
  });
});

test('a text of a published version is marked as read-only', async () => {
  const { editor } = await openPrompt(text.replace('{\n', '{\n  "is_published": true, "version": 3,\n'));
  const lenses = await editor.ask<CodeLens[]>('textDocument/codeLens', file);
  expect(lenses.map(({ command }) => command?.title)).toContain('Read prompt · 94 characters · 3 variables');
});

test('the lens of a long text shows its tokens, and leaves out numbers that are zero', async () => {
  const { editor } = await openPrompt(text.replace('{{city}}', `{{city}}${'Be kind. '.repeat(1000)}`)),
    titles = (await editor.ask<CodeLens[]>('textDocument/codeLens', file)).map(({ command }) => command?.title);
  expect(titles.join()).toMatch(/Edit prompt · about \d,\d00 tokens · 3 variables/);
  for (const title of titles) expect(title ?? '').not.toMatch(/\b0 |characters.*tokens/);
});

test('the list of texts begins with the texts that people write: prompts, longest first', async () => {
  const prose = 'Finds free slots. '.repeat(20),
    state =
      '{ "name": "book", "state_prompt": "Book it, and say which day it is, and who comes, and why, and with whom they speak then." }';
  const { editor } = await openPrompt(
    text.replace('Free slots.', prose).replace('"begin_message": "",', `"begin_message": "Hi.", "states": [${state}],`),
  );
  const items = await editor.connection.sendRequest<TextItem[]>(requests.texts, {
    uri: editor.uri(file),
    position: { line: 0, character: 0 },
  });
  expect(items.map(({ name }) => name)).toEqual([
    'general prompt',
    'book prompt',
    'begin message',
    'get_slots description',
  ]);
});

test('lenses and the list of texts show the names of the texts', async () => {
  const { editor } = await openPrompt();
  const lenses = await editor.ask<CodeLens[]>('textDocument/codeLens', file);
  expect(lenses.flatMap(({ command }) => (command?.command === 'preflight.editText' ? [command.title] : []))).toEqual([
    'Edit prompt · 94 characters · 3 variables',
    'Edit begin message · empty',
  ]);
  const items = await editor.connection.sendRequest<TextItem[]>(requests.texts, {
    uri: editor.uri(file),
    position: { line: 0, character: 0 },
  });
  expect(items.map(({ name, size }) => `${name}: ${size}`)).toEqual([
    'general prompt: 94 characters · 3 variables',
    'begin message: empty',
    'get_slots description: 11 characters',
  ]);
  expect(items[0]!.beginning).toBe(inLines(lines.join(' ')).replace(/\s+/g, ' ').slice(0, 100));
});
