import {
  commands,
  extensions,
  languages,
  Selection,
  Uri,
  window,
  workspace,
  type Diagnostic,
  type Disposable,
  type Extension,
  type TextDocument,
  type TextEditor,
} from 'vscode';
import type { Preflight } from '../../extension.ts';

export const extension = (): Extension<Preflight> => {
  const preflight = extensions.getExtension<Preflight>('preflight.agent-preflight');
  if (!preflight) throw new Error('the extension is not there');
  return preflight;
};

/** The state of the extension. The exports of an extension cannot be read before it is activated. */
export const state = (): Preflight['state'] | 'inactive' => {
  const preflight = extension();
  return preflight.isActive ? preflight.exports.state : 'inactive';
};

export const folder = (): Uri => workspace.workspaceFolders![0]!.uri;

export const open = async (file: string): Promise<TextEditor> => window.showTextDocument(Uri.joinPath(folder(), file));

/** Opens an editor with an untitled text. */
export async function openText(content: string, language = 'json'): Promise<TextEditor> {
  return window.showTextDocument(await workspace.openTextDocument({ language, content }));
}

export const issues = (uri: Uri): Diagnostic[] =>
  languages.getDiagnostics(uri).filter(({ source }) => source === 'preflight');

/** The findings of a text: their ranges, rules and messages. */
export function factsOf(
  document: TextDocument,
  { range, code, message }: Diagnostic,
): { markedText: string; rule: string; message: string } {
  return { markedText: document.getText(range), rule: String(typeof code === 'object' ? code.value : code), message };
}

/** Waits until `read` returns a value. */
export async function wait<Value>(
  description: string,
  read: () => Value | undefined | false | Promise<Value | undefined | false>,
  milliseconds = 60_000,
): Promise<Value> {
  const end = Date.now() + milliseconds;
  for (;;) {
    const result = await read();
    if (result !== undefined && result !== false) return result;
    if (Date.now() > end) throw new Error(`waited ${milliseconds} ms for ${description}`);
    await pause(50);
  }
}

export const pause = (milliseconds: number): Promise<void> => new Promise(resolve => setTimeout(resolve, milliseconds));

/**
 * Waits until the findings of a file have not changed for a while.
 * @param quiet the number of milliseconds without a change
 */
export async function settle(uri: Uri, quiet = 1500): Promise<Diagnostic[]> {
  let lastChange = Date.now();
  const watched = uri.toString();
  const subscription: Disposable = languages.onDidChangeDiagnostics(({ uris }) => {
    if (uris.some(uri => uri.toString() === watched)) lastChange = Date.now();
  });
  try {
    while (Date.now() - lastChange < quiet) await pause(50);
  } finally {
    subscription.dispose();
  }
  return issues(uri);
}

/** Replaces the first occurrence of some words by a text. */
export async function replace(editor: TextEditor, words: string, text: string): Promise<void> {
  const start = editor.document.getText().indexOf(words);
  if (start < 0) throw new Error(`${words} is not in the text`);
  editor.selection = new Selection(editor.document.positionAt(start), editor.document.positionAt(start + words.length));
  await commands.executeCommand('type', { text });
}

export const closeAll = async (): Promise<void> => {
  while (window.activeTextEditor) await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
};
