import { commands, window, workspace, Uri, type CodeAction, type Disposable } from 'vscode';
import { clientCommands, type ProtocolRange } from '../server/lsp/protocol.ts';
import { rangeOf } from './session/places.ts';

/** "Disable …" in the light bulb: a list of the ways to accept a finding. */
export const disable = (): Disposable =>
  commands.registerCommand(clientCommands.disable, async (uri: string, range: ProtocolRange) => {
    const offers = await commands.executeCommand<readonly CodeAction[]>(
      'vscode.executeCodeActionProvider',
      Uri.parse(uri),
      rangeOf(range),
      'quickfix.disable',
    );
    const items = offers.map(action => ({
      label: action.title,
      description: action.disabled?.reason ?? action.edit?.entries().at(-1)?.[0].path.split('/').at(-1) ?? '',
      action,
    }));
    const picked = await window.showQuickPick(items, { placeHolder: 'Where should it no longer be reported?' });
    if (!picked || picked.action.disabled) return;
    const { edit, command } = picked.action;
    if (edit && !(await workspace.applyEdit(edit))) return;
    if (command) await commands.executeCommand(command.command, ...(command.arguments ?? []));
  });
