// In a folder of exports that only their contents identify, and other JSON: nothing is opened.
import { ok } from 'node:assert';
import { Uri } from 'vscode';
import { folder, issues, state, wait } from './editing.ts';
import { runAll, test } from './registry.ts';

test('the server starts by itself, and finds them', async () => {
  await wait('the server', () => state() === 'running');
  const uri = Uri.joinPath(folder(), 'from the dashboard/Desk (1).json');
  await wait('findings', () => issues(uri).length > 0);
  ok(issues(uri).some(({ message }) => message.startsWith('voice_speed')));
});

export const run = runAll;
