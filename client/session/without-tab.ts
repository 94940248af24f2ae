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
 * Requests the findings of a document once more when its tab is closed, because VS Code keeps the document open for up
 * to several minutes. The language client drops a pending answer for a closed tab, and does not ask again.
 * @param isVisible returns whether a tab shows the document, or its findings are switched off
 */
export function withoutTab(isVisible: (document: TextDocument) => boolean): {
  readonly collections: DiagnosticCollectionProvider;
  readonly provideDiagnostics: NonNullable<DiagnosticProviderMiddleware['provideDiagnostics']>;
} {
  let pullCollection: DiagnosticCollection | undefined;
  const isLeft = (document: TextDocument): boolean => !document.isClosed && !isVisible(document);
  const show = async (document: TextDocument, next: ProvideDiagnosticSignature): Promise<void> => {
    const report = await next(document, undefined, new CancellationTokenSource().token);
    if (report && 'items' in report && isLeft(document)) pullCollection?.set(document.uri, report.items);
  };
  return {
    collections: {
      create(name, source) {
        const collection = languages.createDiagnosticCollection(name);
        if (source === DiagnosticCollectionSource.pull) pullCollection = collection;
        return collection;
      },
      dispose: collection => collection.dispose(),
    },
    async provideDiagnostics(document, previousResultId, token, next) {
      try {
        return await next(document, previousResultId, token);
      } finally {
        // when a tab is closed, the language client passes a uri instead of a document
        const openDocument = document instanceof Uri ? documentAt(document) : document;
        if (openDocument && isLeft(openDocument)) void show(openDocument, next).catch(() => undefined);
      }
    },
  };
}

const documentAt = (uri: Uri): TextDocument | undefined =>
  workspace.textDocuments.find(document => document.uri.toString() === uri.toString());
