import { test } from 'vitest';
import { Document } from '../../core/document.ts';
import { completionsAt } from './completion.ts';
import { askedIn } from '../../testing/asked.ts';
test('speed', () => {
  const big = `-- f.conversation-flow.json --\n{\n  "conversation_flow_id": "flow_1", "start_node_id": "▮",\n  "nodes": [${Array.from({ length: 4000 }, (_, i) => `{ "id": "n${i}", "type": "conversation", "instruction": { "type": "prompt", "text": "Say {{hello}} and ask what they want, please, ${i}" }, "edges": [{ "id": "e${i}", "destination_node_id": "n${i + 1}", "transition_condition": { "type": "prompt", "prompt": "Else" } }] }`).join(',\n')}]\n}`;
  for (const where of ['"start_node_id": "', '"n2000", "type": "', '"n3000", ', '"n3000", "ty', '"text": "Say {{', '"global_prompt": "{{']) {
    const text = where.startsWith('"global') ? big.replace('▮', '').replace('"start', '"global_prompt": "{{▮}}", "start') : where.startsWith('"start') ? big : big.replace('▮', '').replace(where, where + '▮');
    const parts: string[] = [];
    for (let i = 0; i < 6; i++) {
      const first = askedIn(text);
      const document = new Document(first.document.file, first.document.text + ' '.repeat(i), 2);
      const workspace = first.workspace.with(document);
      const asked = { ...first, document, workspace };
      void document.value; const t0 = performance.now(); void document.parsed; const t1 = performance.now();
      const { items } = completionsAt(asked, { snippets: true });
      parts.push(`${(t1 - t0).toFixed(1)}+${(performance.now() - t1).toFixed(1)} (${items.length})`);
    }
    console.log(where, document_(text), parts.join('  '));
  }
});
const document_ = (t: string) => t.length;
