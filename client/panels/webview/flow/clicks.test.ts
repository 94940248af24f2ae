import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clicksOf } from './clicks.ts';

const log: string[] = [];
let click: (detail: number) => void;
beforeEach(() => {
  vi.useFakeTimers();
  log.length = 0;
  vi.stubGlobal('addEventListener', (_: string, listener: (event: object) => void) => {
    // the listener of the window comes first, then that of the picture
    click = detail => {
      let isStopped = false;
      listener({ detail, stopPropagation: () => (isStopped = true) });
      if (!isStopped) clicks.first(() => log.push('details'));
    };
  });
  const clicks = clicksOf(() => log.push('text'));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('one click shows details, but not before a second one could follow', () => {
  click(1);
  expect(log).toEqual([]);
  vi.runAllTimers();
  expect(log).toEqual(['details']);
});

test('two go to the text, and nothing moves in between or after', () => {
  click(1);
  click(2);
  vi.runAllTimers();
  expect(log).toEqual(['text']);
});

test('of two slow clicks the second one goes to the text of what the first one selected', () => {
  click(1);
  vi.runAllTimers();
  click(2);
  vi.runAllTimers();
  expect(log).toEqual(['details', 'text']);
});
