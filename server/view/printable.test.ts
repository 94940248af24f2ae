import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { paint } from './paint.ts';
import { isSafe, printable, withoutCommands, withoutControls } from './printable.ts';

const { bold, red } = paint(true);
const controls = [...Array(0x20).keys(), 0x7f, ...Array.from({ length: 0x20 }, (_, i) => 0x80 + i)]
  .map(code => String.fromCharCode(code))
  .concat([...'\u2028\u2029\u061c\u200e\u200f\u202a\u202e\u2066\u2069']);

describe('controls', () => {
  test('are all escaped within a line', () => {
    expect(printable('a\n\x1b[31mb\u202e\t')).toBe('a\\u000a\\u001b[31mb\\u202e\\u0009');
    for (const char of controls) expect(printable(char)).toMatch(/^\\u[0-9a-f]{4}$/);
  });
  test('are removed from a whole output, except line ends, tabs, and requested colors', () => {
    for (const char of controls.filter(char => !'\n\t'.includes(char)))
      expect(withoutControls(`a${char}b`, true)).toMatch(/^a\\u[0-9a-f]{4}b$/);
    expect(withoutControls('a\n\tb\r\nc\rd')).toBe('a\n\tb\r\nc\\u000dd');
    const colouredText = `${bold(`a${red('b')}`)} \x1b[5m\x1b[2J\x1b]8;;x\x07`;
    expect(withoutControls(colouredText, true)).toBe(`${bold(`a${red('b')}`)} \\u001b[5m\\u001b[2J\\u001b]8;;x\\u0007`);
    expect(withoutControls(colouredText)).not.toContain('\x1b');
  });
  test('keep their meaning in JSON', () =>
    fc.assert(
      fc.property(
        fc.string({ unit: fc.oneof(fc.constantFrom(...controls, '::', '##[', '\\', '"'), fc.string()) }),
        value => {
          const text = JSON.stringify({ [value]: [value] }, undefined, 2);
          expect(JSON.parse(withoutCommands(withoutControls(text)))).toEqual({ [value]: [value] });
          expect(isSafe(withoutCommands(withoutControls(text)))).toBe(true);
        },
      ),
    ));
});

describe('commands', () => {
  test.each([
    ['::stop-commands::x', '\\u003a:stop-commands::x'],
    [' \t\u00a0::error::x', ' \t\u00a0\\u003a:error::x'],
    ['a\n\n  ::error::x\nb', 'a\n\n  \\u003a:error::x\nb'],
    [`${bold('::error::x')} 1`, '\x1b[1m\\u003a:error::x\x1b[22m 1'],
    ['a ##[error]b ##vso[task.x]y', 'a \\u0023#[error]b \\u0023#vso[task.x]y'],
    ["###teamcity['x']", "#\\u0023#teamcity['x']"],
  ])('include %j', (text, words) => expect(withoutCommands(text)).toBe(words));
  test.each(['a::b', 'x ::error::', ': :', '## A heading [x]', '# x', 'c#[x]'])('do not include %j', text =>
    expect(withoutCommands(text)).toBe(text),
  );
  test('are found quickly in a line of any length', () => {
    for (const part of [' ', '\n', '#', ':', '##a', '\x1b[1m'])
      expect(withoutCommands(part.repeat(1_000_000)).endsWith(part)).toBe(true);
  });
});
