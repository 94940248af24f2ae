import type { Connection, ServerCapabilities } from 'vscode-languageserver/node';
import type { Client } from '../client.ts';
import type { EditorConnection } from '../editor-connection.ts';

/** One feature: its announced capability, and its answers. */
export interface Handler {
  capabilities(client: Client): ServerCapabilities;
  /** @param editor throws before initialize and after shutdown */
  register(connection: Connection, editor: () => EditorConnection): void;
}
