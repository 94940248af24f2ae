import { expect, test } from 'vitest';
import { reachBetween } from '../compare/reach.ts';
import { workspaceOf } from '../testing/fixture.ts';
import { reachInShort } from './plan-headline.ts';
import { noPlace } from './results/asked.ts';
import { reachBlock } from './results/reach.ts';
import { viewText } from './text.ts';
import { paint } from './paint.ts';

const tools = [1, 2, 3, 4, 5, 6].map(n => ({ type: 'custom', name: `tool_${n}` }));
const files = (more: Record<string, unknown>): string =>
  Object.entries({
    'n.phone-number.json': {
      phone_number: '+14155550100',
      inbound_agents: [{ agent_id: 'desk', agent_version: 1, weight: 1 }],
    },
    'desk.agent-versions.json': [{ version: 1, is_published: true, last_modification_timestamp: 1 }],
    'desk.agent.json': { agent_id: 'desk', version: 1, response_engine: { type: 'service-llm', llm_id: 'llm' } },
    'desk.llm.json': {
      llm_id: 'llm',
      starting_state: 'a',
      general_tools: tools,
      states: [{ name: 'a' }, { name: 'b' }],
    },
    ...more,
  })
    .filter(([, value]) => value !== undefined)
    .map(([file, value]) => `-- ${file} --\n${typeof value === 'string' ? value : JSON.stringify(value)}\n`)
    .join('');
/** What callers lose compared with a base in which they reach a second state: the summary, and the lines. */
function linesOf(more: Record<string, unknown>): string[] {
  const states = [{ name: 'a', edges: [{ destination_state_name: 'b' }] }, { name: 'b' }];
  const before = workspaceOf(
    files({ 'desk.llm.json': { llm_id: 'llm', starting_state: 'a', general_tools: tools, states } }),
  );
  const changes = reachBetween(before, workspaceOf(files(more)));
  const block = reachBlock(changes, 'reach', noPlace),
    lines = block
      ? viewText([block], { paint: paint(false), columns: 200 })
          .trim()
          .split('\n')
          .slice(1)
      : [];
  return [reachInShort(changes.groups()), ...lines.map(line => line.replace(/^\s*[!?+-]? ?/, ''))];
}

test('things that are unknown for the same reason share a line', () =>
  expect(linesOf({ 'desk.agent.json': undefined })).toEqual([
    'Whether callers reach 8 things is no longer known',
    'whether callers of +14155550100 reach tool tool_1, tool tool_2, tool tool_3 and 5 more is no longer known',
    'no file has version 1 of desk',
  ]));

test('each lost thing has its own line', () =>
  expect([linesOf({}), linesOf({ 'desk.llm.json': '{ "llm_id": "llm",' })[0]]).toEqual([
    [
      'Callers of +14155550100 can no longer reach state "b"',
      'callers of +14155550100 can no longer reach state "b"',
      'was a → b; the edge to state "b" was deleted',
    ],
    'Whether callers reach 8 things is no longer known',
  ]));
