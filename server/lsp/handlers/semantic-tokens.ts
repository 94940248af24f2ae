import type {
  SemanticTokens,
  SemanticTokensDelta,
  SemanticTokensEdit,
  SemanticTokensRangeParams,
} from 'vscode-languageserver/node';
import {
  semanticTokens as tokensIn,
  tokenModifiers,
  tokenTypes,
  type SemanticToken,
} from '../../features/decorations/semantic-tokens.ts';
import type { Document } from '../../core/document.ts';
import { onDocument } from '../request-context.ts';
import { spanIn } from '../convert.ts';
import type { Handler } from './handler.ts';

type Encoded = readonly number[];

export const semanticTokens: Handler = {
  capabilities: () => ({
    semanticTokensProvider: {
      legend: { tokenTypes: [...tokenTypes], tokenModifiers: [...tokenModifiers] },
      full: { delta: true },
      range: true,
    },
  }),
  register(connection, editor) {
    /** The last answer for each open document, by uri. Deltas are computed from it. */
    const sentTokens = new Map<string, { readonly resultId: string; readonly data: Encoded }>();
    let answers = 0;
    const remember = (uri: string, data: Encoded): string => {
      const { openDocuments } = editor().session.state,
        resultId = String(++answers);
      for (const address of sentTokens.keys()) if (!openDocuments.has(address)) sentTokens.delete(address);
      if (openDocuments.has(uri)) sentTokens.set(uri, { resultId, data });
      return resultId;
    };
    const answerFull = onDocument(editor, context => encode(context.document, tokensIn(context)), 'semanticTokens');
    const answerRange = onDocument(
      editor,
      (context, { range }: SemanticTokensRangeParams) =>
        encode(context.document, tokensIn(context, spanIn(context.document, range))),
      'semanticTokens',
    );
    connection.languages.semanticTokens.on(async (params, token): Promise<SemanticTokens> => {
      const data = (await answerFull(params, token)) ?? [];
      return { data: [...data], resultId: remember(params.textDocument.uri, data) };
    });
    connection.languages.semanticTokens.onDelta(
      async (params, token): Promise<SemanticTokens | SemanticTokensDelta> => {
        const { uri } = params.textDocument,
          data = (await answerFull(params, token)) ?? [],
          before = sentTokens.get(uri),
          resultId = remember(uri, data);
        return before?.resultId === params.previousResultId
          ? { edits: editsBetween(before.data, data), resultId }
          : { data: [...data], resultId };
      },
    );
    connection.languages.semanticTokens.onRange(async (params, token): Promise<SemanticTokens> => ({
      data: [...((await answerRange(params, token)) ?? [])],
    }));
  },
};

/**
 * Encodes each token as five numbers with a position relative to the previous token, as the protocol requires. An edit
 * of a line changes few of these numbers.
 */
function encode({ lines }: Document, tokens: readonly SemanticToken[]): Encoded {
  const data: number[] = [];
  let line = 0,
    character = 0;
  for (const { start, end, type, modifiers } of tokens) {
    const position = lines.positionAt(start);
    data.push(
      position.line - line,
      position.line === line ? position.character - character : position.character,
      end - start,
      tokenTypes.indexOf(type),
      modifiers.reduce((bits, modifier) => bits | (1 << tokenModifiers.indexOf(modifier)), 0),
    );
    ({ line, character } = position);
  }
  return data;
}

/** The edit that replaces the differing part of two answers; an empty list if they are equal. */
function editsBetween(before: Encoded, after: Encoded): SemanticTokensEdit[] {
  let start = 0,
    end = before.length,
    newEnd = after.length;
  while (start < end && start < newEnd && before[start] === after[start]) start++;
  while (end > start && newEnd > start && before[end - 1] === after[newEnd - 1]) {
    end--;
    newEnd--;
  }
  return start === end && start === newEnd
    ? []
    : [{ start, deleteCount: end - start, data: after.slice(start, newEnd) }];
}
