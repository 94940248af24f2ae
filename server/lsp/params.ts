import type { Declaration } from './declaration.ts';
import { params, requests } from './protocol.ts';

const position = { line: 'count', character: 'count' } as const,
  range = { start: position, end: position } as const,
  uri = { uri: 'string' } as const;
/** The declaration of parameters about a document, with additional parameters. */
const document = (otherKeys: Readonly<Record<string, Declaration>> = {}): Declaration => ({
  textDocument: uri,
  ...otherKeys,
});
const place = (otherKeys: Readonly<Record<string, Declaration>> = {}): Declaration =>
  document({ position, ...otherKeys });
const files = [{ oldUri: 'string', newUri: 'string' }] as const;

/** The lists among the capabilities of an editor that the server reads; other capabilities are not checked. */
const capabilities = {
  workspace: { orNull: { workspaceEdit: { orNull: { 'resourceOperations?': ['string'] } } } },
  textDocument: {
    orNull: {
      hover: { orNull: { 'contentFormat?': ['string'] } },
      completion: {
        orNull: {
          completionItem: { orNull: { 'documentationFormat?': ['string'] } },
          completionList: { orNull: { 'itemDefaults?': ['string'] } },
        },
      },
      codeAction: { orNull: { resolveSupport: { orNull: { properties: ['string'] } } } },
      foldingRange: { orNull: { rangeLimit: { orNull: 'number' } } },
    },
  },
} as const;

/** The parameters that handlers require for the methods of the protocol itself, both requests and notifications. */
const standard: Readonly<Record<string, Declaration>> = {
  initialize: { capabilities, rootUri: { orNull: 'string' }, workspaceFolders: { orNull: [uri] } },

  'textDocument/didOpen': { textDocument: { uri: 'string', languageId: 'string', version: 'number', text: 'string' } },
  'textDocument/didChange': {
    textDocument: { uri: 'string', version: 'number' },
    contentChanges: [{ text: 'string', 'range?': range }],
  },
  'textDocument/didClose': document(),
  'textDocument/didSave': document(),
  'workspace/didChangeWatchedFiles': { changes: [{ uri: 'string', type: 'number' }] },
  'workspace/didChangeWorkspaceFolders': { event: { added: [uri], removed: [uri] } },
  'window/workDoneProgress/cancel': { token: 'id' },
  '$/cancelRequest': { id: 'id' },
  '$/progress': { token: 'id' },
  '$/setTrace': { value: 'string' },

  'textDocument/hover': place(),
  'textDocument/completion': place(),
  'completionItem/resolve': { 'data?': { entry: 'number' } },
  'textDocument/definition': place(),
  'textDocument/references': place({ context: { includeDeclaration: 'boolean' } }),
  'textDocument/documentHighlight': place(),
  'textDocument/prepareRename': place(),
  'textDocument/rename': place({ newName: 'string' }),
  'textDocument/documentLink': document(),
  'textDocument/documentSymbol': document(),
  'textDocument/foldingRange': document(),
  'textDocument/selectionRange': document({ positions: [position] }),
  'textDocument/codeLens': document(),
  'codeLens/resolve': { range, data: { uri: 'string', subject: { topic: 'string' } } },
  'textDocument/inlayHint': document({ range }),
  'textDocument/semanticTokens/full': document(),
  'textDocument/semanticTokens/full/delta': document({ previousResultId: 'string' }),
  'textDocument/semanticTokens/range': document({ range }),
  'textDocument/codeAction': document({ range, context: { 'only?': ['string'] } }),
  'codeAction/resolve': { 'data?': { uri: 'string', work: { fix: 'string' } } },
  'textDocument/diagnostic': document({ 'previousResultId?': 'string' }),
  'workspace/diagnostic': { previousResultIds: [{ uri: 'string', value: 'string' }] },
  'workspace/symbol': { query: 'string' },
  'workspace/willRenameFiles': { files },
  'workspace/executeCommand': { command: 'string', 'arguments?': ['anything'] },
};

const declarations = new Map<string, Declaration>([
  ...Object.entries(standard),
  ...Object.entries(requests).map(([name, method]) => [method, params[name as keyof typeof requests]] as const),
]);

/**
 * The error in the parameters of one of Preflight's own methods, as a clause that names the parameter; `undefined` if
 * they are valid. JSON-RPC also allows parameters by position: the client of VS Code sends a list with one item for
 * methods without parameters.
 */
export function paramsProblem(method: string, value: unknown): string | undefined {
  const declaration = declarations.get(method);
  return declaration === undefined
    ? undefined
    : problemIn(declaration, Array.isArray(value) && value.length === 1 ? value[0] : value, '');
}

const simpleTypes: Readonly<Record<string, readonly [words: string, fits: (value: unknown) => boolean]>> = {
  string: ['a string', value => typeof value === 'string'],
  boolean: ['a boolean', value => typeof value === 'boolean'],
  number: ['a number', value => typeof value === 'number'],
  count: ['a non-negative integer', value => Number.isInteger(value) && (value as number) >= 0],
  id: ['a number or a string', value => typeof value === 'number' || typeof value === 'string'],
  anything: ['', () => true],
};

/** The error in a value, as a clause that begins with its name; `undefined` if the value is valid. */
function problemIn(declaration: Declaration, value: unknown, name: string): string | undefined {
  const expectedWords = (words: string): string =>
    `${name || 'params'}: expected ${words}, got ${value === undefined ? 'nothing' : describe(value)}`;
  if (typeof declaration === 'string') {
    const [words, isValid] = simpleTypes[declaration]!;
    return isValid(value) ? undefined : expectedWords(words);
  }
  if (isList(declaration)) {
    if (!Array.isArray(value)) return expectedWords('a list');
    return firstOf(value, (item, i) => problemIn(declaration[0], item, `${name}[${i}]`));
  }
  if ('oneOf' in declaration) {
    const words = declaration.oneOf as readonly string[];
    return words.includes(value as string) ? undefined : expectedWords(`one of ${words.join(', ')}`);
  }
  if ('orNull' in declaration)
    return value === undefined || value === null ? undefined : problemIn(declaration.orNull, value, name);
  if (!isRecord(value)) return expectedWords('an object');
  if ('byKind' in declaration) {
    const kinds = declaration.byKind as Readonly<Record<string, Declaration>>;
    return (
      problemIn({ kind: { oneOf: Object.keys(kinds) } }, value, name) ??
      problemIn(kinds[value['kind'] as string]!, value, name)
    );
  }
  return firstOf(Object.entries(declaration), ([key, field]) => {
    const fieldName = key.replace(/\?$/, ''),
      ownValue = Object.hasOwn(value, fieldName) ? value[fieldName] : undefined;
    return fieldName !== key && ownValue === undefined
      ? undefined
      : problemIn(field, ownValue, name === '' ? fieldName : `${name}.${fieldName}`);
  });
}

function firstOf<T>(items: readonly T[], problemOf: (item: T, i: number) => string | undefined): string | undefined {
  for (const [i, element] of items.entries()) {
    const words = problemOf(element, i);
    if (words !== undefined) return words;
  }
  return undefined;
}

const isList = (declaration: Declaration): declaration is readonly [Declaration] => Array.isArray(declaration);
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function describe(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (isRecord(value)) return 'an object';
  const words = JSON.stringify(value);
  return words.length > 40 ? `${words.slice(0, 39)}…` : words;
}
