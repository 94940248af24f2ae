import { describe, expect, test, vi } from 'vitest';

const { collection, documents } = vi.hoisted(() => ({
  collection: new Map<string, unknown>(),
  documents: [] as object[],
}));
vi.mock('vscode', () => ({
  Uri: class {
    toString = () => 'file:///x.json';
  },
  workspace: { textDocuments: documents },
  CancellationTokenSource: class {
    token = {};
  },
  languages: {
    createDiagnosticCollection: () => ({ set: (uri: object, items: unknown) => collection.set(String(uri), items) }),
  },
}));
vi.mock('vscode-languageclient/node', () => ({ DiagnosticCollectionSource: { push: 'push', pull: 'pull' } }));
const { Uri } = await import('vscode');
const { withoutTab } = await import('./without-tab.ts');

describe('the findings of a document whose tab is closed', () => {
  const uri = new (Uri as unknown as new () => object)(),
    token = {} as never;
  /** The findings that are shown after an answer. The tab may be closed before the answer. */
  async function shownAfter(document: { isClosed: boolean; isVisible: boolean }, isCancelled = false, isByUri = false) {
    collection.clear();
    documents.splice(0, 1, { ...document, uri });
    const closedTabs = withoutTab(() => document.isVisible);
    closedTabs.collections.create('preflight', 'pull' as never);
    const answers: (string | undefined)[] = [];
    const next = async (_: unknown, previousResultId: string | undefined) => {
      answers.push(previousResultId);
      if (isCancelled && answers.length === 1) throw new Error('cancelled');
      return { kind: 'full', items: [`answer ${answers.length}`] };
    };
    await Promise.resolve(
      closedTabs.provideDiagnostics((isByUri ? uri : documents[0]) as never, 'former', token, next as never),
    ).catch(() => undefined);
    await new Promise(resolve => setTimeout(resolve));
    return { shown: collection.get(String(uri)), answers };
  }
  test.each([false, true])(
    'are requested once more while the document stays open; first request cancelled: %s',
    async isCancelled => {
      const document = { isClosed: false, isVisible: false };
      expect(await shownAfter(document, isCancelled)).toEqual({ shown: ['answer 2'], answers: ['former', undefined] });
    },
  );
  test('are requested once more if the language client passes a uri', async () => {
    const document = { isClosed: false, isVisible: false };
    expect((await shownAfter(document, false, true)).shown).toEqual(['answer 2']);
  });
  test.each([
    ['a tab shows it', { isClosed: false, isVisible: true }],
    ['it is closed', { isClosed: true, isVisible: false }],
  ])('are left to the language client if %s', async (_, document) => {
    expect(await shownAfter(document)).toEqual({ shown: undefined, answers: ['former'] });
  });
});
