import { commands, env, window, workspace, type TextDocument } from 'vscode';

/**
 * Offers to copy or save a text that cannot be written to its file. VS Code's own message about it shows only the uri.
 * VS Code cannot take a message back, so its buttons also serve a document that was closed in the meantime.
 */
export async function offerText(document: TextDocument, message: string): Promise<void> {
  const copy = 'Copy Text',
    saveAs = 'Save as a File…';
  const choice = await window.showWarningMessage(`${message}. The text is kept in its editor.`, copy, saveAs);
  if (choice === copy) await env.clipboard.writeText(document.getText());
  if (choice !== saveAs) return;
  const { languageId: language } = document;
  await window.showTextDocument(
    document.isClosed ? await workspace.openTextDocument({ language, content: document.getText() }) : document,
  );
  await commands.executeCommand('workbench.action.files.saveAs');
}
