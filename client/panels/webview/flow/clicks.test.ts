import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clicksOf } from './clicks.ts';

const log: string[] = [];
let click: (detail: number) => void, pressKey: () => void, isPending: () => boolean;
beforeEach(() => {
  vi.useFakeTimers();
  log.length = 0;
  const listeners = new Map<string, (event: object) => void>();
  vi.stubGlobal('addEventListener', (name: string, listener: (event: object) => void) => listeners.set(name, listener));
  const clicks = clicksOf(() => log.push('text'));
  pressKey = () => listeners.get('keydown')!({});
  isPending = () => clicks.isPending();
  // the listeners of the window run before the listener of the picture
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

test('a single click shows details, after the time for a second click', () => {
  click(1);
  expect(log).toEqual([]);
  vi.runAllTimers();
  expect(log).toEqual(['details']);
});

test('a double click goes to the text and shows no details', () => {
  click(1);
  click(2);
  vi.runAllTimers();
  expect(log).toEqual(['text']);
});

test('the second of two slow clicks goes to the text of the node that the first one selected', () => {
  click(1);
  vi.runAllTimers();
  click(2);
  vi.runAllTimers();
  expect(log).toEqual(['details', 'text']);
});

test('a key pressed after a click prevents the details', () => {
  click(1);
  pressKey();
  vi.runAllTimers();
  expect(log).toEqual([]);
});

test('after two clicks at different places, only the second shows details', () => {
  click(1);
  click(1);
  vi.runAllTimers();
  expect(log).toEqual(['details']);
});

test('a click is pending until its details are shown, or another action comes', () => {
  expect(isPending()).toBe(false);
  for (const end of [() => vi.runAllTimers(), () => click(2), pressKey]) {
    click(1);
    expect(isPending()).toBe(true);
    end();
    expect(isPending()).toBe(false);
  }
});
