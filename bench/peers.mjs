// Runs Preflight and its peers on the same files in turn: `npm run build && node bench/peers.mjs [--rounds 7]
// [--write]`. The peers are installed from npm into a folder in .cache. Before a tool is timed, it must find the
// mistakes that it claims to detect. --write writes the tables to bench/README.md. Needs bash and the /proc of Linux.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bigBatch, bigFlow, writeCorpus } from './corpus.mjs';
import { measureRun } from './peers/measured.mjs';
import { checkFindings, mistakes } from './peers/planted.mjs';
import { installPeers, tools } from './peers/tools.mjs';

const pathTo = name => fileURLToPath(new URL(name, import.meta.url));
const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '7' }, write: { type: 'boolean', default: false } },
});
const rounds = Number(options.rounds);

const writeFile = (file, value) => folder => {
  mkdirSync(folder);
  writeFileSync(join(folder, file), `${JSON.stringify(value, undefined, 2)}\n`);
};
const corpora = {
  '1 file': folder => writeCorpus(folder, 1),
  '100 files': folder => writeCorpus(folder, 100),
  '10,000 files, 53 MB': folder => writeCorpus(folder, 10_000),
  'a flow of 11 MB': writeFile('big.flow-component.json', bigFlow(10_500)),
  'a batch of 50,000 tasks': writeFile('big.batch-call.json', bigBatch(50_000)),
};

const sort = numbers => [...numbers].sort((a, b) => a - b);
const median = numbers => sort(numbers)[numbers.length >> 1];
const rounded = number => Math.round(number).toLocaleString('en-US');

/**
 * Runs each program once per round, so that other load on the machine affects all programs.
 * @returns the runs by the name of the program
 */
async function runInTurn(commands, folder) {
  const runs = new Map(commands.map(([name]) => [name, []]));
  for (let round = -1; round < rounds; round++)
    for (const [name, command] of commands) {
      const run = await measureRun(command, folder);
      if (run.status > 2) throw new Error(`${name} ended with ${run.status} over ${folder}`);
      // the first round only fills the file cache of the system
      if (round >= 0) runs.get(name).push(run);
    }
  return runs;
}

function summary(runs, floors) {
  const medianOf = key => median(runs.map(run => run[key])),
    ratios = sort(runs.map(({ wall }, round) => wall / floors[round].wall));
  return {
    wall: medianOf('wall'),
    main: medianOf('main'),
    all: medianOf('all'),
    peak: medianOf('peak'),
    ratio: median(ratios),
    spread: `${ratios[0].toFixed(1)} – ${ratios.at(-1).toFixed(1)}`,
  };
}

const row = cells => `| ${cells.join(' | ')} |`;
function table(name, rows) {
  const body = rows.map(([tool, { wall, ratio, spread, main, all, peak }]) =>
    row([
      tool,
      `${rounded(wall)} ms`,
      `x ${ratio.toFixed(2)}`,
      spread,
      `${rounded(main)} ms`,
      `${rounded(all)} ms`,
      `${rounded(peak)} MiB`,
    ]),
  );
  return [
    row([name, 'wall', 'of the floor', 'least – most', 'CPU, main thread', 'CPU, all threads', 'peak memory']),
    row(Array(7).fill('---')),
    ...body,
  ].join('\n');
}

const measures = { wall: 'time', main: 'CPU of the main thread', all: 'CPU of all threads', peak: 'memory' };
/** A sentence that lists where a peer is better. */
function losses(name, rows) {
  const [[, preflight], ...peers] = rows;
  const advantages = peers.flatMap(([tool, peer]) => {
    const lower = Object.keys(measures).filter(key => peer[key] < preflight[key] * 0.95);
    const share = key => `${Math.round((peer[key] / preflight[key]) * 100)} % of our ${measures[key]}`;
    return lower.length > 0 ? [`${tool} takes ${lower.map(share).join(', ')}`] : [];
  });
  return `- ${name}: ${advantages.length > 0 ? advantages.join('; ') : 'no peer takes less of anything'}.`;
}

const scratch = mkdtempSync(join(tmpdir(), 'preflight-peers-'));
try {
  const comparedTools = tools(installPeers());
  checkFindings(comparedTools, scratch);
  const detections = [
    row([
      '',
      ...mistakes.map(
        name =>
          ({
            value: 'a wrong value',
            syntax: 'broken JSON',
            twice: 'a key twice',
            reference: 'a node that is not there',
          })[name],
      ),
      'what it does',
    ]),
    row(Array(mistakes.length + 2).fill('---')),
    ...comparedTools.map(({ name, finds, does }) =>
      row([name, ...mistakes.map(mistake => (finds.includes(mistake) ? 'found' : '')), does]),
    ),
  ].join('\n');
  const parts = [],
    lostRows = [];
  for (const [name, make] of Object.entries(corpora)) {
    const folder = join(scratch, name.replaceAll(/\W/g, '-'));
    make(folder);
    const floor = name === '1 file' ? ['-e', '0'] : [pathTo('floor.mjs'), folder];
    const runs = await runInTurn(
      [['floor', [process.execPath, ...floor]], ...comparedTools.map(tool => [tool.name, tool.command(folder)])],
      folder,
    );
    const floors = runs.get('floor');
    const rows = [...runs].map(([tool, toolRuns]) => [tool, summary(toolRuns, floors)]);
    parts.push(table(name, rows));
    lostRows.push(losses(name, rows.slice(1)));
    console.log(`${parts.at(-1)}\n`);
    rmSync(folder, { recursive: true });
  }
  const machine = `${rounds} rounds, Node ${process.versions.node}, ${cpus().length} cores (${cpus()[0].model.trim()})`;
  const text = [
    `Medians of ${machine}; "least – most" is the spread of the ratio.`,
    ...parts,
    'Where a peer takes less:',
    lostRows.join('\n'),
    'The planted mistakes that each reports:',
    detections,
  ].join('\n\n');
  console.log(`${lostRows.join('\n')}\n\n${detections}`);
  if (options.write) {
    const file = pathTo('README.md'),
      [startMark, endMark] = ['<!-- peers -->', '<!-- end of peers -->'];
    const page = readFileSync(file, 'utf8');
    const [start, end] = [page.indexOf(startMark) + startMark.length, page.indexOf(endMark)];
    if (start < startMark.length || end < 0) throw new Error(`${file} has no place for the tables`);
    writeFileSync(file, `${page.slice(0, start)}\n\n${text}\n\n${page.slice(end)}`);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
