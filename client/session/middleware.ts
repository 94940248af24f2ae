import { workspace } from 'vscode';
import type { Middleware } from 'vscode-languageclient/node';

const isOn = (setting: 'codeLens' | 'inlayHints' | 'checkUnopenedFiles'): boolean =>
  workspace.getConfiguration('preflight').get(setting, true);

/** What the settings of the editor turn off is not asked for. */
export const middleware: Middleware = {
  provideCodeLenses: (document, token, next) => (isOn('codeLens') ? next(document, token) : []),
  provideInlayHints: (document, range, token, next) => (isOn('inlayHints') ? next(document, range, token) : []),
  provideWorkspaceDiagnostics: (known, token, report, next) =>
    isOn('checkUnopenedFiles') ? next(known, token, report) : { items: [] },
};
