import { expect, test } from 'vitest';
import { didYouMeanId } from '../core/domain/ids.ts';
import { lookupAt } from '../core/index/lookup.ts';
import { recordsFor } from '../features/completion/references.ts';
import { fixtureOf } from './fixture.ts';

test('a mistyped name or generated id has a suggestion', () => {
  expect(didYouMeanId('agent_dsek', ['agent_desk', 'agent_night'])).toBe('; did you mean "agent_desk"?');
  expect(didYouMeanId('conversation_flow_1607b81c8f93', ['conversation_flow_1607b81c8f39'])).toBe(
    '; did you mean "conversation_flow_1607b81c8f39"?',
  );
});
test('two generated ids do not count as similar only because of their common prefix', () => {
  expect(didYouMeanId('conversation_flow_1607b81c8f93', ['conversation_flow_cf070be85198', 'agent_1607b81c8f93'])).toBe(
    '',
  );
});
test('a placeholder is not suggested as an id', () => {
  expect(didYouMeanId('YOUR_AGENT_IDD', ['YOUR_AGENT_ID', 'agent_desk'])).toBe('');
  const { workspace } = fixtureOf(`-- a.agent.json --
{ "agent_id": "YOUR_AGENT_ID", "version": 1, "response_engine": { "type": "service-llm", "llm_id": "llm_night_shift" } }
-- b.agent.json --
{ "agent_id": "agent_desk", "version": 1 }
-- a.llm.json --
{ "llm_id": "llm_desk" }
-- b.llm.json --
{ "llm_id": "<your llm id>" }
-- c.agent-weights.json --
[{ "agent_id": "agent_elsewhere", "weight": 0.5 }, { "agent_id": "YOUR_AGENT_ID", "weight": 0.5 }]
`);
  const at = (file: string, pointer: `/${string}`) => workspace.document(file)!.at(pointer);
  const wordsOf = (file: string, pointer: `/${string}`): unknown => {
    const lookup = lookupAt(at(file, pointer), workspace)!;
    return lookup.outcome === 'found' ? lookup.outcome : [...lookup.names.keys()];
  };
  expect(wordsOf('c.agent-weights.json', '/0/agent_id')).toEqual(['agent_desk']);
  expect(wordsOf('c.agent-weights.json', '/1/agent_id')).toBe('found');
  expect(wordsOf('a.agent.json', '/response_engine/llm_id')).toEqual(['llm_desk']);
  const offeredCandidates = recordsFor('agent', at('c.agent-weights.json', '/0/agent_id'), workspace);
  expect(offeredCandidates.map(({ label }) => label)).toEqual(['agent_desk']);
});
