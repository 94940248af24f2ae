import { test } from 'vitest';
import { Document } from '../../core/document.ts';
import { Workspace } from '../../core/workspace/workspace.ts';
import { definitionsAt } from './definitions.ts';
import { highlightsAt, referencesAt } from './references.ts';
import { prepareRename } from './rename.ts';
import { callItemsAt } from './calls.ts';
const N = 1700;
const flow = JSON.stringify({ conversation_flow_id: 'f', start_node_id: 'n0', nodes: Array.from({ length: N }, (_, i) => ({ id: `n${i}`, type: 'conversation', instruction: { type: 'prompt', text: `Say {{name}} and ${'words '.repeat(30)}` }, edges: [{ id: `e${i}`, transition_condition: { type: 'prompt', prompt: 'x' }, destination_node_id: `n${(i + 1) % N}` }, { id: `g${i}`, transition_condition: { type: 'prompt', prompt: 'y' }, destination_node_id: 'n5' }] })) , default_dynamic_variables: { name: 'x' } }, null, 1);
const batch = JSON.stringify({ name: 'b', from_number: '+14155550100', tasks: Array.from({ length: 50000 }, (_, i) => ({ to_number: `+1415${5550000 + i}`, override_agent_id: 'agent_a', override_agent_version: 'prod', service_llm_dynamic_variables: { name: `n${i}`, other: 'z', } })) }, null, 1);
const list = JSON.stringify([{ agent_id: 'agent_a', agent_name: 'A', channel: 'voice', user_modified_timestamp: 1, tags: { prod: { version: 1, dynamic_variables: { name: 'x' } } } }]);
const agent = JSON.stringify({ agent_id: 'agent_a', version: 1, is_published: true, voice_id: 'v', response_engine: { type: 'conversation-flow', conversation_flow_id: 'f', version: 0 }, last_modification_timestamp: 1 });
test('x', () => {
  console.log(flow.length, batch.length);
  let ws = new Workspace([new Document('f.conversation-flow.json', flow), new Document('l.agent-list.json', list), new Document('a.agent.json', agent)]);
  const run = (file: string, text: string, needle: string) => {
    const fresh = () => { const d = new Document(file, text); ws = ws.with(d); void d.value; void d.roots; void d.parsed; return { workspace: ws, saved: ws, document: ws.document(file)!, offset: text.indexOf(needle) + needle.length }; };
    for (const [name, f] of [['definition', definitionsAt], ['highlights', highlightsAt], ['references', (a: any) => referencesAt(a, true)], ['prepareRename', prepareRename], ['callItems', callItemsAt]] as const) {
      const times: number[] = []; let r: any;
      for (let i = 0; i < 12; i++) { const a = fresh(); const t = performance.now(); r = f(a as never); times.push(performance.now() - t); }
      times.sort((a, b) => a - b);
      console.log(file, needle, name, 'min', times[0]!.toFixed(1), 'median', times[6]!.toFixed(1), Array.isArray(r) ? r.length : '');
    }
  };
  run('f.conversation-flow.json', flow, '"destination_node_id": "n7'); run('f.conversation-flow.json', flow, '{{na');
  ws = ws.with(new Document('b.batch-call.json', batch));
  run('b.batch-call.json', batch, '"agent_a'); run('b.batch-call.json', batch, '"prod'); run('b.batch-call.json', batch, '"na');
});
