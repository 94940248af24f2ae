import {
  CancellationTokenSource,
  languages,
  Uri,
  workspace,
  type DiagnosticCollection,
  type TextDocument,
} from 'vscode';
import {
  DiagnosticCollectionSource,
  type DiagnosticCollectionProvider,
  type DiagnosticProviderMiddleware,
  type ProvideDiagnosticSignature,
} from 'vscode-languageclient/node';

/**
 * The findings of a document whose tab is closed, while VS Code keeps the document open, which may be minutes. The
 * language client drops the answer that is on its way then, and asks no more.
 * @param isVisible also for documents whose findings are not wanted
 */
export function withoutTab(isVisible: (document: TextDocument) => boolean): {
  readonly collections: DiagnosticCollectionProvider;
  readonly provideDiagnostics: NonNullable<DiagnosticProviderMiddleware['provideDiagnostics']>;
} {
  let pulled: DiagnosticCollection | undefined;
  const isLeft = (document: TextDocument): boolean => !document.isClosed && !isVisible(document);
  const show = async (document: TextDocument, next: ProvideDiagnosticSignature): Promise<void> => {
    const report = await next(document, undefined, new CancellationTokenSource().token);
    if (report && 'items' in report && isLeft(document)) pulled?.set(document.uri, report.items);
  };
  return {
    collections: {
      create(name, source) {
        const collection = languages.createDiagnosticCollection(name);
        if (source === DiagnosticCollectionSource.pull) pulled = collection;
        return collection;
      },
      dispose: collection => collection.dispose(),
    },
    async provideDiagnostics(document, previousResultId, token, next) {
      try {
        return await next(document, previousResultId, token);
      } finally {
        // for a tab that closes, the language client asks by uri
        const open = document instanceof Uri ? documentAt(document) : document;
        if (open && isLeft(open)) void show(open, next).catch(() => undefined);
      }
    },
  };
}

const documentAt = (uri: Uri): TextDocument | undefined =>
  workspace.textDocuments.find(document => document.uri.toString() === uri.toString());
