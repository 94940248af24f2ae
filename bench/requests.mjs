// Measures how long an editor waits for answers about a whole document: `npm run build && node bench/requests.mjs
// [--count 30] [--dist DIST] [--only WORDS] FILE…`. Sends one request after each typed letter, and prints the median
// and 95 % quantile of the wait, and of the CPU time of the server's main thread.
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startEditor } from './editor-client.mjs';

const quantile = (numbers, part) =>
  [...numbers].sort((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * part))];

/** What is typed. Each letter makes a text that the server has not seen: it would know a former one. */
const SENTENCE = 'Ask for the name and repeat it slowly. ';
const diagnostics = 'textDocument/diagnostic',
  allTokens = 'textDocument/semanticTokens/full';
/** @returns by name, the method of a request and its parameters besides the document */
const requestsOver = fullRange => ({
  diagnostics: [diagnostics],
  'code actions of all lines': ['textDocument/codeAction', { range: fullRange, context: { diagnostics: [] } }],
  'code actions of one line': [
    'textDocument/codeAction',
    place => ({ range: { start: place, end: place }, context: { diagnostics: [] } }),
  ],
  'tokens, delta': [`${allTokens}/delta`],
  'inlay hints of all lines': ['textDocument/inlayHint', { range: fullRange }],
  outline: ['textDocument/documentSymbol'],
  completion: ['textDocument/completion', place => ({ position: place, context: { triggerKind: 1 } })],
  hover: ['textDocument/hover', place => ({ position: place })],
  folding: ['textDocument/foldingRange'],
  'code lenses': ['textDocument/codeLens'],
});

/** @returns by name, `{ p50, p95, cpu50, cpu95 }` over `count` letters, each in a new server */
export async function requestTimes(dist, file, count, isChosen = () => true) {
  const times = {};
  const editor = await startEditor([join(dist, 'preflight.cjs'), 'lsp', '--stdio'], dirname(file));
  try {
    const document = await editor.open(file),
      lines = document.text.split('\n'),
      lineAfterMiddle = mark => lines.findIndex((line, i) => i > lines.length / 2 && line.includes(mark)),
      // the letter is typed within a string; without strings it makes the text invalid
      line = [lineAfterMiddle('": "'), lineAfterMiddle('": ')].find(i => i >= 0),
      character = lines[line].indexOf('": ') + 4;
    const place = { line, character },
      fullRange = { start: { line: 0, character: 0 }, end: { line: lines.length, character: 0 } };
    let letterCount = 0;
    for (const [name, [method, params = {}]] of Object.entries(requestsOver(fullRange))) {
      if (!isChosen(name)) continue;
      const waits = [],
        cpuTimes = [];
      let previousResultId = method.endsWith('/delta') ? (await document.ask(allTokens, 0)).resultId : undefined;
      for (let i = 0; i < count; i++) {
        const next = { line, character: character + letterCount };
        document.change({ start: next, end: next }, SENTENCE[letterCount++ % SENTENCE.length]);
        const start = performance.now(),
          cpu = editor.mainCpu();
        const answer = await editor.ask(method, {
          textDocument: { uri: document.uri },
          ...(typeof params === 'function' ? params(place) : params),
          ...(previousResultId && { previousResultId }),
        });
        waits.push(performance.now() - start);
        cpuTimes.push(editor.mainCpu() - cpu);
        previousResultId &&= answer?.resultId;
      }
      const [p50, p95, cpu50, cpu95] = [waits, cpuTimes].flatMap(times => [
        quantile(times, 0.5),
        quantile(times, 0.95),
      ]);
      times[name] = { p50, p95, cpu50, cpu95 };
    }
  } finally {
    await editor.stop();
  }
  return times;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values, positionals: files } = parseArgs({
    allowPositionals: true,
    options: {
      count: { type: 'string', default: '30' },
      only: { type: 'string', default: '' },
      dist: { type: 'string', default: fileURLToPath(new URL('../dist', import.meta.url)) },
    },
  });
  for (const file of files) {
    console.log(file);
    for (const [name, times] of Object.entries(
      await requestTimes(resolve(values.dist), resolve(file), Number(values.count), name => name.includes(values.only)),
    )) {
      const cells = ['p50', 'p95', 'cpu50', 'cpu95'].map(key => times[key].toFixed(1).padStart(8));
      console.log(`  ${name.padEnd(28)}${cells.join('')} ms`);
    }
  }
}
