import { expect, it } from 'vitest';
import { Document } from '../../core/document.ts';
import { applyTextEdits } from '../../core/fixing/apply.ts';
import { Workspace } from '../../core/workspace/workspace.ts';
import { completionsAt } from './completion.ts';
import { describe as words } from './describe.ts';

const flow = `{
  "conversation_flow_id": "flow_1", "start_node_id": "a", "global_prompt": "Hello {{name}}, \\"you\\" {{",
  "nodes": [
    { "id": "a", "type": "conversation", "edges": [{ "destination_node_id": "b", "transition_condition": { "type": "prompt" } }] },
    { "id": "b", "type": "agent_swap", "agent_id": "x", "agent_version": 3 }
  ],
  "tools": [{ "type": "custom", "headers": { "a": "b" } }]
}`;
const texts: readonly (readonly [string, string])[] = [
  ['a.agent.json', ''],
  ['a.agent.json', ' \n'],
  ['a.agent.json', '\ufeff'],
  ['a.agent.json', '\ufeff{'],
  ['a.agent.json', '"'],
  ['a.agent.json', '{"'],
  ['a.agent.json', '}{]['],
  ['a.agent.json', '{"voice_id": "v", "volume'],
  ['a.agent.json', '{"a" "b" "c" : : , , "d" }'],
  ['a.agent.json', '{\r\n"voice_id": "v"\r"volume"\r\n}'],
  ['a.agent.json', '{"__proto__": {"type": "x"}, "constructor": 1, "hasOwnProperty": [], "toString": {'],
  ['a.agent.json', '[{}, [], null, "x", 1'],
  ['a.agent.jsonc', "{ // note\n 'voice_id': 'v', /* x"],
  ['a.agent.json', '<<<<<<< ours\n{ "a": 1 }\n=======\n{ "a": 2 }\n>>>>>>> theirs'],
  ['f.conversation-flow.json', flow],
  ['f.conversation-flow.json', flow.replaceAll(',', '')],
  ['f.conversation-flow.json', flow.replaceAll(':', '')],
  ['f.conversation-flow.json', flow.replaceAll('"', '')],
  ['f.conversation-flow.json', flow.replaceAll('"', "'")],
  ['f.conversation-flow.json', flow.replaceAll('}', '')],
  ['w.agent-weights.json', '[{"agent_id": 1, "agent_version": {}, "weight": "x"}, {"weight": 2}, '],
  ['l.agent-list.json', '[{"agent_id": "a", "tags": {"prod": {"version": "x"}, "__proto__": '],
  ['preflight.config.json', '{ "rules": { "a": }, "suppress": [{ "rule": "" '],
  ['preflight.config.json', '[{"rules": 1}]'],
  ['t.test-case.json', '{"tool_mocks": [{"tool_name": ""'],
  ['n.flow-component.json', '{"nodes": [{"type": "__proto__", "id": '],
  ['x.json', '{"nodes": '],
];

it('answers at every offset of any text, with edits that fit it', () => {
  const shared = new Document(
    'all.agent-list.json',
    '[{ "agent_id": "x", "tags": { "prod": { "version": 3, "dynamic_variables": { "name": "Anna" } } } }]',
  );
  for (const [file, text] of texts) {
    const document = new Document(file, text),
      workspace = new Workspace([shared, document]);
    for (let offset = 0; offset <= text.length; offset++)
      for (const snippets of [true, false]) {
        const { items } = completionsAt(
          { workspace, saved: workspace, document, offset },
          { snippets, ruleIds: ['wrong-type'] },
        );
        for (const { label, insert, additional = [], resolve, detail, filter } of items) {
          expect({
            label,
            fits: insert.span.start <= offset && offset <= insert.span.end && insert.span.end <= text.length,
          }).toEqual({ label, fits: true });
          const after = applyTextEdits(text, [{ ...insert.span, text: insert.text }, ...additional]);
          if (after === undefined) throw new Error(`the edits of ${label} overlap at ${offset} of ${text}`);
          if (typeof detail !== 'string' || typeof filter !== 'string') throw new Error(`${label} is not whole`);
          if (resolve) words(resolve);
        }
      }
  }
});

it('leaves JSON as JSON wherever a value or key is accepted', () => {
  const workspace = new Workspace([]);
  const text = flow.replace(' {{",', '",');
  const document = new Document('f.conversation-flow.json', text);
  let accepted = 0;
  for (let offset = 0; offset <= text.length; offset++) {
    for (const { label, insert, additional = [] } of completionsAt({ workspace, saved: workspace, document, offset })
      .items) {
      const after = applyTextEdits(text, [{ ...insert.span, text: insert.text }, ...additional])!;
      try {
        JSON.parse(after);
        accepted++;
      } catch {
        throw new Error(`${label} at ${offset} breaks the text: ${after}`);
      }
    }
  }
  expect(accepted).toBeGreaterThan(1000);
});

it('puts back the comma that is missing where something is inserted', () => {
  const workspace = new Workspace([]),
    text = flow.replace(' {{",', '",');
  let accepted = 0;
  for (let comma = text.indexOf(','); comma >= 0; comma = text.indexOf(',', comma + 1)) {
    const broken = text.slice(0, comma) + text.slice(comma + 1);
    const document = new Document('f.conversation-flow.json', broken);
    // a comma within a string cannot be a missing one
    if (document.valid) continue;
    for (const offset of [comma, comma + 1]) {
      for (const { label, kind, insert, additional = [] } of completionsAt({
        workspace,
        saved: workspace,
        document,
        offset,
      }).items) {
        const edits = [{ ...insert.span, text: insert.text }, ...additional],
          after = applyTextEdits(broken, edits)!;
        // at the end of a value, the value is replaced
        if (insert.span.start < comma && kind !== 'field') continue;
        try {
          JSON.parse(after);
          accepted++;
        } catch {
          throw new Error(`${label} at ${offset} leaves the text broken: ${after}`);
        }
      }
    }
  }
  expect(accepted).toBeGreaterThan(100);
});

it('survives nesting of any depth', () => {
  const text = '{"nodes":['.repeat(5000);
  const document = new Document('f.conversation-flow.json', text),
    workspace = new Workspace([document]);
  expect(completionsAt({ workspace, saved: workspace, document, offset: text.length }, {}).items).toEqual([]);
});
