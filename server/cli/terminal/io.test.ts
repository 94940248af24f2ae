import { widthOf } from './process-io.ts';
import { expect, test } from 'vitest';
import { coloursFor, type Io, type Output } from './io.ts';

const colours = (env: Io['env'], isTTY: boolean): boolean => coloursFor({ isTTY } as Output, { env });

test.each([
  ['a terminal', {}, true, true],
  ['a pipe', {}, false, false],
  ['NO_COLOR wins over all', { NO_COLOR: '1', FORCE_COLOR: '1', CLICOLOR_FORCE: '1' }, true, false],
  ['NO_COLOR that is empty says nothing', { NO_COLOR: '' }, true, true],
  ['FORCE_COLOR', { FORCE_COLOR: '1' }, false, true],
  ['FORCE_COLOR=0', { FORCE_COLOR: '0', CLICOLOR_FORCE: '1' }, true, false],
  ['CLICOLOR_FORCE', { CLICOLOR_FORCE: '1', CLICOLOR: '0' }, false, true],
  ['CLICOLOR_FORCE=0 forces nothing', { CLICOLOR_FORCE: '0' }, false, false],
  ['CLICOLOR=0', { CLICOLOR: '0' }, true, false],
  ['CLICOLOR=1 colours no pipe', { CLICOLOR: '1' }, false, false],
  ['a dumb terminal', { TERM: 'dumb' }, true, false],
])('printed text: %s', (_, env, isTTY, expected) => {
  expect(colours(env, isTTY)).toBe(expected);
  expect(colours({ ...env, NO_COLOR: '1' }, isTTY)).toBe(false);
});

test.each([
  [{}, 80],
  [{ columns: 0 }, 80],
  [{ columns: 120 }, 120],
])('a terminal of %j is %i columns wide', (terminal, width) => expect(widthOf(terminal)).toBe(width));
