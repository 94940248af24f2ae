import type { Disposable, Uri } from 'vscode';
import { clientCommands, requests } from '../../server/lsp/protocol.ts';
import type { ClientSession } from '../session/session.ts';
import { placePanel } from './place-panel.ts';
import type { PreviewControls } from './webview/messages.ts';

/**
 * The Preview panel, which shows what the reference or record at the cursor resolves to, and why.
 * @param root the folder of the extension
 */
export const previewPanel = (session: ClientSession, root: Uri): Disposable =>
  placePanel<PreviewControls>(session, root, {
    type: clientCommands.preview,
    command: clientCommands.preview,
    request: requests.preview,
    page: 'preview',
    title: 'Preview',
    controls: { calls: 100_000, seed: '1' },
  });
