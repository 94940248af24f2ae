import type { CodeLens, Command } from 'vscode-languageserver/node';
import { codeLenses as lensesIn } from '../../features/decorations/code-lenses.ts';
import type { LensSubject } from '../../features/decorations/lens-subjects.ts';
import { resolveLens } from '../../features/decorations/resolve-lens.ts';
import { onDocument, answerAbout } from '../request-context.ts';
import { placeIn, rangeIn } from '../convert.ts';
import { clientCommands } from '../protocol.ts';
import type { Handler } from './handler.ts';

/** The subject of an unresolved lens. */
interface LensData {
  readonly uri: string;
  readonly subject: LensSubject;
}

/**
 * The title of a lens whose place no longer exists. It prevents a gap in the line of lenses until the editor requests
 * them again.
 */
const placeholder = '…';

export const codeLenses: Handler = {
  capabilities: () => ({ codeLensProvider: { resolveProvider: true } }),
  register(connection, editor) {
    connection.onCodeLens(
      onDocument(
        editor,
        (context): CodeLens[] => {
          const {
              document,
              uri,
              editor: { client },
            } = context,
            hasPanels = client.options.panels === true;
          // without panels, an editor can only show references
          return lensesIn(context)
            .filter(({ action }) => hasPanels || action === 'references')
            .map(({ span, action, title, subject }) => {
              const range = rangeIn(document, span);
              return subject
                ? { range, data: { uri, subject } satisfies LensData }
                : {
                    range,
                    command: {
                      title: title!,
                      command: clientCommands[action === 'references' ? 'showReferences' : action],
                      arguments: [uri, range.start],
                    },
                  };
            });
        },
        'codeLens',
      ),
    );
    connection.onCodeLensResolve(lens => {
      const { uri, subject } = lens.data as LensData,
        words = (title: string): Command => ({ title, command: '' });
      const connection = editor(),
        command = connection.tracker.answer(
          'codeLens',
          uri,
          () =>
            answerAbout(connection, uri, context => {
              const resolvedLens =
                  (context.lastReadable && resolveLens(context.lastReadable, subject)) ?? resolveLens(context, subject),
                {
                  editor: { session, client },
                  root,
                } = context;
              if (!resolvedLens) return words(placeholder);
              const places = resolvedLens.places.flatMap(place => placeIn(session, root, place));
              return client.options.panels === true && places.length > 0
                ? {
                    title: resolvedLens.title,
                    command: clientCommands.showReferences,
                    arguments: [uri, lens.range.start, places],
                  }
                : words(resolvedLens.title);
            }),
          true,
        );
      return { range: lens.range, command: command ?? words(placeholder) };
    });
  },
};
