// Measures the time of checking an override together with its agent: `node bench/overrides.mjs [FOLDER]`, after `npm
// run build`. Lints batches of 50,000 tasks (kept in FOLDER if given): in one, all overrides have one of a few forms,
// as if written by a program; in the other, all are different. A second copy of each batch has no agent id, so that
// the overridden agent is unknown. Runs `dist/preflight.cjs` (or $PREFLIGHT) on both in turn; the ratio must be below
// 1.5.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = new URL('../', import.meta.url).pathname;
const command = process.env.PREFLIGHT ?? join(root, 'dist/preflight.cjs');
const TASKS = 50_000;
const ROUNDS = 7;

const agent = {
  agent_id: 'agent_desk',
  version: 3,
  is_published: true,
  last_modification_timestamp: 1767225600000,
  agent_name: 'Desk',
  response_engine: { type: 'service-llm', llm_id: 'llm_desk', version: 2 },
  voice_id: '11labs-Adrian',
  voice_model: 'eleven_flash_v2_5',
  fallback_voice_ids: ['openai-Alloy', 'minimax-Lily'],
  voice_speed: 1.05,
  language: 'en-US',
  stt_mode: 'fast',
  enable_backchannel: true,
  backchannel_frequency: 0.7,
  webhook_url: 'https://hooks.clinic.example/calls',
  voicemail_option: { action: { type: 'static_text', text: 'Please call us back.' } },
};
const engine = {
  llm_id: 'llm_desk',
  version: 2,
  model: 'gpt-4.1',
  start_speaker: 'agent',
  general_prompt: 'Remind them.',
};
/** Six forms of an override with different fields. */
const forms = [
  { voice_id: '11labs-Grace', language: 'en-GB' },
  { voice_speed: 0.9, responsiveness: 0.8 },
  { backchannel_frequency: 0.4, interruption_sensitivity: 0.6 },
  { max_call_duration_ms: 600000, end_call_after_silence_ms: 30000 },
  { stt_mode: 'custom', custom_stt_config: { provider: 'deepgram', endpointing_ms: 40 } },
  { language: 'es-419', voice_id: 'cartesia-Elena', voice_model: 'sonic-3' },
];
const batches = {
  few: i => ({ agent: forms[i % forms.length] }),
  different: i => ({
    agent: { agent_name: `Desk ${i}`, ...forms[i % forms.length] },
    service_llm: { begin_message: `Hello, this is the clinic about your visit, number ${i}.` },
  }),
};
const byAgent = { override_agent_id: 'agent_desk', override_agent_version: 3 };
const workspaces = Object.entries(batches).flatMap(([name, override]) => [
  { name, more: i => ({ ...byAgent, agent_override: override(i) }) },
  { name: `${name}-alone`, more: i => ({ metadata: byAgent, agent_override: override(i) }) },
]);

const ownFolder = process.argv[2];
const folder = ownFolder === undefined ? mkdtempSync(join(tmpdir(), 'preflight-bench-')) : resolve(ownFolder);
const write = (path, value) => writeFileSync(path, JSON.stringify(value, null, 1));
for (const { name, more } of workspaces) {
  const workspace = join(folder, name);
  mkdirSync(workspace, { recursive: true });
  write(join(workspace, 'desk.agent.json'), agent);
  write(join(workspace, 'desk.llm.json'), engine);
  write(join(workspace, 'march.batch-call.json'), {
    name: 'March',
    from_number: '+14155550100',
    tasks: Array.from({ length: TASKS }, (_, i) => ({
      to_number: `+1213${2_000_000 + i}`,
      ...more(i),
    })),
  });
}

const lintTime = name => {
  const begin = performance.now();
  const { stderr, status } = spawnSync(
    process.execPath,
    [command, 'lint', '--cwd', join(folder, name), '--format', 'json'],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  if (status > 1) throw new Error(`exit ${status}: ${stderr}`);
  return performance.now() - begin;
};
const median = values => values.toSorted((a, b) => a - b)[values.length >> 1];
const rounds = Array.from({ length: ROUNDS + 1 }, () =>
  Object.fromEntries(workspaces.map(({ name }) => [name, lintTime(name)])),
).slice(1);
for (const name of Object.keys(batches)) {
  const joint = median(rounds.map(round => round[name])).toFixed(0),
    singleTime = median(rounds.map(round => round[`${name}-alone`])).toFixed(0),
    ratio = median(rounds.map(round => round[name] / round[`${name}-alone`])).toFixed(2);
  console.log(
    `${name.padEnd(10)} ${singleTime.padStart(6)} ms alone   ${joint.padStart(6)} ms with the agent   x ${ratio}`,
  );
}
if (ownFolder === undefined) rmSync(folder, { recursive: true });
