// The suite in a folder of exports that are recognized only by their contents, and of other JSON files. It opens no
// file.
import { ok } from 'node:assert';
import { Uri } from 'vscode';
import { folder, issues, state, wait } from './editing.ts';
import { runAll, test } from './registry.ts';

test('the server starts automatically, and finds the exports', async () => {
  await wait('the server', () => state() === 'running');
  const uri = Uri.joinPath(folder(), 'from the dashboard/Desk (1).json');
  await wait('findings', () => issues(uri).length > 0);
  ok(issues(uri).some(({ message }) => message.startsWith('voice_speed')));
});

export const run = runAll;
