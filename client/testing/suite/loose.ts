// In a folder of exports that only their contents identify, and other JSON: nothing is opened.
import { ok } from 'node:assert';
import { Uri } from 'vscode';
import { folder, ours, state, until } from './editing.ts';
import { runAll, test } from './registry.ts';

test('the server starts by itself, and finds them', async () => {
  await until('the server', () => state() === 'running');
  const uri = Uri.joinPath(folder(), 'from the dashboard/Desk (1).json');
  await until('findings', () => ours(uri).length > 0);
  ok(ours(uri).some(({ message }) => message.startsWith('voice_speed')));
});

export const run = runAll;
