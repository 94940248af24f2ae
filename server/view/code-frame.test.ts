import { describe, expect, test } from 'vitest';
import { Document } from '../core/document.ts';
import { rangeOf } from '../core/engine/report.ts';
import { secretSpans } from '../core/domain/redacted.ts';
import { codeFrame } from './code-frame.ts';

/** The code frame of the first occurrence of a text, printed as in a terminal. */
function frameOf(text: string, markedText: string, columns = 60, file = 'x.agent.json'): string {
  const document = new Document(file, text);
  const start = text.indexOf(markedText);
  const frame = codeFrame(
    document,
    rangeOf(document, { start, end: start + markedText.length }),
    secretSpans(document),
    columns,
  );
  return `${frame.source}\n${' '.repeat(frame.indent)}${'^'.repeat(frame.marked)}${frame.hasMore ? '…' : ''}`;
}

describe('code frames', () => {
  test('carets are under the exact characters', () => {
    expect(frameOf('{\n  "voice_speed": 2.75,\n  "a": 1 }', '2.75')).toBe(
      '  "voice_speed": 2.75,\n                 ^^^^',
    );
  });
  test('a tab takes four columns', () => {
    expect(frameOf('{\n\t"a":\t2.75\n}', '2.75')).toBe('    "a":    2.75\n            ^^^^');
  });
  test('wide characters take two columns, combining marks none', () => {
    expect(frameOf('{"日本": "é", "x": 1}', '1')).toBe('{"日本": "é", "x": 1}\n                   ^');
    expect(frameOf('{"a": "日本"}', '日本')).toBe('{"a": "日本"}\n       ^^^^');
    expect(frameOf('{"👩‍👩‍👧": 1}', '1')).toBe('{"👩‍👩‍👧": 1}\n       ^');
  });
  test('unprintable characters are escaped', () => {
    expect(frameOf('{"\u202e\u0007": 1}', '1')).toBe('{"\\u202e\\u0007": 1}\n                 ^');
    expect(frameOf('{"\ud800": 1}', '1')).toBe('{"\\ud800": 1}\n           ^');
  });
  test('a long line is cut to a window around the place', () => {
    const text = `{"general_prompt": "${'so '.repeat(2000)}{name} ${'and '.repeat(2000)}"}`;
    const frame = frameOf(text, '{name}', 40);
    expect(frame.split('\n')[0]).toMatch(/^….*\{name\}.*…$/);
    expect(frame.split('\n')[0]!.length).toBeLessThanOrEqual(40);
    expect(frame.split('\n')[1]!.indexOf('^')).toBe(frame.indexOf('{name}'));
    expect(frame.split('\n')[1]!.trim()).toBe('^^^^^^');
  });
  test('the window keeps the end of the line if the place is near it', () => {
    expect(frameOf(`{"a": "${'x'.repeat(300)}", "b": 1}`, '1', 30)).toMatch(/^…x+", "b": 1\}\n *\^$/);
  });
  test('indentation is cut first if the line is too long', () => {
    expect(frameOf(`{"a":\n${' '.repeat(50)}"b": 1\n}`, '1', 30)).toBe('"b": 1\n     ^');
  });
  test('a mark wider than the window fills it', () => {
    const [source, marks] = frameOf(`{"a": "${'x'.repeat(300)}"}`, `"${'x'.repeat(300)}"`, 30).split('\n') as [
      string,
      string,
    ];
    expect(source.length).toBeGreaterThan(25);
    expect(source.length).toBeLessThanOrEqual(30);
    expect(marks).toBe(' '.repeat(source.indexOf('"xxx')) + '^'.repeat(source.length - source.indexOf('"xxx')));
  });
  test('of a range of several lines, only the first line is shown', () => {
    expect(frameOf('{ "a": [\n1,\n2] }', '[\n1,\n2]')).toBe('{ "a": [\n       ^…');
  });
  test('CR and CRLF end the line; a byte order mark takes no column', () => {
    expect(frameOf('\ufeff{"a": 1}\r\n{}', '1')).toBe('{"a": 1}\n      ^');
    expect(frameOf('{\r"a": 1}', '1')).toBe('"a": 1}\n     ^');
  });
  test('a place after the last character is marked, too', () => {
    expect(frameOf('{"a": 1', '')).toContain('^');
    const document = new Document('x.agent.json', '');
    expect(codeFrame(document, rangeOf(document, { start: 0, end: 0 }), [], 40)).toEqual({
      source: '',
      indent: 0,
      marked: 1,
      hasMore: false,
    });
  });
  test('secrets are hidden, and the text after them keeps its carets', () => {
    const tool =
      '{"general_prompt": "x", "model": "y", "general_tools": [' +
      '{"type": "check_availability_sched", "name": "a", "sched_api_key": "cal_live_5f0c", "b": 1}]}';
    const frame = frameOf(tool, '1', 200, 'x.llm.json');
    expect(frame).toContain('"sched_api_key": "***", "b": 1');
    expect(frame.split('\n')[1]!.indexOf('^')).toBe(frame.indexOf('1}]'));
    expect(frameOf(tool, 'cal_live_5f0c', 200, 'x.llm.json')).not.toContain('5f0c');
    expect(frameOf('{"url": "https://a.example/?api_key=abcdef123&x=1"}', 'https', 200)).toBe(
      '{"url": "https://a.example/?api_key=***&x=1"}\n         ^^^^^',
    );
    expect(
      frameOf(
        '{"general_prompt": "x", "model": "y", "mcps": [{"headers": {"A": "Bearer {{token}}", "B": "YOUR_KEY", "C": "9f8e7d"}}]}',
        'mcps',
        200,
        'x.llm.json',
      ),
    ).toContain('"A": "Bearer {{token}}", "B": "YOUR_KEY", "C": "***"');
  });
  test('a line of ten megabytes is shown as a window', () => {
    const document = new Document('x.agent.json', `{"a": "${'x'.repeat(10_000_000)}", "b": 1}`);
    const frame = codeFrame(document, rangeOf(document, { start: 5_000_000, end: 9_000_000 }), [], 80);
    expect(JSON.stringify(frame).length).toBeLessThan(1000);
    expect(JSON.stringify(frame)).toContain('…');
  });
});
