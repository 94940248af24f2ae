import { relative } from 'node:path';
import { openWorkspace } from '../state/open.ts';
import { placeOf } from '../state/root.ts';
import { count, listed } from '../core/wording.ts';
import { close, createApp, listen, type SeenRequest } from '../platform/app.ts';
import { eventSender } from '../platform/deliver.ts';
import { isLoopback, isKey, keyring, newKey } from '../platform/keys.ts';
import { idsFrom, increasingClock } from '../platform/operation.ts';
import { fileSaver } from '../platform/write-files.ts';
import { accountsOf } from '../platform/open.ts';
import { command, type GivenOptions, type Options } from './terminal/command.ts';
import { UsageError, remark, type Io, today } from './terminal/io.ts';
import { settingsOf, reportUnreadable } from './terminal/workspaces.ts';

const options = {
  port: { value: 'PORT', about: 'default 4010; 0 picks a free port' },
  host: {
    value: 'HOST',
    about: 'default 127.0.0.1; an address that is not local requires --api-key',
  },
  'api-key': {
    value: 'KEY',
    multiple: true,
    about:
      'key that clients may use; repeat it for more accounts: the first owns the workspace, the others start empty. ' +
      'PREFLIGHT_API_KEYS takes the same, comma-separated, and does not show up in the process list. Without any, a key is ' +
      'generated and printed',
  },
  write: {
    about: 'write changes to the files, keeping their formatting; a new resource gets a new file',
  },
  'allow-external-webhooks': {
    about: 'send events of simulated calls, batches and incidents to any host, not only to this machine',
  },
  strict: { about: 'refuse requests for which lint has warnings, too' },
  quiet: { short: 'q', about: 'print no requests' },
  seed: { value: 'SEED', about: 'derive the ids of new resources only from this string' },
} as const satisfies Options;

/** Serves the HTTP API of the platform on this machine: `preflight serve`. */
export const serve = command(
  {
    name: 'serve',
    readsConfiguration: true,
    about: `Serve the platform's HTTP API on this machine, backed by the files of this workspace, to try out deployment scripts.
Requests with errors are refused, with the messages of lint. Requests are printed, with the findings of lint.
Changes are kept in memory unless --write is given.`,
    options,
    helpEnding: `"Prefer: code=429" in a request asks for that error. /openapi.json describes all operations,
/_preflight/deliveries lists the events that were sent.

Examples
  preflight serve --api-key local-test-key
  curl -H "Authorization: Bearer local-test-key" http://127.0.0.1:4010/v2/list-conversation-flow-components

Exit codes
  0  stopped (ctrl-c)
  2  the port or host cannot be used`,
  },
  async ({ values, positionals }, io) => {
    if (positionals.length > 0) throw new UsageError('serve takes only options');
    const {
        write = false,
        seed,
        strict = false,
        quiet = false,
        'allow-external-webhooks': isExternal = false,
      } = values,
      { host, port, keys, isGenerated } = listeningOf(values, io);
    const { root } = placeOf(io.cwd, io.cwd);
    const state = openWorkspace(settingsOf(io, root), { today: today() });
    reportUnreadable(state, io);
    const ending = new AbortController();
    const app = createApp({
      accounts: accountsOf(state, keys.length, { keep: write ? fileSaver(root) : undefined, strict }),
      keys: keyring(keys),
      host,
      now: increasingClock(Date.now),
      newId: idsFrom(seed),
      notify: eventSender(isExternal, Date.now, ending.signal),
      ...(!quiet && { onRequest: request => printRequest(request, io) }),
      onError: error => remark(io, `internal error: ${error.message}; please report it`),
    });
    const listener = await listen(app, host, port);
    if ('why' in listener) throw new UsageError(`cannot listen at ${host} port ${port}: ${listener.why}`);
    // the wait begins before the address is printed, because a program that reads the address may stop the process
    // immediately
    const end = untilStopped(io);
    io.stdout.write(`${listener.url}\n`);
    if (isGenerated) io.stdout.write(`API key, made for this run: ${keys[0]}\n`);
    const { length } = state.workspace.documents;
    const files = `${count(length, 'file')} of this workspace ${length === 1 ? 'is' : 'are'} served`;
    remark(io, `${files}; changes ${write ? 'are written to them' : 'stay in memory'}; ctrl-c ends it`);
    const nestedFolders = state.nestedFolders.map(folder => relative(root, folder));
    if (nestedFolders.length > 0)
      remark(
        io,
        `not served, because they are workspaces of their own: ${listed(nestedFolders, 'and')}; --cwd serves one of them`,
      );
    await end;
    await close(app);
    ending.abort();
    return 0;
  },
);

interface Listening {
  readonly port: number;
  readonly host: string;
  readonly keys: readonly string[];
  /** Whether the key was generated. */
  readonly isGenerated: boolean;
}

/**
 * Reads the options for the server and the keys.
 * @throws UsageError
 */
function listeningOf(values: GivenOptions<typeof options>['values'], { env }: Io): Listening {
  const host = values.host ?? '127.0.0.1',
    port = Number(values.port ?? 4010);
  if (!/^\d+$/.test(values.port ?? '0') || port > 65_535)
    throw new UsageError('--port needs a number between 0 and 65535');
  if (!/^[\w.:-]+$/.test(host)) throw new UsageError('--host needs a name or an address');
  const fromEnvironment = (env['PREFLIGHT_API_KEYS'] ?? '').split(',').map(key => key.trim());
  const keys = [...(values['api-key'] ?? []), ...fromEnvironment.filter(key => key !== '')];
  if (!keys.every(isKey))
    throw new UsageError('an API key has 8 to 512 ASCII letters, digits and punctuation characters, without spaces');
  if (keys.length === 0 && !isLoopback(host))
    throw new UsageError(
      `--host ${host} can be reached from other machines, so --api-key or PREFLIGHT_API_KEYS is needed`,
    );
  return {
    port,
    host,
    keys: keys.length === 0 ? [newKey()] : [...new Set(keys)],
    isGenerated: keys.length === 0,
  };
}

/** Prints one line for a request, and one for each reason or remark. */
function printRequest({ method, path, status, message, remarks }: SeenRequest, io: Io): void {
  remark(io, `${status} ${method} ${path}`);
  for (const line of message?.split('\n') ?? []) remark(io, `    ${line}`);
  for (const text of remarks) remark(io, `    ${text}`);
}

/** Resolves when the process receives the signal to stop. */
function untilStopped({ signal }: Io): Promise<void> {
  return new Promise(resolve => {
    const stop = (): void => {
      process.off('SIGINT', stop).off('SIGTERM', stop);
      resolve();
    };
    process.once('SIGINT', stop).once('SIGTERM', stop);
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted) stop();
  });
}
