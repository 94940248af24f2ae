import { extensions, workspace, type LogOutputChannel, commands, window } from 'vscode';
import {
  DocumentSymbolRequest,
  LanguageClient,
  RevealOutputChannelOn,
  State as ClientState,
  TransportKind,
  type DocumentSelector,
  CloseAction,
  ErrorAction,
  type ErrorHandler,
} from 'vscode-languageclient/node';
import {
  clientCommands,
  notifications,
  promptScheme,
  type DrawingParams,
  type InitializationOptions,
} from '../../server/lsp/protocol.ts';
import { outlineAhead } from './outline-ahead.ts';
import { isOn, middleware } from './settings.ts';
import { renameCursors } from './rename-cursors.ts';
import { requestOrder } from './request-order.ts';
import { withoutTab } from './without-tab.ts';

interface Surroundings {
  /** The path of the bundle of the server. */
  readonly server: string;
  readonly version: string;
  readonly output: LogOutputChannel;
  onState(state: 'starting' | 'running' | 'failed'): void;
  /** Called when the results of the server may have changed. */
  onChange(): void;
  onDrawing(drawingParams: DrawingParams): void;
  /** Resolves when pending edits of a document are done; a request about the document waits for them. */
  whenDone(uri: string): Promise<void> | undefined;
}

/** Creates the language client without starting it. */
export function languageClient({
  server,
  version,
  output,
  onState,
  onChange,
  onDrawing,
  whenDone,
}: Surroundings): LanguageClient {
  output.info(`Preflight ${version}`);
  const order = requestOrder(whenDone),
    outline = outlineAhead(document => client.getFeature(DocumentSymbolRequest.method).getProvider(document)),
    closedTabs = withoutTab(document => !isOn('checkUnopenedFiles') || client.visibleDocuments.isVisible(document));
  const client: LanguageClient = new LanguageClient(
    'preflight',
    'Preflight',
    { module: server, transport: TransportKind.stdio },
    {
      documentSelector: selector(),
      outputChannel: output,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      diagnosticCollectionName: 'preflight',
      initializationOptions: options,
      initializationFailedHandler: () => false,
      errorHandler: restartsAfterCrashes(output, () => onState('failed')),
      // a link in a hover must not be able to make an edit
      markdown: {
        isTrusted: { enabledCommands: Object.values(clientCommands).filter(id => id !== clientCommands.fill) },
      },
      diagnosticPullOptions: { onChange: true },
      diagnosticCollectionProvider: closedTabs.collections,
      middleware: {
        ...middleware,
        provideDiagnostics: closedTabs.provideDiagnostics,
        ...outline,
        ...renameCursors,
        sendRequest: order.sendRequest,
        didChange: (change, next) => outline.didChange!(change, event => order.didChange(event, next)),
      },
    },
  );
  client.onDidChangeState(({ newState }) => {
    if (newState === ClientState.Running) onState('running');
    if (newState === ClientState.Starting) onState('starting');
  });
  client.onNotification(notifications.changed, onChange);
  client.onNotification(notifications.drawing, onDrawing);
  return client;
}

/** Selects JSON documents that people edit, in any file system, but not the revisions in a diff. */
function selector(): DocumentSelector {
  const schemes = new Set([
    'file',
    'untitled',
    'vscode-remote',
    ...(workspace.workspaceFolders ?? []).map(({ uri }) => uri.scheme),
  ]);
  return [
    ...[...schemes].flatMap(scheme => [
      { scheme, language: 'json' },
      { scheme, language: 'jsonc' },
    ]),
    { scheme: promptScheme },
  ];
}

function hintKinds(): NonNullable<InitializationOptions['inlayHints']> {
  const kinds = workspace.getConfiguration('preflight').get<Readonly<Record<string, boolean>>>('inlayHintKinds', {});
  return (['versions', 'names', 'times', 'shares', 'callers'] as const).filter(kind => kinds[kind] !== false);
}

/**
 * The options of the server. VS Code's JSON support reports syntax errors itself, so the server does not report them
 * if it is enabled.
 */
function options(): InitializationOptions {
  const isThere = extensions.getExtension('vscode.json-language-features') !== undefined;
  return {
    panels: true,
    reportsSyntax: isThere && workspace.getConfiguration('json').get('validate.enable', true),
    reportsUnopened: isOn('checkUnopenedFiles'),
    inlayHints: hintKinds(),
    trusted: workspace.isTrusted,
  };
}

/** The maximum number of crashes within a time. After more crashes, the user has to restart the server. */
const crashLimit = { crashes: 3, milliseconds: 3 * 60_000 };

/** Restarts a server that crashed, and reports this, until it has crashed too often. */
function restartsAfterCrashes(output: LogOutputChannel, onGivenUp: () => void): ErrorHandler {
  let crashTimes: number[] = [];
  return {
    error: () => ({ action: ErrorAction.Continue, handled: true }),
    closed: () => {
      const now = Date.now();
      crashTimes = [...crashTimes.filter(crash => now - crash < crashLimit.milliseconds), now];
      if (crashTimes.length <= crashLimit.crashes) {
        output.warn('the server ended unexpectedly and is started again');
        window.setStatusBarMessage('$(warning) Preflight ended unexpectedly and is started again', 5000);
        return { action: CloseAction.Restart, handled: true };
      }
      output.error(
        `the server ended ${crashTimes.length} times within ${crashLimit.milliseconds / 60_000} minutes and is not started again`,
      );
      crashTimes = [];
      onGivenUp();
      void askWhatToDo();
      return { action: CloseAction.DoNotRestart, handled: true };
    },
  };
}

async function askWhatToDo(): Promise<void> {
  const restart = 'Start Again',
    show = 'Show Output';
  const choice = await window.showErrorMessage(
    'Preflight ended unexpectedly several times and was not started again.',
    restart,
    show,
  );
  if (choice === restart) await commands.executeCommand('preflight.restart');
  if (choice === show) await commands.executeCommand('preflight.showOutput');
}
