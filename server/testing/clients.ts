import { afterEach } from 'vitest';
import type { ClientCapabilities, Position } from 'vscode-languageserver/node';
import { CARET } from './caret.ts';
import { Editor, pushing, type EditorOptions } from './editor.ts';
import { samples, textsIn } from './samples.ts';
import { wrapped } from './wrapped.ts';

/** An editor like Neovim 0.7: it can create and rename files, but does not announce support for document versions. */
export const neovim: EditorOptions = {
  capabilities: {
    ...pushing,
    workspace: { workspaceEdit: { resourceOperations: ['rename', 'create', 'delete'] } },
    textDocument: {
      ...pushing.textDocument,
      rename: { prepareSupport: true },
      documentSymbol: { hierarchicalDocumentSymbolSupport: true },
      definition: { linkSupport: true },
    },
  },
};
/** An editor that announces no capabilities. */
export const bareOptions: EditorOptions = { capabilities: {} satisfies ClientCapabilities };

/** The texts of the JSON files of the sample clinic, by name. */
export const clinic: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(textsIn(samples('clinic'))).filter(([file]) => file.endsWith('.json')),
);

/** Returns a function that opens editors; all of them are closed after each test. */
export function editors(): (files: Readonly<Record<string, string>>, options?: EditorOptions) => Editor {
  const open: Editor[] = [];
  afterEach(() => {
    for (const editor of open.splice(0)) editor.dispose();
  });
  return (files, options) => {
    const editor = new Editor(files, options);
    open.push(editor);
    return editor;
  };
}

/**
 * The position of the caret in the first occurrence of a text.
 * @param piece the text with the caret; without a caret, its start counts
 * @throws Error if the text does not occur
 */
export function at(text: string, piece: string): { readonly position: Position } {
  const into = Math.max(0, piece.indexOf(CARET)),
    start = text.indexOf(piece.replace(CARET, ''));
  if (start < 0) throw new Error(`there is no ${piece}`);
  const before = text.slice(0, start + into);
  return { position: { line: before.split('\n').length - 1, character: before.length - before.lastIndexOf('\n') - 1 } };
}

interface Placed {
  readonly start: Position;
  readonly end: Position;
}
const isPlaced = (value: object): value is Placed =>
  'start' in value && 'end' in value && typeof value.start === 'object';
const WIDE = 125;

/**
 * Prints an answer: ranges as `line:column-line:column`, counted from 1; URIs without the folder of the editor; short
 * values on one line.
 */
export const answered = (value: unknown, editor: Editor): string => wrapped(layOut(value, editor, ''));

function layOut(value: unknown, { folder: root }: Editor, indent: string): string {
  const short = (value: unknown): string => {
    if (typeof value === 'string')
      return JSON.stringify(value)
        .slice(1, -1)
        .replaceAll('\\"', '"')
        .replaceAll(`file://${root}/`, '')
        .replaceAll(`${root}/`, '');
    if (typeof value !== 'object' || value === null) return String(value);
    if (Array.isArray(value)) return `[${value.map(short).join(', ')}]`;
    if (isPlaced(value)) return `${place(value.start)}-${place(value.end)}`;
    if ('line' in value && 'character' in value) return place(value as Position);
    return `{${Object.entries(value)
      .map(([key, part]) => `${short(key)}: ${short(part)}`)
      .join('; ')}}`;
  };
  const line = short(value);
  if (typeof value !== 'object' || value === null || line.length + indent.length <= WIDE) return line;
  const deeper = `${indent}  `,
    parts = Array.isArray(value)
      ? value.map(part => ['-', part] as const)
      : Object.entries(value).map(([key, part]) => [`${short(key)}:`, part] as const);
  return parts.map(([name, part]) => `\n${deeper}${name} ${layOut(part, { folder: root } as Editor, deeper)}`).join('');
}
const place = ({ line, character }: Position): string => `${line + 1}:${character + 1}`;

/** Applies non-overlapping edits, in the form of the protocol, to a text. */
export function withEdits(
  text: string,
  edits: readonly { readonly range: Placed; readonly newText: string }[],
): string {
  const lines = text.split('\n'),
    offset = ({ line, character }: Position): number =>
      lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, 0) + character;
  return edits
    .toSorted((a, b) => offset(b.range.start) - offset(a.range.start))
    .reduce(
      (before, { range, newText }) => before.slice(0, offset(range.start)) + newText + before.slice(offset(range.end)),
      text,
    );
}
