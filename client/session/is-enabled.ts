import { workspace } from 'vscode';

/** Whether Preflight may run in this window. */
export const isEnabled = (): boolean => workspace.getConfiguration('preflight').get('enable', true);
