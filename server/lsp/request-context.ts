import type { CancellationToken, Position, TextDocumentIdentifier } from 'vscode-languageserver/node';
import type { PositionContext, DocumentContext, ShownFinding } from '../features/context.ts';
import { failedResponse } from './failures.ts';
import { Document } from '../core/document.ts';
import { findingsOf, withOpen, type Root } from './root.ts';
import type { FileAt } from './session.ts';
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
 * answer. The answer is about the text in which the position was counted, even if the document was edited while the
 * request waited: an editor moves the ranges of an answer with the edits that it made since the request.
 */
export function onPosition<P extends DocumentParams & { readonly position: Position }, R>(
  editor: () => EditorConnection,
  answer: (question: RequestContext & PositionContext, params: P) => R | null | undefined,
): (params: P, token: CancellationToken) => Promise<R | null> {
  return async (params, token) => {
    const connection = editor(),
      uri = uriOf(params),
      requestText = connection.session.state.openDocuments.get(uri)?.document.text;
    await connection.session.waitUntilRead(uri);
    if (token.isCancellationRequested) return null;
    const atOffset = (context: RequestContext): R | null | undefined =>
      answer({ ...context, offset: offsetIn(context.document, params.position) }, params);
    return answerAbout(connection, uri, atOffset, requestText) ?? null;
  };
}

/** @param requestText the text that the answer is about; by default the current text */
export function answerAbout<R>(
  editor: EditorConnection,
  uri: string,
  answer: (context: RequestContext) => R,
  requestText?: string,
): R | undefined {
  try {
    const { root, document } = fileWith(requestText, editor.session.findForRequest(uri)) ?? {};
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

/** A file with another text; a file outside of the workspace, such as the configuration, keeps its text. */
function fileWith(text: string | undefined, file: FileAt | undefined): FileAt | undefined {
  if (!file || text === undefined || file.document.text === text) return file;
  const { file: path, version, assignedKind } = file.document,
    root = withOpen(file.root, new Document(path, text, version, assignedKind)),
    document = root.workspace.document(path);
  return document ? { root, document } : file;
}

function lastReadableOf({ session }: EditorConnection, uri: string): DocumentContext | undefined {
  const { root, document } = session.state.openDocuments.get(uri)?.lastReadable ?? {};
  return root && document && { workspace: root.workspace, savedWorkspace: root.savedWorkspace, document };
}
