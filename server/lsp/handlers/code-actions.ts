import { maskSecrets } from '../../core/secrets.ts';
import type { CodeAction, CodeActionKind } from 'vscode-languageserver/node';
import { baselineName } from '../../core/settings-files.ts';
import {
  actionsInSteps,
  editsOf,
  type Action,
  type ActionContext,
  type Later,
} from '../../features/actions/actions.ts';
import { onDocument, answerAbout, type RequestContext } from '../request-context.ts';
import type { Client } from '../client.ts';
import { rangeIn, spanIn } from '../convert.ts';
import { diagnosticsOf } from '../diagnostics.ts';
import { clientCommands } from '../protocol.ts';
import { isTaken, placeAfter, canTake, workspaceEdit } from '../workspace-edit.ts';
import { inSlices } from '../scheduling.ts';
import { explains } from './explain.ts';
import type { Handler } from './handler.ts';

const kinds: readonly CodeActionKind[] = [
  'quickfix',
  'quickfix.all',
  'quickfix.disable',
  'source.fixAll',
  'source.fixAll.preflight',
  'source.migrate',
  'refactor.rewrite',
  'refactor.extract',
  'refactor.move',
];
/** The work of an action, which waits until the user chooses the action. */
interface ActionData {
  readonly uri: string;
  readonly work: Later;
}

const resolves = ({ capabilities }: Client): boolean =>
  capabilities.textDocument?.codeAction?.resolveSupport?.properties.includes('edit') === true;

export const codeActions: Handler = {
  capabilities: client => ({ codeActionProvider: { codeActionKinds: [...kinds], resolveProvider: resolves(client) } }),
  register(connection, editor) {
    connection.onCodeAction(
      onDocument(editor, async (question, { range, context }) => {
        const {
          document,
          editor: { client },
        } = question;
        const actions = await inSlices(
          actionsInSteps(
            { ...question, span: spanIn(document, range) },
            question.findings(),
            contextOf(question, context.only),
          ),
        );
        const isExplained = explains(client),
          isDisabledShown = client.capabilities.textDocument?.codeAction?.disabledSupport === true;
        const isSupported = ({ command, disabledReason: reason, edits }: Action): boolean =>
          (isExplained || !command) && (isDisabledShown || reason === undefined) && canTake(client, edits);
        return actions.filter(isSupported).map(action => codeActionFor(action, question));
      }),
    );
    connection.onCodeActionResolve(action => {
      if (action.data === undefined) return action;
      const { uri, work } = action.data as ActionData;
      const edit = answerAbout(editor(), uri, context =>
        workspaceEdit(context.editor, context.root, editsOf(work, context, context.findings(), contextOf(context))),
      );
      return edit ? { ...action, edit } : action;
    });
  },
};

function contextOf({ root, editor: { session, client } }: RequestContext, kinds?: readonly string[]): ActionContext {
  return {
    rules: session.rules,
    configuration: root.settings.configuration,
    settings: session.settingsDocument(root.key, session.configurationName(root.key)),
    baseline: session.settingsDocument(root.key, baselineName),
    isTaken: file => isTaken(root, file),
    isTrusted: client.isTrusted,
    asksLater: resolves(client),
    folds: client.options.panels === true,
    ...(kinds && { onlyKinds: kinds }),
  };
}

function codeActionFor(
  { title: actionTitle, kind, finding, isPreferred, edits, work, select, command, disabledReason }: Action,
  context: RequestContext,
): CodeAction {
  const { editor, root, document, uri } = context,
    title = maskSecrets(actionTitle);
  const place = select && editor.client.options.panels === true ? placeAfter(editor, root, edits, select) : undefined,
    edit = edits.length > 0 ? workspaceEdit(editor, root, edits) : undefined,
    isAsked = place !== undefined && select?.placeholder !== undefined;
  return {
    title,
    kind,
    ...(isPreferred && { isPreferred: true }),
    ...(disabledReason !== undefined && { disabled: { reason: disabledReason } }),
    ...(finding &&
      finding.file === document.file && {
        diagnostics: diagnosticsOf(root, document, [{ finding, isBaselined: false }], editor.diagnosticsContext),
      }),
    ...(edit && !isAsked && { edit }),
    ...(work && { data: { uri, work } satisfies ActionData }),
    ...(command && {
      command: {
        title,
        command: clientCommands[command.name],
        arguments: command.name === 'explain' ? [command.argument] : [uri, rangeIn(document, command.argument)],
      },
    }),
    ...(place && {
      command: {
        title,
        command: clientCommands[isAsked ? 'fill' : 'select'],
        arguments: isAsked ? [title, edit, select!.placeholder, place.uri] : [place.uri, place.range],
      },
    }),
  };
}
