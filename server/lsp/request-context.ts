import type { CancellationToken, Position, TextDocumentIdentifier } from 'vscode-languageserver/node';
import type { PositionContext, DocumentContext, ShownFinding } from '../features/context.ts';
import { failing } from './failures.ts';
import { findingsOf, type Root } from './root.ts';
import type { EditorConnection } from './editor-connection.ts';
import { offsetIn } from './positions.ts';
import type { Refreshable } from './refresh-tracker.ts';

/** A question about a document, with what surrounds it. */
export interface RequestContext extends DocumentContext {
  readonly root: Root;
  readonly serving: EditorConnection;
  readonly uri: string;
  findings(): readonly ShownFinding[];
}

interface About {
  readonly textDocument: TextDocumentIdentifier;
}

/**
 * A handler of a request about a whole document: waits until its workspace has been read, and until what needs little is answered; answers
 * null about documents that are none of ours.
 * @param shows what the editor goes on showing of the answer
 */
export function onDocument<P extends About, R>(
  serving: () => EditorConnection,
  answer: (question: RequestContext, params: P) => R | null | undefined,
  shows?: Refreshable,
): (params: P, token: CancellationToken) => Promise<R | null> {
  return async (params, token) => {
    const present = serving(),
      { uri } = params.textDocument;
    await present.session.ready(uri);
    await present.line.next();
    if (token.isCancellationRequested) return null;
    const answered = (): R | null => ask(present, uri, question => answer(question, params)) ?? null;
    return shows ? present.shown.said(shows, uri, answered) : answered();
  };
}
/** The same about a place, which somebody looks at and waits for. */
export function onPosition<P extends About & { readonly position: Position }, R>(
  serving: () => EditorConnection,
  answer: (question: RequestContext & PositionContext, params: P) => R | null | undefined,
): (params: P, token: CancellationToken) => Promise<R | null> {
  return async (params, token) => {
    const present = serving(),
      { uri } = params.textDocument;
    await present.session.ready(uri);
    if (token.isCancellationRequested) return null;
    const atOffset = (question: RequestContext): R | null | undefined =>
      answer({ ...question, offset: offsetIn(question.document, params.position) }, params);
    return ask(present, uri, atOffset) ?? null;
  };
}

export function ask<R>(serving: EditorConnection, uri: string, answer: (question: RequestContext) => R): R | undefined {
  try {
    return answered(serving, uri, answer);
  } catch (error) {
    throw failing(error);
  }
}
function answered<R>(serving: EditorConnection, uri: string, answer: (question: RequestContext) => R): R | undefined {
  const asked = serving.session.asked(uri),
    root = asked && serving.session.state.roots.get(serving.session.whereabouts(uri).root);
  return (
    asked &&
    root &&
    answer({
      ...asked,
      root,
      serving,
      uri,
      findings: () => findingsOf(root, asked.document, serving.session.rules),
    })
  );
}
