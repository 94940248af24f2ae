import { commands, Range, window, workspace, type CodeAction, type Disposable } from 'vscode';
import { requests, type FileStatus } from '../server/lsp/protocol.ts';
import type { ClientSession } from './session/session.ts';

/** The quick pick behind the status item. */
export const menu = (session: ClientSession): Disposable =>
  commands.registerCommand('preflight.menu', async () => {
    const running = session.state === 'running';
    const items = [
      ...(running
        ? [
            { label: '$(list-unordered) Show problems', command: 'workbench.actions.view.problems' },
            { label: '$(wand) Fix all auto-fixable problems', command: 'preflight.fixAll' },
            { label: '$(question) Explain a rule', command: 'preflight.explainRule' },
          ]
        : []),
      { label: `$(refresh) ${running ? 'Restart' : 'Start'} Preflight`, command: 'preflight.restart' },
      { label: '$(output) Show output', command: 'preflight.showOutput' },
      { label: '$(mortar-board) Get started', command: 'preflight.getStarted' },
    ];
    const picked = await window.showQuickPick(items, { placeHolder: 'Preflight' });
    if (picked) await commands.executeCommand(picked.command);
  });

/** "Fix all safe": every fix in the file that needs no review; says what is left. */
export const fixAllSafe = (session: ClientSession): Disposable =>
  commands.registerCommand('preflight.fixAll', async () => {
    const document = window.activeTextEditor?.document;
    if (!document) return;
    // VS Code's own command would report that there is nothing to fix, but not why
    const [action] = await commands.executeCommand<readonly CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      new Range(0, 0, document.lineCount, 0),
      'source.fixAll.preflight',
      1,
    );
    if (action?.edit) await workspace.applyEdit(action.edit);
    const file = await session.ask<FileStatus>(requests.fileStatus, { uri: document.uri.toString() });
    const nothing = action?.edit ? undefined : 'nothing here can be fixed without review',
      reason = file?.leftOut ?? (file?.kind === undefined ? undefined : nothing);
    if (reason !== undefined) void window.showInformationMessage(`Preflight: ${reason}.`);
  });
