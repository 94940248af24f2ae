import { commands, window, type ExtensionContext } from 'vscode';
import { assertions } from './assertions.ts';
import { disable, fixAllSafe, menu, explanations } from './commands.ts';
import { marks } from './marks.ts';
import { newFiles } from './new-files.ts';
import { flowPanel } from './panels/flow.ts';
import { askForExports, comparePanel } from './panels/plan.ts';
import { previewPanel, promptPanel, simulationPanel } from './panels/place-panel.ts';
import { texts } from './panels/texts.ts';
import { prompts } from './prompt/prompts.ts';
import { places } from './session/places.ts';
import { ClientSession, type ClientState } from './session/session.ts';
import { isEnabled } from './session/settings.ts';
import { status } from './status.ts';
import { agentsView } from './views/agents.ts';
import { whenItMatters } from './when-it-matters.ts';

/** The API for other extensions and tests. */
export interface Preflight {
  /** The state is `waiting` until the first platform file is seen; the server is started only then. */
  readonly state: ClientState;
}

let session: ClientSession | undefined;

export function activate(context: ExtensionContext): Preflight {
  const { subscriptions, asAbsolutePath, extension, extensionUri } = context;
  const clientSession = new ClientSession(asAbsolutePath('dist/server.cjs'), extension.packageJSON.version as string);
  session = clientSession;
  subscriptions.push(
    clientSession,
    status(clientSession),
    explanations(clientSession),
    menu(clientSession),
    fixAllSafe(clientSession),
    newFiles(clientSession),
    places(),
    marks(),
    disable(clientSession),
    prompts(clientSession),
    agentsView(clientSession),
    assertions(clientSession),
    previewPanel(clientSession, extensionUri),
    promptPanel(clientSession, extensionUri),
    simulationPanel(clientSession, extensionUri),
    flowPanel(clientSession, context),
    comparePanel(clientSession, extensionUri),
    texts(clientSession, askForExports),
    commands.registerCommand('preflight.restart', () =>
      isEnabled()
        ? clientSession.restart()
        : window.showInformationMessage('Preflight is off: see the setting preflight.enable.'),
    ),
    commands.registerCommand('preflight.showOutput', () => clientSession.output.show()),
    commands.registerCommand('preflight.getStarted', () =>
      commands.executeCommand('workbench.action.openWalkthrough', `${extension.id}#start`, false),
    ),
    whenItMatters(() => void clientSession.start()),
  );
  return {
    get state() {
      return clientSession.state;
    },
  };
}

export const deactivate = (): Promise<void> | undefined => session?.stop();
