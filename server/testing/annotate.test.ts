import { expect, test } from 'vitest';
import voiceSpeed from '../../rules/out-of-range.ts';
import { withoutCarets } from '../core/engine/examples.ts';
import { folded } from './annotate.ts';
import { report } from './rule-tester.ts';

const json = '{\n  "voice_speed": 2.75,\n  "language": "en-US"\n}\n';
const drawn = (...lines: readonly string[]): string => json.replace('2.75,\n', `2.75,\n${lines.join('\n')}\n`);

test('carets and the lines of their messages are not part of the file', () => {
  expect(withoutCarets(drawn('                 ^^^^ warning: a message'))).toBe(json);
  expect(withoutCarets(drawn('                 ^^^^ warning: a', '      | message', ' | of three lines'))).toBe(json);
  expect(withoutCarets('{\n| "a": 1\n}\n'), 'a line that follows no carets').toBe('{\n| "a": 1\n}\n');
});

test('a message is equal however it is broken into lines, and only to itself', () => {
  const message = `${'word '.repeat(40)}last`;
  const whole = folded(drawn(`                 ^^^^ ${message}`));
  expect(Math.max(...whole.split('\n').map(line => line.length))).toBeLessThanOrEqual(112);
  expect(folded(whole)).toBe(whole);
  expect(folded(drawn(`                 ^^^^ ${message.slice(0, 14)}`, `   | ${message.slice(15)}`))).toBe(whole);
  expect(folded(drawn('                 ^^^^', `   | ${message}`))).toBe(whole);
  expect(folded(drawn(`                 ^^^^ ${message}`, '     | more'))).not.toBe(whole);
  expect(folded(drawn(`                 ^^^^ ${message.slice(0, 14)}`, `   |  ${message.slice(15)}`))).not.toBe(whole);
  expect(folded(drawn(`                ^^^^ ${message}`))).not.toBe(whole);
  expect(folded(drawn(`                 ^^^^ warning: ${message}`))).not.toBe(whole);
});

test('findings are compared with a message of several lines', () => {
  const example = `-- a.agent.json --\n${drawn(
    '                 ^^^^ voice_speed: expected between',
    '                    | 0.5 and 2, got 2.75',
  )}`;
  expect(folded(report(voiceSpeed, example))).toBe(folded(example));
});
