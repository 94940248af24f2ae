import { commands, type Disposable } from 'vscode';

/** "Fix all safe": every fix of the file that needs nobody to look at it. */
export const fixAllSafe = (): Disposable =>
  commands.registerCommand('preflight.fixAll', () =>
    commands.executeCommand('editor.action.codeAction', { kind: 'source.fixAll.preflight', apply: 'first' }),
  );
