import { workspace, type Disposable } from 'vscode';
import type { ClientSession } from './session/session.ts';

/**
 * What the settings turn off is not asked for any more; what is shown of it already goes, and comes back, with a new
 * start of the server.
 */
export const settings = (session: ClientSession): Disposable =>
  workspace.onDidChangeConfiguration(change => {
    if (change.affectsConfiguration('preflight.enable')) {
      void session.follow();
      return;
    }
    const isShown = ['codeLens', 'inlayHints', 'inlayHintKinds', 'checkUnopenedFiles'].some(name =>
      change.affectsConfiguration(`preflight.${name}`),
    );
    if (isShown && session.state !== 'waiting') void session.restart();
  });
