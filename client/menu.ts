import { commands, Range, window, workspace, type CodeAction, type Disposable } from 'vscode';
import { requests, type FileStatus } from '../server/lsp/protocol.ts';
import type { ClientSession } from './session/session.ts';

/** The command that shows a quick pick with actions. It runs when the status item is clicked. */
export const menu = (session: ClientSession): Disposable =>
  commands.registerCommand('preflight.menu', async () => {
    const isRunning = session.state === 'running';
    const items = [
      ...(isRunning
        ? [
            { label: '$(list-unordered) Show problems', command: 'workbench.actions.view.problems' },
            { label: '$(wand) Fix all auto-fixable problems', command: 'preflight.fixAll' },
            { label: '$(question) Explain a rule', command: 'preflight.explainRule' },
          ]
        : []),
      { label: `$(refresh) ${isRunning ? 'Restart' : 'Start'} Preflight`, command: 'preflight.restart' },
      { label: '$(output) Show output', command: 'preflight.showOutput' },
      { label: '$(mortar-board) Get started', command: 'preflight.getStarted' },
    ];
    const choice = await window.showQuickPick(items, { title: 'Preflight', placeHolder: 'What to do' });
    if (choice) await commands.executeCommand(choice.command);
  });

/** The command "Fix all safe": applies each fix in the file that needs no review, and reports what is left. */
export const fixAllSafe = (session: ClientSession): Disposable =>
  commands.registerCommand('preflight.fixAll', async () => {
    const document = window.activeTextEditor?.document;
    if (!document) return void window.showInformationMessage('Nothing was fixed: no file is open.');
    // the command of VS Code reports only that there is nothing to fix, without the reason
    const [action] = await commands.executeCommand<readonly CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      new Range(0, 0, document.lineCount, 0),
      'source.fixAll.preflight',
      1,
    );
    // the server offers the action even if its edit is empty
    const edit = action?.edit && action.edit.size > 0 ? action.edit : undefined;
    if (edit) await workspace.applyEdit(edit);
    const file = await session.ask<FileStatus>(requests.fileStatus, { uri: document.uri.toString() });
    const note =
      file?.kind === undefined
        ? 'Preflight does not check this kind of file'
        : 'no problem in this file has a fix that needs no review';
    const reason = file?.leftOut ?? (edit ? undefined : note);
    if (reason !== undefined)
      void window.showInformationMessage(`${edit ? 'Not everything' : 'Nothing'} was fixed: ${reason}.`);
  });
