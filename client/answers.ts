import { commands, Disposable, EventEmitter, Uri, ViewColumn, window, workspace, type Position } from 'vscode';
import { clientCommands, requests } from '../server/lsp/protocol.ts';
import type { Session } from './session.ts';

const scheme = 'preflight-answer';
const asked = { [clientCommands.preview]: requests.preview, [clientCommands.simulate]: requests.simulate, [clientCommands.flow]: requests.flow };

/** The commands that ask the server of a place: its answer as JSON, beside the editor. */
export function answers(session: Session): Disposable {
  const texts = new Map<string, string>();
  const changed = new EventEmitter<Uri>();
  const show = async (request: string, uri: string, position: { line: number; character: number }): Promise<void> => {
    const answer = await session.ask<unknown>(request, { uri, position });
    if (answer === undefined || answer === null) { void window.showInformationMessage('Preflight has nothing to show of this place.'); return; }
    const shown = Uri.from({ scheme, path: `/${request.slice('preflight/'.length)} of ${Uri.parse(uri).path.split('/').at(-1)}` });
    texts.set(shown.toString(), JSON.stringify(answer, undefined, 2));
    changed.fire(shown);
    await window.showTextDocument(shown, { viewColumn: ViewColumn.Beside, preserveFocus: true, preview: true });
  };
  return Disposable.from(
    changed,
    workspace.registerTextDocumentContentProvider(scheme, { onDidChange: changed.event, provideTextDocumentContent: uri => texts.get(uri.toString()) ?? '' }),
    ...Object.entries(asked).map(([command, request]) => commands.registerCommand(command, (uri?: unknown, position?: Position) => {
      const editor = window.activeTextEditor;
      const place = typeof uri === 'string' ? uri : uri instanceof Uri ? uri.toString() : editor?.document.uri.toString();
      const cursor = editor?.document.uri.toString() === place ? editor?.selection.active : undefined;
      if (place !== undefined) return show(request, place, position ?? cursor ?? { line: 0, character: 0 });
    })),
  );
}
