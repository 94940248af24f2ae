import { commands, Disposable, languages, QuickPickItemKind, Uri, window, workspace, type QuickPickItem } from 'vscode';
import { clientCommands, requests, type ExplainParams, type RuleLine } from '../server/lsp/protocol.ts';
import type { ClientSession } from './session/session.ts';

const scheme = 'preflight-rule';

/** The command "Explain Rule…": shows the page of the rule in the editor's markdown preview, beside the open file. */
export function explanations(session: ClientSession): Disposable {
  return Disposable.from(
    workspace.registerTextDocumentContentProvider(scheme, {
      provideTextDocumentContent: ({ path }) => pageOf(session, path.slice(1, -'.md'.length)),
    }),
    commands.registerCommand(clientCommands.explain, async (argument?: unknown) => {
      const rule = typeof argument === 'string' ? argument : await chooseRule(session);
      if (rule !== undefined)
        await commands.executeCommand('markdown.showPreviewToSide', Uri.from({ scheme, path: `/${rule}.md` }));
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

const choice = { title: 'Explain Rule', placeHolder: 'Choose a rule by its name or summary', matchOnDetail: true };
const CURSOR_LABEL = 'at the cursor',
  FILE_LABEL = 'in this file',
  ALL_LABEL = 'all rules';

/**
 * Asks for a rule. The list begins with rules of findings at the cursor, followed by those of the file, and all
 * others.
 */
async function chooseRule(session: ClientSession): Promise<string | undefined> {
  const rules = (await session.ask<readonly RuleLine[]>(requests.rules)) ?? [],
    places = rulesInSight();
  if (rules.length === 0) {
    void window.showInformationMessage('Preflight does not run, so it cannot list its rules.');
    return undefined;
  }
  const items = [CURSOR_LABEL, FILE_LABEL, ALL_LABEL].flatMap((group): QuickPickItem[] => {
    const ownLines = rules.filter(({ id }) => (places.get(id) ?? ALL_LABEL) === group);
    return ownLines.length === 0
      ? []
      : [
          { label: group, kind: QuickPickItemKind.Separator },
          ...ownLines.map(({ id, summary }) => ({ label: id, detail: summary })),
        ];
  });
  return (await window.showQuickPick(items, choice))?.label;
}

/**
 * The rules with findings in the visible file, each with a label that says whether the cursor is in such a finding.
 */
function rulesInSight(): ReadonlyMap<string, string> {
  const editor = window.activeTextEditor,
    places = new Map<string, string>();
  for (const { source, code, range } of editor ? languages.getDiagnostics(editor.document.uri) : []) {
    const rule = String(typeof code === 'object' ? code.value : code);
    if (source !== 'preflight' || places.get(rule) === CURSOR_LABEL) continue;
    places.set(rule, range.contains(editor!.selection.active) ? CURSOR_LABEL : FILE_LABEL);
  }
  return places;
}
