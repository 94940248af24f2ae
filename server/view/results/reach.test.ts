import { expect, test } from 'vitest';
import { lostReach } from '../../compare/lost-findings.ts';
import { ReachChanges, type Difference } from '../../compare/reach-changes.ts';
import type { Pointer } from '../../core/json/pointer.ts';
import { Workspace } from '../../core/workspace/workspace.ts';
import { viewMarkdown } from '../markdown.ts';
import { noPlace } from './asked.ts';
import { reachBlock } from './reach.ts';

const entry = {
  kind: 'number',
  key: 'number +14155550100 inbound_agents',
  text: 'inbound calls of +14155550100',
  file: 'main.phone-number.json',
  pointer: '/inbound_agents' as Pointer,
  arms: [],
  sum: undefined,
} as const;
function changesOf(effect: Difference['effect'], names: readonly string[]): ReachChanges {
  const changes = new ReachChanges(),
    cause = { text: 'edge "ask" was deleted', file: 'desk.llm.json', pointer: '/states/0/edges' as Pointer };
  for (const name of names)
    changes.add(
      {
        effect,
        key: name,
        acceptance: undefined,
        details: () => ({
          thing: { kind: 'tool', name, file: 'desk.llm.json', pointer: '/general_tools/0' } as never,
          text: `tool ${name}`,
          formerWay: [name],
          cause,
        }),
      },
      entry,
      { agentId: 'agent_desk', version: 1, share: 1 },
    );
  return changes;
}
const messagesOf = (...names: string[]): string[] =>
  lostReach(changesOf('cut-off', names), new Workspace([]), () => undefined).map(({ message }) => message);

test('three things that callers can no longer reach by one cause share a finding', () => {
  expect(messagesOf('a', 'b')).toEqual([
    'callers of +14155550100 can no longer reach tool a',
    'callers of +14155550100 can no longer reach tool b',
  ]);
  expect(messagesOf('a', 'b', 'c')).toEqual(['callers of +14155550100 can no longer reach tool a, nor 2 other things']);
});

test('four things that callers lose by one cause share a line', () => {
  const linesOf = (...names: string[]): string[] => {
    const block = reachBlock(changesOf('removed', names), 'reach', noPlace);
    return block ? viewMarkdown([block], { level: 3, limit: 5000, rest: '' }).match(/callers of.*/g)! : [];
  };
  expect(linesOf('a', 'b', 'c')).toHaveLength(3);
  expect(linesOf('a', 'b', 'c', 'd')).toEqual([
    expect.stringContaining('lose tool a, tool b, tool c and 1 more') as string,
  ]);
});
