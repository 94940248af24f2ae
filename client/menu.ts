import { commands, window, type Disposable } from 'vscode';
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

/** "Fix all safe": every fix in the file that needs no review. */
export const fixAllSafe = (): Disposable =>
  commands.registerCommand('preflight.fixAll', () =>
    commands.executeCommand('editor.action.codeAction', { kind: 'source.fixAll.preflight', apply: 'first' }),
  );
