import { workspace, commands, window, type Disposable } from 'vscode';
import type { Middleware } from 'vscode-languageclient/node';

/** Whether Preflight may run in this window. */
export const isEnabled = (): boolean => workspace.getConfiguration('preflight').get('enable', true);

/** Whether a setting of something to show is on. */
export const isOn = (setting: 'codeLens' | 'inlayHints' | 'checkUnopenedFiles'): boolean =>
  workspace.getConfiguration('preflight').get(setting, true);

/** Prevents requests for results that are disabled in the settings. */
export const middleware: Middleware = {
  provideCodeLenses: (document, token, next) => (isOn('codeLens') ? next(document, token) : []),
  provideInlayHints: (document, range, token, next) => (isOn('inlayHints') ? next(document, range, token) : []),
};

/** Registers a command. In Restricted Mode, the command explains that it is off and offers to manage trust. */
export const trustedCommand = (id: string, name: string, act: (argument?: unknown) => unknown): Disposable =>
  commands.registerCommand(id, async (argument?: unknown) => {
    if (workspace.isTrusted) return act(argument);
    const manage = 'Manage Workspace Trust',
      message = `Restricted Mode: ${name} is off until you trust this folder.`;
    if ((await window.showInformationMessage(message, manage)) === manage)
      await commands.executeCommand('workbench.trust.manage');
    return undefined;
  });
