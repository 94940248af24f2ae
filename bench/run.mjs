// Measures the built command against its lower bounds: `npm run build && npm run bench [-- ROUNDS]`. Every round runs each command once,
// in turn. Medians of the rounds' ratios and differences are printed, so that a busy machine changes little.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeCorpus } from './corpus.mjs';

const here = name => fileURLToPath(new URL(name, import.meta.url));
const rounds = Number(process.argv[2] ?? 11);
const preflight = here('../dist/preflight.cjs');

function timed(args) {
  const before = process.hrtime.bigint();
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 2 ** 30 });
  if (status !== 0 && status !== 1) throw new Error(`node ${args.join(' ')} ended with ${status}: ${stderr}`);
  return { ms: Number(process.hrtime.bigint() - before) / 1e6, stdout };
}

const median = numbers => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];

/** Runs two commands in turn, and prints how they compare. */
function compare(name, floor, command) {
  const pairs = Array.from({ length: rounds }, () => [timed(floor).ms, timed(command).ms]);
  const [least, most] = [median(pairs.map(([a]) => a)), median(pairs.map(([, b]) => b))];
  const ratio = median(pairs.map(([a, b]) => b / a)),
    more = median(pairs.map(([a, b]) => b - a));
  console.log(
    `${name.padEnd(14)} ${least.toFixed(0).padStart(6)} ms ${most.toFixed(0).padStart(6)} ms   x ` +
      `${ratio.toFixed(2)}   + ${more.toFixed(0)} ms`,
  );
}

/** The number of seeded errors, how many of them were not found at their places, and how many others were. */
function proved(folder) {
  const { errors } = JSON.parse(readFileSync(`${folder}.manifest.json`, 'utf8'));
  const { findings } = JSON.parse(timed([preflight, 'lint', '--cwd', folder, '--format', 'json']).stdout);
  const place = ({ file, pointer }) => `${file}#${pointer}`;
  const reported = new Set(findings.filter(({ severity }) => severity === 'error').map(place)),
    seeded = new Set(errors.map(place));
  return {
    seeded: seeded.size,
    missed: [...seeded].filter(at => !reported.has(at)).length,
    beside: [...reported].filter(at => !seeded.has(at)).length,
  };
}

const folder = mkdtempSync(join(tmpdir(), 'preflight-bench-'));
try {
  console.log(
    `medians of ${rounds} rounds, Node ${process.versions.node}\n${''.padEnd(14)} ${'floor'.padStart(9)} ${'preflight'.padStart(9)}`,
  );
  for (const files of [1, 100, 10_000]) {
    const corpus = join(folder, String(files));
    writeCorpus(corpus, files);
    const lint = [preflight, 'lint', '--cwd', corpus, '--format', 'json'];
    compare(files === 1 ? 'one file' : `${files} files`, files === 1 ? ['-e', '0'] : [here('floor.mjs'), corpus], lint);
  }
  const { seeded, missed, beside } = proved(join(folder, '10000'));
  console.log(`\n${seeded - missed} of ${seeded} seeded errors found, ${beside} others`);
  process.exitCode = missed + beside > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true });
}
