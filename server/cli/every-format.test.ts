import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { agent, draft, preflight, scratchFolders } from '../testing/preflight.ts';
import { editors } from '../testing/clients.ts';
import { everything } from '../testing/editor.ts';
import { formats } from '../view/formats/index.ts';

const folderWith = scratchFolders(),
  editorOver = editors();
const names = Object.keys(formats);

describe.each(names)('every format of lint: %s', format => {
  const printedText = async (text: string): Promise<string> => {
    const folder = folderWith({ 'a.agent.json': text }),
      { stdout } = await preflight(['lint', '--format', format], folder),
      { stdout: emptyOutput } = await preflight(['lint', '--format', `${format}=out.txt`], folder);
    expect(emptyOutput).toBe('');
    expect(readFileSync(join(folder, 'out.txt'), 'utf8').includes('\u200b')).toBe(false);
    return stdout;
  };
  test('lists the allowed values', async () =>
    expect(await printedText(draft('"ambient_sound": "office"'))).toContain('call-center'));
  test('shows invisible characters', async () => {
    const text = await printedText(
      draft('"ambient_sound": "off\u200bice", "voice_id_\u00ad": "pass\u{e0041}word\u200d"'),
    );
    expect(text).toMatch(/off\\{1,2}u200bice/);
    expect(text).not.toMatch(/[\u00ad\u200b\u{e0041}]/u);
  });
});
test('an editor shows invisible characters, but writes them unchanged', async () => {
  const text = draft('"ambient_sound": "off\u200bice", "begin_mess\u200bage_delay_ms": 1').replace(
      'agent_desk',
      'agent_\u200bdesk',
    ),
    editor = editorOver({ 'a.agent.json': text }, everything);
  await editor.open('a.agent.json', text);
  const { items } = await editor.pull('a.agent.json');
  expect(items.map(({ message }) => message).join()).toMatch(/off\\{1,2}u200bice/);
  const answers = [
    items,
    await editor.ask('textDocument/hover', 'a.agent.json', { position: { line: 1, character: 20 } }),
    await editor.ask('textDocument/documentSymbol', 'a.agent.json'),
    await editor.ask('preflight/preview', 'a.agent.json').catch(() => undefined),
  ];
  expect(JSON.stringify(answers)).not.toContain('\u200b');
});
test('zero-width joiners that a script or an emoji needs are printed', async () => {
  const folder = folderWith({ 'a.agent.json': agent('"ambient_sound": "می\u200cخواهم 👩\u200d💻"') }),
    { stdout } = await preflight(['lint'], folder);
  expect(stdout).toContain('می\u200cخواهم 👩\u200d💻');
});
