import { describe, expect, test } from 'vitest';
import { outcomeOf, titles } from '../../testing/actions-at.ts';
import { multi } from '../../testing/action-fixtures.ts';
import { wrapped } from '../../testing/wrapped.ts';

const contextWith = (fixture: string, config: string, name = 'preflight.config.json'): string =>
  `${fixture}-- ${name} --\n${config}`;

describe('the baseline', () => {
  const title = 'Add this deprecated-value to the baseline';
  test('is created with the first entry', () =>
    expect(outcomeOf(multi, title)).toMatchInlineSnapshot(`
    "
    -- preflight.baseline.json --
    {
      "version": 2,
      "findings": [
        {"rule":"deprecated-value","file":"desk.agent.json","at":"/language","text":"72ac5790"}
      ]
    }
    "
  `));
  test('inserts a new entry in the order of its entries', () => {
    const entry = (file: string): string => `    {"rule":"unknown-field","file":"${file}","at":"/x"}`;
    const baseline = `{\n  "version": 1,\n  "findings": [\n${entry('a.agent.json')},\n${entry('z.agent.json')}\n  ]\n}\n`;
    expect(outcomeOf(contextWith(multi, baseline, 'preflight.baseline.json'), title)).toMatchInlineSnapshot(`
      "
      -- preflight.baseline.json --
      {
        "version": 1,
        "findings": [
          {"rule":"unknown-field","file":"a.agent.json","at":"/x"},
          {"rule":"deprecated-value","file":"desk.agent.json","at":"/language"},
          {"rule":"unknown-field","file":"z.agent.json","at":"/x"}
        ]
      }
      "
    `);
    const crlf = baseline.replaceAll('\n', '\r\n');
    expect(outcomeOf(contextWith(multi, crlf, 'preflight.baseline.json'), title)).toBe(
      outcomeOf(contextWith(multi, baseline, 'preflight.baseline.json'), title).replace(/(?<=json --\n)[^]*/, text =>
        text.replaceAll('\n', '\r\n'),
      ),
    );
  });
  test('of version 2 contains the text of an accepted finding', () => {
    const baseline = '{\n  "version": 2,\n  "findings": []\n}\n';
    expect(outcomeOf(contextWith(multi, baseline, 'preflight.baseline.json'), title)).toContain('"text":"72ac5790"}');
  });
  test('stays unchanged if it is unreadable', () =>
    expect(
      titles(contextWith(multi, '{', 'preflight.baseline.json'))
        .filter(title => title.includes('baseline'))
        .map(wrapped),
    ).toMatchInlineSnapshot(`
      [
        "quickfix.disable: Add this deprecated-value to the baseline – preflight.baseline.json cannot be read; "preflight lint
        ↪ --write-baseline" writes a new one",
      ]
    `));
  test('never contains a finding twice', () => {
    expect(
      titles(
        contextWith(
          multi,
          '{"version":1,"findings":[{"rule":"deprecated-value","file":"desk.agent.json","at":"/language"}]}',
          'preflight.baseline.json',
        ),
      ).filter(title => !title.includes('Turn off')),
    ).toMatchInlineSnapshot(`
      [
        "quickfix*: List the 10 locales it stands for",
        "quickfix.disable: Suppress deprecated-value here",
        "quickfix: Explain deprecated-value",
      ]
    `);
  });
});
