import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Editor, everything } from '../../server/testing/editor.ts';
import { requests, type PromptPlace } from '../../server/lsp/protocol.ts';
import type { ClientSession } from '../session/session.ts';

const host = await vi.hoisted(() => import('../testing/documents.ts'));

vi.mock('vscode', () => host.vscode);

const { PromptFiles } = await import('./files.ts');
const file = 'draft.llm.json';
const text = `{
  "llm_id": "llm_draft",
  "general_prompt": "# Draft\\n\\nThe caf\\u00e9 and\\/or {{clinic_name}}.\\n\\n- ask\\n- wait\\n",
  "begin_message": "Caf\\u00e9"
}
`;
const lines = '# Draft\n\nThe café and/or {{clinic_name}}.\n\n- ask\n- wait\n';
type Document = InstanceType<typeof host.Doc>;

describe('a prompt document and its JSON file', () => {
  let server: Editor, files: InstanceType<typeof PromptFiles>, json: Document, prompt: Document;
  const news = new host.Emitter<void>();
  /** Called before each request about the current text. */
  let meanwhile = async (): Promise<void> => {};
  /** Edits a document like VS Code. The server is notified of the edit of a JSON file. */
  const edit = async (document: Document, from: string, to: string): Promise<void> => {
    const { start, end } = document.rangeOf(from);
    host.state.edited(document, start, end, to);
    document.text = document.text.replace(from, () => to);
    document.version++;
    document.isDirty = true;
    host.state.changed.fire({ document, contentChanges: [{}] });
    if (document === json) news.fire();
    await settle();
  };
  const settle = async (): Promise<void> => {
    for (let i = 0; i < 3; i++) await files.agree(prompt.uri as never);
  };
  const inJson = (): string => (JSON.parse(json.text) as { general_prompt: string }).general_prompt;
  const save = async (): Promise<void> => {
    await files.writeFile(prompt.uri as never, Buffer.from(`\ufeff${prompt.text}`));
    prompt.isDirty = false;
  };

  beforeEach(async () => {
    const { state } = host;
    Object.assign(state, { documents: [], answers: [], shown: [], permissions: undefined, editors: [], disk: text });
    Object.assign(state, { encoding: 'utf8', settings: {}, kept: [], isGone: false });
    server = new Editor({ [file]: text }, everything);
    await server.open(file, text);
    json = new host.Doc(new host.Uri(server.uri(file)), text);
    json.saving = async () => {
      json.isDirty = false;
      state.disk = json.text;
      state.saved.fire(json);
      return true;
    };
    state.documents.push(json);
    state.edited = (document, start, end, put) => {
      if (document === json) void server.change(file, { range: { start, end }, text: put });
    };
    const session = {
      start: async () => {},
      ask: async (request: string, parameters: object) => {
        if (!('text' in parameters)) await meanwhile();
        return server.connection.sendRequest(request, parameters);
      },
      onDidChange: news.event,
      output: { error: (message: string) => state.shown.push(message) },
    };
    files = new PromptFiles(session as unknown as ClientSession);
    const { uri } = await server.connection.sendRequest<PromptPlace>(requests.promptAt, {
      uri: server.uri(file),
      position: { line: 2, character: 30 },
    });
    const place = new host.Uri(uri),
      read = async (): Promise<string> => Buffer.from(await files.readFile(place as never)).toString();
    prompt = new host.Doc(place, await read());
    prompt.saving = async () => {
      await save();
      return true;
    };
    // VS Code reads a changed file again if its document has no unsaved changes
    files.onDidChangeFile(async ([change]) => {
      if (change!.type !== 1 || prompt.isDirty) return;
      const now = await read();
      if (now !== prompt.text) host.replaceText(prompt, now);
    });
    host.open(prompt);
    await settle();
  });
  afterEach(() => {
    server.dispose();
    for (const emitter of [host.state.opened, host.state.changed, host.state.saved, host.state.closed, news])
      emitter.listeners.clear();
  });

  test('are edited together, and saved together', async () => {
    expect(prompt.text).toBe(lines);
    await edit(prompt, '- ask\n', '- ask "once"\n- listen\n');
    expect(json.text).toBe(text.replace('- ask\\n', '- ask \\"once\\"\\n- listen\\n'));
    expect(json.isDirty).toBe(true);
    await save();
    expect([json.isDirty, host.state.shown]).toEqual([false, []]);
  });
  test('are saved even if the JSON file changes during the save', async () => {
    await edit(prompt, '- ask\n', '- ask once\n');
    meanwhile = async () => {
      meanwhile = async () => {};
      // the server is notified before the event of the edit fires
      const start = { line: 2, character: json.text.split('\n')[2]!.indexOf('- wait') };
      host.state.edited(json, start, { ...start, character: start.character + '- wait'.length }, '- stay');
      json.text = json.text.replace('- wait', '- stay');
      json.version++;
    };
    await save();
    expect(host.state.disk).toBe(text.replace('- ask', '- ask once').replace('- wait', '- stay'));
    expect(host.state.shown).toEqual([]);
  });
  test('contain all letters, even those typed faster than they are written', async () => {
    const letters = 'and more of it'.split('');
    let lastText = '# Draft';
    await Promise.all(
      letters.map(letter => {
        const result = edit(prompt, lastText, lastText + letter);
        lastText += letter;
        return result;
      }),
    );
    await settle();
    expect(inJson()).toBe(prompt.text);
    expect(prompt.text).toBe(lines.replace('# Draft', '# Draftand more of it'));
  });
  test.each(['# Draft', '- wait'])(
    'show text typed fast in the JSON file beside an unsaved edit of %s',
    async place => {
      await edit(prompt, place, `${place}!`);
      const letters = 'ing for them'.split('');
      let lastText = '- wait';
      const type = async (): Promise<void> => {
        const text = lastText;
        lastText += letters.shift() ?? '';
        if (lastText !== text) await edit(json, text, lastText);
      };
      // each letter is typed while the previous one is shown
      host.state.changed.event(({ document }) => {
        if (document === prompt) void type();
      });
      await type();
      await vi.waitFor(() => expect([letters, inJson()]).toEqual([[], prompt.text]));
      expect(host.state.shown).toEqual([]);
      expect(prompt.text).toBe(lines.replace(place, `${place}!`).replace('- wait', lastText));
    },
  );
  test('change together on undo and redo, which also restore the spelling in the JSON file', async () => {
    await edit(prompt, 'café', 'pub');
    await edit(prompt, '- ask', '- tell');
    await edit(prompt, '- tell', '- ask');
    await edit(prompt, 'pub', 'café');
    expect(prompt.text).toBe(lines);
    expect(json.text).toBe(text);
    await edit(prompt, 'café', 'pub');
    expect(inJson()).toBe(lines.replace('café', 'pub'));
    await edit(prompt, '- ask', '- tell');
    await edit(prompt, 'pub and/or {{clinic_name}}.\n\n- tell', 'café and/or {{clinic_name}}.\n\n- tell!');
    expect(json.text).toBe(text.replace('- ask', '- tell!'));
  });
  test('show the same edit of the JSON file, whether it is saved or not', async () => {
    const { mtime } = await files.stat(prompt.uri as never);
    await edit(json, '- wait', '- stay');
    await vi.waitFor(() => expect(prompt.text).toBe(lines.replace('- wait', '- stay')));
    expect(prompt.isDirty).toBe(false);
    await settle();
    await edit(prompt, '# Draft', '# Draft!');
    // VS Code may not have read the edit yet, and refuses to save over a newer file
    expect((await files.stat(prompt.uri as never)).mtime).toBe(mtime);
    await edit(json, '- ask', '- tell');
    expect(prompt.text).toBe(
      lines.replace('- wait', '- stay').replace('# Draft', '# Draft!').replace('- ask', '- tell'),
    );
    expect(inJson()).toBe(prompt.text);
    await json.save();
    await vi.waitFor(() => expect(prompt.isDirty).toBe(false));
  });
  /** Closes the prompt document without saving, like VS Code: its text is replaced by the text of the file. */
  const closeWithoutSaving = async (): Promise<void> => {
    const savedText = Buffer.from(await files.readFile(prompt.uri as never)).toString();
    prompt.isDirty = false;
    host.replaceText(prompt, savedText);
    host.close(prompt);
  };
  test('are saved after the prompt document was closed without saving and opened again at once', async () => {
    await edit(prompt, '# Draft', '# Mine');
    await closeWithoutSaving();
    host.open(prompt);
    await vi.waitFor(() => expect([inJson(), json.isDirty]).toEqual([lines, false]));
    await new Promise(resolve => setTimeout(resolve, 50));
    await edit(prompt, '- ask', '- ask once');
    await save();
    expect([host.state.shown, host.state.disk]).toEqual([[], text.replace('- ask', '- ask once')]);
  });
  test('lose only the unsaved text of the prompt document when it is closed without saving', async () => {
    await edit(prompt, '# Draft', '# Mine');
    expect(inJson()).not.toBe(lines);
    await edit(json, '"begin_message": "Caf', '"begin_message": "The caf');
    await closeWithoutSaving();
    await vi.waitFor(() => expect(inJson()).toBe(lines));
    expect(json.text).toBe(text.replace('"begin_message": "Caf', '"begin_message": "The caf'));
    expect(json.isDirty).toBe(true);
  });
  test('have no unsaved changes if the JSON file equals the file on disk again', async () => {
    await edit(prompt, 'café', 'pub');
    await closeWithoutSaving();
    await vi.waitFor(() => expect([json.text, json.isDirty]).toEqual([text, false]));
  });
  /** Undoes the only edit of the prompt document, like VS Code, which then fires another event without changes. */
  const undo = async (from: string, to: string): Promise<void> => {
    await edit(prompt, from, to);
    prompt.isDirty = false;
    host.state.changed.fire({ document: prompt, contentChanges: [] });
    await settle();
  };
  test.each([
    ['no unsaved changes', {}, '', false],
    ['its other unsaved changes', {}, '!', true],
    ['its unsaved changes, if the settings format it on save', { 'editor.formatOnSave': true }, '', true],
    [
      'unsaved changes, if fixes run on save',
      { 'editor.codeActionsOnSave': { 'source.fixAll': 'explicit' } },
      '',
      true,
    ],
  ])('after undo in the prompt document, the JSON file has %s', async (_, settings, other, isDirty) => {
    host.state.settings = settings;
    await edit(prompt, 'café', 'pub');
    if (other !== '') await edit(json, '"begin_message": "', `"begin_message": "${other}`);
    let saves = 0;
    host.state.saved.event(() => saves++);
    await undo('pub', 'café');
    expect(json.text).toBe(text.replace('"begin_message": "', `"begin_message": "${other}`));
    await vi.waitFor(() => expect([json.isDirty, saves]).toEqual([isDirty, isDirty ? 0 : 1]));
    expect(host.state.disk).toBe(text);
  });
  test('keep the cursor in place after a change of other text', async () => {
    const caret = (line: number, character: number) => ({ anchor: { line, character }, active: { line, character } }),
      editor = { document: prompt, selections: [caret(2, 20), caret(5, 3)] };
    host.state.editors.push(editor);
    await edit(json, '{{clinic_name}}.\\n\\n- ask', '{{name}}.\\n\\n- first\\n- ask');
    await vi.waitFor(() => expect(prompt.text).toContain('{{name}}'));
    expect(editor.selections).toMatchObject([caret(2, 20), caret(6, 3)]);
    await edit(prompt, '# Draft', '# Draft!');
    await edit(json, '- first\\n', '');
    expect(editor.selections).toMatchObject([caret(2, 20), caret(5, 3)]);
  });
  test.each(['utf8', 'windows1252'])('are read correctly if the encoding of files is %s', async encoding => {
    host.state.encoding = encoding;
    const bytes = Buffer.from(await files.readFile(prompt.uri as never));
    expect(bytes.toString()).toBe(encoding === 'utf8' ? lines : `\ufeff${lines}`);
    expect((await files.stat(prompt.uri as never)).size).toBe(bytes.length);
  });
  test('are merged after the JSON file is valid again; nothing is written before', async () => {
    await edit(json, '"begin_message": "', '"begin_message": ');
    // the prompt document is not deleted, and reading it returns the same text as before
    expect((await files.stat(prompt.uri as never)).size).toBe(Buffer.byteLength(lines));
    expect(Buffer.from(await files.readFile(prompt.uri as never)).toString()).toBe(lines);
    await edit(prompt, '# Draft', '# Draft two');
    expect(json.text).not.toContain('two');
    await expect(save()).rejects.toThrow('draft.llm.json is not valid JSON at the moment; the text is kept here');
    await edit(json, '"begin_message": ', '"begin_message": "');
    expect(inJson()).toBe(lines.replace('# Draft', '# Draft two'));
    expect(host.state.shown).toEqual([]);
  });
  test('are not saved if an unsaved edit has broken the JSON file, although the text can be read', async () => {
    await edit(json, '\\n",\n  "begin', '\\n"\n  "begin');
    await edit(prompt, '# Draft', '# Draft two');
    expect(json.text).toContain('Draft two');
    await expect(save()).rejects.toThrow('draft.llm.json is not valid JSON at line 4');
    expect([host.state.disk, json.isDirty]).toEqual([text, true]);
    await edit(json, '\\n"\n  "begin', '\\n",\n  "begin');
    await save();
    expect(host.state.disk).toBe(text.replace('# Draft', '# Draft two'));
  });
  test.each([false, true])('are equal after the JSON file is reverted; broken before: %s', async isBroken => {
    if (isBroken) await edit(json, '"begin_message": "', '"begin_message": ');
    await edit(prompt, '# Draft', '# Draft two');
    await server.type(file, text);
    Object.assign(json, { text, version: json.version + 1, isDirty: false });
    host.state.changed.fire({ document: json, contentChanges: [] });
    await vi.waitFor(() => expect([prompt.isDirty, inJson()]).toEqual([isBroken, prompt.text]));
    await settle();
    expect([prompt.text.includes('two'), json.isDirty, host.state.disk]).toEqual([isBroken, isBroken, text]);
  });
  test('differ if the text is removed: this is reported, and the text is kept', async () => {
    await edit(json, '"general_prompt"', '"former_prompt"');
    expect(host.state.shown).toEqual([
      'general prompt: draft.llm.json no longer has a text at /general_prompt. The text is kept in its editor.',
    ]);
    await expect(files.stat(prompt.uri as never)).rejects.toThrow('not found');
    await edit(prompt, '# Draft', '# Draft two');
    await expect(save()).rejects.toThrow('general prompt is not saved: draft.llm.json no longer has a text');
    expect(host.state.shown[1]).toMatch(/^general prompt is not saved: draft\.llm\.json no longer has a text/);
    expect(prompt.text).toContain('# Draft two');
    await edit(json, '"former_prompt"', '"general_prompt"');
    expect(inJson()).toBe(prompt.text);
    await save();
    expect(host.state.shown).toHaveLength(2);
  });
  test.each([true, false])('do not restore a deleted file; text typed before: %s', async isTyped => {
    if (isTyped) await edit(prompt, '# Draft', '# Draft one');
    const { isDirty } = json;
    server.remove(file);
    await server.removedFromDisk(file);
    news.fire();
    await settle();
    expect(host.state.shown.join()).toContain('general prompt: draft.llm.json is no longer on disk. The text is kept');
    await expect(files.stat(prompt.uri as never)).rejects.toThrow('not found');
    const oldText = json.text;
    await edit(prompt, '- ask', '- ask once');
    await expect(save()).rejects.toThrow('general prompt is not saved: draft.llm.json is no longer on disk');
    expect([json.text, json.isDirty, host.state.disk]).toEqual([oldText, isDirty, text]);
    server.write(file, text);
    await server.changedOnDisk(file);
    await settle();
    expect((await files.stat(prompt.uri as never)).size).toBeGreaterThan(0);
    await save();
    expect(host.state.disk).toContain('- ask once');
  });
  test.each(['Copy Text', 'Save as a File…'])(
    'the offer to keep a text is not repeated for a closed document, and still serves it: %s',
    async answer => {
      let choose = (_: string): void => {};
      host.state.answers.push(new Promise(resolve => (choose = resolve)));
      await edit(json, '"general_prompt"', '"former_prompt"');
      host.close(prompt);
      choose(answer);
      await vi.waitFor(() => expect(host.state.kept).toEqual([lines]));
      await expect(save()).rejects.toThrow('general prompt is not saved');
      expect(host.state.shown).toHaveLength(1);
    },
  );
  test.each([
    ['Keep This Text', '# Mine'],
    ['Use the JSON Text', '# Theirs'],
  ])('let the user choose between two edits at the same place: %s', async (answer, expected) => {
    host.state.answers.push(answer);
    await edit(json, '"general_prompt"', '"former_prompt"');
    await edit(prompt, '# Draft', '# Mine');
    await edit(json, '# Draft', '# Theirs');
    host.state.answers = [answer];
    await edit(json, '"former_prompt"', '"general_prompt"');
    await vi.waitFor(() => expect(prompt.text).toBe(lines.replace('# Draft', expected)));
    await vi.waitFor(() => expect(inJson()).toBe(prompt.text));
  });
  test('open with unsaved changes after the JSON file was moved, and without them after undo', async () => {
    await edit(prompt, '# Draft', '# Draft two');
    await files.expectMove(prompt.uri as never);
    files.expectUnsaved(prompt.uri as never, prompt.uri as never);
    host.state.documents.splice(host.state.documents.indexOf(prompt), 1);
    prompt.text = Buffer.from(await files.readFile(prompt.uri as never)).toString();
    Object.assign(prompt, { isDirty: false, version: 1 });
    host.open(prompt);
    await settle();
    expect([prompt.text, prompt.isDirty]).toEqual([lines.replace('# Draft', '# Draft two'), true]);
    expect(inJson()).toBe(prompt.text);
    await undo('# Draft two', '# Draft');
    await vi.waitFor(() => expect([json.text, json.isDirty]).toEqual([text, false]));
  });
  test('are not saved while the JSON file is moved, and nothing is reported', async () => {
    await edit(prompt, '# Draft', '# Draft two');
    await files.expectMove(prompt.uri as never);
    server.remove(file);
    await server.removedFromDisk(file);
    host.state.isGone = true;
    const saving = save();
    await settle();
    expect(await Promise.race([saving, 'pending'])).toBe('pending');
    files.endMove(prompt.uri as never);
    await saving;
    expect([host.state.shown, host.state.disk]).toEqual([[], text]);
  });
  test('are saved after a move that has failed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    await files.expectMove(prompt.uri as never);
    await edit(prompt, '# Draft', '# Draft two');
    const saving = save();
    vi.advanceTimersByTime(10_000);
    vi.useRealTimers();
    await saving;
    expect(host.state.disk).toBe(text.replace('# Draft', '# Draft two'));
  });
  test('are read-only for a text of a published version or a read-only file', async () => {
    expect((await files.stat(prompt.uri as never)).permissions).toBeUndefined();
    host.state.permissions = 1;
    expect((await files.stat(prompt.uri as never)).permissions).toBe(1);
    host.state.permissions = undefined;
    await edit(json, '{\n', '{\n  "version": 1, "is_published": true,\n');
    expect((await files.stat(prompt.uri as never)).permissions).toBe(1);
  });
});
