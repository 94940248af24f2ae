import { LSPErrorCodes, ResponseError } from 'vscode-languageserver/node';
import { baselineName } from '../../core/settings-files.ts';
import { isRefused, prepareRename, renameAt } from '../../features/navigation/rename.ts';
import { onPosition } from '../request-context.ts';
import { rangeIn } from '../convert.ts';
import { takes, workspaceEdit } from '../workspace-edit.ts';
import type { Handler } from './handler.ts';

const refusal = (why: string): ResponseError<void> => new ResponseError(LSPErrorCodes.RequestFailed, why);

export const rename: Handler = {
  capabilities: ({ capabilities }) => ({
    renameProvider: capabilities.textDocument?.rename?.prepareSupport === true ? { prepareProvider: true } : true,
  }),
  register(connection, editor) {
    connection.onPrepareRename(
      onPosition(editor, context => {
        const found = prepareRename(context);
        if (isRefused(found)) throw refusal(found.refused);
        return { range: rangeIn(context.document, found.span), placeholder: found.placeholder };
      }),
    );
    connection.onRenameRequest(
      onPosition(editor, (context, { newName }) => {
        const { serving: present, root } = context,
          { session, client } = present;
        const settings = [session.configurationName(root.key), baselineName].flatMap(
          file => session.settingsDocument(root.key, file) ?? [],
        );
        const found = renameAt(context, newName, settings);
        if (isRefused(found)) throw refusal(found.refused);
        const file = found.find(change => 'rename' in change);
        if (file && !takes(client, found)) {
          throw refusal(
            `${file.rename.from} carries the name, and this editor cannot rename files; ` +
              `rename it to ${file.rename.to} by hand, then the name`,
          );
        }
        present.moving = {
          root: root.key,
          files: found.flatMap(change => ('rename' in change ? [change.rename] : [])),
        };
        return workspaceEdit(present, root, found);
      }),
    );
  },
};
