// Writes one huge generated file: `node bench/huge.mjs FOLDER WHAT [N]`. Without arguments, lists the values of WHAT.
// The time of `node dist/preflight.cjs lint --cwd FOLDER` must grow linearly with N.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const times = (n, make) => Array.from({ length: n }, (_, i) => make(i));
const flowOf = texts => ({
  conversation_flow_id: 'conversation_flow_1',
  version: 0,
  start_speaker: 'agent',
  start_node_id: 'node_0',
  nodes: texts.map((text, i) => ({
    id: `node_${i}`,
    type: 'conversation',
    instruction: { type: 'prompt', text },
    edges: [
      {
        id: `edge_${i}`,
        transition_condition: { type: 'prompt', prompt: 'they agree' },
        destination_node_id: `node_${(i + 1) % texts.length}`,
      },
    ],
  })),
});
const agentWith = lines => `{\n  "voice_id": "11labs-Adrian",\n${lines.join(',\n')}\n}\n`;
const batchOf = tasks => ({ name: 'March', from_number: '+14155550100', tasks });

const kinds = {
  'unset-variables': [
    50_000,
    'conversation-flow',
    n => flowOf(times(n, i => `Ask about {{variable_number_${i}}} please.`)),
  ],
  'unknown-keys': [1_000_000, 'agent', n => agentWith(times(n, i => `  "k${i}": "${i}"`))],
  'near-keys': [100_000, 'agent', n => agentWith(times(n, i => `  "voice_sp${i}d": ${i}`))],
  'equal-keys': [200_000, 'agent', n => agentWith(times(n, i => `  "voice_speed": ${i}`))],
  'wrong-tasks': [100_000, 'batch-call', n => batchOf(times(n, i => ({ to_number: i, override_agent_id: '' })))],
  'unknown-keys-of-tasks': [100_000, 'batch-call', n => batchOf(times(n, i => ({ to_number: '+14155550111', k: i })))],
  'unknown-nodes': [
    20_000,
    'conversation-flow',
    n => {
      const flow = flowOf(times(n, () => 'Speak.'));
      for (const { edges } of flow.nodes) edges[0].destination_node_id += '_gone';
      return flow;
    },
  ],
};

const [folder, kind, size] = process.argv.slice(2);
if (folder === undefined || !Object.hasOwn(kinds, kind)) {
  for (const [name, [n]] of Object.entries(kinds)) console.log(`${name} ${n}`);
} else {
  const [usualCount, suffix, make] = kinds[kind];
  const content = make(Number(size ?? usualCount));
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(resolve(folder), `${kind}.${suffix}.json`),
    typeof content === 'string' ? content : JSON.stringify(content, null, 1),
  );
}
