import { Uri, window, type Disposable } from 'vscode';
import { clientCommands, requests } from '../../server/lsp/protocol.ts';
import type { ClientSession } from '../session/session.ts';
import { placePanel } from './place-panel.ts';
import type { SimulationControls } from './webview/messages.ts';

/**
 * The Simulation panel, which shows what the platform would do with the record at the cursor.
 * @param root the folder of the extension
 */
export const simulationPanel = (session: ClientSession, root: Uri): Disposable =>
  placePanel<SimulationControls>(session, root, {
    type: clientCommands.simulate,
    command: clientCommands.simulate,
    request: requests.simulate,
    page: 'simulation',
    title: 'Simulation',
    controls: { calls: 100_000, seed: '1', call: 'silent', outbound: false, digits: '' },
    choose: async ruleUri => {
      const [file] =
        (await window.showOpenDialog({
          title: 'Choose a Series',
          openLabel: 'Replay',
          defaultUri: Uri.joinPath(Uri.parse(ruleUri), '..'),
          filters: { 'CSV or JSON': ['csv', 'json'] },
        })) ?? [];
      return file && { series: { of: ruleUri, uri: file.toString() } };
    },
  });
