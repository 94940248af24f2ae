import { expect, test } from 'vitest';
import { standIn } from '../testing/stand-in.ts';

const number = (phone_number: string) => ({ phone_number, inbound_agents: null });
const llm = (llm_id: string) => ({ llm_id, version: 0, general_prompt: 'Help.', model: 'gpt-4.1' });
const testCase = (id: string, llm_id: string) => ({
  test_case_definition_id: id,
  name: id,
  user_prompt: 'You want a visit.',
  metrics: ['A visit was booked'],
  response_engine: { type: 'retell-llm', llm_id, version: 0 },
});

test('a record on a page, or in a dump, is changed and removed without moving it', async () => {
  const { ask, accounts } = standIn({
    'numbers.json': { items: [number('+13125550100'), number('+13125550101')], has_more: false },
    'dump.json': { exported_at: '2026-01-15', retell_llms: [llm('llm_1'), llm('llm_2')] },
  });
  const text = (file: string): unknown => JSON.parse(accounts[0]!.workspace.document(file)!.text);
  expect((await ask('PATCH /update-phone-number/%2B13125550101', { nickname: 'Desk' })).status).toBe(200);
  expect((await ask('DELETE /delete-phone-number/%2B13125550100')).status).toBe(204);
  expect(text('numbers.json')).toEqual({
    items: [{ ...number('+13125550101'), nickname: 'Desk' }],
    has_more: false,
  });
  expect((await ask('PATCH /update-retell-llm/llm_2', { general_prompt: 'Be brief.' })).status).toBe(200);
  expect(text('dump.json')).toMatchObject({
    retell_llms: [llm('llm_1'), { llm_id: 'llm_2', general_prompt: 'Be brief.' }],
  });
});

test('test cases are listed by their engine, if the client filters by engine', async () => {
  const { ask } = standIn({
    'engines.json': { items: [llm('llm_1'), llm('llm_2')], has_more: false },
    'tests.json': { items: [testCase('t1', 'llm_1'), testCase('t2', 'llm_2')], has_more: false },
  });
  const listed = async (query: string): Promise<unknown> =>
    ((await ask(`GET /v2/list-test-case-definitions${query}`)).body.items as { test_case_definition_id: string }[]).map(
      testCase => testCase.test_case_definition_id,
    );
  expect(await listed('?type=retell-llm&llm_id=llm_2')).toEqual(['t2']);
  expect(await listed('')).toEqual(['t2', 't1']);
});
