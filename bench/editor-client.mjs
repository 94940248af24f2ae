// A headless editor: talks to a language server over stdin and stdout, and reports when each answer arrived.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/**
 * Starts a server.
 * @param {string[]} args arguments for node
 * @param {string} folder the workspace
 * @param {boolean} pulls whether the editor asks for diagnostics
 */
export async function startEditor(args, folder, { pulls = true, settings = {} } = {}) {
  const started = performance.now(),
    server = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = new Map(),
    listeners = new Set();
  let ids = 0,
    parts = [],
    length = 0,
    needed = -1;
  const send = message => {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message });
    server.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  };
  const gone = new Promise(resolve => {
    server.on('exit', resolve);
  });

  function take(size) {
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
      if (needed < 0) {
        const end = Buffer.concat(parts).indexOf('\r\n\r\n');
        if (end < 0) return;
        needed = Number(/content-length: *(\d+)/i.exec(take(end + 4).toString('latin1'))[1]);
      }
      if (length < needed) return;
      const message = JSON.parse(take(needed).toString('utf8'));
      needed = -1;
      receive(message);
    }
  });
  function receive(message) {
    if (message.method === 'workspace/configuration')
      send({ id: message.id, result: message.params.items.map(({ section }) => settings[section] ?? null) });
    else if (message.method !== undefined && message.id !== undefined) send({ id: message.id, result: null });
    else if (message.method !== undefined) for (const listener of listeners) listener(message);
    else {
      waiting.get(message.id)?.(message);
      waiting.delete(message.id);
    }
  }

  const notify = (method, params) => send({ method, params });
  const ask = (method, params) =>
    new Promise((resolve, reject) => {
      const id = ++ids;
      waiting.set(id, ({ error, result }) => {
        if (error) reject(new Error(error.message));
        else resolve(result);
      });
      send({ id, method, params });
    });
  /** Resolves with the parameters of the next matching notification. */
  const next = (method, fits) =>
    new Promise(resolve => {
      const listener = message => {
        if (message.method === method && fits(message.params)) {
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
  const initialized = performance.now() - started;
  notify('initialized', {});
  notify('workspace/didChangeConfiguration', { settings });

  /** Opens a file. @returns functions that edit it and ask about it */
  async function open(file) {
    const uri = pathToFileURL(file).href,
      text = readFileSync(file, 'utf8');
    let version = 1,
      on = false;
    const diagnostics = async of =>
      pulls ? (await ask('textDocument/diagnostic', { textDocument: { uri } })).items : (await of).diagnostics;
    const opened = pulls ? undefined : next('textDocument/publishDiagnostics', params => params.uri === uri);
    notify('textDocument/didOpen', { textDocument: { uri, languageId: 'json', version, text } });
    const first = await diagnostics(opened);
    let seen = first.length;
    return {
      first,
      uri,
      text,
      /** Alternately inserts and deletes one letter at an offset, and waits for the diagnostics. */
      async type(at, waits = true) {
        on = !on;
        version++;
        const start = positionAt(text, at),
          end = { line: start.line, character: start.character + (on ? 0 : 1) },
          expected = version,
          before = seen;
        // if a server does not send the version, a change in the diagnostics means that it is done
        const isMeant = ({ version: current, diagnostics }) =>
          current === undefined ? diagnostics.length !== before : current === expected;
        const come =
          pulls || !waits
            ? undefined
            : next('textDocument/publishDiagnostics', params => params.uri === uri && isMeant(params));
        notify('textDocument/didChange', {
          textDocument: { uri, version },
          contentChanges: [{ range: { start, end }, text: on ? 'x' : '' }],
        });
        if (waits) seen = (await diagnostics(come)).length;
      },
      /** Replaces a range, given as offsets in the text that was opened. Resolves with the diagnostics. */
      async replace(from, to, put) {
        const come = pulls
          ? undefined
          : next('textDocument/publishDiagnostics', params => params.uri === uri && params.version === version);
        notify('textDocument/didChange', {
          textDocument: { uri, version: ++version },
          contentChanges: [{ range: { start: positionAt(text, from), end: positionAt(text, to) }, text: put }],
        });
        return await diagnostics(come);
      },
      /**
       * Types a line letter by letter before the line at an offset, then removes it.
       * @returns how long each letter took, in milliseconds
       */
      async line(at, letters) {
        const { line } = positionAt(text, at),
          times = [];
        const change = async (start, end, put) => {
          const come = pulls
            ? undefined
            : next('textDocument/publishDiagnostics', params => params.uri === uri && params.version === version);
          notify('textDocument/didChange', {
            textDocument: { uri, version: ++version },
            contentChanges: [{ range: { start, end }, text: put }],
          });
          seen = (await diagnostics(come)).length;
        };
        const here = character => ({ line, character });
        await change(here(0), here(0), '\n');
        for (const [character, letter] of [...letters].entries()) {
          const from = performance.now();
          await change(here(character), here(character), letter);
          times.push(performance.now() - from);
        }
        await change(here(0), { line: line + 1, character: 0 }, '');
        return times;
      },
      change(range, put) {
        notify('textDocument/didChange', {
          textDocument: { uri, version: ++version },
          contentChanges: [{ range, text: put }],
        });
      },
      /** A request of Preflight's own about an offset of the text that was opened. */
      about: (method, at) => ask(method, { uri, position: positionAt(text, at) }),
      ask: (method, at, more) =>
        ask(method, { textDocument: { uri }, position: positionAt(text, at), context: { triggerKind: 1 }, ...more }),
    };
  }
  return {
    initialized,
    open,
    started,
    ask,
    /** CPU time in milliseconds, and memory in MiB; NaN without `/proc`. */
    cpu: () =>
      fromProc(() => {
        const fields = readFileSync(`/proc/${server.pid}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ');
        return (Number(fields[11]) + Number(fields[12])) * 10;
      }),
    /** CPU time of the main thread in milliseconds, to the microsecond. */
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
      await gone;
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
  for (let at = text.indexOf('\n'); at >= 0 && at < start; at = text.indexOf('\n', at + 1)) line++;
  return { line, character: offset - start };
}
