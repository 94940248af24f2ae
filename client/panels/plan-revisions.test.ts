import { expect, test, vi } from 'vitest';

const host = vi.hoisted(() => ({
  git: {} as object,
  labels: [] as string[],
}));
vi.mock('vscode', () => {
  class Uri {
    readonly text: string;
    constructor(text: string) {
      this.text = text;
    }
    static parse = (text: string): Uri => new Uri(text);
    static joinPath = ({ text }: Uri): Uri => new Uri(text.slice(0, text.lastIndexOf('/')));
    get scheme(): string {
      return this.text.slice(0, this.text.indexOf(':'));
    }
    get query(): string {
      return decodeURIComponent(this.text.slice(this.text.indexOf('?') + 1));
    }
  }
  return {
    Uri,
    EventEmitter: class {},
    QuickPickItemKind: { Separator: -1 },
    extensions: { getExtension: () => ({ activate: async () => ({ getAPI: () => host.git }) }) },
    ThemeColor: class {},
    window: {
      createTextEditorDecorationType: () => ({}),
      showQuickPick: async (items: Promise<{ label: string }[]>) => {
        host.labels = (await items).map(({ label }) => label);
      },
    },
  };
});
const { Uri } = await import('vscode');
const { askForRevision } = await import('./plan-revisions.ts');

const repository = {
  state: { HEAD: { name: 'main' } },
  getBranches: async ({ remote }: { remote: boolean }) => (remote ? [] : [{ name: 'main' }, { name: 'other' }]),
  getRefs: async () => [],
  log: async () => [],
};
const ofFolder = (uri: { text: string }) => (uri.text.startsWith('file:///clinic') ? repository : null);
const file = 'file:///clinic/desk.llm.json',
  prompt = `preflight-prompt:/desk.llm.json/general prompt.md?${encodeURIComponent(JSON.stringify({ uri: file, at: '/general_prompt' }))}`;

test.each([file, prompt])('the branches of %s are listed', async uri => {
  host.git = { state: 'initialized', getRepository: ofFolder };
  await askForRevision(Uri.parse(uri));
  expect(host.labels).toContain('$(git-branch) other');
});
test('branches are listed when the editor has looked for repositories', async () => {
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
  expect(host.labels).toContain('$(git-branch) other');
});
test('branches are listed of a repository that the editor has not opened', async () => {
  host.git = { state: 'initialized', getRepository: () => null, openRepository: async () => repository };
  await askForRevision(Uri.parse(file));
  expect(host.labels).toContain('$(git-branch) other');
});
