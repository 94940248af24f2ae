import {
  createConnection,
  ErrorCodes,
  FileChangeType,
  Message,
  ProposedFeatures,
  ResponseError,
  TextDocumentSyncKind,
  type Connection,
  type MessageReader,
  type MessageWriter,
  type ServerCapabilities,
} from 'vscode-languageserver/node';
import { clientOf, type Client } from './client.ts';
import { logFailure } from './failures.ts';
import { handlers } from './handlers/index.ts';
import { Serving, type ServerOptions } from './serving.ts';

/** Serves one editor until the connection ends. */
export function serve(reader: MessageReader, writer: MessageWriter, options: ServerOptions): Connection {
  const connection: Connection = createConnection(
    ProposedFeatures.all,
    reader,
    telling(writer, why => {
      logFailure(connection, why);
    }),
  );
  let serving: Serving | undefined;
  const present = (): Serving => {
    if (!serving)
      throw new ResponseError(ErrorCodes.ServerNotInitialized, 'the server is not initialized, or has been shut down');
    return serving;
  };

  connection.onInitialize(params => {
    const client = clientOf(params);
    serving = new Serving(connection, client, options);
    return { serverInfo: { name: 'preflight', version: options.version }, capabilities: capabilitiesFor(client) };
  });
  connection.onInitialized(() => serving?.begin());
  connection.onShutdown(() => {
    serving = undefined;
  });
  connection.onDidOpenTextDocument(({ textDocument: { uri, languageId, version, text } }) =>
    serving?.open(uri, languageId, version, text),
  );
  connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) =>
    serving?.session.edit(uri, version, contentChanges),
  );
  connection.onDidCloseTextDocument(({ textDocument: { uri } }) => serving?.close(uri));
  connection.onDidSaveTextDocument(({ textDocument: { uri } }) => serving?.session.diskChanged([{ uri, gone: false }]));
  connection.onDidChangeWatchedFiles(({ changes }) =>
    serving?.session.diskChanged(changes.map(({ uri, type }) => ({ uri, gone: type === FileChangeType.Deleted }))),
  );
  for (const handler of handlers) handler.register(connection, present);
  connection.listen();
  return connection;
}

/** A writer that tells of every answer that is a failure of ours. */
function telling(writer: MessageWriter, failed: (why: string) => void): MessageWriter {
  return {
    onError: writer.onError,
    onClose: writer.onClose,
    end: () => {
      writer.end();
    },
    dispose: () => {
      writer.dispose();
    },
    write: message => {
      if (Message.isResponse(message) && message.error?.code === ErrorCodes.InternalError)
        failed(message.error.message);
      return writer.write(message);
    },
  };
}

function capabilitiesFor(client: Client): ServerCapabilities {
  const offered = handlers.map(handler => handler.capabilities(client));
  return {
    textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: { includeText: false } },
    ...(Object.assign({}, ...offered) as ServerCapabilities),
    workspace: Object.assign(
      { workspaceFolders: { supported: true, changeNotifications: true } },
      ...offered.map(({ workspace }) => workspace),
    ) as ServerCapabilities['workspace'] & object,
  };
}
