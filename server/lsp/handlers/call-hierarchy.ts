import { SymbolKind, type CallHierarchyItem } from 'vscode-languageserver/node';
import {
  callItemsAt,
  incomingCalls,
  outgoingCalls,
  type CallSites,
  type CallItem,
} from '../../features/navigation/calls.ts';
import { onPosition, ask, type RequestContext } from '../request-context.ts';
import { placeIn, rangeIn, spanIn } from '../convert.ts';
import type { Handler } from './handler.ts';

interface ItemData {
  readonly file: string;
  readonly pointer: CallItem['pointer'];
  readonly kind: CallItem['kind'];
}

const kinds = {
  agent: SymbolKind.Class,
  node: SymbolKind.Object,
  'phone number': SymbolKind.Number,
  'batch call': SymbolKind.Array,
} as const satisfies Record<CallItem['kind'], SymbolKind>;

/** Which agents swap to which, which numbers and batches bring them calls, and which nodes lead to which. */
export const callHierarchy: Handler = {
  capabilities: () => ({ callHierarchyProvider: true }),
  register(connection, editor) {
    connection.languages.callHierarchy.onPrepare(
      onPosition(editor, context => {
        const items = callItemsAt(context).flatMap(item => shown(item, context));
        // VS Code's references view shows the first of several, and then finds no calls of it
        return context.serving.client.options.panels === true ? items.slice(0, 1) : items;
      }),
    );
    connection.languages.callHierarchy.onIncomingCalls(
      ({ item }) =>
        ask(editor(), item.uri, context =>
          incomingCalls(context, asked(item, context)).flatMap(call =>
            shown(call.item, context).map(from => ({ from, fromRanges: sitesIn(call, call.item.file, context) })),
          ),
        ) ?? null,
    );
    connection.languages.callHierarchy.onOutgoingCalls(
      ({ item }) =>
        ask(editor(), item.uri, context =>
          outgoingCalls(context, asked(item, context)).flatMap(call =>
            shown(call.item, context).map(to => ({
              to,
              fromRanges: sitesIn(call, (item.data as ItemData).file, context),
            })),
          ),
        ) ?? null,
    );
  },
};

function shown(
  { kind, name, detail, file, span, selection, pointer }: CallItem,
  { serving: { session }, root }: RequestContext,
): CallHierarchyItem[] {
  const [whole] = placeIn(session, root, { file, span }),
    [named] = placeIn(session, root, { file, span: selection });
  return whole && named
    ? [
        {
          name: name === '' ? kind : name,
          detail,
          kind: kinds[kind],
          uri: whole.uri,
          range: whole.range,
          selectionRange: named.range,
          data: { file, pointer, kind } satisfies ItemData,
        },
      ]
    : [];
}
const asked = (
  { name, detail = '', range, selectionRange, data }: CallHierarchyItem,
  { document }: RequestContext,
): CallItem => ({
  ...(data as ItemData),
  name,
  detail,
  span: spanIn(document, range),
  selection: spanIn(document, selectionRange),
});
/** Only calls in the caller's own file can be shown, because ranges have no file of their own. */
const sitesIn = ({ sites }: CallSites, file: string, { root }: RequestContext) => {
  const document = root.workspace.document(file);
  return document ? sites.filter(site => site.file === file).map(({ span }) => rangeIn(document, span)) : [];
};
