import type { ClientCapabilities, InitializeParams } from 'vscode-languageserver/node';
import type { InitializationOptions } from './protocol.ts';

/** The capabilities of the editor; a capability that it does not announce counts as unsupported. */
export interface Client {
  readonly capabilities: ClientCapabilities;
  readonly options: InitializationOptions;
  /** Whether the workspace is trusted; true for an editor without workspace trust. */
  readonly isTrusted: boolean;
  readonly pullsDiagnostics: boolean;
  /** Whether the server can request that the editor pulls diagnostics again. */
  readonly refreshesDiagnostics: boolean;
  readonly relatedDocuments: boolean;
  readonly relatedInformation: boolean;
  readonly diagnosticTags: boolean;
  readonly codeDescription: boolean;
  readonly versions: boolean;
  readonly progress: boolean;
  readonly watchesFiles: boolean;
  readonly folders: boolean;
  /** The uris of the folders at startup. */
  readonly initialFolders: readonly string[];
}

export function clientOf({ capabilities, initializationOptions, workspaceFolders, rootUri }: InitializeParams): Client {
  const { textDocument, workspace, window } = capabilities;
  const { publishDiagnostics: push, diagnostic: pull } = textDocument ?? {};
  const options = isRecord(initializationOptions) ? initializationOptions : {};
  return {
    capabilities,
    options,
    isTrusted: !('trusted' in options) || options.trusted === true,
    pullsDiagnostics: pull !== undefined,
    refreshesDiagnostics: workspace?.diagnostics?.refreshSupport === true,
    relatedDocuments: pull?.relatedDocumentSupport === true,
    // clients of protocol version 3.18 announce it in both places
    relatedInformation: push?.relatedInformation === true || pull?.relatedInformation === true,
    diagnosticTags: (push?.tagSupport ?? pull?.tagSupport) !== undefined,
    codeDescription: (push?.codeDescriptionSupport ?? pull?.codeDescriptionSupport) === true,
    versions: push?.versionSupport === true,
    progress: window?.workDoneProgress === true,
    watchesFiles: workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
    folders: workspace?.workspaceFolders === true,
    initialFolders: workspaceFolders?.map(({ uri }) => uri) ?? (rootUri ? [rootUri] : []),
  };
}

const isRecord = (value: unknown): value is InitializationOptions => typeof value === 'object' && value !== null;
