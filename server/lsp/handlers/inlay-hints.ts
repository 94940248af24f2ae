import { InlayHintKind, type InlayHintLabelPart } from 'vscode-languageserver/node';
import { inlayHints as hintsIn } from '../../features/decorations/inlay-hints.ts';
import { onDocument } from '../request-context.ts';
import { placeIn, spanIn } from '../convert.ts';
import type { Handler } from './handler.ts';

export const inlayHints: Handler = {
  capabilities: () => ({ inlayHintProvider: true }),
  register(connection, editor) {
    connection.languages.inlayHint.on(
      onDocument(
        editor,
        (context, { range }) => {
          const {
            document,
            root,
            editor: { session, client },
          } = context;
          return hintsIn({ ...context, range: spanIn(document, range) }, client.options.inlayHints).map(
            ({ offset, label, tooltip, paddingLeft, target }) => {
              const [location] = target ? placeIn(session, root, target) : [],
                parts: InlayHintLabelPart[] = [{ value: label, ...(location && { location }) }];
              return {
                position: document.lines.positionAt(offset),
                label: parts,
                kind: InlayHintKind.Type,
                paddingLeft,
                ...(tooltip !== undefined && { tooltip }),
              };
            },
          );
        },
        'inlayHint',
      ),
    );
  },
};
