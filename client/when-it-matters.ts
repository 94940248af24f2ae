import { open } from 'node:fs/promises';
import { Disposable, Range, workspace, type TextDocument, type Uri } from 'vscode';
import { isNamed, mayBeOurs, namedFiles } from './session/signs.ts';

/**
 * The number of characters from the start of a document that are searched for signs, so that a large document takes no
 * longer.
 */
const headLength = 100_000;
const pause = 500;
/** The maximum numbers of unopened JSON files whose names are compared, and of those that are read. */
const maxNames = 1000,
  maxReadFiles = 100;

/**
 * Calls `start` once, when the workspace has a platform file or an editor opens one; before that, no other part of
 * Preflight runs. For other JSON files, only the first characters are searched.
 */
export function whenItMatters(start: () => void): Disposable {
  const subscriptions: Disposable[] = [];
  const timers = new Map<TextDocument, NodeJS.Timeout>();
  let isDone = false;
  const end = (): void => {
    isDone = true;
    for (const subscription of subscriptions) subscription.dispose();
    for (const timer of timers.values()) clearTimeout(timer);
  };
  const startNow = (): void => {
    if (!isDone) {
      end();
      start();
    }
  };
  const checkDocument = (document: TextDocument): void => {
    if (!isDone && isOurs(document)) startNow();
  };
  const lookInFolders = async (): Promise<void> => {
    const [namedUri] = await workspace.findFiles(namedFiles, '**/node_modules/**', 1);
    if (namedUri) return startNow();
    const uris = await workspace.findFiles('**/*.json', '{**/node_modules/**,**/.*/**}', maxNames),
      isTelling = ({ path }: Uri): boolean => /agent|flow|llm|retell|voice/i.test(path.slice(path.lastIndexOf('/')));
    const likelyUris = uris.filter(isTelling),
      chosenUris = [...likelyUris, ...uris.filter(uri => !likelyUris.includes(uri))].slice(0, maxReadFiles);
    for (const uri of chosenUris) {
      if (isDone) return;
      if (mayBeOurs(await beginningOf(uri))) return startNow();
    }
  };
  const watcher = workspace.createFileSystemWatcher(namedFiles, false, true, true);
  subscriptions.push(
    watcher,
    watcher.onDidCreate(startNow),
    workspace.onDidOpenTextDocument(checkDocument),
    workspace.onDidChangeTextDocument(({ document }) => {
      if (!isJson(document) || timers.has(document)) return;
      timers.set(
        document,
        setTimeout(() => {
          timers.delete(document);
          checkDocument(document);
        }, pause),
      );
    }),
    workspace.onDidChangeWorkspaceFolders(() => void lookInFolders()),
  );
  workspace.textDocuments.forEach(checkDocument);
  if (!isDone) void lookInFolders();
  return new Disposable(end);
}

/**
 * The beginning of a file on disk; empty for files that are not on disk, because these can only be read as a whole.
 */
async function beginningOf({ scheme, fsPath }: Uri): Promise<string> {
  if (scheme !== 'file') return '';
  const file = await open(fsPath).catch(() => undefined);
  try {
    const { buffer, bytesRead = 0 } = (await file?.read(Buffer.alloc(headLength), 0, headLength)) ?? {};
    return buffer?.toString('utf8', 0, bytesRead) ?? '';
  } catch {
    return '';
  } finally {
    await file?.close();
  }
}

const isJson = ({ languageId }: TextDocument): boolean => languageId === 'json' || languageId === 'jsonc';

function isOurs(document: TextDocument): boolean {
  if (!isJson(document) || document.uri.scheme === 'git') return false;
  return (
    isNamed(document.uri.path) ||
    mayBeOurs(document.getText(new Range(document.positionAt(0), document.positionAt(headLength))))
  );
}
