import { lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type ProtocolConnection,
} from 'vscode-languageserver/node';
import { requests } from '../../lsp/protocol.ts';
import { isWithin } from '../../state/paths.ts';
import { everything } from '../editor.ts';
import { textFiles, type Checkout } from './checkout.ts';

/** The methods of the requests of an editor about a document. */
const documentMethods = [
  'textDocument/hover',
  'textDocument/completion',
  'textDocument/definition',
  'textDocument/references',
  'textDocument/documentHighlight',
  'textDocument/documentLink',
  'textDocument/documentSymbol',
  'textDocument/foldingRange',
  'textDocument/selectionRange',
  'textDocument/prepareRename',
  'textDocument/rename',
  'textDocument/codeAction',
  'textDocument/codeLens',
  'textDocument/inlayHint',
  'textDocument/semanticTokens/full',
  requests.fileStatus,
  requests.preview,
  requests.flow,
  requests.simulate,
  requests.split,
  requests.judge,
] as const;
/** The requests whose answers people see unchanged. All other answers are edits, or are drawn by the client. */
const visibleMethods: ReadonlySet<string> = new Set([
  'textDocument/hover',
  'textDocument/codeLens',
  'textDocument/inlayHint',
  'textDocument/diagnostic',
  'workspace/diagnostic',
  requests.fileStatus,
  requests.planText,
  requests.comparedTexts,
]);

/** The output of a server, and the part of the output that people see. */
export interface Answer {
  readonly output: string;
  readonly visibleText: string;
}

/**
 * Runs a session of an editor in a checkout: opens some files, asks about them, changes and closes them.
 * @param isProcess whether the server is a separate process, which ends after the session
 * @throws Error if the server ends too early
 */
export async function session(
  { folder, random }: Checkout,
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  isProcess = false,
): Promise<Answer> {
  const connection = createProtocolConnection(new StreamMessageReader(input), new StreamMessageWriter(output)),
    words: string[] = [],
    visibleTexts: string[] = [];
  const record = (what: unknown, isShown = false): void => {
    const text = JSON.stringify(what) ?? '';
    words.push(text);
    if (isShown) visibleTexts.push(text);
  };
  for (const method of ['textDocument/publishDiagnostics', 'window/logMessage', 'window/showMessage'])
    connection.onNotification(method, (what: unknown) => record(what, true));
  for (const method of ['client/registerCapability', 'window/workDoneProgress/create', 'workspace/diagnostic/refresh'])
    connection.onRequest(method, () => null);
  for (const kind of ['inlayHint', 'codeLens', 'semanticTokens'])
    connection.onRequest(`workspace/${kind}/refresh`, () => null);
  connection.onUnhandledNotification(() => {});
  connection.onError(() => {});
  connection.listen();
  const ask = async (method: string, params: object): Promise<void> => {
    try {
      record(await connection.sendRequest(method, params), visibleMethods.has(method));
    } catch (error) {
      record((error as Error).message, true);
    }
  };
  try {
    const workspaceFolder = { uri: pathToFileURL(folder).href, name: 'checkout' };
    await ask('initialize', {
      processId: null,
      rootUri: workspaceFolder.uri,
      workspaceFolders: [workspaceFolder],
      capabilities: everything.capabilities,
      initializationOptions: { panels: true, trusted: random.chance(0.7) },
    });
    await connection.sendNotification('initialized', {});
    for (let i = 0; i < 3; i++) await visit(connection, ask, folder, random.pick(namesIn(folder)), random.upTo(200));
    await ask('workspace/diagnostic', { previousResultIds: [] });
    await ask('workspace/symbol', { query: 'a' });
    await ask(requests.assertions, {});
    await ask(requests.agents, {});
    const uri = pathToFileURL(join(folder, textFiles[0]!)).href;
    const versions = { agentId: 'agent_frontdesk01', before: 2, after: 'prod' };
    await ask(random.chance(0.5) ? requests.plan : requests.comparedTexts, { uri, versions });
    if (random.chance(0.3)) await ask(requests.comparedTexts, { uri, base: 'main' });
    if (random.chance(0.3)) await ask(requests.plan, { uri, exports: [uri] });
    if (random.chance(0.3)) await ask(requests.take, { uri, exports: [uri] });
    if (random.chance(0.4)) await ask(requests.plan, { uri, base: 'main' });
    if (random.chance(0.2)) await ask(requests.planText, { uri, base: 'main', format: 'markdown' });
    await ask('shutdown', {});
    if (isProcess) await connection.sendNotification('exit');
  } finally {
    connection.dispose();
  }
  return { output: words.join('\n'), visibleText: visibleTexts.join('\n') };
}

function namesIn(folder: string): readonly string[] {
  try {
    return [...textFiles, ...readdirSync(folder).filter(name => !name.startsWith('.git'))];
  } catch {
    return textFiles;
  }
}

function isPlain(folder: string, path: string): boolean {
  try {
    return lstatSync(path).isFile() && isWithin(folder, realpathSync(path));
  } catch {
    return false;
  }
}

async function visit(
  connection: ProtocolConnection,
  ask: (method: string, params: object) => Promise<void>,
  folder: string,
  name: string,
  offset: number,
): Promise<void> {
  const uri = pathToFileURL(join(folder, name)).href;
  const path = join(folder, name);
  // an editor opens links and pipes by itself, so the server gets another text
  const text = isPlain(folder, path) ? readFileSync(path, 'utf8').slice(0, 200_000) : '{"agent_id": "agent_new"}';
  await connection.sendNotification('textDocument/didOpen', {
    textDocument: { uri, languageId: 'json', version: 1, text },
  });
  const position = { line: offset % 30, character: offset % 17 };
  const otherParams = {
    position,
    positions: [position],
    range: { start: position, end: position },
    context: { diagnostics: [], includeDeclaration: true },
    newName: 'renamed',
  };
  const options = { options: { tabSize: 2, insertSpaces: true } };
  await ask('textDocument/diagnostic', { textDocument: { uri } });
  for (const method of documentMethods) await ask(method, { textDocument: { uri }, uri, ...otherParams, ...options });
  await connection.sendNotification('textDocument/didChange', {
    textDocument: { uri, version: 2 },
    contentChanges: [{ text: `${text}\n` }],
  });
  await connection.sendNotification('workspace/didChangeWatchedFiles', { changes: [{ uri, type: 2 }] });
  await ask('textDocument/diagnostic', { textDocument: { uri } });
  await connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
}
