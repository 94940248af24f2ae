// Measures a language server as an editor uses it: `npm run build && node bench/editor.mjs [--rounds 5] [--keys]
// [--file FILE] [--edits] [--beside JSON-SERVER]`. With --keys only the time of a keystroke, in FILE if given; with
// --edits only the time of an edit among 100, 1,000 and 10,000 files. With --beside, the JSON server of VS Code is
// measured in turn, with Preflight's schemas and the same requests: run `npm install vscode-langservers-extracted` in
// any folder, and pass its `bin/vscode-json-language-server`. That server checks only what is in the schemas.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bigFlow, writeCorpus } from './corpus.mjs';
import { startEditor } from './editor-client.mjs';

const pathTo = name => fileURLToPath(new URL(name, import.meta.url));
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    beside: { type: 'string' },
    server: { type: 'string', default: pathTo('../dist/preflight.cjs') },
    edits: { type: 'boolean', default: false },
    keys: { type: 'boolean', default: false },
    file: { type: 'string' },
  },
});
const rounds = Number(values.rounds);

const schema = kind => JSON.parse(readFileSync(pathTo(`../dist/schemas/${kind}.schema.json`), 'utf8'));
/** Settings with which the server of VS Code applies Preflight's schemas to the files. */
const settings = () => ({
  json: {
    validate: { enable: true },
    schemas: [
      ['agent', 'agent-settings'],
      ['flow-component', 'flow-component'],
    ].map(([kind, shape]) => ({ fileMatch: [`*.${kind}.json`], schema: schema(shape) })),
  },
});
const servers = [
  { name: 'Preflight', args: [values.server, 'lsp', '--stdio'], settings: {} },
  ...(values.beside ? [{ name: 'JSON server', args: [values.beside, '--stdio'], settings: settings() }] : []),
];

const sort = numbers => [...numbers].sort((a, b) => a - b);
const quantile = (numbers, part) => sort(numbers)[Math.min(numbers.length - 1, Math.floor(numbers.length * part))];
const median = numbers => quantile(numbers, 0.5);
const figure = (number, digits = 1) => (Number.isFinite(number) ? number.toFixed(number >= 100 ? 0 : digits) : '–');
const row = (name, cells) => {
  console.log(`${name.padEnd(46)}${cells.map(cell => cell.padStart(24)).join('')}`);
};

/** Measures all servers in turn in each round. @param measure measures a run @param cellOf the table cell for a server's runs */
async function compare(name, measure, cellOf, chosenServers = servers) {
  const runs = new Map(chosenServers.map(({ name: server }) => [server, []]));
  for (let round = 0; round < rounds; round++)
    for (const server of chosenServers) runs.get(server.name).push(await measure(server));
  row(
    name,
    servers.map(server => (runs.has(server.name) ? cellOf(runs.get(server.name)) : '–')),
  );
}
async function withEditor({ args, settings }, file, work, { pulls = true, workspace = dirname(file) } = {}) {
  const editor = await startEditor(args, workspace, { settings, pulls });
  try {
    return await work(editor, await editor.open(file));
  } finally {
    await editor.stop();
  }
}

/** An offset in the second half of the text at which a letter makes a value invalid: within an enumeration value. */
function placeIn(text) {
  const index = text.indexOf('"type": "', text.length >> 1),
    start = index < 0 ? text.lastIndexOf('"type": "') : index;
  return start + '"type": "'.length;
}

const start = (file, options) => server =>
  withEditor(server, file, editor => [editor.initialized, performance.now() - editor.startTime], options);
const startTimes = runs => runs[0].map((_, i) => figure(median(runs.map(run => run[i])), 0)).join(' / ');
const keystrokes = (file, count, options) => server =>
  withEditor(
    server,
    file,
    async (editor, document) => {
      const offset = placeIn(document.text),
        times = [],
        cpu = editor.cpu();
      for (let i = 0; i < count; i++) {
        const start = performance.now();
        await document.type(offset);
        times.push(performance.now() - start);
      }
      return { p50: quantile(times, 0.5), p95: quantile(times, 0.95), cpu: (editor.cpu() - cpu) / count };
    },
    options,
  );
const allTokens = 'textDocument/semanticTokens/full',
  tokens = `${allTokens}/delta`;
/** Types new fields. During this, the text is almost never valid JSON. */
const fields = (file, count) => server =>
  withEditor(server, file, async (editor, document) => {
    const times = [],
      cpu = editor.cpu();
    for (let i = 0; i < count; i++)
      times.push(...(await document.line(placeIn(document.text), `"notes_${i}": "nothing",`)));
    return { p50: quantile(times, 0.5), p95: quantile(times, 0.95), cpu: (editor.cpu() - cpu) / times.length };
  });
const questions = (file, method, count) => server =>
  withEditor(server, file, async (editor, document) => {
    const offset = placeIn(document.text),
      times = [];
    // an editor requests only the tokens that changed since its last request
    const fullAnswer = method === tokens ? await document.ask(allTokens, offset) : undefined;
    let previousResultId = fullAnswer?.resultId;
    const cpu = editor.cpu();
    for (let i = 0; i < count; i++) {
      await document.type(offset, false);
      const start = performance.now();
      const answer = await document.ask(method, offset, { previousResultId });
      times.push(performance.now() - start);
      previousResultId = answer?.resultId;
    }
    return { p50: quantile(times, 0.5), p95: quantile(times, 0.95), cpu: (editor.cpu() - cpu) / count };
  });
/** Types into the longest text of a file, as a prompt document. After each letter, edits the JSON file and sends a request. */
const prompts = (file, method, count) => server =>
  withEditor(server, file, async (editor, document) => {
    const writtenPattern = /"(?:[^"\\]|\\.)*"/g,
      [longest] = [...document.text.matchAll(writtenPattern)].sort((a, b) => b[0].length - a[0].length);
    const { uri } = await document.askPreflight('preflight/promptAt', longest.index + 1);
    const prompt = await editor.ask('preflight/promptText', { uri }),
      original = prompt.newText,
      middle = original.length >> 1,
      times = [];
    const newText = `${original.slice(0, middle)}x${original.slice(middle)}`,
      cpu = editor.cpu();
    for (let i = 0; i < count; i++) {
      const [base, text] = i % 2 ? [newText, original] : [original, newText],
        start = performance.now();
      const { json } = await editor.ask('preflight/promptText', { uri, base, text });
      document.change(json.range, json.newText);
      await editor.ask(method, { textDocument: { uri }, position: { line: 2, character: 0 } });
      times.push(performance.now() - start);
    }
    return { p50: quantile(times, 0.5), p95: quantile(times, 0.95), cpu: (editor.cpu() - cpu) / count };
  });
/** The medians of all rounds. */
function latencies(runs) {
  const [p50, p95, cpu] = ['p50', 'p95', 'cpu'].map(key => median(runs.map(run => run[key])));
  return `${figure(p50)} / ${figure(p95)}${Number.isFinite(cpu) ? ` (cpu ${figure(cpu)})` : ''}`;
}

async function openMany({ args, settings }, folder, count) {
  const editor = await startEditor(args, folder, { settings });
  const files = readdirSync(folder, { recursive: true })
    .map(name => join(folder, name))
    .filter(file => file.endsWith('.json'))
    .sort();
  const base = editor.memory();
  for (const file of files.slice(0, count)) await editor.open(file);
  await new Promise(resolve => {
    setTimeout(resolve, 1000);
  });
  const openMemory = editor.memory();
  await editor.stop();
  return { base, after: openMemory };
}

const pause = ms =>
  new Promise(resolve => {
    setTimeout(resolve, ms);
  });
/** Waits until the server has been idle for a second. @returns the CPU time of the server until then, in milliseconds */
async function atRest(editor) {
  for (let previous = editor.cpu(), idleCount = 0; ;) {
    await pause(100);
    const current = editor.cpu();
    idleCount = current === previous ? idleCount + 1 : 0;
    previous = current;
    if (idleCount === 10) return current;
  }
}

/** An agent and its engine, with three batch calls and a phone number that refer to it. No other file affects them. */
const editedFiles = {
  'edited/desk.agent.json': {
    agent_id: 'agent_edited',
    version: 3,
    is_published: true,
    assigned_tags: ['prod'],
    agent_name: 'Edited desk',
    voice_id: '11labs-Lily',
    response_engine: { type: 'retell-llm', llm_id: 'llm_edited', version: 3 },
  },
  'edited/desk.llm.json': {
    llm_id: 'llm_edited',
    version: 3,
    is_published: true,
    start_speaker: 'agent',
    general_prompt: 'You are the desk of a clinic. Ask {{customer_name}} for a day.',
  },
  'edited/main.phone-number.json': {
    phone_number: '+14155550100',
    inbound_agents: [{ agent_id: 'agent_edited', agent_version: 3, weight: 1 }],
  },
  ...Object.fromEntries(
    ['may', 'june', 'july'].map(month => [
      `edited/${month}.batch-call.json`,
      {
        from_number: '+14155550100',
        name: month,
        tasks: [{ to_number: '+14155550123', override_agent_id: 'agent_edited', override_agent_version: 'prod' }],
      },
    ]),
  ),
};
const edits = [
  ['a letter of a prompt', 'edited/desk.llm.json', 'Ask {{', 'Ask  {{'],
  [
    'the version of an agent',
    'edited/desk.agent.json',
    '"version": 3,\n  "is_published"',
    '"version": 4,\n  "is_published"',
  ],
  ['the id of an agent to which others refer', 'edited/desk.agent.json', 'agent_edited', 'agent_renamed'],
];
/**
 * Makes and undoes each edit `times` times.
 * @returns the time until the diagnostics of the edited file, and the CPU time until all files are checked
 */
async function measureEdits({ args, settings }, root, times) {
  const editor = await startEditor(args, root, { settings }),
    byEdit = new Map();
  let memory = NaN;
  try {
    await editor.open(join(root, edits[0][1]));
    await atRest(editor);
    memory = editor.memory();
    const openDocuments = new Map();
    for (const [name, file, ...texts] of edits) {
      if (!openDocuments.has(file)) openDocuments.set(file, await editor.open(join(root, file)));
      const document = openDocuments.get(file),
        offset = document.text.indexOf(texts[0]),
        walls = [];
      const cpu = await atRest(editor);
      for (let i = 0; i < times; i++) {
        const start = performance.now();
        await document.replace(offset, offset + texts[i % 2].length, texts[1 - (i % 2)]);
        walls.push(performance.now() - start);
        await atRest(editor);
      }
      byEdit.set(name, { wall: median(walls), cpu: (editor.cpu() - cpu) / times });
    }
  } finally {
    await editor.stop();
  }
  return { byEdit, memory };
}
async function reportEdits(folder) {
  const sizes = [100, 1_000, 10_000];
  for (const size of sizes) {
    const root = join(folder, `edits-${size}`);
    writeCorpus(root, size - Object.keys(editedFiles).length);
    mkdirSync(join(root, 'edited'));
    for (const [file, value] of Object.entries(editedFiles))
      writeFileSync(join(root, file), `${JSON.stringify(value, undefined, 2)}\n`);
  }
  console.log(`Node ${process.versions.node}: edit → diagnostics, milliseconds (CPU time until all files are checked)`);
  row(
    '',
    sizes.map(size => `${size} files`),
  );
  const runs = sizes.map(() => []);
  for (let round = 0; round < rounds; round++)
    for (const [i, size] of sizes.entries())
      runs[i].push(await measureEdits(servers[0], join(folder, `edits-${size}`), 10));
  for (const [name] of edits)
    row(
      name,
      runs.map(run => {
        const medianOf = key => median(run.map(({ byEdit }) => byEdit.get(name)[key]));
        return `${figure(medianOf('wall'))} (cpu ${figure(medianOf('cpu'), 0)})`;
      }),
    );
  row(
    'memory, MiB',
    runs.map(run => figure(median(run.map(({ memory }) => memory)), 0)),
  );
}

const folder = mkdtempSync(join(tmpdir(), 'preflight-editor-'));
try {
  if (values.edits) await reportEdits(folder);
  else if (values.keys) await reportKeys();
  else await reportAll();
} finally {
  rmSync(folder, { recursive: true });
}

function write(name, value) {
  const file = join(folder, name, `${name}.flow-component.json`);
  mkdirSync(dirname(file));
  writeFileSync(file, `${JSON.stringify(value, undefined, 2)}\n`);
  return file;
}
function size(file) {
  const { size: bytes } = statSync(file);
  return bytes < 1e6 ? `${Math.round(bytes / 1024)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

function heading() {
  console.log(`Node ${process.versions.node}, medians of ${rounds} rounds, milliseconds: median / 95 % of each round`);
  row(
    '',
    servers.map(({ name }) => name),
  );
}

/** The time from a letter to its diagnostics, in files of 4 KB, 1 MB and 1.4 MB, or in the file of --file. */
async function reportKeys() {
  const ownFile = values.file && resolve(values.file);
  const [smallFile, largeFile, largerFile] = ownFile
    ? [ownFile, ownFile, ownFile]
    : [write('small', bigFlow(4)), write('large', bigFlow(900)), write('larger', bigFlow(1_300))];
  heading();
  if (!ownFile) await compare(`keystroke → diagnostics, ${size(smallFile)}`, keystrokes(smallFile, 200), latencies);
  await compare(`keystroke → diagnostics, ${size(largeFile)}`, keystrokes(largeFile, 100), latencies);
  for (const [title, method, count] of [
    ['tokens (delta)', tokens, 30],
    ['outline', 'textDocument/documentSymbol', 30],
    ['completion', 'textDocument/completion', 50],
    ['hover', 'textDocument/hover', 50],
  ])
    await compare(`keystroke → ${title}, ${size(largerFile)}`, questions(largerFile, method, count), latencies);
  if (ownFile)
    for (const [title, method] of [
      ['diagnostics', 'textDocument/diagnostic'],
      ['tokens', allTokens],
      ['completion', 'textDocument/completion'],
    ])
      await compare(`keystroke in its longest prompt → ${title}`, prompts(ownFile, method, 100), latencies);
}

async function reportAll() {
  const [largeFile, hugeFile] = [write('large', bigFlow(1_000)), write('huge', bigFlow(10_500))];
  const [oneFile, manyFiles, allFiles] = ['one', 'many', 'all'].map(name => join(folder, name));
  writeCorpus(oneFile, 1);
  writeCorpus(manyFiles, 200);
  writeCorpus(allFiles, 10_000);
  const smallFile = join(oneFile, 'agents', readdirSync(join(oneFile, 'agents'))[0]);
  heading();
  const floors = Array.from({ length: rounds * 2 }, () => {
    const start = performance.now();
    spawnSync(process.execPath, ['-e', '0']);
    return performance.now() - start;
  });
  row(
    'start of Node alone',
    servers.map(() => figure(median(floors), 0)),
  );
  await compare('start → greeting / first diagnostics', start(smallFile), startTimes);
  // the server of VS Code waits half a second before it sends diagnostics
  const ownServer = servers.slice(0, 1);
  for (const [file, count] of [
    [smallFile, 200],
    [largeFile, 100],
    [hugeFile, 30],
  ])
    for (const pulls of [true, false]) {
      await compare(
        `keystroke → diagnostics, ${size(file)}, ${pulls ? 'pulled' : 'pushed'}`,
        keystrokes(file, count, { pulls }),
        latencies,
        pulls ? servers : ownServer,
      );
    }
  for (const [file, count] of [
    [smallFile, 8],
    [largeFile, 4],
    [hugeFile, 1],
  ]) {
    await compare(`letters of a new field → diagnostics, ${size(file)}`, fields(file, count), latencies);
  }
  for (const feature of ['completion', 'hover']) {
    await compare(
      `${feature} right after a keystroke, ${size(largeFile)}`,
      questions(largeFile, `textDocument/${feature}`, 50),
      latencies,
    );
  }
  const memories = runs => ['base', 'after'].map(key => figure(median(runs.map(run => run[key])), 0)).join(' / ');
  await compare('200 files open, MiB: before / after', server => openMany(server, manyFiles, 200), memories);
  const agent = join(allFiles, 'agents', readdirSync(join(allFiles, 'agents'))[17]),
    inAll = { workspace: allFiles };
  await compare('10,000 files: start → greeting / diagnostics', start(agent, inAll), startTimes, ownServer);
  await compare('10,000 files: keystroke → diagnostics', keystrokes(agent, 100, inAll), latencies, ownServer);
}
