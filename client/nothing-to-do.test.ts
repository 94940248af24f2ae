import { beforeEach, expect, test, vi } from 'vitest';
import type { ClientSession } from './session/session.ts';

/** An editor without an open file or folder, that notes what a person is told. */
const host = vi.hoisted(() => ({
  commands: new Map<string, (...args: unknown[]) => unknown>(),
  messages: [] as string[],
  lists: [] as unknown[],
  editor: undefined as object | undefined,
  actions: [] as object[],
  status: undefined as object | undefined,
}));
vi.mock('vscode', () => {
  const nothing = { dispose() {} },
    on = () => nothing,
    tell = async (message: string) => void host.messages.push(message);
  return {
    Disposable: Object.assign(class {}, { from: () => nothing }),
    EventEmitter: class {
      event = on;
      fire(): void {}
    },
    Range: class {},
    Selection: class {},
    DocumentPasteEdit: undefined,
    DocumentDropOrPasteEditKind: undefined,
    ThemeColor: class {},
    TreeItem: class {},
    Position: class {},
    Uri: Object.assign(class {}, { joinPath: () => ({}), parse: () => ({}) }),
    FilePermission: {},
    FileSystemError: {},
    FileChangeType: {},
    FileType: {},
    QuickPickItemKind: {},
    ViewColumn: {},
    StatusBarAlignment: {},
    LanguageStatusSeverity: {},
    TextEditorRevealType: {},
    TreeItemCollapsibleState: {},
    env: { clipboard: { readText: async () => '' } },
    languages: { getDiagnostics: () => [] },
    extensions: { getExtension: () => undefined },
    commands: {
      registerCommand: (name: string, act: (...args: unknown[]) => unknown) => {
        host.commands.set(name, act);
        return nothing;
      },
      executeCommand: async () => host.actions,
    },
    window: {
      visibleTextEditors: [],
      get activeTextEditor() {
        return host.editor;
      },
      createTextEditorDecorationType: () => nothing,
      createTreeView: () => ({ ...nothing, onDidChangeVisibility: on }),
      registerWebviewPanelSerializer: on,
      onDidChangeVisibleTextEditors: on,
      onDidChangeTextEditorSelection: on,
      showInformationMessage: tell,
      showWarningMessage: tell,
      showQuickPick: async (items: unknown) => void host.lists.push(await items),
    },
    workspace: {
      isTrusted: true,
      applyEdit: async () => true,
      textDocuments: [],
      findFiles: async () => [],
      registerFileSystemProvider: on,
      registerTextDocumentContentProvider: on,
      onDidOpenTextDocument: on,
      onDidChangeTextDocument: on,
      onDidSaveTextDocument: on,
      onDidCloseTextDocument: on,
      onDidGrantWorkspaceTrust: on,
    },
  };
});
vi.mock('./session/signs.ts', () => ({ namedFiles: '' }));

const { disable } = await import('./disable.ts'),
  { explanations } = await import('./explanations.ts'),
  { fixAllSafe } = await import('./menu.ts'),
  { newFiles } = await import('./new-files.ts'),
  { comparePanel } = await import('./panels/plan.ts'),
  { texts } = await import('./panels/texts.ts'),
  { prompts } = await import('./prompt/prompts.ts'),
  { agentsView } = await import('./views/agents.ts');

beforeEach(() => {
  host.messages.length = 0;
  host.lists.length = 0;
  const session = { state: 'waiting', onDidChange: () => ({}), ask: async () => host.status, start: async () => {} },
    here = session as unknown as ClientSession;
  disable(here);
  explanations(here);
  fixAllSafe(here);
  newFiles(here);
  comparePanel(here, {} as never);
  texts(here, async () => undefined);
  prompts(here);
  agentsView(here);
});

test.each([
  'preflight.compareText',
  'preflight.compareWithBranch',
  'preflight.compareWithExport',
  'preflight.editText',
  'preflight.explainRule',
  'preflight.fixAll',
  'preflight.newAgent',
  'preflight.newFlowComponent',
  'preflight.pasteAsFiles',
  'preflight.showTextInJson',
  'preflight.texts',
  'preflight.whatIfOfAgent',
])('%s says why it has nothing to do, and shows no empty list', async command => {
  await host.commands.get(command)!();
  expect(host.messages).toEqual([expect.stringMatching(/^[A-Z].*\.$/)]);
  expect(host.lists).toEqual([]);
});

test('a range without findings has no way to disable a rule', async () => {
  const start = { line: 0, character: 0 };
  await host.commands.get('preflight.disable')!('file:///a', { start, end: start });
  expect([host.messages.length, host.lists]).toEqual([1, []]);
});

test.each([
  [{ kind: 'agent' }, 0, ['Nothing was fixed: no problem of this file has a fix without review.']],
  [{}, 0, ['Nothing was fixed: this is no file of the platform.']],
  [
    { kind: 'agent', leftOut: '1 fix is in a published version' },
    0,
    ['Nothing was fixed: 1 fix is in a published version.'],
  ],
  [
    { kind: 'agent', leftOut: '1 fix is in a published version' },
    2,
    ['Not all was fixed: 1 fix is in a published version.'],
  ],
  [{ kind: 'agent' }, 2, []],
])('fixing all of %j by an edit of %i places says what is left', async (status, size, messages) => {
  Object.assign(host, { status, actions: [{ edit: { size } }], editor: { document: { uri: '', lineCount: 1 } } });
  await host.commands.get('preflight.fixAll')!();
  Object.assign(host, { status: undefined, actions: [], editor: undefined });
  expect(host.messages).toEqual(messages);
});
