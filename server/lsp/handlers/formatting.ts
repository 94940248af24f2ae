import type { FormattingOptions } from 'vscode-languageserver/node';
import { formatOnType, formatTriggers } from '../../features/formatting/format-on-type.ts';
import { formatEdits, type FormatOptions } from '../../features/formatting/format.ts';
import { onDocument, onPosition } from '../request-context.ts';
import { editsIn, spanIn } from '../convert.ts';
import type { Handler } from './handler.ts';

const [firstTrigger, ...moreTriggers] = formatTriggers;

export const formatting: Handler = {
  capabilities: ({ options }) =>
    options.formats === false
      ? {}
      : {
          documentFormattingProvider: true,
          documentRangeFormattingProvider: true,
          documentOnTypeFormattingProvider: {
            firstTriggerCharacter: firstTrigger,
            moreTriggerCharacter: [...moreTriggers],
          },
        },
  register(connection, editor) {
    connection.onDocumentFormatting(
      onDocument(editor, ({ document }, { options }) => editsIn(document, formatEdits({ document }, asked(options)))),
    );
    connection.onDocumentRangeFormatting(
      onDocument(editor, ({ document }, { options, range }) =>
        editsIn(document, formatEdits({ document }, asked(options), spanIn(document, range))),
      ),
    );
    connection.onDocumentOnTypeFormatting(
      onPosition(editor, (context, { ch, options }) =>
        editsIn(context.document, formatOnType(context, ch, asked(options))),
      ),
    );
  },
};

const asked = ({ tabSize, insertSpaces }: FormattingOptions): FormatOptions => ({ tabSize, insertSpaces });
