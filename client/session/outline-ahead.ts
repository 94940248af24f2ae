import {
  CancellationTokenSource,
  languages,
  type Disposable,
  type DocumentSymbol,
  type DocumentSymbolProvider,
  type SymbolInformation,
  type TextDocument,
} from 'vscode';
import type { Middleware } from 'vscode-languageclient/node';

type Outline = SymbolInformation[] | DocumentSymbol[] | null | undefined;
interface Pending {
  readonly version: number;
  readonly outline: Promise<Outline>;
  readonly cancel: CancellationTokenSource;
  /** The time at which the answer expires, in milliseconds since the epoch; infinite until there is an answer. */
  expiry: number;
}

/**
 * The number of milliseconds without an edit before the request. VS Code waits longer before its own request, so there
 * are no additional requests.
 */
const QUIET_MS = 200;
/**
 * The number of milliseconds for which an answer is kept, because VS Code asks more than once when it opens a file.
 */
const KEEP_MS = 5000;
/**
 * The number of lines above which VS Code is not made to ask again, because the outline of a long document takes long.
 */
const MAX_LINES = 20_000;

/**
 * Requests the outline of a document before VS Code does. The breadcrumbs show the first of two outlines, which would
 * often be the one of VS Code's JSON support.
 * @param providerOf returns the provider that VS Code asks
 */
export function outlineAhead(providerOf: (document: TextDocument) => DocumentSymbolProvider | undefined): Middleware {
  const pending = new WeakMap<TextDocument, Pending>(),
    pauses = new WeakMap<TextDocument, NodeJS.Timeout>(),
    nudgeTimers = new WeakMap<TextDocument, Disposable>();
  const noCancellation = new CancellationTokenSource().token;
  const ask = async (document: TextDocument): Promise<Outline> =>
    document.isClosed ? undefined : providerOf(document)?.provideDocumentSymbols(document, noCancellation);
  const forget = (document: TextDocument): void => {
    clearTimeout(pauses.get(document));
    pending.get(document)?.cancel.cancel();
    pending.delete(document);
  };
  const askAndNudge = async (document: TextDocument): Promise<void> => {
    const outline = await ask(document).catch(() => undefined);
    if (!outline || outline.length === 0 || document.isClosed || document.lineCount > MAX_LINES) return;
    // VS Code has already asked other providers; it asks all of them again when one is added
    nudgeTimers.get(document)?.dispose();
    nudgeTimers.set(document, languages.registerDocumentSymbolProvider(filterOf(document), emptyProvider));
  };
  return {
    didOpen: async (document, next) => {
      forget(document);
      await next(document);
      void askAndNudge(document);
    },
    didChange: async (change, next) => {
      const { document } = change;
      forget(document);
      pauses.set(
        document,
        setTimeout(() => void ask(document).catch(() => undefined), QUIET_MS),
      );
      await next(change);
    },
    didClose: (document, next) => {
      forget(document);
      nudgeTimers.get(document)?.dispose();
      nudgeTimers.delete(document);
      return next(document);
    },
    provideDocumentSymbols: (document, _, next) => {
      const { version } = document,
        earlierRequest = pending.get(document);
      if (earlierRequest?.version === version && Date.now() < earlierRequest.expiry) return earlierRequest.outline;
      const cancel = new CancellationTokenSource(),
        outline = Promise.resolve(next(document, cancel.token));
      const request: Pending = { version, outline, cancel, expiry: Infinity };
      pending.set(document, request);
      void outline.then(
        () => (request.expiry = Date.now() + KEEP_MS),
        () => (request.expiry = 0),
      );
      return outline;
    },
  };
}

const emptyProvider: DocumentSymbolProvider = { provideDocumentSymbols: () => [] };
const filterOf = ({ uri }: TextDocument) => ({ scheme: uri.scheme, pattern: uri.fsPath.replace(/[[\]{}*?]/g, '[$&]') });
