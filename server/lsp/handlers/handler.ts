import type { Connection, ServerCapabilities } from 'vscode-languageserver/node';
import type { Client } from '../client.ts';
import type { EditorConnection } from '../editor-connection.ts';

/** One thing that an editor can ask for: what is said of it in the greeting, and how it is answered. */
export interface Handler {
  capabilities(client: Client): ServerCapabilities;
  /** @param editor throws before the greeting and after the farewell */
  register(connection: Connection, editor: () => EditorConnection): void;
}
