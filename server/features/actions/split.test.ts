import { describe, expect, test } from 'vitest';
import { Document } from '../../core/document.ts';
import { samples, textsIn } from '../../testing/samples.ts';
import type { NewFile } from '../file-change.ts';
import { filesOf } from './split.ts';

const isNever = (): boolean => false;
const files = (text: string, folder = '', isTaken = isNever as (file: string) => boolean): readonly NewFile[] => {
  const result = filesOf(text, folder, isTaken);
  if ('reason' in result) throw new Error(result.reason);
  return result;
};

describe('a text is split into files', () => {
  test('one for the agent and one for its engine in an export, named after the agent', () =>
    expect(
      files(
        '{ "agent_name": "Front Desk (Bonn)", "response_engine": { "type": "conversation-flow", "conversation_flow_id": "f" },' +
          ' "voice_id": "v", "conversationFlow": { "conversation_flow_id": "f", "nodes": [] } }',
        'agents',
      ),
    ).toEqual([
      {
        file: 'agents/front-desk-bonn.agent.json',
        create:
          '{ "agent_name": "Front Desk (Bonn)", "response_engine": { "type": "conversation-flow", "conversation_flow_id": "f" },' +
          ' "voice_id": "v" }\n',
      },
      {
        file: 'agents/front-desk-bonn.conversation-flow.json',
        create: '{ "conversation_flow_id": "f", "nodes": [] }\n',
      },
    ]));
  test('one for each record of a list, without overwriting any file', () =>
    expect(
      files(
        '[\n  {\n    "llm_id": "llm_1",\n    "general_prompt": "Hi"\n  },\n  { "llm_id": "LLM 1", "general_prompt": "Ho" }\n]',
        '',
        file => file === 'llm-1.llm.json',
      ),
    ).toEqual([
      { file: 'llm-1-2.llm.json', create: '{\n  "llm_id": "llm_1",\n  "general_prompt": "Hi"\n}\n' },
      { file: 'llm-1-3.llm.json', create: '{ "llm_id": "LLM 1", "general_prompt": "Ho" }\n' },
    ]));
  test('one for all weights of a list, which belong together', () =>
    expect(
      files('[{ "agent_id": "a", "weight": 0.5 }, { "agent_id": "b", "weight": 0.5 }]').map(({ file }) => file),
    ).toEqual(['agent-weights.agent-weights.json']));
  test.each([
    ['{ "a": ', 'the text is not JSON'],
    ['{ "name": "x" }', 'it is no record that Preflight knows'],
    ['[{ "llm_id": "llm_1", "general_prompt": "Hi" }, 7]', 'item 1 is no record that Preflight knows'],
  ])('unless it cannot be split, which gives the reason: %s', (text, why) =>
    expect(filesOf(text, '', isNever)).toEqual({ reason: why }),
  );
});

test('splitting pasted samples loses no data', () => {
  let count = 0;
  for (const [name, text] of Object.entries(textsIn(samples('')))) {
    if (!name.endsWith('.json')) continue;
    const result = filesOf(text, '', isNever);
    if ('reason' in result) continue;
    count++;
    for (const { file, create } of result) {
      const document = new Document(file, create);
      expect([file, document.valid, new Document('x.json', create).kind]).toEqual([file, true, document.kind]);
    }
    if (result.length === 1) expect(JSON.parse(result[0]!.create)).toEqual(JSON.parse(text));
  }
  expect(count).toBeGreaterThan(5);
});
