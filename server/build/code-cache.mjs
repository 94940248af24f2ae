// Writes NAME.cache beside a bundle: V8's code cache after the bundle ran on samples, so that it includes functions
// that are compiled at their first call. Runs in a separate process, so that the cache contains nothing else. `node
// server/build/code-cache.mjs lint|server DIST SAMPLES`
import { renameSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { compile, headerOf, optimizeLate, run } from './bundle-loader.cjs';

const [name, dist, samples] = process.argv.slice(2);
const file = join(dist, `${name}.cjs`),
  cache = join(dist, `${name}.cache`);
if (name === 'lint') optimizeLate();
const script = compile(file);
const work = { lint: checkSamples, server: serveSamples };
await work[name](run(script, file));
const data = script.createCachedData();
writeFileSync(`${cache}.new`, Buffer.concat([headerOf(file, data), data]));
renameSync(`${cache}.new`, cache);
process.exit(0);

async function checkSamples({ lint }) {
  const nowhere = { write: () => {}, isTTY: false, columns: 80 };
  for (const [folder, path] of [
    ['clinic', 'agents/front-desk/v4.agent.json'],
    ['broken', 'agents/front-desk/v3.agent.json'],
  ]) {
    await lint.run([path], {
      stdout: nowhere,
      stderr: nowhere,
      cwd: join(samples, folder),
      env: {},
      readStdin: () => Buffer.alloc(0),
    });
  }
}

/** Sends the requests of an editor that opens a file. */
async function serveSamples({ serveStreams }) {
  const input = new PassThrough(),
    output = new PassThrough();
  serveStreams(input, output);
  const send = message => {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message });
    input.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  };
  const waitForAnswer = id =>
    new Promise(resolve => {
      let received = '';
      const look = chunk => {
        received += chunk;
        if (received.includes(`"id":${id},`) || received.includes(`"id":${id}}`)) {
          output.off('data', look);
          resolve();
        }
      };
      output.on('data', look);
    });
  const ask = async (id, method, params) => {
    const answer = waitForAnswer(id);
    send({ id, method, params });
    await answer;
  };
  const folder = join(samples, 'broken'),
    path = join(folder, 'agents/front-desk/v3.agent.json');
  const rootUri = pathToFileURL(folder).href,
    uri = pathToFileURL(path).href;
  await ask(1, 'initialize', {
    processId: null,
    rootUri,
    workspaceFolders: [{ uri: rootUri, name: 'w' }],
    capabilities: { textDocument: { diagnostic: {}, publishDiagnostics: { relatedInformation: true } } },
  });
  send({ method: 'initialized', params: {} });
  send({
    method: 'textDocument/didOpen',
    params: { textDocument: { uri, languageId: 'json', version: 1, text: readFileSync(path, 'utf8') } },
  });
  await ask(2, 'textDocument/diagnostic', { textDocument: { uri } });
  send({
    method: 'textDocument/didChange',
    params: {
      textDocument: { uri, version: 2 },
      contentChanges: [{ range: { start: { line: 1, character: 2 }, end: { line: 1, character: 2 } }, text: ' ' }],
    },
  });
  await ask(3, 'textDocument/diagnostic', { textDocument: { uri } });
}
