import { posix } from 'node:path';
import {
  CompletionItemKind,
  CompletionItemTag,
  InsertTextFormat,
  InsertTextMode,
  type CompletionItem as Offered,
  type CompletionList,
} from 'vscode-languageserver/node';
import { completionsAt } from '../../features/completion/completion.ts';
import { describe } from '../../features/completion/describe.ts';
import type { CompletionItem, CompletionToken } from '../../features/completion/item.ts';
import { inDialectOf } from '../../core/domain/in-dialect.ts';
import { onPosition, answerAbout, type RequestContext } from '../request-context.ts';
import { editsIn, rangeIn, wordsFor } from '../convert.ts';
import type { Client } from '../client.ts';
import type { EditorConnection } from '../editor-connection.ts';
import type { Handler } from './handler.ts';

const kinds = {
  field: CompletionItemKind.Property,
  value: CompletionItemKind.EnumMember,
  reference: CompletionItemKind.Reference,
  variable: CompletionItemKind.Variable,
  snippet: CompletionItemKind.Snippet,
} as const satisfies Record<CompletionItem['kind'], CompletionItemKind>;

/** The JSON files of the workspace that are not the platform's, as paths relative to the given configuration. */
function extendable({ root, document }: RequestContext): string[] {
  const folder = posix.dirname(document.file);
  return root.files
    .filter(file => !root.workspace.document(file) && file !== document.file)
    .map(file => posix.relative(folder, file))
    .map(path => (path.startsWith('../') ? path : `./${path}`));
}

export const completion: Handler = {
  capabilities: () => ({
    completionProvider: { triggerCharacters: ['"', ':', '{', ',', '[', '`'], resolveProvider: true },
  }),
  register(connection, editor) {
    connection.onCompletion(
      onPosition(editor, (context): CompletionList => {
        const { client, session } = context.editor,
          hasSnippets = hasSupport(client, 'snippetSupport');
        const { items, isIncomplete } = completionsAt(context, {
          hasSnippets,
          ruleIds: session.rules.rules.map(({ id }) => id),
          ...(context.document.kind === 'preflight-config' && { extendable: extendable(context) }),
        });
        return { isIncomplete, ...completionList(items, context) };
      }),
    );
    connection.onCompletionResolve(item => {
      const words = item.data === undefined ? undefined : wordsOf(item.data as ItemData, editor());
      const { documentationFormat } = editor().client.capabilities.textDocument?.completion?.completionItem ?? {};
      return words === undefined ? item : { ...item, documentation: wordsFor(documentationFormat, words) };
    });
  },
};

type Capability = 'snippetSupport' | 'labelDetailsSupport' | 'insertReplaceSupport';
const hasSupport = ({ capabilities }: Client, capability: Capability): boolean =>
  capabilities.textDocument?.completion?.completionItem?.[capability] === true;

/** The input for the description of an item, with the uri of its document. */
type ItemData = CompletionToken & { readonly uri: string };
function wordsOf({ uri, ...token }: ItemData, editor: EditorConnection): string | undefined {
  const words = answerAbout(editor, uri, ({ document, workspace }) => {
    const words = describe(token, workspace);
    return words && inDialectOf(document, words);
  });
  return words ?? describe(token);
}

/**
 * The range that an item replaces: the text up to the caret. If the editor lets a person choose, also the range of the
 * whole word.
 */
function rangesIn({ span, wordEnd }: CompletionItem['insert'], { document, editor: { client } }: RequestContext) {
  const insert = rangeIn(document, span);
  return wordEnd === undefined || !hasSupport(client, 'insertReplaceSupport')
    ? insert
    : { insert, replace: rangeIn(document, { start: span.start, end: wordEnd }) };
}

/** The items of a completion list. Values that all items share are sent once, if the editor supports that. */
function completionList(
  items: readonly CompletionItem[],
  context: RequestContext,
): Pick<CompletionList, 'items' | 'itemDefaults'> {
  const { client } = context.editor,
    { itemDefaults = [] } = client.capabilities.textDocument?.completion?.completionList ?? {};
  const offers = items.map(item => completionItem(item, context)),
    [firstItem] = items;
  if (!firstItem || !['editRange', 'insertTextFormat', 'insertTextMode'].every(name => itemDefaults.includes(name)))
    return { items: offers };
  const { start, end } = firstItem.insert.span,
    editRange = rangesIn(firstItem.insert, context);
  return {
    itemDefaults: { editRange, insertTextFormat: InsertTextFormat.PlainText, insertTextMode: InsertTextMode.asIs },
    items: offers.map(({ textEdit, insertTextMode: _, insertTextFormat, ...fields }, i) => {
      const { span, text, snippet } = items[i]!.insert,
        isSameRange = span.start === start && span.end === end;
      return {
        ...fields,
        ...(snippet && { insertTextFormat }),
        ...(!isSameRange ? textEdit && { textEdit } : text !== fields.label && { textEditText: text }),
      };
    }),
  };
}

function completionItem(
  {
    label,
    kind,
    detail,
    insert,
    additionalEdits,
    filter,
    sortText,
    deprecated,
    preselect,
    opens,
    resolve,
  }: CompletionItem,
  context: RequestContext,
): Offered {
  const { document, uri, editor } = context,
    { client } = editor,
    ranges = rangesIn(insert, context);
  return {
    label,
    kind: kinds[kind],
    detail,
    // an editor shows the detail only for the selected row, but the description for every row
    ...(detail !== '' && hasSupport(client, 'labelDetailsSupport') && { labelDetails: { description: detail } }),
    filterText: filter,
    sortText,
    textEdit: { ...('insert' in ranges ? ranges : { range: ranges }), newText: insert.text },
    insertTextFormat: insert.snippet ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
    insertTextMode: InsertTextMode.asIs,
    ...(additionalEdits && { additionalTextEdits: editsIn(document, additionalEdits) }),
    ...(deprecated && { tags: [CompletionItemTag.Deprecated] }),
    ...(preselect && { preselect: true }),
    ...(opens &&
      client.options.panels === true && {
        command: { title: 'Complete the value', command: 'editor.action.triggerSuggest' },
      }),
    ...(resolve && { data: { ...resolve, uri } satisfies ItemData }),
  };
}
