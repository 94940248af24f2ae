import { describe, expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import { Document } from '../core/document.ts';
import { lint, RuleSet } from '../core/engine/lint.ts';
import type { Finding } from '../core/finding.ts';
import { workspaceOf } from './fixture.ts';
import { openSample } from './samples.ts';

const set = new RuleSet(rules);
const found = (text: string, file = 'desk.agent.json'): string[] => {
  const workspace = workspaceOf(`-- ${file} --\n${text}`),
    [document] = workspace.documents;
  return lint(document!, workspace, set).map(({ rule, message }) => `${rule}: ${message}`);
};
const agent = (line: string): string => `{
  "agent_name": "Desk",
  "voice_id": "11labs-Adrian",
${line}
  "voice_speed": 9,
  "custom_stt_config": { "provider": "azure", "endpointing_ms": 200 }
}
`;
const tooFast = 'out-of-range: voice_speed: expected between 0.5 and 2, got 9';

describe('a line that is being typed hides nothing of the others', () => {
  test.each([
    ['  "', 'unclosed string: a double quote is missing'],
    ['  "lang', 'unclosed string: a double quote is missing'],
    ['  ""', 'missing value for ""'],
    ['  "language"', 'missing value for "language"'],
    ['  "language":', 'missing value for "language"'],
    ['  "language": ,', 'missing value for "language"'],
    ['  "language": "', 'unclosed string: a double quote is missing'],
    ['  "language": "en-', 'unclosed string: a double quote is missing'],
    ['  "volume": tr', 'tr is not a JSON value; strings need double quotes'],
    ['  lang', 'the key lang must be in double quotes'],
    ['  ,', 'expected a value, got a comma'],
  ])('%s', (line, slip) => {
    const [first, ...others] = found(agent(line));
    expect(first).toBe(`invalid-json: ${slip}`);
    expect(others).toContain(tooFast);
  });
  test('a bracket that is missing leaves everything in doubt', () => {
    expect(found(agent('  "pii_config": {'))).toEqual(['invalid-json: unclosed object: } is missing']);
  });
});

test('what an object seems to lack may be what is being typed', () => {
  const lacks = (line: string): boolean =>
    found(`[{\n${line}\n"agent_id": "agent_1"\n}]`, 'main.agent-weights.json').some(finding =>
      finding.startsWith('missing-field'),
    );
  expect([lacks(''), lacks('"wei'), lacks('"weight"'), lacks('"weight": ')]).toEqual([true, false, false, false]);
  const ignored = (line: string): boolean => found(agent(line)).some(finding => finding.startsWith('ignored-setting'));
  expect([ignored('  "stt_mode": "fast",'), ignored('  "stt_'), ignored('  "stt_mode": "fast",\n  "lang')]).toEqual([
    true,
    false,
    true,
  ]);
});

const replacedBy = (id: string): readonly string[] => rules.find(rule => rule.id === id)?.replaces ?? [];
const cuts = (line: string): number[] => {
  const indent = line.length - line.trimStart().length,
    room = line.length - indent;
  return [...new Set([1, Math.floor(room / 3), Math.floor((room * 2) / 3), room - 1])]
    .filter(cut => cut > 0 && cut < room)
    .map(cut => indent + cut);
};
test.each(['clinic', 'broken'] as const)(
  'whatever line of %s is half typed, nothing is said that is not said of the whole',
  name => {
    const { workspace } = openSample(name);
    let states = 0,
      kept = 0;
    for (const { file, text, kind } of workspace.documents) {
      const said = (document: Document): Finding[] =>
        lint(document, workspace.with(document), set).filter(({ rule }) => rule !== 'invalid-json');
      const identity = (rule: string, { target }: Finding): string => `${rule} ${JSON.stringify(target)}`;
      // while the specific rule's place is in doubt, the general rule reports
      const whole = new Set(
        said(new Document(file, text, 0, kind)).flatMap(finding =>
          [finding.rule, ...replacedBy(finding.rule)].map(rule => identity(rule, finding)),
        ),
      );
      let offset = 0;
      for (const line of text.split('\n')) {
        for (const cut of cuts(line)) {
          const document = new Document(file, text.slice(0, offset + cut) + text.slice(offset + line.length), 0, kind);
          if (document.readable) continue;
          const findings = said(document);
          states++;
          kept += findings.length;
          expect(
            findings.filter(finding => !whole.has(identity(finding.rule, finding))),
            `${file}: ${line.slice(0, cut)}`,
          ).toEqual([]);
        }
        offset += line.length + 1;
      }
    }
    expect(states).toBeGreaterThan(1000);
    expect(kept > 0).toBe(name === 'broken');
  },
);
