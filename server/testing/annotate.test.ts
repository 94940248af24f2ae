import { expect, test } from 'vitest';
import voiceSpeed from '../../rules/out-of-range.ts';
import { withoutCarets } from '../core/engine/rule-docs.ts';
import { folded } from './annotate.ts';
import { report } from './rule-tester.ts';

const json = '{\n  "voice_speed": 2.75,\n  "language": "en-US"\n}\n';
const figure = (...lines: readonly string[]): string => json.replace('2.75,\n', `2.75,\n${lines.join('\n')}\n`);

test('carets and the lines of their messages are not part of the file', () => {
  expect(withoutCarets(figure('                 ^^^^ warning: a message'))).toBe(json);
  expect(withoutCarets(figure('                 ^^^^ warning: a', '      | message', ' | of three lines'))).toBe(json);
  expect(withoutCarets('{\n| "a": 1\n}\n'), 'a line that follows no carets').toBe('{\n| "a": 1\n}\n');
});

test('messages are compared without regard to their line breaks', () => {
  const message = `${'word '.repeat(40)}last`;
  const result = folded(figure(`                 ^^^^ ${message}`));
  expect(Math.max(...result.split('\n').map(line => line.length))).toBeLessThanOrEqual(112);
  expect(folded(result)).toBe(result);
  expect(folded(figure(`                 ^^^^ ${message.slice(0, 14)}`, `   | ${message.slice(15)}`))).toBe(result);
  expect(folded(figure('                 ^^^^', `   | ${message}`))).toBe(result);
  expect(folded(figure(`                 ^^^^ ${message}`, '     | more'))).not.toBe(result);
  expect(folded(figure(`                 ^^^^ ${message.slice(0, 14)}`, `   |  ${message.slice(15)}`))).not.toBe(
    result,
  );
  expect(folded(figure(`                ^^^^ ${message}`))).not.toBe(result);
  expect(folded(figure(`                 ^^^^ warning: ${message}`))).not.toBe(result);
});

test('a finding matches a message that is written on several lines', () => {
  const example = `-- a.agent.json --\n${figure(
    '                 ^^^^ voice_speed: expected between',
    '                    | 0.5 and 2, got 2.75',
  )}`;
  expect(folded(report(voiceSpeed, example))).toBe(folded(example));
});
