// A headless Chromium that shows the workbench of a server.
import { resolve } from 'node:path';
import { chromiumFile, playwright } from './folders.mjs';

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/**
 * Log output of the workbench that no test needs. Native modules are not compiled for the host, so the workbench
 * reports some of them as missing.
 */
const noise = [
  /^\[(AgentHost|Chat|AccountPolicy|Service Worker|reconnection-grace)/,
  /^(Creating a socket|Resolving connection|Resolved connection)/,
  /^(Updating additional builtin|Ignoring fetching additional)/,
  /^(Error: )?(Could not locate the bindings file|Cannot find module '\.\/build\/Release)/,
  // the workbench logs this before a test has registered its file system
  /^(ENOPRO: No file system provider|CodeExpectedError|No search provider registered)/,
  /^(Failed to get installed servers|Ignoring the error while validating)/,
];
const isNoise = values => !process.env.EDITOR_HOST_VERBOSE && noise.some(pattern => pattern.test(String(values[0])));

/**
 * Opens the workbench of a server in a browser.
 * @param {{ authority: string, home: string }} server
 * @param {{ workspace?: string, file?: string, extension?: string, tests?: string, onLog?: (type: string, args:
 * unknown[]) => void }} options `tests` is a CommonJS module whose `run` the extension host calls
 * @returns the page, and `ended`: a promise of the exit code of the tests, or of the reason why there is no code
 */
export async function openPage(
  { authority, home },
  { workspace, file, extension, tests, viewport = { width: 1400, height: 900 }, onLog = () => {} },
) {
  const browser = await playwright().chromium.launch({
    executablePath: chromiumFile,
    headless: true,
    args,
    env: { ...process.env, HOME: home },
  });
  const close = () =>
    Promise.race([browser.close(), new Promise(resolve => setTimeout(resolve, 5000).unref())]).catch(() => {});
  try {
    const page = await (await browser.newContext({ viewport })).newPage();
    let end;
    const exit = new Promise(resolve => {
      end = resolve;
    });
    await page.exposeFunction('codeAutomationLog', (type, values) => {
      if (!isNoise(values)) onLog(type, values);
    });
    await page.exposeFunction('codeAutomationExit', code => end({ code }));
    page.on('crash', () => end({ code: 1, why: 'the page crashed' }));
    const answer = await page.goto(address(authority, { workspace, file, extension, tests }));
    if (!answer.ok()) throw new Error(`the workbench answered ${answer.status()}: ${await answer.text()}`);
    return { page, ended: exit, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function address(authority, { workspace, file, extension, tests }) {
  const remote = path => `vscode-remote://${authority}${encodeURI(resolve(path))}`;
  const paths = [
    ['extensionDevelopmentPath', extension],
    ['extensionTestsPath', tests],
    ['openFile', file],
  ];
  const payload = paths.filter(([, path]) => path !== undefined).map(([name, path]) => [name, remote(path)]);
  const url = new URL(`http://${authority}/`);
  if (workspace === undefined) url.searchParams.set('ew', 'true');
  else url.searchParams.set(workspace.endsWith('.code-workspace') ? 'workspace' : 'folder', resolve(workspace));
  url.searchParams.set('payload', JSON.stringify(payload));
  return url.href;
}
