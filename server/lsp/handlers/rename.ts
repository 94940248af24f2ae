import { LSPErrorCodes, MessageType, ResponseError, ShowMessageNotification } from 'vscode-languageserver/node';
import { isRefused, prepareRename, renameAt } from '../../features/navigation/rename.ts';
import { count } from '../../core/wording.ts';
import { onPosition } from '../request-context.ts';
import { rangeIn } from '../convert.ts';
import { canConfirm, canTake, workspaceEdit } from '../workspace-edit.ts';
import type { Handler } from './handler.ts';

const refusal = (reason: string): ResponseError<void> => new ResponseError(LSPErrorCodes.RequestFailed, reason);

export const rename: Handler = {
  capabilities: ({ capabilities }) => ({
    renameProvider: capabilities.textDocument?.rename?.prepareSupport === true ? { prepareProvider: true } : true,
  }),
  register(connection, editor) {
    connection.onPrepareRename(
      onPosition(editor, context => {
        const renamable = prepareRename(context);
        if (isRefused(renamable)) throw refusal(renamable.refusal);
        return { range: rangeIn(context.document, renamable.span), placeholder: renamable.placeholder };
      }),
    );
    connection.onRenameRequest(
      onPosition(editor, (context, { newName }) => {
        const { editor: connection, root } = context,
          { session, client } = connection;
        const edits = renameAt(context, newName, session.settingsDocuments(root.key));
        if (isRefused(edits)) throw refusal(edits.refusal);
        const file = edits.find(change => 'from' in change);
        if (file && !canTake(client, edits)) {
          throw refusal(
            `${file.from} contains the name, but this editor cannot rename files;` +
              `first rename the file to ${file.to} by hand`,
          );
        }
        connection.lastMove = {
          root: root.key,
          files: edits.flatMap(change => ('from' in change ? [change] : [])),
        };
        const mentions = edits.flatMap(change => ('edits' in change ? (change.uncertainEdits ?? []) : []));
        if (mentions.length > 0 && !canConfirm(client))
          void connection.connection.sendNotification(ShowMessageNotification.type, {
            type: MessageType.Info,
            message: `${count(mentions.length, 'more mention')} without braces ${mentions.length === 1 ? 'is' : 'are'} unchanged`,
          });
        return workspaceEdit(connection, root, edits);
      }),
    );
  },
};
