import { SymbolKind, type DocumentSymbol, type SymbolInformation } from 'vscode-languageserver/node';
import type { Document } from '../../core/document.ts';
import { compareTexts } from '../../core/wording.ts';
import { documentSymbols, type DocumentSymbol as Outlined } from '../../features/navigation/document-symbols.ts';
import { workspaceSymbols, type WorkspaceSymbol } from '../../features/navigation/workspace-symbols.ts';
import { onDocument } from '../request-context.ts';
import { placeIn, rangeIn } from '../convert.ts';
import type { Handler } from './handler.ts';

const kinds: Readonly<Record<WorkspaceSymbol['kind'], SymbolKind>> = {
  variable: SymbolKind.Variable,
  agent: SymbolKind.Class,
  version: SymbolKind.Constant,
  tag: SymbolKind.EnumMember,
  tags: SymbolKind.Enum,
  engine: SymbolKind.Module,
  voice: SymbolKind.Property,
  webhook: SymbolKind.Property,
  flow: SymbolKind.Module,
  component: SymbolKind.Module,
  node: SymbolKind.Object,
  edge: SymbolKind.Event,
  state: SymbolKind.Namespace,
  text: SymbolKind.String,
  tool: SymbolKind.Function,
  'MCP server': SymbolKind.Package,
  analysis: SymbolKind.Array,
  'analysis field': SymbolKind.Field,
  'phone number': SymbolKind.Number,
  arms: SymbolKind.Array,
  arm: SymbolKind.Operator,
  'batch call': SymbolKind.Array,
  task: SymbolKind.Struct,
  'alert rule': SymbolKind.Event,
  'alert incident': SymbolKind.Event,
  'test case': SymbolKind.Method,
  mock: SymbolKind.Interface,
  record: SymbolKind.Object,
  more: SymbolKind.Null,
};

export const symbols: Handler = {
  capabilities: () => ({ documentSymbolProvider: { label: 'Preflight' }, workspaceSymbolProvider: true }),
  register(connection, editor) {
    connection.onDocumentSymbol(
      onDocument(editor, (context): DocumentSymbol[] | SymbolInformation[] => {
        const {
            document,
            uri,
            editor: { client },
          } = context,
          symbols = documentSymbols(context).map(documentSymbol => symbol(document, documentSymbol));
        return client.capabilities.textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport === true
          ? symbols
          : flatten(symbols, uri);
      }),
    );
    connection.onWorkspaceSymbol(async ({ query }) => {
      const { session } = editor();
      await session.allReady();
      // sorted by path, because the order of reading is arbitrary
      const roots = [...session.state.roots.values()].sort((a, b) => compareTexts(a.key, b.key));
      return roots.flatMap(root =>
        workspaceSymbols(root.workspace, query).flatMap(({ kind, name, container, file, selection }) =>
          placeIn(session, root, { file, span: selection }).map((location): SymbolInformation => ({
            name,
            kind: kinds[kind],
            ...(container && { containerName: container }),
            location,
          })),
        ),
      );
    });
  },
};

const symbol = (document: Document, { kind, name, detail, span, selection, children }: Outlined): DocumentSymbol => ({
  // an editor rejects a symbol without a name
  name: name === '' ? kind : name,
  detail,
  kind: kinds[kind],
  range: rangeIn(document, span),
  selectionRange: rangeIn(document, selection),
  children: children.map(child => symbol(document, child)),
});
const flatten = (symbols: readonly DocumentSymbol[], uri: string, containerName?: string): SymbolInformation[] =>
  symbols.flatMap(({ name, kind, range, children }) => [
    { name, kind, location: { uri, range }, ...(containerName !== undefined && { containerName }) },
    ...flatten(children ?? [], uri, name),
  ]);
