import { describe, expect, test } from 'vitest';
import type { CodeLens, InlayHint, Position, SemanticTokens } from 'vscode-languageserver/node';
import { clinic, editors } from '../../testing/clients.ts';
import { everything, type Editor } from '../../testing/editor.ts';

const editorOver = editors();
const file = 'flows/billing.conversation-flow.json',
  text = clinic[file]!;

/** All decorations of a text, as `line:column text`. */
async function decorations(editor: Editor): Promise<string[]> {
  const { data } = await editor.ask<SemanticTokens>('textDocument/semanticTokens/full', file),
    range = { start: { line: 0, character: 0 }, end: { line: 9999, character: 0 } },
    place = ({ line, character }: Position): string => `${line + 1}:${character + 1}`;
  const tokens: string[] = [];
  for (let i = 0, line = 0, column = 0; i < data.length; i += 5) {
    column = data[i] === 0 ? column + data[i + 1]! : data[i + 1]!;
    line += data[i]!;
    tokens.push(`${line + 1}:${column + 1} ${data.slice(i + 2, i + 5).join()}`);
  }
  const hints = await editor.ask<InlayHint[]>('textDocument/inlayHint', file, { range }),
    lenses = await editor.ask<CodeLens[]>('textDocument/codeLens', file),
    resolvedLenses = await Promise.all(
      lenses.map(lens => (lens.command ? lens : editor.connection.sendRequest<CodeLens>('codeLens/resolve', lens))),
    );
  return [
    ...tokens,
    ...hints.map(({ position, label }) => `${place(position)} ${(label as { value: string }[])[0]!.value}`),
    ...resolvedLenses.map(lens => `${place(lens.range.start)} ${lens.command!.title}`),
  ];
}
/** The decorations outside of the edited lines, with the line numbers from before the edit. */
const outside = (entries: readonly string[], first: number, lines: number): string[] =>
  entries.flatMap(entry => {
    const line = parseInt(entry);
    if (line >= first && line < first + lines) return [];
    return line < first ? entry : `${line - lines}${entry.slice(String(line).length)}`;
  });

describe('while a line is half-written', () => {
  const nodes = text.indexOf('"nodes": [') + '"nodes": ['.length,
    first = text.slice(0, nodes).split('\n').length + 1;
  test.each(['{', '{ "id": "x", "type": "conversa', '"', '{ "id": "x", "edges": [{ "destination_node_id": "gre'])(
    'all other lines keep their colors, hints and lenses: %s',
    async typed => {
      const editor = await editorOver(clinic, everything).open(file, text),
        before = await decorations(editor);
      await editor.type(file, `${text.slice(0, nodes)}\n${typed}${text.slice(nodes)}`);
      expect(outside(await decorations(editor), first, 1)).toEqual(before);
      await editor.type(file, text);
      expect(await decorations(editor)).toEqual(before);
    },
  );
});
