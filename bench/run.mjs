// Runs all benchmarks in one table: `npm run build && npm run bench [-- --rounds 11] [--before DIST] [--real FOLDER]
// [--biome]`. Each row runs a command and its yardstick in turn, so that other load slows both; ratios are medians
// over the rounds. --before: another build, measured in the same rounds. --real: a folder of real JSON files (or
// PREFLIGHT_CORPUS); without it, their rows are omitted. --biome installs Biome and adds a row for it. Needs bash, git
// and the /proc of Linux.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bigBatch, bigFlow, writeCorpus } from './corpus.mjs';
import { measureRun } from './peers/measured.mjs';
import { installPeers, tools } from './peers/tools.mjs';
import { requestTimes } from './requests.mjs';

const pathTo = name => fileURLToPath(new URL(name, import.meta.url));
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '11' },
    before: { type: 'string' },
    real: { type: 'string', default: process.env['PREFLIGHT_CORPUS'] },
    biome: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
const builds = [pathTo('../dist'), ...(values.before ? [resolve(values.before)] : [])];
const folder = mkdtempSync(join(tmpdir(), 'preflight-bench-'));

const median = numbers => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];
const row = cells => console.log(`| ${cells.join(' | ')} |`);
const node = (...args) => [process.execPath, ...args];
const preflight =
  (...args) =>
  (build, cwd) =>
    node(join(build, 'preflight.cjs'), ...args, '--cwd', cwd);
const floor = (_, cwd) => node(pathTo('floor.mjs'), cwd);
const folderWith = (name, value) => {
  const target = join(folder, name);
  mkdirSync(target);
  writeFileSync(join(target, name), `${JSON.stringify(value, undefined, 2)}\n`);
  return target;
};
const corpus = files => {
  const target = join(folder, String(files));
  writeCorpus(target, files);
  return target;
};

async function run(command, cwd) {
  const result = await measureRun(command, cwd);
  if (result.status > 1) throw new Error(`${command.join(' ')} ended with ${result.status} in ${cwd}`);
  return result;
}

/** Measures a row: a command and its yardstick. */
async function compare(name, words, cwd, yardstick, command) {
  const pairs = builds.map(() => []);
  for (let round = -1; round < rounds; round++)
    for (const [i, build] of builds.entries()) {
      const pair = [await run(yardstick(build, cwd), cwd), await run(command(build, cwd), cwd)];
      // the first round only fills the file cache of the system and writes V8's code cache
      if (round >= 0) pairs[i].push(pair);
    }
  const middle = (i, read) => median(pairs[i].map(read));
  row([
    name,
    words,
    ...['wall', 'user'].map(key => `${middle(0, ([, run]) => run[key]).toFixed(0)} ms`),
    ...builds.flatMap((_, i) =>
      ['wall', 'user'].map(key => middle(i, ([base, run]) => run[key] / base[key]).toFixed(2)),
    ),
  ]);
}

/**
 * Measures rows of the language server: the median and the 95 % quantile of the wait of an editor, and of the CPU
 * time.
 */
async function wait(file, names) {
  const bytes = Math.round(statSync(file).size / 1000);
  const runs = builds.map(() => []);
  for (let round = 0; round < Math.ceil(rounds / 4); round++)
    for (const [i, build] of builds.entries())
      runs[i].push(await requestTimes(build, file, 30, name => names === undefined || names.includes(name)));
  for (const name of Object.keys(runs[0][0])) {
    const cells = builds.flatMap((_, i) =>
      [
        ['p50', 'p95'],
        ['cpu50', 'cpu95'],
      ].map(keys => keys.map(key => median(runs[i].map(times => times[name][key])).toFixed(1)).join(' / ')),
    );
    row([`letter → ${name}`, `${bytes} kB`, ...cells]);
  }
}

/** Two copies of the real files as repositories: with one file staged, and with a commit that changes it. */
function repositories(source) {
  const files = readdirSync(source)
    .filter(name => name.endsWith('.json'))
    .sort((a, b) => statSync(join(source, b)).size - statSync(join(source, a)).size);
  const editedFile = files[Math.floor(files.length / 10)];
  const git = (cwd, ...args) => {
    const { status, stderr } = spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd });
    if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
  };
  const [stagedFolder, committedFolder] = ['staged', 'committed'].map(name => {
    const copy = join(folder, name);
    mkdirSync(copy);
    for (const file of files) writeFileSync(join(copy, file), readFileSync(join(source, file)));
    git(copy, 'init', '-q');
    git(copy, 'add', '-A');
    git(copy, 'commit', '-qm', 'before');
    const text = readFileSync(join(copy, editedFile), 'utf8'),
      [longest] = [...text.matchAll(/"(?:[^"\\]|\\.)*"/g)].sort((a, b) => b[0].length - a[0].length);
    writeFileSync(join(copy, editedFile), `${text.slice(0, longest.index + 1)}x ${text.slice(longest.index + 1)}`);
    git(copy, 'add', '-A');
    return copy;
  });
  git(committedFolder, 'commit', '-qm', 'after');
  cpSync(join(source, files[0]), join(folder, 'largest', files[0]));
  return {
    staged: stagedFolder,
    committed: committedFolder,
    editedFile,
    count: files.length,
    largest: join(folder, 'largest', files[0]),
  };
}

/**
 * The numbers of planted errors, of planted errors that are not reported at their places, and of other reported
 * errors.
 */
function countErrors(corpusFolder) {
  const { errors } = JSON.parse(readFileSync(`${corpusFolder}.manifest.json`, 'utf8'));
  const [program, ...args] = preflight('lint', '--format', 'json')(builds[0], corpusFolder);
  const { findings } = JSON.parse(spawnSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 30 }).stdout);
  const place = ({ file, pointer }) => `${file}#${pointer}`;
  const reports = new Set(findings.filter(({ severity }) => severity === 'error').map(place)),
    seeds = new Set(errors.map(place));
  return {
    plantedCount: seeds.size,
    missedErrors: [...seeds].filter(name => !reports.has(name)).length,
    otherErrors: [...reports].filter(name => !seeds.has(name)).length,
  };
}

try {
  const head = ['wall', 'user CPU', 'ratio, wall', 'ratio, user CPU', ...(values.before ? ['before', 'before'] : [])];
  console.log(`medians of ${rounds} rounds, Node ${process.versions.node}\n`);
  row(['', 'command', ...head]);
  row(Array(head.length + 2).fill('---'));
  const lint = preflight('lint'),
    json = preflight('lint', '--format', 'json'),
    oneRule = preflight('lint', '--rule', 'invalid-json');
  /** Compares a run with the floor: with all rules, and with one that costs nothing. */
  const compareWithFloor = async (name, cwd, command) => {
    await compare(`${name} ÷ floor`, '`lint`', cwd, floor, command);
    await compare(`${name}, one rule ÷ floor`, '`lint --rule invalid-json`', cwd, floor, oneRule);
  };
  const realFiles = values.real && repositories(resolve(values.real));
  if (realFiles) {
    const { staged, committed, editedFile, count } = realFiles;
    await compare('one file staged ÷ lint', '`lint --staged`', staged, lint, preflight('lint', '--staged'));
    await compare('one file ÷ lint', '`lint FILE`', staged, lint, preflight('lint', editedFile));
    await compare(
      'one file changed ÷ lint',
      '`ci --base HEAD~1`',
      committed,
      lint,
      preflight('ci', '--base', 'HEAD~1'),
    );
    await compareWithFloor(`${count} real files`, staged, lint);
  }
  await compare('one small file ÷ node -e 0', '`lint`', corpus(1), () => node('-e', '0'), json);
  await compareWithFloor('100 files', corpus(100), json);
  const manyFiles = corpus(10_000);
  await compareWithFloor('10,000 files', manyFiles, json);
  const biome = values.biome && tools(installPeers()).find(({ name }) => name.includes('biome'));
  if (biome) await compare('10,000 files ÷ biome', '`lint`', manyFiles, (_, cwd) => biome.command(cwd), json);
  await compareWithFloor('11 MB flow', folderWith('big.flow-component.json', bigFlow(10_500)), json);
  await compareWithFloor('50,000 tasks', folderWith('big.batch-call.json', bigBatch(50_000)), json);

  row(['', 'file', 'wait', 'CPU', ...(values.before ? ['before', 'before'] : [])]);
  if (realFiles) await wait(realFiles.largest);
  const brokenFlow = bigFlow(142);
  for (const { edges = [] } of brokenFlow.nodes) for (const edge of edges) edge.destination_node_id += '_gone';
  const codeActions = 'code actions of all lines';
  await wait(join(folderWith('wrong.flow-component.json', brokenFlow), 'wrong.flow-component.json'), [codeActions]);
  await wait(join(folderWith('large.flow-component.json', bigFlow(880)), 'large.flow-component.json'));

  const { plantedCount, missedErrors, otherErrors } = countErrors(manyFiles);
  console.log(`\n${plantedCount - missedErrors} of ${plantedCount} planted errors found, ${otherErrors} others`);
  process.exitCode = missedErrors + otherErrors > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true });
}
