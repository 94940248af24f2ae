import { describe, expect, test, vi } from 'vitest';

const shown = vi.hoisted(() => new Map<object, unknown>());
vi.mock('vscode', () => ({
  Uri: class {},
  CancellationTokenSource: class {
    token = {};
  },
  languages: { createDiagnosticCollection: () => ({ set: (uri: object, items: unknown) => shown.set(uri, items) }) },
}));
vi.mock('vscode-languageclient/node', () => ({ DiagnosticCollectionSource: { push: 'push', pull: 'pull' } }));
const { withoutTab } = await import('./without-tab.ts');

describe('the findings of a document whose tab is closed', () => {
  const uri = {},
    token = {} as never;
  /** What is shown after an answer, during which the tab may be closed. */
  async function shownAfter(document: { isClosed: boolean; isVisible: boolean }, isCancelled = false) {
    shown.clear();
    const closing = withoutTab(() => document.isVisible);
    closing.collections.create('preflight', 'pull' as never);
    const answers: (string | undefined)[] = [];
    const next = async (_: unknown, previousResultId: string | undefined) => {
      answers.push(previousResultId);
      if (isCancelled && answers.length === 1) throw new Error('cancelled');
      return { kind: 'full', items: [`answer ${answers.length}`] };
    };
    await Promise.resolve(
      closing.provideDiagnostics({ ...document, uri } as never, 'former', token, next as never),
    ).catch(() => undefined);
    await new Promise(resolve => setTimeout(resolve));
    return { shown: shown.get(uri), answers };
  }
  test.each([false, true])('are asked for once more while it stays open, cancelled before: %s', async isCancelled => {
    const document = { isClosed: false, isVisible: false };
    expect(await shownAfter(document, isCancelled)).toEqual({ shown: ['answer 2'], answers: ['former', undefined] });
  });
  test.each([
    ['a tab shows it', { isClosed: false, isVisible: true }],
    ['it is closed', { isClosed: true, isVisible: false }],
  ])('are left to the language client if %s', async (_, document) => {
    expect(await shownAfter(document)).toEqual({ shown: undefined, answers: ['former'] });
  });
});
