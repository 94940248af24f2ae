import { expect, it } from 'vitest';
import { Document } from '../../core/document.ts';
import { Workspace } from '../../core/workspace/workspace.ts';
import { textAfter } from '../../testing/completion-at.ts';
import { completionsAt } from './completion.ts';

const flow = `{
  "conversation_flow_id": "flow_1", "start_node_id": "a", "global_prompt": "Hello {{name}}, \\"you\\"",
  "nodes": [
    { "id": "a", "type": "conversation", "edges": [{ "destination_node_id": "b", "transition_condition": { "type": "prompt" } }] },
    { "id": "b", "type": "agent_swap", "agent_id": "x", "agent_version": 3 }
  ],
  "tools": [{ "type": "custom", "headers": { "a": "b" } }]
}`;
const workspace = new Workspace([]);
/**
 * The number of items offered at an offset, of which each keeps the text valid JSON; without items that replace a
 * value before `from`.
 */
function offeredCount(text: string, offset: number, from = 0): number {
  const request = {
    workspace,
    savedWorkspace: workspace,
    document: new Document('f.conversation-flow.json', text),
    offset,
  };
  const items = completionsAt(request).items.filter(
    ({ insert, kind }) => insert.span.start >= from || kind === 'field',
  );
  for (const item of items)
    expect(() => JSON.parse(textAfter(request, item)), `${item.label} at ${offset}`).not.toThrow();
  return items.length;
}

it('keeps JSON valid wherever a value or key is accepted', () => {
  let itemCount = 0;
  for (let offset = 0; offset <= flow.length; offset++) itemCount += offeredCount(flow, offset);
  expect(itemCount).toBeGreaterThan(1000);
});

it('adds the missing comma beside an insertion', () => {
  let itemCount = 0;
  for (let comma = flow.indexOf(','); comma >= 0; comma = flow.indexOf(',', comma + 1)) {
    const brokenFlow = flow.slice(0, comma) + flow.slice(comma + 1);
    // the missing comma was within a string, so the text is still valid
    if (new Document('f.conversation-flow.json', brokenFlow).valid) continue;
    itemCount += offeredCount(brokenFlow, comma, comma) + offeredCount(brokenFlow, comma + 1, comma);
  }
  expect(itemCount).toBeGreaterThan(100);
});

it('survives any depth of nesting', () => {
  const text = '{"nodes":['.repeat(5000);
  expect(offeredCount(text, text.length)).toBe(0);
});
