// Measures the simulator: `node bench/simulate.mjs [BATCH-FILE]`, after `npm run build`. Times whole commands of
// `dist/preflight.cjs` (or $PREFLIGHT), and the draw alone. Without a file, the batch has 50,000 tasks for an agent of
// samples/clinic, half of them with an override.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from '../server/build/load.mjs';

const root = new URL('../', import.meta.url).pathname;
const command = process.env.PREFLIGHT ?? join(root, 'dist/preflight.cjs');
const median = values => values.toSorted((a, b) => a - b)[values.length >> 1];
const RUNS = 5;

function measure(name, bound, run) {
  run();
  const times = Array.from({ length: RUNS }, () => {
    const begin = performance.now();
    run();
    return performance.now() - begin;
  });
  console.log(
    `${name.padEnd(58)} ${median(times).toFixed(0).padStart(6)} ms   ` +
      `(${bound === undefined ? '' : `bound ${bound} ms, `}${times.map(time => time.toFixed(0)).join(' ')})`,
  );
}
const run = (...args) => runs('simulate', root, args);
function runs(name, cwd, args) {
  const { status, stderr } = spawnSync(process.execPath, [command, name, ...args], {
    cwd,
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`exit ${status}: ${stderr}`);
}

const { draws, endsOf, armAt } = await load("export * from './server/simulator/draw.ts';");
measure('a million draws over three arms, the function alone', 1000, () => {
  const ends = endsOf([0.7, 0.2, 0.1]),
    counts = [0, 0, 0];
  draws('7', 1_000_000, draw => {
    counts[armAt(ends, draw)]++;
  });
});
measure('preflight simulate WEIGHTS --calls 1000000', 1000, () =>
  run(join(root, 'samples/clinic/numbers/next-trial.agent-weights.json'), '--calls', '1000000'),
);

const folder = mkdtempSync(join(tmpdir(), 'preflight-bench-'));
try {
  let file = process.argv[2];
  if (file === undefined) {
    cpSync(join(root, 'samples/clinic'), folder, { recursive: true });
    const tasks = Array.from({ length: 50_000 }, (_, i) => ({
      to_number: `+1213555${String(i).padStart(5, '0').slice(-4)}`,
      service_llm_dynamic_variables: {
        first_name: `Ana ${i}`,
        appointment_time: 'at ten',
        ...(i % 3 > 0 && { call_back_number: 'five' }),
      },
      ...(i % 2 > 0 && {
        override_agent_id: 'agent_frontdesk01',
        override_agent_version: ['prod', 'canary', 2, 'latest', 'latest_published'][i % 5],
        agent_override: {
          agent: { voice_speed: 0.9, ring_duration_ms: null },
          service_llm: { begin_message: 'Hello {{first_name}}' },
        },
      }),
    }));
    writeFileSync(
      (file = join(folder, 'batches/bench.batch-call.json')),
      JSON.stringify(
        {
          from_number: '+14155550100',
          call_time_window: { windows: [{ start: 600, end: 720 }], day: ['Monday'] },
          tasks,
        },
        undefined,
        2,
      ),
    );
  }
  measure('preflight simulate BATCH of 50,000 tasks', 2000, () => run(file, '--now', '2026-01-16T09:00:00Z'));
  measure('preflight simulate BATCH of 50,000 tasks --format json', 2000, () =>
    run(file, '--now', '2026-01-16T09:00:00Z', '--format', 'json'),
  );
  if (process.argv[2] === undefined) {
    measure('preflight resolve --all, the batch among the files', undefined, () => runs('resolve', folder, ['--all']));
    measure('preflight resolve --all --format json', undefined, () =>
      runs('resolve', folder, ['--all', '--format', 'json']),
    );
    measure('preflight plan --tag agent_frontdesk01:prod=3', undefined, () =>
      runs('plan', folder, ['--tag', 'agent_frontdesk01:prod=3']),
    );
  }
} finally {
  rmSync(folder, { recursive: true });
}
