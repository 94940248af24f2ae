import { Disposable, Range, workspace, type TextDocument } from 'vscode';
import { isNamed, mayBeOurs, namedFiles } from './session/signs.ts';

/** Signs are near the start: recognizing a document must be quick, however large it is. */
const looked = 100_000;
const pause = 500;

/**
 * Calls `start` once, as soon as the workspace has a platform file or an editor opens one; until then nothing of
 * Preflight runs. Other JSON files cost one look at their first characters.
 */
export function whenItMatters(start: () => void): Disposable {
  const listening: Disposable[] = [];
  const timers = new Map<TextDocument, NodeJS.Timeout>();
  let done = false;
  const end = (): void => {
    done = true;
    for (const one of listening) one.dispose();
    for (const timer of timers.values()) clearTimeout(timer);
  };
  const matters = (): void => {
    if (!done) {
      end();
      start();
    }
  };
  const look = (document: TextDocument): void => {
    if (!done && isOurs(document)) matters();
  };
  const lookInFolders = async (): Promise<void> => {
    const [found] = await workspace.findFiles(namedFiles, '**/node_modules/**', 1);
    if (found) matters();
  };
  const watcher = workspace.createFileSystemWatcher(namedFiles, false, true, true);
  listening.push(
    watcher,
    watcher.onDidCreate(matters),
    workspace.onDidOpenTextDocument(look),
    workspace.onDidChangeTextDocument(({ document }) => {
      if (!isJson(document) || timers.has(document)) return;
      timers.set(
        document,
        setTimeout(() => {
          timers.delete(document);
          look(document);
        }, pause),
      );
    }),
    workspace.onDidChangeWorkspaceFolders(() => void lookInFolders()),
  );
  workspace.textDocuments.forEach(look);
  if (!done) void lookInFolders();
  return new Disposable(end);
}

const isJson = ({ languageId }: TextDocument): boolean => languageId === 'json' || languageId === 'jsonc';

function isOurs(document: TextDocument): boolean {
  if (!isJson(document) || document.uri.scheme === 'git') return false;
  return (
    isNamed(document.uri.path) ||
    mayBeOurs(document.getText(new Range(document.positionAt(0), document.positionAt(looked))))
  );
}
