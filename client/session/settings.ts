import { workspace, type Disposable } from 'vscode';
import type { ClientSession } from './session.ts';
import type { Middleware } from 'vscode-languageclient/node';

/**
 * What the settings disable is no longer requested; what is already shown is removed, and comes back, by restarting the
 * server.
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

/** Whether Preflight may run in this window. */
export const isEnabled = (): boolean => workspace.getConfiguration('preflight').get('enable', true);

const isOn = (setting: 'codeLens' | 'inlayHints' | 'checkUnopenedFiles'): boolean =>
  workspace.getConfiguration('preflight').get(setting, true);

/** What the editor's settings disable is not requested. */
export const middleware: Middleware = {
  provideCodeLenses: (document, token, next) => (isOn('codeLens') ? next(document, token) : []),
  provideInlayHints: (document, range, token, next) => (isOn('inlayHints') ? next(document, range, token) : []),
  provideWorkspaceDiagnostics: (known, token, report, next) =>
    isOn('checkUnopenedFiles') ? next(known, token, report) : { items: [] },
};
