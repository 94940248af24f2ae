import { describe, expect, test } from 'vitest';
import { rules } from '../../../rules/index.ts';
import { readConfiguration } from '../configuration/read.ts';
import { Document } from '../document.ts';
import { lint, RuleSet } from '../engine/lint.ts';
import type { Finding } from '../finding.ts';
import { applyFix } from '../fixing/apply.ts';
import { configuredKind, type ConfiguredKind } from '../kinds.ts';
import { spanOf } from '../locate.ts';
import { nearest } from '../wording.ts';
import { Workspace } from '../workspace/workspace.ts';
import { namesOf } from './names.ts';

const set = new RuleSet(rules);
const read = (text: string, file = 'desk.agent.json', kind?: ConfiguredKind): Document =>
  new Document(file, text, 0, kind);
const wordsOf = (document: Document, rule: string): Finding[] =>
  lint(document, new Workspace([document]), set).filter(finding => finding.rule === rule);

const agent = `{
  "response_engine": { "type": "retell-llm", "llm_id": "llm_1" },
  "voice_id": "retell-Cimo",
  "retellLlmData": {
    "llm_id": "llm_1",
    "general_prompt": "retell-llm and book_appointment_cal are words here",
    "general_tools": [
      { "type": "book_appointment_cal", "name": "book_appointment_cal", "cal_api_key": "{{key}}", "event_type_id": 1 }
    ],
    "default_dynamic_variables": { "retell_llm": "retell-llm" }
  },
  "metadata": { "retell_llm": { "type": "retell-llm" } }
}
`;

test('names are translated only where the schemas have them', () => {
  const { value, spelled } = read(agent);
  expect(spelled).toEqual(JSON.parse(agent));
  expect(value).toEqual({
    response_engine: { type: 'service-llm', llm_id: 'llm_1' },
    voice_id: 'retell-Cimo',
    serviceLlmData: {
      llm_id: 'llm_1',
      general_prompt: 'retell-llm and book_appointment_cal are words here',
      general_tools: [
        { type: 'book_appointment_sched', name: 'book_appointment_cal', sched_api_key: '{{key}}', event_type_id: 1 },
      ],
      default_dynamic_variables: { retell_llm: 'retell-llm' },
    },
    metadata: { retell_llm: { type: 'retell-llm' } },
  });
});

test('a place has the name that its file uses, and is found by either name', () => {
  const document = read(agent),
    key = document.at('/serviceLlmData/general_tools/0/sched_api_key');
  expect(key.pointer).toBe('/retellLlmData/general_tools/0/cal_api_key');
  expect(document.at(key.pointer).value).toBe('{{key}}');
  expect(document.at('/metadata/retell_llm').pointer).toBe('/metadata/retell_llm');
  expect(document.at('/metadata/service_llm').exists).toBe(false);
  const { start, end } = spanOf(document, { target: key.pointer } as Finding);
  expect(document.text.slice(start, end)).toBe('"{{key}}"');
});

test('a missing field is reported by its dialect name', () => {
  const [finding] = wordsOf(read(agent.replace('"cal_api_key": "{{key}}", ', '')), 'missing-field');
  expect(finding).toMatchObject({
    target: '/retellLlmData/general_tools/0/cal_api_key',
    message: expect.stringContaining('cal_api_key: missing') as string,
  });
});

test('a typo in a dialect name is fixed to that name', () => {
  const document = read(
      '{ "tasks": [{ "to_number": "+14155550111", "agent_override": { "retell_lm": {} } }] }',
      'a.batch-call.json',
    ),
    [finding] = wordsOf(document, 'unknown-field');
  expect(finding!.message).toContain('did you mean "retell_llm"');
  const inDialect = read(document.text, 'a.batch-call.json', configuredKind(undefined, namesOf('retell'))),
    [dialectFinding] = wordsOf(inDialect, 'unknown-field');
  expect(dialectFinding!.message).toContain('did you mean "retell_llm"');
  expect(applyFix(inDialect, dialectFinding!.fix!)).toContain('"retell_llm": {}');
  expect(nearest('retell_lm', ['agent', 'conversation_flow'])).toBeUndefined();
});

test('a typo in the only dialect name is reported and fixed in that dialect', () => {
  const voiceOfType = (type: string, rest = ''): Document =>
    read(`{ "voice_id": "11labs-Adrian", "response_engine": { "type": "${type}", "llm_id": "llm_1" }${rest} }`);
  const answerOf = (document: Document): unknown[] => {
    const [{ message, fix } = {}] = wordsOf(document, 'unrecognized-value') as [Finding?];
    return [message, fix && /"type": "([^"]*)"/.exec(applyFix(document, fix))?.[1]];
  };
  for (const typo of ['retel-llm', 'retell_llm', 'retelllm'])
    expect(answerOf(voiceOfType(typo))).toEqual([`unknown type "${typo}"; did you mean "retell-llm"?`, 'retell-llm']);
  expect(answerOf(voiceOfType('servce-llm'))).toEqual([
    'unknown type "servce-llm"; did you mean "service-llm"?',
    'service-llm',
  ]);
  // a name of the specification shows that the file uses the spelling of the specification
  const mixedText = ', "note": "service-llm"';
  expect(answerOf(voiceOfType('retel-llm', mixedText))).toEqual([
    'unknown type "retel-llm"; did you mean "service-llm"?',
    'service-llm',
  ]);
  const batch = read(
    '{ "from_number": "+14155550100", "tasks": [{ "retell_llm_dynamic_variable": {} }] }',
    'a.batch-call.json',
  );
  expect(wordsOf(batch, 'unknown-field')[0]?.message).toContain('did you mean "retell_llm_dynamic_variables"?');
});
test("a user's word that occurs in the file is not translated in a message", () => {
  const duplicateId = agent.replace(
    '"event_type_id": 1 }',
    '"event_type_id": 1 },\n      { "type": "end_call", "name": "book_appointment_sched" },\n' +
      '      { "type": "end_call", "name": "book_appointment_sched" }',
  );
  const [finding] = wordsOf(read(duplicateId), 'repeated-tool-name');
  expect(finding!.message).toContain('book_appointment_sched');
});

test('a text without a dialect name keeps its value object', () => {
  const document = read('{ "response_engine": { "type": "service-llm", "llm_id": "llm_1" }, "voice_id": "x" }');
  expect(document.value).toBe(document.spelled);
  expect(document.dialect).toBeUndefined();
});

describe('an edited text', () => {
  const expectSame = (edited: Document): void => {
    const newDocument = read(edited.text);
    expect(edited.value).toEqual(newDocument.value);
    expect(edited.valid).toBe(newDocument.valid);
    expect(edited.dialect?.dialectName).toBe(newDocument.dialect?.dialectName);
    const answerOf = (document: Document): unknown =>
      lint(document, new Workspace([document]), set).map(({ rule, target, message, fix }) => [
        rule,
        target,
        message,
        fix,
      ]);
    expect(answerOf(edited)).toEqual(answerOf(newDocument));
  };
  test('has the same dialect and value as a new document, after any typed or deleted key', () => {
    let document = read(agent);
    void document.parsed;
    for (let start = 0; start < agent.length; start += 3) {
      const shorterDocument = document.withChanges([{ start, end: start + 3, text: '' }]);
      expectSame(shorterDocument);
      document = shorterDocument.withChanges([{ start, end: start, text: agent.slice(start, start + 3) }]);
      expect(document.text).toBe(agent);
    }
    expectSame(document);
  });
  test('gets a dialect when it gets its first dialect name, and loses it with the last one', () => {
    const document = read('{ "response_engine": { "type": "service-llm", "llm_id": "llm_1" }, "voice_id": "x" }');
    void document.parsed;
    const offset = document.text.indexOf('service-llm'),
      dialectDocument = document.withChanges([{ start: offset, end: offset + 'service'.length, text: 'retell' }]);
    expect(dialectDocument.value).toEqual(document.value);
    expect(dialectDocument.dialect!.dialectName).toBe('retell-llm');
    const specDocument = dialectDocument.withChanges([
      { start: offset, end: offset + 'retell'.length, text: 'service' },
    ]);
    expect(specDocument.value).toEqual(document.value);
    expect(specDocument.dialect).toBeUndefined();
  });
});

test('the intact part of a broken text uses the names of the file', () => {
  const document = read(`{
    "voice_id": "retell-Cimo",
    "retellLlmData": {
      "model": ,
      "general_prompt": 7
    }
  }`);
  expect(document.readable).toBe(false);
  expect(wordsOf(document, 'wrong-type').map(({ target }) => target)).toEqual(['/retellLlmData/general_prompt']);
});

test('a value that is nested deeper than any stack is read', () => {
  const text = `{ "retellLlmData": ${'{"a":['.repeat(50_000)}${']}'.repeat(50_000)} }`;
  expect(Object.keys(read(text).value as object)).toEqual(['serviceLlmData']);
});

describe('the configuration', () => {
  const configuredKind = (text: string): ConfiguredKind | undefined => {
    const { configuration, problems } = readConfiguration(text, rules);
    expect(problems).toEqual([]);
    return configuration!.kindOf('desk.agent.json');
  };
  const problems = (text: string): string[] => readConfiguration(text, rules).problems.map(({ message }) => message);

  test('sets the dialect of files that show no dialect', () => {
    const document = read(
      '{ "response_engine": {}, "voice_id": "x" }',
      'desk.agent.json',
      configuredKind('{ "dialect": "retell" }'),
    );
    expect(
      applyFix(document, { title: '', safe: true, edits: [{ set: '/response_engine/type', to: 'service-llm' }] }),
    ).toBe(
      '{ "response_engine": { "type": "retell-llm" }, "voice_id": "x" }'.replace(
        '{ "type": "retell-llm" }',
        '{\n  "type": "retell-llm"\n}',
      ),
    );
  });
  test('can switch all translation off', () => {
    const document = read(agent, 'desk.agent.json', configuredKind('{ "dialect": "specification" }'));
    expect(document.value).toEqual(JSON.parse(agent));
  });
  test("adds the team's own names to a dialect", () => {
    const kind = configuredKind(
      '{ "dialect": "retell", "names": { "response_engine": "engine", "retell-llm": "our-llm" } }',
    );
    const document = read('{ "engine": { "type": "our-llm", "llm_id": 1 }, "voice_id": "x" }', 'desk.json', kind);
    expect(document.kind).toBe('agent');
    expect(document.value).toEqual({ response_engine: { type: 'service-llm', llm_id: 1 }, voice_id: 'x' });
    expect(wordsOf(document, 'wrong-type').map(({ target }) => target)).toEqual(['/engine/llm_id']);
  });
  test('gives the same names object for equal settings', () =>
    expect(configuredKind('{ "dialect": "retell" }')).toBe(configuredKind('{ // again\n "dialect": "retell" }')));
  test('accepts only names of the platform, and each for only one other name', () =>
    expect(
      problems(
        '{ "dialect": "retel", "names": { "voice_idd": "voice", "voice_id": "v", "agent_name": "v", "tools": "tools" } }',
      ),
    ).toEqual([
      'dialect: expected a dialect, got "retel"; did you mean "retell"?',
      '"voice_idd" is not a platform name: neither a field nor a listed value; did you mean "voice_id"?',
      '"v" is already the name for "voice_id", so it cannot also be the name for "agent_name"',
      '"tools" is already the platform\'s own name',
    ]));
});

test('a name is translated as soon as its last letter is typed', () => {
  const wholeText = JSON.stringify({ agent_name: 'Desk', response_engine: { type: 'retell-llm', llm_id: 'llm_1' } }),
    offset = wholeText.indexOf('retell-llm');
  for (let missing = offset; missing < offset + 'retell-llm'.length; missing++) {
    const before = new Document('desk.agent.json', wholeText.slice(0, missing) + wholeText.slice(missing + 1));
    void [before.value, before.parsed];
    const editedDocument = before.withChanges([{ start: missing, end: missing, text: wholeText[missing]! }]);
    expect(editedDocument.value).toEqual({
      agent_name: 'Desk',
      response_engine: { type: 'service-llm', llm_id: 'llm_1' },
    });
  }
});
