import {
  createConnection,
  ErrorCodes,
  ProposedFeatures,
  ResponseError,
  TextDocumentSyncKind,
  type Connection,
  type MessageReader,
  type MessageWriter,
  type ResponseMessage,
  type ServerCapabilities,
} from 'vscode-languageserver/node';
import { keepTextResults } from '../../core/json/by-text.ts';
import { clientOf, type Client } from '../client.ts';
import { logFailure, withReports } from '../failures.ts';
import { gated, type Gatekeeper } from './gate.ts';
import { promptsAsJson } from './prompts.ts';
import { handlers } from '../handlers/index.ts';
import { shownOnly } from './shown.ts';
import { EditorConnection, type ServerOptions } from '../editor-connection.ts';

/** Serves one editor until the connection ends. */
export function serve(reader: MessageReader, stream: MessageWriter, options: ServerOptions): Connection {
  keepTextResults();
  const writer = shownOnly(stream);
  const keeper: Gatekeeper = {
    refuse: (id, code, message) => {
      const refusal: ResponseMessage = { jsonrpc: '2.0', id, error: { code, message } };
      // the editor has disconnected, so the refusal cannot be sent
      void writer.write(refusal).catch(() => undefined);
    },
    log: message => {
      logFailure(connection, message);
    },
  };
  let servingConnection: EditorConnection | undefined;
  const watchedWriter = withReports(writer, message => {
    logFailure(connection, message);
  });
  const askAgain = (): void => {
    for (const feature of [connection.languages.semanticTokens, connection.languages.diagnostics])
      feature.refresh().catch(() => undefined);
  };
  const { strategy, writer: jsonWriter } = promptsAsJson(watchedWriter, () => servingConnection?.session, askAgain);
  const connection: Connection = createConnection(ProposedFeatures.all, gated(reader, keeper), jsonWriter, {
    messageStrategy: strategy,
  });
  const currentEditor = (): EditorConnection => {
    if (!servingConnection)
      throw new ResponseError(ErrorCodes.ServerNotInitialized, 'the server is not initialized, or has been shut down');
    return servingConnection;
  };

  connection.onInitialize(params => {
    const client = clientOf(params);
    servingConnection = new EditorConnection(connection, client, options);
    return { serverInfo: { name: 'preflight', version: options.version }, capabilities: capabilitiesFor(client) };
  });
  /** A handler of notifications that logs errors, because a notification has no answer. */
  const logFailures =
    <P>(handle: (editor: EditorConnection, params: P) => void) =>
    (params: P): void => {
      try {
        if (servingConnection) handle(servingConnection, params);
      } catch (error) {
        logFailure(connection, 'a notification was lost because Preflight failed', error);
      }
    };
  connection.onInitialized(
    logFailures(editor => {
      editor.begin();
    }),
  );
  connection.onShutdown(() => {
    servingConnection = undefined;
  });
  connection.onDidOpenTextDocument(
    logFailures((editor, { textDocument: { uri, languageId, version, text } }) => {
      editor.open(uri, languageId, version, text);
    }),
  );
  connection.onDidChangeTextDocument(
    logFailures((editor, { textDocument: { uri, version }, contentChanges }) => {
      editor.session.edit(uri, version, contentChanges);
    }),
  );
  connection.onDidCloseTextDocument(
    logFailures((editor, { textDocument: { uri } }) => {
      editor.close(uri);
    }),
  );
  connection.onDidSaveTextDocument(
    logFailures((editor, { textDocument: { uri } }) => {
      editor.session.diskChanged([uri]);
    }),
  );
  connection.onDidChangeWatchedFiles(
    logFailures((editor, { changes }) => {
      editor.session.diskChanged(changes.map(({ uri }) => uri));
    }),
  );
  for (const handler of handlers) handler.register(connection, currentEditor);
  connection.listen();
  return connection;
}

function capabilitiesFor(client: Client): ServerCapabilities {
  const handlerCapabilities = handlers.map(handler => handler.capabilities(client));
  return {
    textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: { includeText: false } },
    ...(Object.assign({}, ...handlerCapabilities) as ServerCapabilities),
    workspace: Object.assign(
      { workspaceFolders: { supported: true, changeNotifications: true } },
      ...handlerCapabilities.map(({ workspace }) => workspace),
    ) as ServerCapabilities['workspace'] & object,
  };
}
