import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { CodeAction } from 'vscode-languageserver/node';
import { editors } from '../../testing/clients.ts';
import { everything } from '../../testing/editor.ts';

const editorOver = editors();
/** A flow in which each edge has a misspelled field. */
const flow = (nodes: number): string =>
  JSON.stringify(
    {
      start_node_id: 'first',
      nodes: Array.from({ length: nodes }, (_, i) => ({
        id: `node_long_name_${i}_x`,
        type: 'conversation',
        instruction: { type: 'prompt', text: 'x' },
        edges: [{ id: `e${i}`, destination_node_id: `nod_long_name_${i}_y` }],
      })),
    },
    undefined,
    1,
  );

test('the number of actions for a long file is limited, and other requests are answered while they are computed', async () => {
  const editor = editorOver({ 'a.conversation-flow.json': flow(400) }, everything);
  await editor.open('a.conversation-flow.json', flow(400));
  await editor.pull('a.conversation-flow.json');
  const fullRange = { start: { line: 0, character: 0 }, end: { line: 1e6, character: 0 } },
    order: string[] = [];
  const actions = editor.ask<CodeAction[]>('textDocument/codeAction', 'a.conversation-flow.json', {
    range: fullRange,
    context: { diagnostics: [] },
  });
  void actions.then(() => order.push('actions'));
  // after 20 ms the computation has started
  await setTimeout(20);
  await editor.ask('textDocument/hover', 'a.conversation-flow.json', { position: { line: 3, character: 5 } });
  order.push('hover');
  await actions;
  expect(order).toEqual(['hover', 'actions']);
  expect((await actions).length).toBeLessThan(100);
  expect((await actions).map(({ kind }) => kind)).toContain('quickfix');
});
