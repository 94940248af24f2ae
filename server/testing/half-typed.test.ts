import { describe, expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import { lint, RuleSet } from '../core/engine/lint.ts';
import { workspaceOf } from './fixture.ts';

const set = new RuleSet(rules);
const linesOf = (text: string, file = 'desk.agent.json'): string[] => {
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

describe('a line that is being typed does not affect the findings in other lines', () => {
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
  ])('%s', (line, problem) => {
    const [first, ...otherLines] = linesOf(agent(line));
    expect(first).toBe(`invalid-json: ${problem}`);
    expect(otherLines).toContain(tooFast);
  });
  test('but a missing bracket hides all other findings', () => {
    expect(linesOf(agent('  "pii_config": {'))).toEqual(['invalid-json: missing } before "custom_stt_config"']);
  });
});

test('a field is not reported as missing while a line that may contain it is typed', () => {
  const reportsMissingField = (line: string): boolean =>
    linesOf(`[{\n${line}\n"agent_id": "agent_1"\n}]`, 'main.agent-weights.json').some(finding =>
      finding.startsWith('missing-field'),
    );
  expect([
    reportsMissingField(''),
    reportsMissingField('"wei'),
    reportsMissingField('"weight"'),
    reportsMissingField('"weight": '),
  ]).toEqual([true, false, false, false]);
  const reportsIgnoredSetting = (line: string): boolean =>
    linesOf(agent(line)).some(finding => finding.startsWith('ignored-setting'));
  expect([
    reportsIgnoredSetting('  "stt_mode": "fast",'),
    reportsIgnoredSetting('  "stt_'),
    reportsIgnoredSetting('  "stt_mode": "fast",\n  "lang'),
  ]).toEqual([true, false, true]);
});

test.each(['llm', 'conversation-flow', 'agent'])('no rule fails on a half-typed engine: %s', kind => {
  const engine = `{\n  "\n  "version": 3,\n  "general_prompt": "Hi",\n  "nodes": [{}]\n}`;
  const text = kind === 'agent' ? `{ "agent_name": "Desk", "serviceLlmData": ${engine} }` : engine;
  const findings = linesOf(text, `x.${kind}.json`);
  expect(findings).toContain('invalid-json: unclosed string: a double quote is missing');
  expect(findings.filter(finding => finding.startsWith('internal-error'))).toEqual([]);
});

test('a long prompt is still reported while another line is typed', () => {
  const reportsLongContext = (line: string): boolean =>
    linesOf(
      `{\n${line}\n"llm_id": "llm_a", "states": [],\n"general_tools": [],\n"general_prompt": "${'word '.repeat(60_000)}"\n}`,
      'x.llm.json',
    ).some(finding => finding.startsWith('long-context'));
  expect([
    reportsLongContext(''),
    reportsLongContext('"model": "gpt-4.1",'),
    reportsLongContext('"mod'),
    reportsLongContext('"model":'),
  ]).toEqual([true, true, true, true]);
});
