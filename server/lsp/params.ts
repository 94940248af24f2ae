import { requests } from './protocol.ts';

/** What is wrong with a value, as a clause that begins with its name; `undefined`: nothing. */
type Check = (value: unknown, name: string) => string | undefined;

const kind =
  (words: string, fits: (value: unknown) => boolean): Check =>
  (value, name) =>
    fits(value) ? undefined : `${name}: expected ${words}, got ${value === undefined ? 'nothing' : shown(value)}`;
const text = kind('a string', value => typeof value === 'string');
const flag = kind('a boolean', value => typeof value === 'boolean');
const number = kind('a number', value => typeof value === 'number');
const count = kind('an integer from 0', value => Number.isInteger(value) && (value as number) >= 0);
const identity = kind('a number or a string', value => typeof value === 'number' || typeof value === 'string');
const record = kind('an object', value => isRecord(value));
/** May be missing. */
const optional =
  (check: Check): Check =>
  (value, name) =>
    value === undefined ? undefined : check(value, name);
/** May be missing or null. */
const orNull =
  (check: Check): Check =>
  (value, name) =>
    value === undefined || value === null ? undefined : check(value, name);
const list =
  (item: Check): Check =>
  (value, name) => {
    if (!Array.isArray(value)) return kind('a list', () => false)(value, name);
    for (const [i, one] of value.entries()) {
      const wrong = item(one, `${name}[${i}]`);
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  };
const object =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value, name) => {
    if (!isRecord(value)) return record(value, name === '' ? 'params' : name);
    for (const [key, check] of Object.entries(fields)) {
      const wrong = check(Object.hasOwn(value, key) ? value[key] : undefined, name === '' ? key : `${name}.${key}`);
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  };
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (isRecord(value)) return 'an object';
  const words = JSON.stringify(value);
  return words.length > 40 ? `${words.slice(0, 39)}…` : words;
}

const position = object({ line: count, character: count });
const range = object({ start: position, end: position });
const uri = object({ uri: text });
/** About a document, with further parameters. */
const document = (more: Readonly<Record<string, Check>> = {}): Check => object({ textDocument: uri, ...more });
const place = (more: Readonly<Record<string, Check>> = {}): Check => document({ position, ...more });
const panel = (more: Readonly<Record<string, Check>> = {}): Check => object({ uri: text, position, ...more });
const files = list(object({ oldUri: text, newUri: text }));
const oneOf = (...words: readonly string[]): Check =>
  kind(`one of ${words.join(', ')}`, value => words.includes(value as string));
/** For an object that is one of several, by its kind. */
const byKind =
  (kinds: Readonly<Record<string, Readonly<Record<string, Check>>>>): Check =>
  (value, name) =>
    object({ kind: oneOf(...Object.keys(kinds)) })(value, name) ??
    object(kinds[(value as { readonly kind: string }).kind]!)(value, name);
const newRecord = byKind({
  agent: { name: text, channel: oneOf('voice', 'chat'), engine: oneOf('llm', 'conversation-flow') },
  'flow-component': { name: text },
});
const whatIf = byKind({
  publish: { agentId: text, version: count },
  tag: { agentId: text, tag: text, version: count },
});
const settings = { seed: optional(text), calls: optional(number) };

/** The lists among an editor's capabilities that are inspected; other capabilities are not checked. */
const capabilities = object({
  workspace: orNull(object({ workspaceEdit: orNull(object({ resourceOperations: optional(list(text)) })) })),
  textDocument: orNull(
    object({
      hover: orNull(object({ contentFormat: optional(list(text)) })),
      completion: orNull(
        object({
          completionItem: orNull(object({ documentationFormat: optional(list(text)) })),
          completionList: orNull(object({ itemDefaults: optional(list(text)) })),
        }),
      ),
      codeAction: orNull(object({ resolveSupport: orNull(object({ properties: list(text) })) })),
      foldingRange: orNull(object({ rangeLimit: orNull(number) })),
    }),
  ),
});

const plan = { uri: text, base: optional(text), edit: optional(whatIf) };

/** The parameters that handlers require, by method: of requests and of notifications. */
const checks = new Map<string, Check>(
  Object.entries({
    initialize: object({ capabilities, rootUri: orNull(text), workspaceFolders: orNull(list(uri)) }),

    'textDocument/didOpen': object({
      textDocument: object({ uri: text, languageId: text, version: number, text }),
    }),
    'textDocument/didChange': object({
      textDocument: object({ uri: text, version: number }),
      contentChanges: list(object({ text, range: optional(range) })),
    }),
    'textDocument/didClose': document(),
    'textDocument/didSave': document(),
    'workspace/didChangeWatchedFiles': object({ changes: list(object({ uri: text, type: number })) }),
    'workspace/didChangeWorkspaceFolders': object({ event: object({ added: list(uri), removed: list(uri) }) }),
    'window/workDoneProgress/cancel': object({ token: identity }),
    '$/cancelRequest': object({ id: identity }),
    '$/progress': object({ token: identity }),
    '$/setTrace': object({ value: text }),

    'textDocument/hover': place(),
    'textDocument/completion': place(),
    'completionItem/resolve': object({ data: optional(object({ entry: number })) }),
    'textDocument/definition': place(),
    'textDocument/references': place({ context: object({ includeDeclaration: flag }) }),
    'textDocument/documentHighlight': place(),
    'textDocument/prepareRename': place(),
    'textDocument/rename': place({ newName: text }),
    'textDocument/documentLink': document(),
    'textDocument/documentSymbol': document(),
    'textDocument/foldingRange': document(),
    'textDocument/selectionRange': document({ positions: list(position) }),
    'textDocument/codeLens': document(),
    'codeLens/resolve': object({ range, data: object({ uri: text, subject: object({ about: text }) }) }),
    'textDocument/inlayHint': document({ range }),
    'textDocument/semanticTokens/full': document(),
    'textDocument/semanticTokens/full/delta': document({ previousResultId: text }),
    'textDocument/semanticTokens/range': document({ range }),
    'textDocument/codeAction': document({ range, context: object({ only: optional(list(text)) }) }),
    'codeAction/resolve': object({ data: optional(object({ uri: text, later: object({ fix: text }) })) }),
    'textDocument/diagnostic': document({ previousResultId: optional(text) }),
    'workspace/diagnostic': object({ previousResultIds: list(object({ uri: text, value: text })) }),
    'workspace/symbol': object({ query: text }),
    'workspace/willRenameFiles': object({ files }),
    'workspace/executeCommand': object({ command: text, arguments: optional(list(() => undefined)) }),

    [requests.fileStatus]: uri,
    [requests.explain]: object({ rule: text }),
    [requests.compareVersions]: object({ agentId: text, before: identity, after: identity, uri: optional(text) }),
    [requests.split]: uri,
    [requests.paste]: object({ uri: text, text }),
    [requests.newRecord]: object({ uri: text, isBeside: flag, record: newRecord }),
    [requests.agents]: orNull(object({ agentId: optional(text) })),
    [requests.preview]: panel(settings),
    [requests.flow]: panel({}),
    [requests.assertions]: orNull(object({})),
    [requests.judge]: object({ uri: text, base: optional(text) }),
    [requests.plan]: object(plan),
    [requests.planText]: object({ ...plan, format: oneOf('html', 'markdown') }),
    [requests.simulate]: panel({
      ...settings,
      call: optional(text),
      outbound: optional(flag),
      digits: optional(text),
      series: optional(object({ of: text, uri: text })),
    }),
  } satisfies Record<string, Check>),
);

/**
 * What is wrong with the parameters of a method of Preflight's own, as a clause that names the parameter; `undefined`
 * if nothing is noticed. JSON-RPC also allows parameters by position: a list with the only one, which VS Code's client
 * sends if there are none.
 */
export const wrongParams = (method: string, params: unknown): string | undefined =>
  checks.get(method)?.(Array.isArray(params) && params.length === 1 ? params[0] : params, '');
