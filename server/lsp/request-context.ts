import type { CancellationToken, Position, TextDocumentIdentifier } from 'vscode-languageserver/node';
import type { PositionContext, DocumentContext, ShownFinding } from '../features/context.ts';
import { failedResponse } from './failures.ts';
import { findingsOf, type Root } from './root.ts';
import type { EditorConnection } from './editor-connection.ts';
import { offsetIn } from './positions.ts';
import type { Refreshable } from './refresh-tracker.ts';

/** A request about a document, with its surroundings. */
export interface RequestContext extends DocumentContext {
  readonly root: Root;
  readonly editor: EditorConnection;
  readonly uri: string;
  /** The last readable state of the document, if it is currently unreadable. */
  readonly lastReadable: DocumentContext | undefined;
  findings(): readonly ShownFinding[];
}

/** The document of a request, in the form of the protocol or in the form of Preflight's own requests. */
type DocumentParams = { readonly textDocument: TextDocumentIdentifier } | { readonly uri: string };
const uriOf = (params: DocumentParams): string => ('uri' in params ? params.uri : params.textDocument.uri);

/**
 * A handler of requests about a whole document. It waits until the workspace is read and quick requests are answered.
 * It answers with null for documents that are not the platform's.
 * @param feature the feature, if the editor keeps showing the answer
 */
export function onDocument<P extends DocumentParams, R>(
  editor: () => EditorConnection,
  answer: (question: RequestContext, params: P) => R | Promise<R> | null | undefined,
  feature?: Refreshable,
): (params: P, token: CancellationToken) => Promise<R | null> {
  return async (params, token) => {
    const connection = editor(),
      uri = uriOf(params);
    await connection.session.waitUntilRead(uri);
    await connection.slowLane.next();
    if (token.isCancellationRequested) return null;
    const answerRequest = (): R | Promise<R> | null =>
      answerAbout(connection, uri, context => answer(context, params)) ?? null;
    try {
      return await (feature ? connection.tracker.answer(feature, uri, answerRequest) : answerRequest());
    } catch (error) {
      throw failedResponse(error);
    }
  };
}
/**
 * A handler of requests about a position. It does not let quick requests go first, because a user is waiting for the
 * answer.
 */
export function onPosition<P extends DocumentParams & { readonly position: Position }, R>(
  editor: () => EditorConnection,
  answer: (question: RequestContext & PositionContext, params: P) => R | null | undefined,
): (params: P, token: CancellationToken) => Promise<R | null> {
  return async (params, token) => {
    const connection = editor(),
      uri = uriOf(params);
    await connection.session.waitUntilRead(uri);
    if (token.isCancellationRequested) return null;
    const atOffset = (context: RequestContext): R | null | undefined =>
      answer({ ...context, offset: offsetIn(context.document, params.position) }, params);
    return answerAbout(connection, uri, atOffset) ?? null;
  };
}

export function answerAbout<R>(
  editor: EditorConnection,
  uri: string,
  answer: (context: RequestContext) => R,
): R | undefined {
  try {
    const { root, document } = editor.session.findForRequest(uri) ?? {};
    if (!root || !document) return undefined;
    const { workspace, savedWorkspace } = root;
    const findings = (): readonly ShownFinding[] => findingsOf(root, document, editor.session.rules);
    const lastReadable = lastReadableOf(editor, uri);
    return answer({
      workspace,
      savedWorkspace,
      document,
      root,
      editor,
      uri,
      lastReadable,
      findings,
    });
  } catch (error) {
    throw failedResponse(error);
  }
}

function lastReadableOf({ session }: EditorConnection, uri: string): DocumentContext | undefined {
  const { root, document } = session.state.openDocuments.get(uri)?.lastReadable ?? {};
  return root && document && { workspace: root.workspace, savedWorkspace: root.savedWorkspace, document };
}
