import { commands, Disposable, languages, Uri, window, workspace } from 'vscode';
import { clientCommands, requests, rulePageScheme as scheme, type ExplainParams } from '../server/lsp/protocol.ts';
import type { ClientSession } from './session/session.ts';

/** "Explain rule": the rule's page, in the editor's own markdown preview. */
export function explanations(session: ClientSession): Disposable {
  return Disposable.from(
    workspace.registerTextDocumentContentProvider(scheme, {
      provideTextDocumentContent: ({ path }) => pageOf(session, path.slice(1, -'.md'.length)),
    }),
    commands.registerCommand(clientCommands.explain, async (named?: unknown) => {
      const rule = typeof named === 'string' ? named : await chosen();
      if (rule !== undefined)
        await commands.executeCommand('markdown.showPreview', Uri.from({ scheme, path: `/${rule}.md` }));
    }),
  );
}

async function pageOf(session: ClientSession, rule: string): Promise<string> {
  const parameters: ExplainParams = { rule };
  return (
    (await session.ask<string | null>(requests.explain, parameters)) ??
    `There is no rule \`${rule}\`, or Preflight is not running.`
  );
}

/** The rule of the finding at the cursor, otherwise of a finding in the file that the user picks. */
async function chosen(): Promise<string | undefined> {
  const editor = window.activeTextEditor;
  if (!editor) return undefined;
  const found = languages
    .getDiagnostics(editor.document.uri)
    .filter(({ source, code }) => source === 'preflight' && code !== undefined);
  const here = found.filter(({ range }) => range.contains(editor.selection.active));
  const ruleOf = ({ code }: { code?: unknown }): string =>
    String(typeof code === 'object' && code !== null && 'value' in code ? code.value : code);
  const rules = new Map((here.length > 0 ? here : found).map(finding => [ruleOf(finding), finding.message]));
  if (rules.size <= 1) {
    if (rules.size === 0) void window.showInformationMessage('Preflight found no problems in this file.');
    return rules.keys().next().value;
  }
  const picked = await window.showQuickPick(
    [...rules].map(([label, detail]) => ({ label, detail })),
    { placeHolder: 'Which rule?' },
  );
  return picked?.label;
}
