import { commands, Disposable, window, workspace, Uri, type CodeAction } from 'vscode';
import { clientCommands, type ProtocolRange } from '../server/lsp/protocol.ts';
import { rangeOf } from './session/places.ts';
import type { ClientSession } from './session/session.ts';

const fileName = (uri: Uri): string => uri.path.slice(uri.path.lastIndexOf('/') + 1);

/** The command "Disable …" of the light bulb, which lists the ways to accept a finding. */
export const disable = (session: ClientSession): Disposable =>
  Disposable.from(
    commands.registerCommand(clientCommands.disable, async (uri: string, range: ProtocolRange) => {
      const offers = await commands.executeCommand<readonly CodeAction[]>(
        'vscode.executeCodeActionProvider',
        Uri.parse(uri),
        rangeOf(range),
        'quickfix.disable',
      );
      const items = offers.map(action => ({
        label: action.title,
        description: action.disabled?.reason ?? changedFile(action),
        action,
      }));
      if (items.length === 0)
        return void window.showInformationMessage('No finding here can be accepted in the configuration.');
      const choice = await window.showQuickPick(items, {
        title: 'Disable a Rule',
        placeHolder: 'Where should it no longer be reported?',
        matchOnDescription: true,
      });
      if (!choice || choice.action.disabled) return;
      const { edit, command } = choice.action;
      if (edit && !(await workspace.applyEdit(edit))) return;
      if (command) await commands.executeCommand(command.command, ...(command.arguments ?? []));
    }),
    commands.registerCommand(
      clientCommands.fill,
      async (title: string, edit: object, placeholder: string, uri: string) => {
        const text = await window.showInputBox({
          title,
          prompt: `Why is this accepted? The reason is written into ${fileName(Uri.parse(uri))}; Escape writes nothing.`,
          placeHolder: placeholder,
          validateInput: input => (input.trim() === '' ? 'A reason is required' : undefined),
        });
        if (!text?.trim()) return;
        const filledEdit = await session.editOf(editWith(edit, placeholder, text.trim()));
        if (filledEdit) await workspace.applyEdit(filledEdit);
      },
    ),
  );

/** The edit with a text in place of the placeholder in its strings. */
const editWith = (edit: object, placeholder: string, text: string): object =>
  JSON.parse(JSON.stringify(edit), (key, value: unknown) =>
    key === 'newText' && typeof value === 'string'
      ? value.replace(placeholder, () => JSON.stringify(text).slice(1, -1))
      : value,
  ) as object;

/** The name of the file that an action changes. */
function changedFile({ edit, command }: CodeAction): string {
  const uri = edit?.entries().at(-1)?.[0] ?? (command && Uri.parse(String(command.arguments?.at(-1))));
  return uri ? fileName(uri) : '';
}
