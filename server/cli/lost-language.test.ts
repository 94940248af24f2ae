import { expect, test } from 'vitest';
import { agent, agentList, committed, preflight, scratchFolders, write } from '../testing/preflight.ts';

const folderWith = scratchFolders();

test('the headline of a run names another language of a live version', async () => {
  const desk = (language: string): string => agent(`"agent_name": "Desk", "language": "${language}"`);
  const folder = committed(
    folderWith({ 'desk.agent.json': desk('en-US'), 'team.agent-list.json': agentList('"prod": { "version": 1 }') }),
  );
  write(folder, { 'desk.agent.json': desk('es-ES') });
  const { stdout } = await preflight(['ci', '--base', 'HEAD'], folder);
  expect(stdout).toMatch(/^### Preflight: Live callers hear a change: language \(en-US → es-ES\) of Desk v1; /m);
});
