import { join } from 'node:path';
import { expect, test } from 'vitest';
import { disk } from './source.ts';
import { scratchFolders, write } from '../testing/preflight.ts';
import { hashOf } from './hash.ts';
import { Shelf } from './shelf.ts';

const folderWith = scratchFolders();
const agent = (id: string): string => `{ "agent_id": "${id}", "voice_id": "11labs-Lily é" }`;

test('what was let go is read again, and what has become another is told', () => {
  const folder = folderWith({ 'a.agent.json': agent('a'), 'b.agent.json': agent('b'), 'c.agent.json': agent('c') });
  const changed: string[] = [];
  const shelf = new Shelf(path => changed.push(path), 60).of(folder);
  const [a, b, c] = ['a', 'b', 'c'].map(id =>
    shelf.document(`${id}.agent.json`, disk.text(join(folder, `${id}.agent.json`)), undefined),
  );
  expect([a, b, c].map(one => one!.at('/agent_id').value)).toEqual(['a', 'b', 'c']);
  expect(changed).toEqual([]);
  write(folder, { 'b.agent.json': agent('B') });
  expect([a, b, c].map(one => one!.at('/agent_id').value)).toEqual(['a', 'B', 'c']);
  expect(changed).toEqual([join(folder, 'b.agent.json')]);
});

test('while there is room all is held, and then the first is let go', () => {
  const names = ['a', 'b', 'c', 'd'];
  const folder = folderWith(Object.fromEntries(names.map(id => [`${id}.agent.json`, agent(id)])));
  const read: string[] = [];
  const source = { ...disk, text: (path: string) => (read.push(path.slice(-12, -11)), disk.text(path)) };
  const length = agent('a').length;
  const shelf = new Shelf(() => undefined, 3 * length).of(folder, source);
  const put = (id: string) =>
    shelf.document(`${id}.agent.json`, disk.text(join(folder, `${id}.agent.json`)), undefined);
  const first = ['a', 'b', 'c'].map(put);
  expect(first.map(one => one.at('/agent_id').value)).toEqual(['a', 'b', 'c']);
  expect(read).toEqual([]);
  put('d');
  expect(first.toReversed().map(one => one.at('/agent_id').value)).toEqual(['c', 'b', 'a']);
  expect(read).toEqual(['a']);
});

test('the hash is MurmurHash3, wherever the bytes begin', () => {
  const published: [string, number][] = [
    ['', 0],
    ['test', 0xba6bd213],
    ['Hello, world!', 0xc0363e43],
    ['The quick brown fox jumps over the lazy dog', 0x2e4ff723],
  ];
  for (const [text, hash] of published)
    for (const before of [0, 1, 2, 3, 4]) {
      const bytes = new Uint8Array(before + text.length + 3);
      bytes.set(Buffer.from(text), before);
      expect([text, before, hashOf(bytes.subarray(before, before + text.length))]).toEqual([text, before, hash]);
    }
});
