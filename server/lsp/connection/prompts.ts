import {
  DiagnosticSeverity,
  LSPErrorCodes,
  Message,
  type Diagnostic,
  type MessageStrategy,
  type MessageWriter,
  type RequestMessage,
  type ResponseMessage,
  type TextEdit,
} from 'vscode-languageserver/node';
import { decode } from '../../core/syntax/syntax-nodes.ts';
import { isPrompt, promptView, type PromptView } from '../prompt-documents.ts';
import {
  promptScheme,
  requests,
  severities,
  type MarkData,
  type ProtocolPosition,
  type ProtocolRange,
} from '../protocol.ts';
import type { Session } from '../session.ts';
import { writerThrough } from '../through.ts';

type Fields = Readonly<Record<string, unknown>>;
type Answer = (result: unknown) => unknown;
type Reply = { readonly result: unknown } | Pick<ResponseMessage, 'error'>;
/** The error after which an editor requests the tokens of a document again. */
const CONTENT_MODIFIED: Reply = {
  error: { code: LSPErrorCodes.ContentModified, message: 'the JSON document has changed' },
};
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Turns requests about prompt documents into requests about the JSON document with their text, and converts the places
 * in the answers back, so that each feature is written only once. Drops notifications about prompt documents, because
 * the client edits the JSON document itself. Each request is turned when it is handled, not when it is read, because
 * edits that were read before it may still be pending.
 * @param onReturn called when a text exists again after a request about it could not be answered
 */
export function promptsAsJson(
  writer: MessageWriter,
  session: () => Session | undefined,
  onReturn: () => void,
): { readonly strategy: MessageStrategy; readonly writer: MessageWriter } {
  const callbacks = new Map<string | number | null, (result: unknown) => Reply>();
  const missingUris = new Set<string>(),
    openUris = new Set<string>();
  const viewOf = (prompt: string): PromptView | undefined =>
    attempt(() => {
      const currentSession = session(),
        view = currentSession && promptView(currentSession, prompt);
      return view && 'uri' in view ? view : undefined;
    }, undefined);
  const isBroken = (prompt: string): boolean =>
    attempt(() => {
      const currentSession = session(),
        view = currentSession && promptView(currentSession, prompt);
      return view !== undefined && 'isBroken' in view && view.isBroken;
    }, false);
  const openViews = (): PromptView[] => [...openUris].flatMap(uri => viewOf(uri) ?? []);
  const withOpenPrompts: Answer = edit => attempt(() => withPrompts(openViews(), edit), edit);
  const asJsonRequest = (message: Message): Message | undefined => {
    const prompt = Message.isRequest(message) || Message.isNotification(message) ? uriIn(message.params) : undefined;
    if (prompt === undefined || !isPrompt(prompt)) {
      if (Message.isRequest(message) && message.method === rename)
        callbacks.set(message.id, result => ({ result: withOpenPrompts(result) }));
      return message;
    }
    if (Message.isNotification(message)) {
      if (message.method === 'textDocument/didOpen') openUris.add(prompt);
      if (message.method === 'textDocument/didClose') openUris.delete(prompt);
    }
    if (!Message.isRequest(message)) return undefined;
    const { method } = message;
    const view = viewOf(prompt);
    if (method === requests.fileStatus) return message;
    if (method === requests.promptText) {
      if (view && missingUris.delete(prompt)) onReturn();
      return message;
    }
    if (!view) missingUris.add(prompt);
    // after this error, an editor keeps the colors of a text that is only temporarily unreadable
    if (!view && method.startsWith(tokens) && isBroken(prompt)) {
      void writer.write({ jsonrpc: '2.0', id: message.id, ...CONTENT_MODIFIED } as ResponseMessage);
      return undefined;
    }
    if (!view || !answerOf(message, view)) {
      void writer.write({ jsonrpc: '2.0', id: message.id, result: emptyAnswerOf(method) } as Message);
      return undefined;
    }
    // the JSON document may have been edited before this answer
    callbacks.set(message.id, result => {
      const currentView = viewOf(prompt);
      if (currentView?.document !== view.document && method.startsWith(tokens)) return CONTENT_MODIFIED;
      if (method === rename) return { result: withOpenPrompts(result) };
      // an answer about a position is about the text in which the position was counted
      const answerView = 'position' in (message.params as Fields) ? view : currentView!;
      return { result: attempt(() => answerOf(message, answerView)!(result), emptyAnswerOf(method)) };
    });
    return jsonRequestFor(message, view);
  };
  return {
    strategy: {
      handleMessage: (message, next) => {
        const outgoing = asJsonRequest(message);
        if (outgoing) return next(outgoing);
      },
    },
    writer: writerThrough(writer, message => {
      const answer = Message.isResponse(message) ? callbacks.get(message.id) : undefined;
      if (!answer || !Message.isResponse(message)) return message;
      callbacks.delete(message.id);
      const { result, ...envelope } = message;
      return (result === undefined ? message : { ...envelope, ...answer(result) }) as Message;
    }),
  };
}

/**
 * The result of the work, or the default if the work throws: an error outside of all handlers would end the
 * connection.
 */
function attempt<Result>(work: () => Result, result: Result): Result {
  try {
    return work();
  } catch {
    return result;
  }
}

function uriIn(params: unknown): string | undefined {
  if (!isFields(params)) return undefined;
  const uri = isFields(params['textDocument']) ? params['textDocument']['uri'] : params['uri'];
  return typeof uri === 'string' ? uri : undefined;
}

const tokens = 'textDocument/semanticTokens/';
const diagnostic = 'textDocument/diagnostic';
const rename = 'textDocument/rename';

/**
 * Converts an answer about the JSON document into an answer about the prompt document; `undefined` for requests that
 * prompt documents do not support.
 */
function answerOf({ method, params }: RequestMessage, view: PromptView): Answer | undefined {
  const { range } = params as { readonly range?: ProtocolRange };
  if (method.startsWith(tokens))
    return result => ({ data: tokensIn(view, (result as { data: number[] } | null)?.data) });
  switch (method) {
    case 'textDocument/completion':
      return result => completionsIn(view, result);
    case diagnostic:
      return result => {
        const { kind, items, relatedDocuments } = result as Fields;
        return {
          kind,
          items: marksOf(placeInPrompt(view, items, view.nearJson.bind(view)) as readonly Diagnostic[]),
          ...(relatedDocuments !== undefined && { relatedDocuments }),
        };
      };
    case 'textDocument/hover':
    case 'textDocument/definition':
    case 'textDocument/references':
    case 'textDocument/documentHighlight':
    case 'textDocument/prepareRename':
      return result => placeInPrompt(view, result, view.fromJson.bind(view)) ?? null;
    case 'textDocument/codeAction':
      return result => actionsIn(placeInPrompt(view, result, view.nearJson.bind(view)), range!);
    // the edits of a rename change the JSON document
    case rename:
      return result => result;
    default:
      return method.startsWith('preflight/') ? result => result : undefined;
  }
}
const emptyAnswerOf = (method: string): unknown => {
  if (method.startsWith(tokens)) return { data: [] };
  return method === diagnostic ? { kind: 'full', items: [] } : null;
};

function jsonRequestFor(message: RequestMessage, view: PromptView): RequestMessage {
  const { textDocument, position, range, previousResultId: _, ...otherParams } = message.params as Fields,
    isTokens = message.method.startsWith(tokens);
  const params = {
    ...otherParams,
    ...(textDocument === undefined ? { uri: view.uri } : { textDocument: { uri: view.uri } }),
    ...(position !== undefined && { position: view.toJson(position as ProtocolPosition) }),
    ...(range !== undefined && { range: view.rangeToJson(range as ProtocolRange) }),
    ...(isTokens && range === undefined && { range: view.range }),
    // the identifier prevents the editor from getting the report of the JSON document
    ...(message.method === diagnostic && { identifier: promptScheme }),
  };
  return { ...message, ...(isTokens && { method: `${tokens}range` }), params };
}

/**
 * The parts of an answer that still refer to the JSON document: its edits, and data that is sent back to the server.
 */
const keptKeys: ReadonlySet<string> = new Set(['edit', 'command', 'data', 'documentChanges', 'changes']);

/**
 * Converts the ranges of an answer into ranges of the prompt document. Parts with a range outside of it are removed.
 */
function placeInPrompt(
  view: PromptView,
  value: unknown,
  rangeOf: (range: ProtocolRange) => ProtocolRange | undefined,
): unknown {
  if (Array.isArray(value))
    return value.map(item => placeInPrompt(view, item, rangeOf)).filter(item => item !== undefined);
  if (!isFields(value)) return value;
  const range = value['range'] as ProtocolRange | undefined;
  if ('targetUri' in value) return value;
  if (range !== undefined && typeof value['uri'] === 'string') {
    const promptRange = value['uri'] === view.uri ? view.fromJson(range) : undefined;
    return promptRange ? { ...value, uri: view.prompt, range: promptRange } : value;
  }
  const ownRange = range && rangeOf(range);
  if (range && !ownRange) return undefined;
  const entries = Object.entries(value).map(([key, item]) => [
    key,
    keptKeys.has(key) ? item : placeInPrompt(view, item, rangeOf),
  ]);
  return { ...Object.fromEntries(entries), ...(ownRange && { range: ownRange }) };
}

/**
 * Converts findings into marks for the prompt document. They are listed at the JSON document, so that no list contains
 * them twice.
 */
const marksOf = (items: readonly Diagnostic[]): readonly Diagnostic[] =>
  items.map(item =>
    item.severity === undefined || item.severity === DiagnosticSeverity.Hint
      ? item
      : {
          ...item,
          severity: DiagnosticSeverity.Hint,
          data: { severity: severities[item.severity - 1]! } satisfies MarkData,
        },
  );

/**
 * The actions whose findings are on the lines of a range. In the JSON document, a text is a single line, and all its
 * actions are offered anywhere in that line.
 */
function actionsIn(actions: unknown, { start, end }: ProtocolRange): unknown {
  const isHere = ({ range }: { range: ProtocolRange }): boolean =>
    range.start.line <= end.line && start.line <= range.end.line;
  return (actions as readonly { readonly diagnostics?: readonly { readonly range: ProtocolRange }[] }[] | null)?.filter(
    ({ diagnostics }) => diagnostics?.some(isHere) ?? true,
  );
}

/**
 * Adds the same changes of the prompt documents to an edit of their JSON documents. Because it is a single edit,
 * undoing it changes all these documents.
 */
function withPrompts(views: readonly PromptView[], edit: unknown): unknown {
  const { documentChanges } = (edit ?? {}) as { readonly documentChanges?: readonly Fields[] };
  if (!documentChanges) return edit;
  const promptChanges = views.flatMap(view => {
    const jsonEdits = documentChanges.flatMap(({ textDocument, edits }) =>
      (textDocument as Fields | undefined)?.['uri'] === view.uri ? (edits as TextEdit[]) : [],
    );
    const edits = jsonEdits.flatMap(({ range, newText, ...annotation }) => {
      const promptRange = view.fromJson(range);
      return promptRange ? { range: promptRange, newText: decode(`"${newText}"`), ...annotation } : [];
    });
    return edits.length > 0 ? [{ textDocument: { uri: view.prompt, version: null }, edits }] : [];
  });
  return { ...(edit as Fields), documentChanges: [...documentChanges, ...promptChanges] };
}

/** The completions that stay within the string, without the escapes of JSON. */
function completionsIn(view: PromptView, result: unknown): unknown {
  if (!isFields(result)) return result;
  const { itemDefaults, items } = result as { itemDefaults?: Fields; items: readonly Fields[] };
  const sharedRanges = itemDefaults?.['editRange'] as Fields | undefined,
    editRange = sharedRanges && rangesFromJson(view, sharedRanges);
  const itemIn = ({ textEdit, ...item }: Fields): Fields | undefined => {
    if (item['additionalTextEdits'] !== undefined) return undefined;
    const { newText = item['textEditText'], ...ranges } = (textEdit ?? {}) as Fields,
      promptRanges = textEdit ? rangesFromJson(view, ranges) : editRange,
      text = typeof newText === 'string' ? decode(`"${newText}"`) : undefined;
    if (!promptRanges) return undefined;
    if (textEdit) return { ...item, textEdit: { ...promptRanges, newText: text } };
    return text === undefined ? item : { ...item, textEditText: text };
  };
  return {
    ...result,
    ...(itemDefaults && { itemDefaults: { ...itemDefaults, ...(editRange && { editRange }) } }),
    items: items.flatMap(item => itemIn(item) ?? []),
  };
}

/** A range, or an object of named ranges, in the prompt document; `undefined` if a range is outside of the string. */
function rangesFromJson(view: PromptView, ranges: Fields): object | undefined {
  if ('start' in ranges) return view.fromJson(ranges as unknown as ProtocolRange);
  const entries = Object.entries(ranges).map(([name, range]) => [name, view.fromJson(range as ProtocolRange)] as const);
  return entries.every(([, range]) => range) ? Object.fromEntries(entries) : undefined;
}

/**
 * The tokens of the JSON document as tokens of the prompt document. Each token consists of five numbers, with a
 * position relative to the previous token.
 */
function tokensIn(view: PromptView, data: readonly number[] = []): number[] {
  const result: number[] = [];
  let line = 0,
    character = 0,
    lastPosition: ProtocolPosition = { line: 0, character: 0 };
  for (let i = 0; i < data.length; i += 5) {
    const [lineDelta, characterDelta, length, type, modifiers] = data.slice(i, i + 5) as [
      number,
      number,
      number,
      number,
      number,
    ];
    line += lineDelta;
    character = lineDelta === 0 ? character + characterDelta : characterDelta;
    const range = view.fromJson({ start: { line, character }, end: { line, character: character + length } });
    if (!range || range.start.line !== range.end.line) continue;
    const { start, end } = range;
    result.push(
      start.line - lastPosition.line,
      start.line === lastPosition.line ? start.character - lastPosition.character : start.character,
      end.character - start.character,
      type,
      modifiers,
    );
    lastPosition = start;
  }
  return result;
}
