import { SemanticTokensBuilder, type SemanticTokens, type SemanticTokensRangeParams } from 'vscode-languageserver/node';
import {
  semanticTokens as tokensIn,
  tokenModifiers,
  tokenTypes,
  type SemanticToken,
} from '../../features/glance/semantic-tokens.ts';
import type { Document } from '../../core/document.ts';
import { aboutDocument } from '../asking.ts';
import { spanIn } from '../convert.ts';
import type { Handler } from './handler.ts';

export const semanticTokens: Handler = {
  capabilities: () => ({
    semanticTokensProvider: {
      legend: { tokenTypes: [...tokenTypes], tokenModifiers: [...tokenModifiers] },
      full: true,
      range: true,
    },
  }),
  register(connection, serving) {
    const none = (): SemanticTokens => ({ data: [] });
    const all = aboutDocument(serving, question => encoded(question.document, tokensIn(question)), 'semanticTokens');
    const some = aboutDocument(
      serving,
      (question, { range }: SemanticTokensRangeParams) =>
        encoded(question.document, tokensIn(question, spanIn(question.document, range))),
      'semanticTokens',
    );
    connection.languages.semanticTokens.on(async (params, token) => (await all(params, token)) ?? none());
    connection.languages.semanticTokens.onRange(async (params, token) => (await some(params, token)) ?? none());
  },
};

function encoded({ lines }: Document, tokens: readonly SemanticToken[]): SemanticTokens {
  const builder = new SemanticTokensBuilder();
  for (const { start, end, type, modifiers } of tokens) {
    const { line, character } = lines.positionAt(start);
    builder.push(
      line,
      character,
      end - start,
      tokenTypes.indexOf(type),
      modifiers.reduce((bits, modifier) => bits | (1 << tokenModifiers.indexOf(modifier)), 0),
    );
  }
  // an id would promise to tell only what changes
  return { data: builder.build().data };
}
