// The server of VS Code, with a separate profile in a folder that is removed when it stops.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { nodeFile, vscodeFolder } from './folders.mjs';

/** Settings of an editor that shows only what is tested and does nothing on its own. */
const quietSettings = {
  'chat.disableAIFeatures': true,
  'chat.agentHost.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'workbench.startupEditor': 'none',
  'workbench.enableExperiments': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'git.openRepositoryInParentFolders': 'never',
  'workbench.tips.enabled': false,
};

/**
 * Starts the server.
 * @param {{ userData?: string, extensions?: string, settings?: object, trusted?: boolean, env?: Record<string, string>
 * }} options `trusted: false` keeps workspace trust at its default
 */
export async function startServer({ userData, extensions, settings = {}, trusted = true, env = {} }) {
  const folder = shortFolder();
  const profile = userData ?? join(folder, 'u'),
    home = join(folder, 'h');
  for (const path of [join(profile, 'User'), home]) mkdirSync(path, { recursive: true });
  writeFileSync(join(profile, 'User/settings.json'), JSON.stringify({ ...quietSettings, ...settings }));
  // without the smoke test driver, a released build ignores extensionDevelopmentPath and extensionTestsPath
  const serverArgs = ['--host', '127.0.0.1', '--port', '0', '--without-connection-token', '--enable-smoke-test-driver'];
  const { server, log } = run(folder, profile, extensions ?? join(folder, 'e'), { HOME: home, ...env }, [
    ...serverArgs,
    ...(trusted ? ['--disable-workspace-trust'] : []),
  ]);
  let stopping;
  const stop = () =>
    (stopping ??= (async () => {
      await endProcess(server);
      // processes of the extension host end a little later and recreate the folder, so it is removed twice
      for (const wait of [0, 1000]) {
        await new Promise(resolve => setTimeout(resolve, wait));
        remove(folder);
      }
    })());
  try {
    const exit = new Promise(resolve => server.once('exit', resolve));
    const port = await portOf(server, log);
    return { authority: `127.0.0.1:${port}`, folder, home, exit, stop, log };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Installs a packaged extension into a folder of extensions, which several servers may use. */
export async function installExtension(vsix, extensions) {
  const folder = shortFolder();
  try {
    const { server, log } = run(folder, join(folder, 'u'), extensions, {}, ['--install-extension', resolve(vsix)]);
    const code = await new Promise(resolve => server.once('close', resolve));
    if (code !== 0) throw new Error(`${vsix} could not be installed:\n${log()}`);
  } finally {
    remove(folder);
  }
}

/** Creates a folder with a short path, because the paths of Unix sockets in it have a limited length. */
const shortFolder = () => mkdtempSync(join(tmpdir(), 'ed-'));

function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  } catch {
    /* a temporary folder may stay */
  }
}

/**
 * Starts the program of the server, which keeps all other files in a folder.
 * @returns the process, and its output so far
 */
function run(folder, profile, extensions, env, args) {
  mkdirSync(extensions, { recursive: true });
  const { PORT, VSCODE_IPC_HOOK_CLI, NODE_OPTIONS, ...ownEnv } = process.env;
  const folders = { 'server-data-dir': join(folder, 's'), 'user-data-dir': profile, 'extensions-dir': extensions };
  const common = ['--accept-server-license-terms', '--telemetry-level', 'off', '--disable-telemetry'];
  const server = spawn(
    nodeFile,
    [
      join(vscodeFolder, 'out/server-main.js'),
      ...common,
      ...Object.entries(folders).flatMap(([name, path]) => [`--${name}`, path]),
      ...args,
    ],
    {
      env: {
        ...ownEnv,
        HOME: folder,
        TMPDIR: folder,
        XDG_RUNTIME_DIR: folder,
        EXTENSIONS_GALLERY: '{}',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  for (const stream of [server.stdout, server.stderr]) {
    stream.on('data', data => {
      output += data;
      if (process.env.EDITOR_HOST_VERBOSE) process.stderr.write(data);
    });
  }
  return { server, log: () => output };
}

/** The port that the server reports in its output. */
function portOf(server, log) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`the editor's server did not start within a minute:\n${log()}`)),
      60_000,
    );
    const end = (settle, value) => {
      clearTimeout(timer);
      settle(value);
    };
    server.stdout.on('data', () => {
      const port = /(?:bound to 127\.0\.0\.1:|listening on )(\d+)/.exec(log())?.[1];
      if (port) end(resolve, port);
    });
    server.once('exit', code => end(reject, new Error(`the editor's server ended with ${code}:\n${log()}`)));
  });
}

/** Ends a process gracefully, or by force after five seconds. */
async function endProcess(child) {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise(resolve => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 5000);
  await exit;
  clearTimeout(timer);
}
