import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clicksOf } from './clicks.ts';

const log: string[] = [];
let click: (detail: number) => void, pressKey: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  log.length = 0;
  const listeners = new Map<string, (event: object) => void>();
  vi.stubGlobal('addEventListener', (name: string, listener: (event: object) => void) => listeners.set(name, listener));
  const clicks = clicksOf(() => log.push('text'));
  pressKey = () => listeners.get('keydown')!({});
  // the listeners of the window come first, then that of the picture
  click = detail => {
    let isStopped = false;
    listeners.get('mousedown')!({ detail });
    listeners.get('click')!({ detail, stopPropagation: () => (isStopped = true) });
    if (!isStopped) clicks.first(() => log.push('details'));
  };
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

test('details do not follow a key that was pressed in between', () => {
  click(1);
  pressKey();
  vi.runAllTimers();
  expect(log).toEqual([]);
});

test('of two clicks at different places only the second one shows details', () => {
  click(1);
  click(1);
  vi.runAllTimers();
  expect(log).toEqual(['details']);
});
