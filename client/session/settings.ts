import { workspace } from 'vscode';
import type { Middleware } from 'vscode-languageclient/node';

/** Whether Preflight may run in this window. */
export const isEnabled = (): boolean => workspace.getConfiguration('preflight').get('enable', true);

/** Whether a setting of something to show is on. */
export const isOn = (setting: 'codeLens' | 'inlayHints' | 'checkUnopenedFiles'): boolean =>
  workspace.getConfiguration('preflight').get(setting, true);

/** Prevents requests for results that are disabled in the settings. */
export const middleware: Middleware = {
  provideCodeLenses: (document, token, next) => (isOn('codeLens') ? next(document, token) : []),
  provideInlayHints: (document, range, token, next) => (isOn('inlayHints') ? next(document, range, token) : []),
};
