// An editor without a window: starts a language server, and sends it edits and requests on standard input.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/**
 * Starts a server.
 * @param {string[]} args the arguments of node
 * @param {string} folder the workspace
 * @param {boolean} pulls whether the editor requests diagnostics
 */
export async function startEditor(args, folder, { pulls = true, settings = {} } = {}) {
  const startTime = performance.now(),
    server = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const callbacks = new Map(),
    listeners = new Set();
  let ids = 0,
    parts = [],
    length = 0,
    bodySize = -1;
  const send = message => {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message });
    server.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  };
  const exit = new Promise(resolve => {
    server.on('exit', resolve);
  });

  function takeBytes(size) {
    const bytes = Buffer.concat(parts),
      takenBytes = bytes.subarray(0, size);
    parts = [bytes.subarray(size)];
    length = bytes.length - size;
    return takenBytes;
  }
  server.stdout.on('data', data => {
    parts.push(data);
    length += data.length;
    for (;;) {
      if (bodySize < 0) {
        const end = Buffer.concat(parts).indexOf('\r\n\r\n');
        if (end < 0) return;
        bodySize = Number(/content-length: *(\d+)/i.exec(takeBytes(end + 4).toString('latin1'))[1]);
      }
      if (length < bodySize) return;
      const message = JSON.parse(takeBytes(bodySize).toString('utf8'));
      bodySize = -1;
      receive(message);
    }
  });
  function receive(message) {
    if (message.method === 'workspace/configuration')
      send({ id: message.id, result: message.params.items.map(({ section }) => settings[section] ?? null) });
    else if (message.method !== undefined && message.id !== undefined) send({ id: message.id, result: null });
    else if (message.method !== undefined) for (const listener of listeners) listener(message);
    else {
      callbacks.get(message.id)?.(message);
      callbacks.delete(message.id);
    }
  }

  const notify = (method, params) => send({ method, params });
  const ask = (method, params) =>
    new Promise((resolve, reject) => {
      const id = ++ids;
      callbacks.set(id, ({ error, result }) => {
        if (error) reject(new Error(error.message));
        else resolve(result);
      });
      send({ id, method, params });
    });
  /** Resolves to the parameters of the next matching notification. */
  const next = (method, isMatching) =>
    new Promise(resolve => {
      const listener = message => {
        if (message.method === method && isMatching(message.params)) {
          listeners.delete(listener);
          resolve(message.params);
        }
      };
      listeners.add(listener);
    });

  const rootUri = pathToFileURL(folder).href;
  const capabilities = {
    textDocument: {
      completion: { completionItem: { snippetSupport: true } },
      documentSymbol: { hierarchicalDocumentSymbolSupport: true },
      semanticTokens: {
        requests: { full: { delta: true } },
        formats: ['relative'],
        tokenTypes: [],
        tokenModifiers: [],
      },
      publishDiagnostics: { relatedInformation: true, versionSupport: true },
      ...(pulls && { diagnostic: {} }),
    },
    workspace: { configuration: true, workspaceFolders: true },
  };
  await ask('initialize', {
    processId: process.pid,
    rootUri,
    workspaceFolders: [{ uri: rootUri, name: 'w' }],
    capabilities,
  });
  const startDuration = performance.now() - startTime;
  notify('initialized', {});
  notify('workspace/didChangeConfiguration', { settings });

  /**
   * Opens a file.
   * @returns functions that edit it and send requests about it
   */
  async function openFile(file) {
    const uri = pathToFileURL(file).href,
      text = readFileSync(file, 'utf8');
    let version = 1,
      hasLetter = false;
    const diagnostics = async notice =>
      pulls ? (await ask('textDocument/diagnostic', { textDocument: { uri } })).items : (await notice).diagnostics;
    const notice = pulls ? undefined : next('textDocument/publishDiagnostics', params => params.uri === uri);
    notify('textDocument/didOpen', { textDocument: { uri, languageId: 'json', version, text } });
    const first = await diagnostics(notice);
    let lastCount = first.length;
    return {
      first,
      uri,
      text,
      /** Inserts a letter at an offset, or deletes it at the next call, and waits for the diagnostics. */
      async type(offset, waits = true) {
        hasLetter = !hasLetter;
        version++;
        const start = positionAt(text, offset),
          end = { line: start.line, character: start.character + (hasLetter ? 0 : 1) },
          nextVersion = version,
          countBefore = lastCount;
        // if a server does not send the version, changed diagnostics show that it has checked the edit
        const isExpected = ({ version: current, diagnostics }) =>
          current === undefined ? diagnostics.length !== countBefore : current === nextVersion;
        const notice =
          pulls || !waits
            ? undefined
            : next('textDocument/publishDiagnostics', params => params.uri === uri && isExpected(params));
        notify('textDocument/didChange', {
          textDocument: { uri, version },
          contentChanges: [{ range: { start, end }, text: hasLetter ? 'x' : '' }],
        });
        if (waits) lastCount = (await diagnostics(notice)).length;
      },
      /**
       * Replaces a range.
       * @param start and `end`: offsets in the opened text
       * @returns the diagnostics
       */
      async replace(start, end, newText) {
        const notice = pulls
          ? undefined
          : next('textDocument/publishDiagnostics', params => params.uri === uri && params.version === version);
        notify('textDocument/didChange', {
          textDocument: { uri, version: ++version },
          contentChanges: [{ range: { start: positionAt(text, start), end: positionAt(text, end) }, text: newText }],
        });
        return await diagnostics(notice);
      },
      /**
       * Types a line letter by letter before the line at an offset, then removes it.
       * @returns the time after each letter until the diagnostics, in milliseconds
       */
      async line(offset, letters) {
        const { line } = positionAt(text, offset),
          times = [];
        const change = async (start, end, newText) => {
          const notice = pulls
            ? undefined
            : next('textDocument/publishDiagnostics', params => params.uri === uri && params.version === version);
          notify('textDocument/didChange', {
            textDocument: { uri, version: ++version },
            contentChanges: [{ range: { start, end }, text: newText }],
          });
          lastCount = (await diagnostics(notice)).length;
        };
        const position = character => ({ line, character });
        await change(position(0), position(0), '\n');
        for (const [character, letter] of [...letters].entries()) {
          const begin = performance.now();
          await change(position(character), position(character), letter);
          times.push(performance.now() - begin);
        }
        await change(position(0), { line: line + 1, character: 0 }, '');
        return times;
      },
      change(range, newText) {
        notify('textDocument/didChange', {
          textDocument: { uri, version: ++version },
          contentChanges: [{ range, text: newText }],
        });
      },
      /**
       * Sends a request of Preflight's own.
       * @param offset in the opened text
       */
      askPreflight: (method, offset) => ask(method, { uri, position: positionAt(text, offset) }),
      ask: (method, i, params) =>
        ask(method, { textDocument: { uri }, position: positionAt(text, i), context: { triggerKind: 1 }, ...params }),
    };
  }
  return {
    initialized: startDuration,
    open: openFile,
    startTime,
    ask,
    /** The CPU time in milliseconds, and the memory in MiB; NaN without `/proc`. */
    cpu: () =>
      fromProc(() => {
        const fields = readFileSync(`/proc/${server.pid}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ');
        return (Number(fields[11]) + Number(fields[12])) * 10;
      }),
    /** The CPU time of the main thread in milliseconds, with microseconds. */
    mainCpu: () => fromProc(() => Number(readFileSync(`/proc/${server.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6),
    memory: () =>
      fromProc(() => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))[1]) / 1024),
    async stop() {
      await Promise.race([
        ask('shutdown', null),
        new Promise(resolve => {
          setTimeout(resolve, 2000).unref();
        }),
      ]);
      notify('exit');
      const kill = setTimeout(() => {
        server.kill('SIGKILL');
      }, 2000);
      await exit;
      clearTimeout(kill);
    },
  };
}

function fromProc(read) {
  try {
    return read();
  } catch {
    return NaN;
  }
}

function positionAt(text, offset) {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  let line = 0;
  for (let i = text.indexOf('\n'); i >= 0 && i < start; i = text.indexOf('\n', i + 1)) line++;
  return { line, character: offset - start };
}
