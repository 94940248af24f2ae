import { expect, test } from 'vitest';
import { Document } from '../core/document.ts';
import type { Json } from '../core/json/json.ts';
import { agentOf } from '../core/workspace/records.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import { reachInBrief } from './reach-brief.ts';

const tool = (name: string): Json => ({ type: 'custom', name });
const number = (to: string): Json => ({
  type: 'transfer_call',
  name: `call_${to}`,
  transfer_destination: { type: 'predefined', number: to },
});
/** The summary for agents, each given as the tools of its states. The first state is the start and has no edges. */
function brief(...agents: Record<string, Json[]>[]): string {
  const documents = agents.map((states, i) => {
    const list = Object.entries(states).map(([name, tools]) => ({ name, tools }));
    const agent = { agent_id: `agent_${i}`, version: 0, service_llm: { starting_state: 'a', states: list } };
    return new Document(`${i}.agent.json`, JSON.stringify(agent));
  });
  return reachInBrief(
    documents.map(({ roots }) => agentOf(roots[0]!)),
    new Workspace(documents),
  );
}

test('the summary contains what callers reach, and what they never reach', () => {
  expect(brief({ a: [tool('book'), tool('cancel'), number('+14155550110')] })).toBe(
    'callers reach 2 tools and 1 transfer',
  );
  expect(brief({ a: [tool('book')], b: [tool('cancel'), tool('move')] })).toBe(
    'callers reach 1 tool; 3 defined things are never reached',
  );
  // a tool that only one of several agents reaches counts as reached
  expect(brief({ a: [tool('book')], b: [] }, { a: [tool('book'), tool('cancel')] })).toBe(
    'callers reach 2 tools; 1 defined thing is never reached',
  );
  expect(brief({ a: [number('{{to}}')] })).toBe('callers reach 1 transfer');
  expect(brief({ a: [{ type: 'agent_swap', name: 'on', agent_id: '{{who}}' }] })).toBe(
    'callers reach 1 swap; the things behind 1 place are not known',
  );
  expect(brief()).toBe('');
});
