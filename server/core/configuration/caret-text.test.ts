import { expect, test } from 'vitest';
import { rules } from '../../../rules/index.ts';
import { Document } from '../document.ts';
import { lint, RuleSet } from '../engine/lint.ts';
import { pointerOf, type Finding } from '../finding.ts';
import { fnv1a } from '../json/by-text.ts';
import { Workspace } from '../workspace/workspace.ts';
import { caretText } from './suppressions-and-baseline.ts';

const set = new RuleSet(rules);
const caretTexts = (file: string, text: string): Record<string, string | null> => {
  const document = new Document(file, text),
    workspace = new Workspace([document]);
  return Object.fromEntries(
    lint(document, workspace, set).map(finding => [
      `${finding.rule} ${pointerOf(finding.target)}`,
      caretText(document, finding),
    ]),
  );
};

test('the hash of a text is its FNV-1a hash', () => {
  expect([fnv1a(''), fnv1a('a'), fnv1a('foobar')]).toEqual(['811c9dc5', 'e40c292c', 'bf9cf968']);
});

test('values, keys and parts of texts have a hash; missing fields, objects and lists have no hash', () => {
  const record = caretTexts(
    'a.agent.json',
    '{ "voice_speed": 2.75, "vioce_temperature": 1, "volume": {}, "begin_message": "x",\n' +
      '  "response_engine": { "type": "service-llm" }, "webhook_url": "http://a.example/{{nam e}}" }',
  );
  expect(record).toMatchObject({
    'out-of-range /voice_speed': fnv1a('2.75'),
    'unknown-field /vioce_temperature': fnv1a('"vioce_temperature"'),
    'wrong-type /volume': null,
    'missing-expected-field /response_engine/llm_id': null,
  });
});

test('a finding with a former place has the hash of the text at that place, so that older baselines still match', () => {
  expect(
    caretTexts(
      'a.agent.json',
      '{ "voice_id": "v", "expressive_emotion_tags": ["happy", "sigh", "happy"], "stt_mode": "custom" }',
    ),
  ).toMatchObject({
    'repeated-item /expressive_emotion_tags/2': null,
    'custom-stt-without-config /custom_stt_config': fnv1a('"custom"'),
  });
});

test('line ends do not change a hash, and an unreadable file has no hash', () => {
  const finding: Finding = {
    rule: 'x',
    severity: 'error',
    file: 'a.agent.json',
    target: '',
    span: { start: 0, end: 5 },
    message: '',
    related: [],
  };
  const caretAt = (text: string, end: number): string | null =>
    caretText(new Document('a.agent.json', text), { ...finding, span: { start: 0, end } });
  expect(caretAt('{\r\n<<', 5)).toBe(caretAt('{\n<<', 4));
  expect(caretAt('{}', 0)).toBeNull();
  expect(caretText(undefined, finding)).toBeNull();
});

test('no hash of a possible credential is kept', () => {
  const record = caretTexts(
    'a.llm.json',
    '{ "llm_id": "l", "general_prompt": "x", "mcps": [{ "id": "m", "name": "m", "url": "http://u:hunter22@a.example/", ' +
      '"headers": { "Authorization": "Bearer q8Zr3vT1mK9xP2", "X-Api-Key": "sk_live_8fK2pQ7zRt5wXy3n" } }] }',
  );
  const entries = Object.entries(record);
  expect(entries.filter(([name]) => name.startsWith('credential-in-plain-text')).length).toBeGreaterThan(1);
  expect(entries.filter(([name, text]) => /url|Authorization|Api-Key/.test(name) && text !== null)).toEqual([
    ['unencrypted-url /mcps/0/url', fnv1a('http')],
  ]);
});

test('a credential is found among others, and only at its own place', () => {
  const headers = Array.from({ length: 9 }, (_, i) => `"X-Token-${i}": "secret_value_${i}", "plain-${i}": "word ${i}"`);
  const text = `{ "llm_id": "l", "general_prompt": "Hi", "mcps": [{ "id": "m", "name": "m", "headers": { ${headers.join()} } }] }`;
  const document = new Document('a.llm.json', text);
  const caretOf = (markedText: string): string | null => {
    const start = text.indexOf(markedText);
    const finding = { rule: 'x', severity: 'info', file: document.file, target: '', message: '', related: [] } as const;
    return caretText(document, { ...finding, span: { start, end: start + markedText.length } });
  };
  for (let i = 0; i < 9; i++)
    expect([caretOf(`"secret_value_${i}"`), caretOf(`"X-Token-${i}"`)]).toEqual([null, fnv1a(`"X-Token-${i}"`)]);
  expect([caretOf('"Hi"'), caretOf('"llm_id"')]).toEqual([fnv1a('"Hi"'), fnv1a('"llm_id"')]);
});
