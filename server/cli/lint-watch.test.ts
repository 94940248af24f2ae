import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { agent, preflight, scratchFolders, write } from '../testing/preflight.ts';

const folderWith = scratchFolders();
const correctAgent = agent(),
  wrongAgent = agent('"voice_speed": "1.5"'),
  twoBad = agent('"voice_speed": "1.5", "volume": 7');

describe('--watch', () => {
  const watching = (folder: string) => {
    const stop = new AbortController();
    let words = '';
    const output = {
      write: (text: string) => {
        words += text;
      },
      isTTY: false,
      columns: 80,
    };
    const outputUntil = async (text: string): Promise<string> => {
      for (let i = 0; i < 200 && !words.includes(text); i++) await new Promise(passed => setTimeout(passed, 50));
      expect(words).toContain(text);
      const seenText = words;
      words = '';
      return seenText;
    };
    const exitResult = preflight(['lint', '--watch', '--format', 'compact'], folder, {
      stdout: output,
      stderr: output,
      signal: stop.signal,
    });
    const end = async (): Promise<number> => {
      stop.abort();
      return (await exitResult).code;
    };
    return { until: outputUntil, end };
  };
  test('runs again after a change, survives a broken configuration, and stops on a signal', async () => {
    const folder = folderWith({ 'desk.agent.json': correctAgent });
    const { until, end } = watching(folder);
    await until('watching');
    write(folder, { 'desk.agent.json': wrongAgent });
    await until('wrong-type');
    write(folder, { 'preflight.config.json': '{ "rules": ' });
    await until('preflight.config.json:1:');
    write(folder, { 'preflight.config.json': '{}', 'desk.agent.json': twoBad });
    await until('out-of-range');
    expect(await end()).toBe(0);
  });
  test('notices files that are replaced repeatedly and new folders, and prints a line between runs', async () => {
    const folder = folderWith({ 'agents/desk.agent.json': correctAgent });
    const { until, end } = watching(folder);
    const replace = (text: string): void => {
      write(folder, { 'agents/desk.tmp': text });
      renameSync(join(folder, 'agents/desk.tmp'), join(folder, 'agents/desk.agent.json'));
    };
    expect(await until('watching')).not.toContain('---');
    for (const [text, words] of [
      [wrongAgent, 'wrong-type'],
      [twoBad, 'out-of-range'],
      [wrongAgent, 'wrong-type'],
    ] as const) {
      replace(text);
      expect(await until(words)).toMatch(/^---\n/);
    }
    mkdirSync(join(folder, 'more/deep'), { recursive: true });
    await until('watching');
    write(folder, { 'more/deep/x.agent.json': wrongAgent });
    await until('more/deep/x.agent.json');
    rmSync(join(folder, 'more'), { recursive: true });
    await until('watching');
    write(folder, { 'more/deep/x.agent.json': twoBad });
    await until('more/deep/x.agent.json');
    expect(await end()).toBe(0);
  });
});
