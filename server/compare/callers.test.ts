import { describe, expect, test } from 'vitest';
import { Workspace } from '../core/workspace/workspace.ts';
import { agreesOn } from '../testing/call-pairs.ts';
import { workspaceOf } from '../testing/fixture.ts';
import { judge, readAssertion, type Assertion } from './assertions.ts';
import { describeEntryMove, summarizeMove } from './callers-words.ts';
import { changesBetween } from './changes.ts';

const agents = `
-- agents.agent-list.json --
[{ "agent_id": "desk", "channel": "voice", "user_modified_timestamp": 1, "tags": {
    "prod": { "version": 1, "dynamic_variables": { "clinic": "Juniper" } },
    "canary": { "version": 2, "dynamic_variables": { "clinic": "Juniper" } },
    "alias": { "version": 1, "dynamic_variables": { "clinic": "Rehearsal" } } } }]
-- desk.agent-versions.json --
[{ "version": 1, "is_published": true }, { "version": 2, "is_published": true }, { "version": 3, "is_published": false }]
`;
const arm = (reference: unknown, weight: number, agent = 'desk') => ({
  agent_id: agent,
  agent_version: reference,
  weight,
});
const number = (inbound: unknown, fields = {}): string =>
  `-- n.phone-number.json --\n${JSON.stringify({ phone_number: '+14155550100', inbound_agents: inbound, ...fields })}\n`;
const stateOf = (files: string, today = '2026-11-23'): Workspace =>
  new Workspace(workspaceOf(agents + files).documents, { today });
const planOf = (before: string, after: string) =>
  changesBetween({ workspace: stateOf(before) }, { workspace: stateOf(after) });
const callers = (before: string, after: string): string[] => planOf(before, after).callers.map(describeEntryMove);
const base = number([arm('prod', 0.9), arm('canary', 0.1)]);

describe('nobody moves', () => {
  test.each([
    ['an arm in two parts', [arm('prod', 0.5), arm('prod', 0.4), arm('canary', 0.1)]],
    ['another order', [arm('canary', 0.1), arm('prod', 0.9)]],
    ['rounding', [arm('prod', 0.9000000001), arm('canary', 0.0999999999)]],
    ['other weights in the same proportion', [arm('prod', 0.45), arm('canary', 0.05)]],
    ['a reference to the same version, with the variables of its tag', [arm('prod', 0.9), arm(2, 0.1)]],
  ])('%s', (_, arms) => expect(callers(base, number(arms))).toEqual([]));
  test('if an arm is split in two, which adds no reference', () => {
    const [singleArm, splitArm] = [number([arm('nope', 0.5)]), number([arm('nope', 0.5), arm('nope', 0.5)])];
    const { unchangedCount, examinedCount } = planOf(singleArm, singleArm);
    expect(planOf(singleArm, splitArm)).toMatchObject({ changes: [], unchangedCount, examinedCount });
    expect(planOf(splitArm, singleArm)).toMatchObject({
      changes: [],
      unchangedCount: unchangedCount + 1,
      examinedCount: examinedCount + 1,
    });
  });
  test('if a reference is unresolved in both states', () => {
    const unknown = [arm(9, 0.9), arm('x', 0.1, 'nobody')];
    expect(callers(number(unknown), number(unknown.toReversed()))).toEqual([]);
  });
  test('if a file is moved', () =>
    expect(callers(base, base.replace('n.phone-number', 'numbers/main.phone-number'))).toEqual([]));
});

test('moves are described in words', () => {
  const linesOf = (after: unknown): string[] => callers(base, number(after));
  expect([
    linesOf([arm('prod', 0.1), arm('canary', 0.9)]),
    linesOf([arm('prod', 1)]),
    linesOf([arm('canary', 1)]),
    linesOf([arm('prod', 0.8999999), arm('canary', 0.1000001)]),
    linesOf([arm('alias', 0.9), arm('canary', 0.1)]),
    linesOf([arm('prod', 0.7), arm('no', 0.3)]),
    linesOf(null),
    linesOf([]),
    linesOf([arm('prod', 0)]),
    callers(number(null), base),
    callers('', base),
    callers(base, number([arm('prod', 1)]).replace('+14155550100', '+14155550199')),
  ]).toMatchInlineSnapshot(`
    [
      [
        "inbound calls of +14155550100: 80 % move: desk v1 90 % → 10 %, v2 10 % → 90 %",
      ],
      [
        "inbound calls of +14155550100: 10 % move: desk v1 90 % → 100 %, v2 10 % → 0 %",
      ],
      [
        "inbound calls of +14155550100: 90 % move: desk v1 90 % → 0 %, v2 10 % → 100 %",
      ],
      [
        "inbound calls of +14155550100: 0.00001 % move: desk v1 90 % → 89.99999 %, v2 10 % → 10.00001 %",
      ],
      [
        "inbound calls of +14155550100: nobody moves, but these variables change: clinic",
      ],
      [
        "inbound calls of +14155550100: 30 % move: desk@no (selects nothing) 0 % → 30 %, desk v1 90 % → 70 %, v2 10 % → 0 %",
      ],
      [
        "inbound calls of +14155550100: 100 % move: the entry is gone; it had desk v1 90 %, v2 10 %",
      ],
      [
        "inbound calls of +14155550100: 100 % move: the entry is gone; it had desk v1 90 %, v2 10 %",
      ],
      [
        "inbound calls of +14155550100: 100 % no longer known: an unknown agent 0 % → 100 %, desk v1 90 % → 0 %, v2 10 % → 0 %",
      ],
      [
        "inbound calls of +14155550100: new: desk v1 90 %, v2 10 %",
      ],
      [
        "inbound calls of +14155550100: new: desk v1 90 %, v2 10 %",
      ],
      [
        "inbound calls of +14155550199: new: desk v1 100 %",
        "inbound calls of +14155550100: 100 % move: the entry is gone; it had desk v1 90 %, v2 10 %",
      ],
    ]
  `);
});
test('weights that do not add up to 1 are mentioned, because shares are parts of their sum', () => {
  const unscaledWeights = number([arm('prod', 0.3), arm('canary', 0.3)]),
    note = 'and each share is a part of that sum';
  expect([callers(base, unscaledWeights), callers(unscaledWeights, base), callers('', unscaledWeights)]).toEqual([
    [
      `inbound calls of +14155550100: 40 % move: desk v1 90 % → 50 %, v2 10 % → 50 %; the weights add up to 0.6, ${note}`,
    ],
    [
      `inbound calls of +14155550100: 40 % move: desk v1 50 % → 90 %, v2 50 % → 10 %; the weights add up to 0.6 before, ${note}`,
    ],
    [`inbound calls of +14155550100: new: desk v1 50 %, v2 50 %; the weights add up to 0.6, ${note}`],
  ]);
  expect([planOf(base, unscaledWeights).assumptions, planOf(base, number([arm('prod', 1)])).assumptions]).toEqual([
    ['weights-in-proportion'],
    [],
  ]);
  const withoutAssumption = (files: string): Workspace =>
    new Workspace(stateOf(files).documents, { refusedAssumptions: ['weights-in-proportion'] });
  expect(
    changesBetween(
      { workspace: withoutAssumption(base) },
      { workspace: withoutAssumption(unscaledWeights) },
    ).callers.map(describeEntryMove),
  ).toEqual([
    'inbound calls of +14155550100: 100 % no longer known: an unknown agent 0 % → 100 %, desk v1 90 % → 0 %, v2 10 % → 0 %',
  ]);
});

test('the moves of a tag are described for the tag and for the callers who reach the agent through the tag', () => {
  const after = stateOf(base).documents.map(({ file, text }) => [
    file,
    text.replace('"version": 1, "dyn', '"version": 3, "dyn'),
  ]);
  const files = after.map(([file, text]) => `-- ${file} --\n${text}\n`).join('');
  const plan = changesBetween({ workspace: stateOf(base) }, { workspace: workspaceOf(files) });
  expect(plan.callers.map(describeEntryMove)).toMatchInlineSnapshot(`
    [
      "inbound calls of +14155550100: 90 % move: desk v1 90 % → 0 %, v3 (draft) 0 % → 90 %",
      "tag prod of desk: 100 % move: desk v1 → v3 (draft)",
    ]
  `);
});

test("a value that equals the engine's default changes nothing for callers", () => {
  const state = (variables: string): Workspace =>
    workspaceOf(`
-- desk.agent-list.json --
[{"agent_id": "desk", "channel": "voice", "user_modified_timestamp": 1,
  "tags": {"prod": {"version": 1, "dynamic_variables": {${variables}}}}}]
-- desk.agent.json --
{"agent_id": "desk", "version": 1, "voice_id": "11labs-A", "response_engine": {"type": "llm", "llm_id": "one"}}
-- one.llm.json --
{"llm_id": "one", "default_dynamic_variables": {"city": "Olten"}}
`);
  const movesBetween = (before: string, after: string): string[] =>
    changesBetween({ workspace: state(before) }, { workspace: state(after) }).callers.map(describeEntryMove);
  expect([movesBetween('"city": "Olten"', ''), movesBetween('"city": "Bern"', '')]).toEqual([
    [],
    ['tag prod of desk: nobody moves, but these variables change: city'],
  ]);
});

describe('a batch', () => {
  const task = (reference: unknown) => ({
    to_number: '+14155550131',
    override_agent_id: 'desk',
    override_agent_version: reference,
  });
  const batch = (references: unknown[], fields = {}): string =>
    `-- b.batch-call.json --\n${JSON.stringify({ name: 'Spring', from_number: '+14155550100', tasks: references.map(task), ...fields })}\n`;
  test('has callers until its last call was due', () => {
    expect(callers(batch([1, 1, 1, 2]), batch([1, 2, 2, 2]))).toEqual([
      'calls of batch "Spring": 50 % move: desk v1 75 % → 25 %, v2 25 % → 75 %',
    ]);
    const finishedSchedule = { trigger_timestamp: Date.parse('2026-11-22') };
    expect(callers(batch([1], finishedSchedule), batch([2], finishedSchedule))).toEqual([]);
  });
  test('moves nobody if its agent is unknown in either state', () => {
    const tags = { prod: { version: 4, dynamic_variables: {} } },
      list = JSON.stringify([{ agent_id: 'other', channel: 'voice', user_modified_timestamp: 1, tags }]);
    const calls = batch(['prod', 'prod', 'prod', 'prod']).replaceAll('desk', 'other'),
      text = `${calls}-- other.agent-list.json --\n${list}\n-- other.agent-versions.json --\n[{ "version": 4, "is_published": true }]\n`;
    expect(callers(calls, text)).toEqual([
      'tag prod of other: new: other v4 100 %',
      'calls of batch "Spring": 100 % become known: other@prod (not known) → other v4',
    ]);
    expect(callers(text, calls)).toEqual([
      'calls of batch "Spring": 100 % no longer known: other v4 → other@prod (not known)',
      'tag prod of other: 100 % move: the entry is gone; it had other v4 100 %',
    ]);
    const [addedMove, removedMove] = [planOf(calls, text).callers.at(-1)!, planOf(text, calls).callers[0]!];
    expect([addedMove, removedMove].map(summarizeMove)).toEqual([
      'it becomes known which agent makes the calls of batch "Spring"',
      'it is no longer known which agent makes the calls of batch "Spring"',
    ]);
  });
  test('is the same batch if its file was moved', () =>
    expect(callers(batch([1]), batch([1]).replace('b.batch', 'c.batch'))).toEqual([]));
  test('is the same batch with another task in another file, if its name identifies the batch', () => {
    const moved = batch([1, 2]).replace('b.batch', 'c.batch');
    expect(callers(batch([1, 1]), moved)).toEqual([
      'calls of batch "Spring": 50 % move: desk v1 100 % → 50 %, v2 0 % → 50 %',
    ]);
    const another = batch([1, 1]).replace('b.batch', 'd.batch');
    expect(callers(batch([1, 1]), moved + another)).toEqual(['calls of batch "Spring": new: desk v1 50 %, v2 50 %']);
    expect(callers(batch([1, 1]), batch([1, 2], { name: 'Fall' }).replace('b.batch', 'c.batch'))).toHaveLength(2);
  });
  test('counts for shares, but its references do not count as live', () => {
    const verdict = (text: string) => {
      const [before, after] = [batch([1, 1]) + base, batch([1, 2]) + base];
      const assertion = readAssertion(text);
      if ('message' in assertion) throw new Error(assertion.message);
      return judge(assertion, [{ plan: planOf(before, after), before: stateOf(before), after: stateOf(after) }]);
    };
    expect([
      verdict('no live changes'),
      verdict('at most 50 % of callers move'),
      verdict('at most 49.9% of callers move'),
    ]).toMatchInlineSnapshot(`
      [
        {
          "because": null,
          "evidence": "7 references (5 to versions) in 1 workspace",
          "holds": true,
        },
        {
          "because": null,
          "evidence": "largest move: 50 % of calls of batch "Spring" move; 3 entries in 1 workspace",
          "holds": true,
        },
        {
          "because": "calls of batch "Spring": 50 % move: desk v1 100 % → 50 %, v2 0 % → 50 %",
          "evidence": "largest move: 50 % of calls of batch "Spring" move; 3 entries in 1 workspace",
          "holds": false,
        },
      ]
    `);
  });
});

describe('assertions', () => {
  const verdict = (text: string, before: string, after: string) => {
    const assertion = readAssertion(text);
    if ('message' in assertion) throw new Error(assertion.message);
    return judge(assertion, [{ plan: planOf(before, after), before: stateOf(before), after: stateOf(after) }]);
  };
  const swapped = number([arm('prod', 0.1), arm('canary', 0.9)]);
  test('check live callers and shares', () =>
    expect([
      verdict('no live changes', base, swapped),
      verdict('no changes', base, swapped),
      verdict('at most 80 % of callers move', base, swapped),
      verdict('at most 79.9999 % of callers move', base, swapped),
      verdict('at most 0% of callers move', base, base),
      verdict('at most 100 % of callers move', base, number(null)),
    ]).toMatchInlineSnapshot(`
      [
        {
          "because": "inbound calls of +14155550100: 80 % move: desk v1 90 % → 10 %, v2 10 % → 90 %",
          "evidence": "5 references (3 to versions) in 1 workspace",
          "holds": false,
        },
        {
          "because": "inbound calls of +14155550100: 80 % move: desk v1 90 % → 10 %, v2 10 % → 90 %",
          "evidence": "5 references (3 to versions) in 1 workspace",
          "holds": false,
        },
        {
          "because": null,
          "evidence": "largest move: 80 % of inbound calls of +14155550100 move; 2 entries in 1 workspace",
          "holds": true,
        },
        {
          "because": "inbound calls of +14155550100: 80 % move: desk v1 90 % → 10 %, v2 10 % → 90 %",
          "evidence": "largest move: 80 % of inbound calls of +14155550100 move; 2 entries in 1 workspace",
          "holds": false,
        },
        {
          "because": null,
          "evidence": "nobody moves; 2 entries in 1 workspace",
          "holds": true,
        },
        {
          "because": "inbound calls of +14155550100 have no agent any more",
          "evidence": "largest move: inbound calls of +14155550100 have no agent any more; 2 entries in 1 workspace",
          "holds": false,
        },
      ]
    `));
  test('count a different source of variables only if callers notice it', () => {
    const [evenSplit, unevenSplit] = [
        number([arm('prod', 0.5), arm('alias', 0.5)]),
        number([arm('prod', 0.1), arm('alias', 0.9)]),
      ],
      alike = (files: string): string => files.replace('Rehearsal', 'Juniper');
    const holds = (text: string, spell: (files: string) => string): boolean => {
      const states = [evenSplit, unevenSplit].map(files => workspaceOf(spell(agents + files))) as [
        Workspace,
        Workspace,
      ];
      const [before, after] = states,
        result = judge(readAssertion(text) as Assertion, [
          { plan: changesBetween({ workspace: before }, { workspace: after }), before, after },
        ]);
      return 'holds' in result && result.holds;
    };
    expect([holds('no live changes', alike), holds('no changes', alike)]).toEqual([true, false]);
    expect(holds('no live changes', files => files)).toBe(false);
  });
  test('fail if there are no callers that could move', () => {
    const withoutEntries = workspaceOf('-- one.llm.json --\n{}');
    const assertion = readAssertion('at most 10 % of callers move');
    const plan = changesBetween({ workspace: withoutEntries }, { workspace: withoutEntries });
    expect(
      'message' in assertion ? assertion : judge(assertion, [{ plan, before: withoutEntries, after: withoutEntries }]),
    ).toMatchInlineSnapshot(`
        {
          "because": "there is no number, live tag or batch by which callers reach an agent, so the assertion has no evidence",
          "evidence": "nobody moves; 0 entries in 1 workspace",
          "holds": false,
        }
      `);
  });
  test('are refused with the place of the mistake', () => {
    const texts = [
      'at most',
      'at most ten % of callers move',
      'at most -1 % of callers move',
      'at most 10 of callers move',
      'at most 10 %',
      'at most 10 % of caller move',
      '  at  most  101 %  of callers move',
      'at most 10 % of callers move now',
    ];
    const words = texts.map(text => {
      const read = readAssertion(text);
      return 'message' in read ? `${text}\n${' '.repeat(read.at)}^ ${read.message}` : text;
    });
    expect(words.join('\n')).toMatchInlineSnapshot(`
      "at most
             ^ "at most" must be followed by a number, as in "at most 10 % of callers move"
      at most ten % of callers move
              ^ "at most" must be followed by a number, as in "at most 10 % of callers move"
      at most -1 % of callers move
              ^ "at most" must be followed by a number, as in "at most 10 % of callers move"
      at most 10 of callers move
                 ^ "%" is missing after 10
      at most 10 %
                  ^ "at most 10 %" must be followed by "of callers move"
      at most 10 % of caller move
                   ^ "at most 10 %" must be followed by "of callers move"
        at  most  101 %  of callers move
                  ^ 101 is more than 100 %
      at most 10 % of callers move now
                   ^ "at most 10 %" must be followed by "of callers move""
    `);
  });
  test('are parsed', () =>
    expect(['at most 0.5 % of callers move', ' at  most 10% of  callers move '].map(readAssertion)).toEqual([
      { kind: 'at most', percent: 0.5 },
      { kind: 'at most', percent: 10 },
    ]));
});

test('the share of moved callers equals a count over single calls', () => agreesOn(300));
