import {
  commands,
  Range,
  window,
  workspace,
  type CodeAction,
  Disposable,
  Uri,
  languages,
  QuickPickItemKind,
  type QuickPickItem,
} from 'vscode';
import {
  requests,
  type FileStatus,
  clientCommands,
  type ProtocolRange,
  type ExplainParams,
  type RuleLine,
} from '../server/lsp/protocol.ts';
import type { ClientSession } from './session/session.ts';
import { rangeOf } from './session/places.ts';

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
