import { expect, test } from 'vitest';
import { changesBetween } from '../../compare/changes.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { workspaceOf } from '../../testing/fixture.ts';
import { paint } from '../paint.ts';
import type { MadePlan } from '../plan-report.ts';
import { viewText } from '../text.ts';
import { noPlace } from './asked.ts';
import { lostNamesBlock } from './results.ts';
import { effectBadge } from './plan.ts';

test.each([
  ['removed', true, 'bad'],
  ['becomes-unknown', true, 'bad'],
  ['removed', false, 'open'],
  ['version', true, 'changed'],
] as const)('the badge of a reference is red only if callers lose it: %s, live %s', (effect, live, tone) =>
  expect(effectBadge({ effect, isLive: live, isBreak: false, after: undefined }).tone).toBe(tone),
);

test('each name that texts still contain is one line, unless the page already contains the line', () => {
  const stateOf = (name: string): Workspace =>
    workspaceOf(
      `-- desk.llm.json --\n{ "llm_id": "llm_desk", "general_prompt": "Call get_slots, then say {{sum}}.",
        "general_tools": [{ "type": "custom", "name": "${name}", "url": "https://api.example.com",
          "response_variables": { "${name === 'get_slots' ? 'sum' : 'total'}": "$.sum" } }] }\n`,
    );
  const [before, after] = [stateOf('get_slots'), stateOf('find_slots')],
    changes = changesBetween({ workspace: before }, { workspace: after }),
    plan: MadePlan = { ...changes, base: undefined, edits: [], before, after, pathOf: file => `here/${file}` };
  const lines = (names?: ReadonlySet<string>): string => {
    const block = lostNamesBlock(plan, 'names', noPlace, names);
    return block ? viewText([block], { paint: paint(false), columns: 200 }).trim() : '';
  };
  const tool = 'general_prompt still names "get_slots", a tool that this change renamed to "find_slots"',
    variable = '{{sum}} was set by get_slots, which sets {{total}} now';
  expect(lines()).toBe(
    `Names that texts still contain\n  ! ${tool}: here/desk.llm.json /general_prompt\n  ! ${variable}: here/desk.llm.json /general_prompt`,
  );
  expect(lines(new Set([tool, variable]))).toBe('');
});
