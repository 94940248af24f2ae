import { commands, window, workspace, type Disposable } from 'vscode';

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
