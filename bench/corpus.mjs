// Writes a workspace of generated files for the benchmarks: `node bench/corpus.mjs FOLDER [FILES]`. The same arguments
// always give the same bytes. Of ten files, six are agents, two are flow components, one is an alert rule, and one is
// a batch call. Every fiftieth file has one planted error; the errors are listed in FOLDER.manifest.json.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The random generator mulberry32, which gives the same numbers on every machine. */
function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const words = (
  'ask the caller for a date and repeat it then offer two times or find another day if none is free never ' +
  'guess speak slowly in short plain sentences'
).split(' ');

function randomValues(seed) {
  const next = random(seed);
  const integer = n => Math.floor(next() * n);
  const pick = list => list[integer(list.length)];
  const text = n => `${Array.from({ length: n }, () => pick(words)).join(' ')}.`;
  return {
    integer,
    pick,
    text,
    id: (kind, n) => `${kind}_${n.toString(16).padStart(12, '0')}`,
    percent: () => integer(101) / 100,
  };
}

function agent(n, { integer, pick, text, id, percent }) {
  return {
    agent_id: id('agent', n),
    version: 0,
    base_version: null,
    assigned_tags: ['prod'],
    is_published: true,
    last_modification_timestamp: 1_700_000_000_000 + n * 1000,
    response_engine: { type: 'conversation-flow', conversation_flow_id: id('conversation_flow', n), version: 0 },
    agent_name: `Desk ${n}`,
    version_description: text(12),
    voice_id: '11labs-Lily',
    fallback_voice_ids: ['openai-Nova', 'cartesia-Cleo'],
    voice_temperature: percent(),
    voice_speed: 1,
    volume: 1,
    responsiveness: percent(),
    interruption_sensitivity: percent(),
    enable_backchannel: true,
    backchannel_frequency: percent(),
    backchannel_words: ['yes', 'I see'],
    reminder_trigger_ms: 10_000 + integer(10) * 1000,
    reminder_max_count: 1,
    language: pick(['en-US', 'en-GB', 'de-DE']),
    webhook_url: `https://hooks.example.org/agents/${n}`,
    webhook_events: ['call_started', 'call_ended', 'call_analyzed'],
    webhook_timeout_ms: 5000,
    boosted_keywords: ['Escrow', '{{customer_name}}'],
    end_call_after_silence_ms: 120_000,
    max_call_duration_ms: 1_200_000,
    pronunciation_dictionary: [{ word: 'actually', alphabet: 'ipa', phoneme: 'ˈæktʃuəli' }],
    voicemail_option: { action: { type: 'hangup' }, detection_prompt: text(20) },
    post_call_analysis_data: [
      { type: 'boolean', name: 'resolved', description: text(10) },
      { type: 'enum', name: 'mood', description: text(8), choices: ['good', 'neutral', 'bad'] },
    ],
    begin_message_delay_ms: 1000,
    ring_duration_ms: 30_000,
    pii_config: { mode: 'post_call', categories: ['person_name', 'email'] },
    timezone: 'Europe/Berlin',
  };
}

function flow(n, { integer, text, id }, steps = 12 + integer(12)) {
  const nodes = Array.from({ length: steps }, (_, i) => ({
    id: `step_${i}`,
    type: 'conversation',
    name: `Step ${i}`,
    instruction: { type: 'prompt', text: text(40 + integer(60)) },
    edges: [i + 1, Math.floor(i / 2)]
      .filter(target => target !== i)
      .map((target, e) => ({
        id: `edge_${i}_${e}`,
        destination_node_id: target === steps ? 'end' : `step_${target}`,
        transition_condition: { type: 'prompt', prompt: text(8) },
      })),
    display_position: { x: i * 200, y: 0 },
  }));
  return {
    conversation_flow_component_id: id('conversation_flow_component', n),
    name: `Part ${n}`,
    start_node_id: 'step_0',
    nodes: [...nodes, { id: 'end', type: 'end', name: 'End', instruction: { type: 'prompt', text: text(8) } }],
  };
}

/** A flow with `steps` nodes. A thousand nodes are about a megabyte. */
export const bigFlow = steps => flow(1, randomValues(1), steps);

const alert = (n, { integer }) => ({
  name: `Alert ${n}`,
  metric_type: 'call_count',
  threshold_type: 'absolute',
  threshold_value: 100 + integer(900),
  comparator: '>',
  frequency: '1h',
  window: '1h',
  filter: {},
  emails: [`desk-${n}@example.org`],
  webhook_urls: [`https://hooks.example.org/alerts/${n}`],
});

const batch = (n, { integer, text, id }, tasks = 5 + integer(10)) => ({
  from_number: '+14155550100',
  name: `Batch ${n}`,
  tasks: Array.from({ length: tasks }, (_, i) => ({
    to_number: `+1415${String(2_000_000 + ((n * 20 + i) % 1_000_000)).padStart(7, '0')}`,
    override_agent_id: id('agent', 0),
    service_llm_dynamic_variables: { customer_name: text(2), order_id: String(n * 100 + i) },
  })),
});

/** A batch with `tasks` tasks. */
export const bigBatch = tasks => batch(1, randomValues(1), tasks);

const kinds = [
  ...Array(6).fill({
    folder: 'agents',
    kind: 'agent',
    make: agent,
    wrong: value => {
      value.voice_speed = 9;
      return '/voice_speed';
    },
  }),
  ...Array(2).fill({
    folder: 'flows',
    kind: 'flow-component',
    make: flow,
    wrong: value => {
      value.nodes[1].instruction = 'say hello';
      return '/nodes/1/instruction';
    },
  }),
  {
    folder: 'alerts',
    kind: 'alert-rule',
    make: alert,
    wrong: value => {
      value.comparator = '~';
      return '/comparator';
    },
  },
  {
    folder: 'batches',
    kind: 'batch-call',
    make: batch,
    wrong: value => {
      value.tasks[2].to_number = '12';
      return '/tasks/2/to_number';
    },
  },
];

/**
 * Writes the files.
 * @returns the planted errors
 */
export function writeCorpus(folder, files) {
  rmSync(folder, { recursive: true, force: true });
  for (const { folder: subfolder } of kinds) mkdirSync(join(folder, subfolder), { recursive: true });
  const errors = [];
  for (let n = 0; n < files; n++) {
    const { folder: subfolder, kind, make, wrong } = kinds[n % kinds.length];
    const value = make(n, randomValues(n + 1)),
      file = `${subfolder}/${kind}-${String(n).padStart(5, '0')}.${kind}.json`;
    if (n % 50 === Math.floor(n / 50) % 50) errors.push({ file, pointer: wrong(value) });
    writeFileSync(join(folder, file), `${JSON.stringify(value, undefined, 2)}\n`);
  }
  writeFileSync(`${folder}.manifest.json`, `${JSON.stringify({ files, errors }, undefined, 2)}\n`);
  return errors;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, files = '10000'] = process.argv.slice(2);
  if (folder === undefined) {
    console.error('node bench/corpus.mjs FOLDER [FILES]');
    process.exit(2);
  }
  mkdirSync(dirname(resolve(folder)), { recursive: true });
  console.log(`${files} files, ${writeCorpus(resolve(folder), Number(files)).length} planted errors`);
}
