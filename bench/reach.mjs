// Measures the comparison of what callers can reach: `node bench/reach.mjs [--agents 3300] [--swaps 0] [--steps 12]
// [--rounds 5]`. Every agent answers a number and runs a flow of its own with `steps` nodes, and all flows run one
// shared component; with --swaps N each flow hands over to N other agents. Times `preflight plan` of four changes in
// turn: the edge to the component deleted in one flow; the edge to the tool of the component deleted, which changes
// the paths of all callers; and for both files a change of a text, which changes no paths.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    agents: { type: 'string', default: '3300' },
    swaps: { type: 'string', default: '0' },
    steps: { type: 'string', default: '12' },
    rounds: { type: 'string', default: '5' },
    command: { type: 'string', default: fileURLToPath(new URL('../dist/preflight.cjs', import.meta.url)) },
  },
});
const [agents, swaps, steps, rounds] = [values.agents, values.swaps, values.steps, values.rounds].map(Number),
  command = resolve(values.command);

const edge = (id, target) => ({
  id,
  destination_node_id: target,
  transition_condition: { type: 'prompt', prompt: `The caller wants ${target}.` },
});
const node = (id, text, edges) => ({
  id,
  type: 'conversation',
  name: id,
  instruction: { type: 'prompt', text },
  edges,
});
const component = ({ text = 'Ask for the last four digits.', isCut = false }) => ({
  conversation_flow_component_id: 'component_verify',
  name: 'Verify',
  start_node_id: 'ask',
  tools: [
    {
      type: 'custom',
      tool_id: 't1',
      name: 'find_account',
      description: 'Finds it.',
      url: 'https://hooks.example.org/find',
    },
  ],
  nodes: [
    node('ask', text, isCut ? [edge('no', 'sorry')] : [edge('yes', 'look'), edge('no', 'sorry')]),
    { id: 'look', type: 'function', name: 'look', tool_id: 't1', tool_type: 'local', edges: [edge('done', 'sorry')] },
    node('sorry', 'Say sorry.', []),
  ],
});

function flow(n, { isCut = false, text = 'Say 0.' } = {}) {
  const talk = Array.from({ length: steps }, (_, i) =>
    node(
      `step${i}`,
      i === 0 ? text : `Say ${i}.`,
      isCut && i + 1 === steps ? [] : [edge('next', i + 1 === steps ? 'verify' : `step${i + 1}`)],
    ),
  );
  const handOvers = Array.from({ length: swaps }, (_, i) => ({
    id: `to${i}`,
    type: 'agent_swap',
    name: `to${i}`,
    agent_id: `agent_${(n * 31 + i * 7 + 1) % agents}`,
    agent_version: 0,
  }));
  return {
    conversation_flow_id: `flow_${n}`,
    version: 0,
    start_node_id: 'step0',
    tools: [{ type: 'end_call', tool_id: 'end', name: `end_${n % 7}` }],
    nodes: [
      ...talk,
      {
        id: 'verify',
        type: 'component',
        name: 'verify',
        component_type: 'shared',
        component_id: 'component_verify',
        edges: [edge('ok', 'bye'), ...handOvers.map(({ id }) => edge(id, id))],
      },
      ...handOvers,
      { id: 'bye', type: 'end', name: 'bye' },
    ],
  };
}

const folder = mkdtempSync(join(tmpdir(), 'reach-'));
const write = (file, value) => writeFileSync(join(folder, file), `${JSON.stringify(value, null, 2)}\n`);
const componentFile = 'verify.flow-component.json',
  first = 'flows/0.conversation-flow.json';
try {
  for (const folderName of ['agents', 'flows', 'numbers']) mkdirSync(join(folder, folderName));
  for (let n = 0; n < agents; n++) {
    write(`agents/${n}.agent.json`, {
      agent_id: `agent_${n}`,
      version: 0,
      is_published: true,
      agent_name: `Desk ${n}`,
      voice_id: '11labs-Lily',
      response_engine: { type: 'conversation-flow', conversation_flow_id: `flow_${n}`, version: 0 },
    });
    write(`flows/${n}.conversation-flow.json`, flow(n));
    const number = `+1415${String(5_000_000 + n)}`;
    write(`numbers/${n}.phone-number.json`, {
      phone_number: number,
      inbound_agents: [{ agent_id: `agent_${n}`, agent_version: 0, weight: 1 }],
    });
  }
  write(componentFile, component({}));
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=bench', '-c', 'user.email=bench@example.org', ...args], { cwd: folder });
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'base');
  // each change has a counterpart in a text of the same file, which changes no paths
  const changes = {
    text: [component({ text: 'Ask for the first name.' }), flow(0)],
    all: [component({ isCut: true }), flow(0)],
    'text of one': [component({}), flow(0, { text: 'Greet.' })],
    one: [component({}), flow(0, { isCut: true })],
  };
  const times = Object.fromEntries(Object.keys(changes).map(name => [name, []]));
  const minReach = { all: agents, one: 1 };
  for (let round = 0; round < rounds; round++)
    for (const [name, [parts, flow0]] of Object.entries(changes)) {
      write(componentFile, parts);
      write(first, flow0);
      const start = process.hrtime.bigint(),
        output = execFileSync(process.execPath, [command, 'plan', '--format', 'json'], {
          cwd: folder,
          maxBuffer: 2 ** 30,
        });
      times[name].push(Number(process.hrtime.bigint() - start) / 1e6);
      const { reach } = JSON.parse(output);
      if (name in minReach ? reach.length < minReach[name] : reach.length > 0)
        throw new Error(`${name}: ${reach.length} things in reach`);
    }
  const median = list => [...list].sort((a, b) => a - b)[list.length >> 1];
  const ratioOf = (name, control) => {
    const [changedMs, former] = [median(times[name]), median(times[control])];
    return `${name} ${former.toFixed(0)} -> ${changedMs.toFixed(0)} ms, x ${(changedMs / former).toFixed(2)}`;
  };
  console.log(
    `${agents} agents, ${3 * agents + 1} files, ${swaps} hand-overs each: ${ratioOf('one', 'text of one')}; ${ratioOf('all', 'text')}`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
