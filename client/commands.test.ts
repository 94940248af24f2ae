import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ClientSession } from './session/session.ts';

/** A VS Code API without an open file or folder, which records messages and lists. */
const host = vi.hoisted(() => ({
  commands: new Map<string, (...args: unknown[]) => unknown>(),
  messages: [] as string[],
  lists: [] as unknown[],
  editor: undefined as object | undefined,
  actions: [] as object[],
  status: undefined as object | undefined,
  typed: undefined as string | undefined,
  applied: [] as object[],
  git: {} as object,
}));
vi.mock('vscode', () => {
  const noDisposable = { dispose() {} },
    on = () => noDisposable,
    tell = async (message: string) => void host.messages.push(message);
  class Uri {
    readonly text: string;
    constructor(text: string) {
      this.text = text;
    }
    static parse = (text: string): Uri => new Uri(text);
    static joinPath = ({ text = '' }: Uri): Uri => new Uri(text.slice(0, text.lastIndexOf('/')));
    get scheme(): string {
      return this.text.slice(0, this.text.indexOf(':'));
    }
    get path(): string {
      return this.text.replace(/^[^:]*:|\?.*$/g, '');
    }
    get query(): string {
      return decodeURIComponent(this.text.slice(this.text.indexOf('?') + 1));
    }
  }
  return {
    Disposable: Object.assign(class {}, { from: () => noDisposable }),
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
    Uri,
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
    extensions: { getExtension: () => ({ activate: async () => ({ getAPI: () => host.git }) }) },
    commands: {
      registerCommand: (name: string, act: (...args: unknown[]) => unknown) => {
        host.commands.set(name, act);
        return noDisposable;
      },
      executeCommand: async () => host.actions,
    },
    window: {
      visibleTextEditors: [],
      get activeTextEditor() {
        return host.editor;
      },
      createTextEditorDecorationType: () => noDisposable,
      createTreeView: () => ({ ...noDisposable, onDidChangeVisibility: on }),
      registerWebviewPanelSerializer: on,
      onDidChangeVisibleTextEditors: on,
      onDidChangeTextEditorSelection: on,
      showInputBox: async () => host.typed,
      showInformationMessage: tell,
      showWarningMessage: tell,
      showQuickPick: async (items: unknown) => void host.lists.push(await items),
    },
    workspace: {
      isTrusted: true,
      applyEdit: async (edit: object) => host.applied.push(edit) > 0,
      textDocuments: [],
      findFiles: async () => [],
      registerFileSystemProvider: on,
      registerTextDocumentContentProvider: on,
      onDidOpenTextDocument: on,
      onDidChangeTextDocument: on,
      onWillRenameFiles: on,
      onDidRenameFiles: on,
      onDidSaveTextDocument: on,
      onDidCloseTextDocument: on,
      onDidGrantWorkspaceTrust: on,
    },
  };
});
vi.mock('./session/signs.ts', () => ({ namedFiles: '' }));

// other tests import these modules with a different VS Code API
vi.resetModules();
afterAll(() => void vi.resetModules());
const { Uri } = await import('vscode'),
  { disable } = await import('./commands.ts'),
  { explanations } = await import('./commands.ts'),
  { fixAllSafe } = await import('./commands.ts'),
  { newFiles } = await import('./new-files.ts'),
  { comparePanel } = await import('./panels/plan.ts'),
  { askForRevision } = await import('./panels/plan-revisions.ts'),
  { texts } = await import('./panels/texts.ts'),
  { prompts } = await import('./prompt/prompts.ts'),
  { agentsView } = await import('./views/agents.ts'),
  { compareVersions } = await import('./views/agents.ts');

beforeEach(() => {
  host.messages.length = 0;
  host.lists.length = 0;
  host.applied.length = 0;
  const session = {
      state: 'waiting',
      onDidChange: () => ({}),
      ask: async () => host.status,
      start: async () => {},
      editOf: async (edit: object) => edit,
    },
    currentSession = session as unknown as ClientSession;
  disable(currentSession);
  explanations(currentSession);
  fixAllSafe(currentSession);
  newFiles(currentSession);
  comparePanel(currentSession, {} as never);
  texts(currentSession, async () => undefined);
  prompts(currentSession);
  agentsView(currentSession);
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
])('%s explains that it has nothing to do, and shows no empty list', async command => {
  await host.commands.get(command)!();
  expect(host.messages).toEqual([expect.stringMatching(/^[A-Z].*\.$/)]);
  expect(host.lists).toEqual([]);
});

test('a range without findings shows a message instead of ways to disable a rule', async () => {
  const start = { line: 0, character: 0 };
  await host.commands.get('preflight.disable')!('file:///a', { start, end: start });
  expect([host.messages.length, host.lists]).toEqual([1, []]);
});

test.each([
  [{ kind: 'agent' }, 0, ['Nothing was fixed: no problem in this file has a fix that needs no review.']],
  [{}, 0, ['Nothing was fixed: Preflight does not check this kind of file.']],
  [
    { kind: 'agent', leftOut: '1 fix is in a published version' },
    0,
    ['Nothing was fixed: 1 fix is in a published version.'],
  ],
  [
    { kind: 'agent', leftOut: '1 fix is in a published version' },
    2,
    ['Not everything was fixed: 1 fix is in a published version.'],
  ],
  [{ kind: 'agent' }, 2, []],
])(
  'fixing everything in a file with %j by an edit of %i places reports what is left',
  async (status, size, messages) => {
    Object.assign(host, { status, actions: [{ edit: { size } }], editor: { document: { uri: '', lineCount: 1 } } });
    await host.commands.get('preflight.fixAll')!();
    Object.assign(host, { status: undefined, actions: [], editor: undefined });
    expect(host.messages).toEqual(messages);
  },
);

describe('a suppression', () => {
  const uri = 'file:///a/preflight.config.json',
    editWith = (reason: string) => ({
      documentChanges: [
        { kind: 'create', uri },
        { textDocument: { uri, version: null }, edits: [{ newText: `{ "reason": "${reason}" }` }] },
      ],
    });
  const fill = (): unknown =>
    host.commands.get('preflight.fill')!('Suppress x here', editWith('say why'), 'say why', uri);

  test('is not written if the user gives no reason', async () => {
    for (const typed of [undefined, '', '  ']) {
      host.typed = typed;
      await fill();
    }
    expect(host.applied).toEqual([]);
  });
  test('contains the reason from the start, including its quotes and dollar signs', async () => {
    host.typed = ' costs $& "now" ';
    await fill();
    expect(host.applied).toEqual([editWith('costs $& \\"now\\"')]);
  });
});

describe('the list of revisions to compare with', () => {
  const labels = () => (host.lists as { label: string }[][]).flat().map(({ label }) => label);
  const repository = {
    state: { HEAD: { name: 'main' } },
    getBranches: async ({ remote }: { remote: boolean }) => (remote ? [] : [{ name: 'main' }, { name: 'other' }]),
    getRefs: async () => [],
    log: async () => [],
  };
  const ofFolder = (uri: { text: string }) => (uri.text.startsWith('file:///clinic') ? repository : null);
  const file = 'file:///clinic/desk.llm.json',
    query = encodeURIComponent(JSON.stringify({ uri: file, at: '/general_prompt' })),
    prompt = `preflight-prompt:/desk.llm.json/general prompt.md?${query}`;

  test.each([file, prompt])('contains the branches of %s', async uri => {
    host.git = { state: 'initialized', getRepository: ofFolder };
    await askForRevision(Uri.parse(uri));
    expect(labels()).toContain('$(git-branch) other');
  });
  test('contains branches once the editor has searched for repositories', async () => {
    const git = {
      state: 'uninitialized',
      onDidChangeState: (listener: () => void) => {
        setTimeout(() => {
          git.state = 'initialized';
          listener();
        }, 5);
        return { dispose() {} };
      },
      getRepository: (uri: { text: string }) => (git.state === 'initialized' ? ofFolder(uri) : null),
    };
    host.git = git;
    await askForRevision(Uri.parse(file));
    expect(labels()).toContain('$(git-branch) other');
  });
  test('contains the branches of a repository that the editor has not opened', async () => {
    host.git = { state: 'initialized', getRepository: () => null, openRepository: async () => repository };
    await askForRevision(Uri.parse(file));
    expect(labels()).toContain('$(git-branch) other');
  });
});

test.each([
  [null, 'There is no record of version 2 of Desk in this workspace, so there is nothing to compare.'],
  [[], 'There is no other version of Desk in this workspace, so there is nothing to compare.'],
  [[{ reference: 1, version: 1 }], ['version 1']],
])('versions with a record in the Agents view can be compared: %j', async (others, expected) => {
  const place = { uri: 'file:///a', range: { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } } },
    version = (reference: number) => ({
      type: 'version',
      label: `version ${reference}`,
      agentId: 'desk',
      reference,
      place,
    }),
    children = [2, 1, 0].map(version),
    agent = { type: 'agent', label: 'Desk', agentId: 'desk', reference: null, place, children };
  const session = { ask: async () => others && { otherVersions: others } } as unknown as ClientSession;
  await compareVersions(session)(children[0] as never, agent as never);
  const lists = (host.lists as { label: string }[][]).map(list => list.map(({ label }) => label));
  expect(typeof expected === 'string' ? host.messages : lists).toEqual([expected]);
});
