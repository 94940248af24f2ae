import type { Disposable, Uri } from 'vscode';
import { clientCommands, requests } from '../../server/lsp/protocol.ts';
import type { ClientSession } from '../session/session.ts';
import { placePanel } from './place-panel.ts';
import type { PromptControls } from './webview/messages.ts';

/**
 * The Prompt panel, which shows the prompt that the model gets at the node or state of the cursor, for a chosen
 * caller.
 * @param root the folder of the extension
 */
export const promptPanel = (session: ClientSession, root: Uri): Disposable =>
  placePanel<PromptControls>(session, root, {
    type: clientCommands.prompt,
    command: clientCommands.prompt,
    request: requests.prompt,
    page: 'prompt',
    title: 'Prompt',
    controls: { as: '', turn: '', given: '' },
  });
