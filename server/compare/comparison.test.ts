import { describe, expect, test } from 'vitest';
import { fixtureOf } from '../testing/fixture.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import { judge, readAssertion, type Assertion } from './assertions.ts';
import { lostReferences } from './lost-references.ts';
import { referenceOf, changesBetween } from './changes.ts';
import { isVersion } from './references.ts';

/** Files by name with their contents; null means absent. */
type Files = Readonly<Record<string, object | string | null>>;
const base = {
  'desk.agent.json': record('agent_desk', 2, 'llm_desk'),
  'router.agent.json': record('agent_router', 1, 'llm_router'),
  'team.agent-list.json': [
    item('agent_desk', { prod: { version: 2 } }),
    item('agent_router', { prod: { version: 1 }, beta: { version: 1 } }),
  ],
  'desk.llm.json': {
    llm_id: 'llm_desk',
    general_prompt: 'x',
    general_tools: [{ type: 'agent_swap', name: 'to_router', agent_id: 'agent_router', agent_version: 'prod' }],
  },
  'router.llm.json': { llm_id: 'llm_router', general_prompt: 'x' },
  'flow.conversation-flow.json': {
    conversation_flow_id: 'flow_1',
    start_node_id: 'hello',
    nodes: [
      { id: 'hello', type: 'conversation', edges: [{ id: 'e', destination_node_id: 'verify' }] },
      { id: 'verify', type: 'component', component_id: 'component_verify', component_type: 'shared' },
    ],
  },
  'verify.flow-component.json': { conversation_flow_component_id: 'component_verify', name: 'Verify', nodes: [] },
  'main.phone-number.json': {
    phone_number: '+14155550100',
    inbound_agents: [
      { agent_id: 'agent_desk', agent_version: 'prod', weight: 0.9 },
      { agent_id: 'agent_router', agent_version: 'prod', weight: 0.1 },
    ],
    outbound_agents: [{ agent_id: 'agent_desk', weight: 1 }],
  },
  'flu.batch-call.json': {
    from_number: '+14155550100',
    tasks: [{ to_number: '+14155550101' }, { to_number: '+14155550102' }],
  },
} satisfies Files;

function record(agent_id: string, version: number, llm_id: string): object {
  return {
    agent_id,
    version,
    is_published: true,
    last_modification_timestamp: version,
    voice_id: '11labs-Lily',
    response_engine: { type: 'service-llm', llm_id },
  };
}
function item(agent_id: string, tags: object): object {
  return { agent_id, agent_name: agent_id, channel: 'voice', user_modified_timestamp: 1, tags };
}
function workspaceOf(files: Files): Workspace {
  const text = (content: object | string): string =>
    typeof content === 'string' ? content : JSON.stringify(content, undefined, 2);
  return fixtureOf(
    Object.entries(files)
      .flatMap(([name, content]) => (content === null ? [] : [`-- ${name} --\n${text(content)}\n`]))
      .join(''),
  ).workspace;
}

/** Returns what the plan, lint and three assertions report about a change. */
function compared(change: Files, former: Files = base) {
  const before = workspaceOf(former),
    after = workspaceOf({ ...former, ...change });
  const plan = changesBetween({ workspace: before }, { workspace: after });
  const verdictOn = (text: string): boolean | string => {
    const verdict = judge(readAssertion(text) as Assertion, [{ plan, before, after }]);
    if ('ambiguous' in verdict) return verdict.ambiguous;
    return verdict.holds || verdict.because!;
  };
  return {
    plan: plan.changes.map(change => {
      const placed = referenceOf(change);
      const referenceText = isVersion(placed)
        ? `${placed.agentId}@${placed.reference}`
        : `${placed.kind} ${placed.name}`;
      return `${change.effect} ${referenceText} ${placed.at.document.file}${change.isLive ? ' live' : ''}`;
    }),
    lint: lostReferences(plan, before, after, 'main').map(
      ({ at, message }) => `${at.document.file} ${at.pointer}: ${message}`,
    ),
    unreadable: plan.unreadableFiles.map(({ file, in: when, reason }) => `${file} ${when}: ${reason}`),
    'no breaks': verdictOn('no breaks'),
    'no live changes': verdictOn('no live changes'),
    'prod unchanged': verdictOn('prod unchanged'),
  };
}
const config = (settings: object): Files => ({ ...base, 'preflight.config.json': settings });

describe('a deleted thing that is still referred to', () => {
  const removedRouter = { 'router.agent.json': null };
  test('is reported if only the list item of an agent is left', () => {
    expect(compared(removedRouter)).toEqual({
      plan: [
        'becomes-unknown agent_router@prod team.agent-list.json live',
        'becomes-unknown agent_router@prod main.phone-number.json live',
        'becomes-unknown agent_router@prod desk.llm.json live',
        'becomes-unknown agent-version 1 team.agent-list.json',
      ],
      lint: [
        'team.agent-list.json /1/tags/prod/version: agent agent_router existed in main and is gone; ' +
          'tag prod of agent_router used its version 1',
        'main.phone-number.json /inbound_agents/1/agent_id: agent agent_router existed in main and is gone; ' +
          '10 % of inbound_agents of +14155550100 used its version 1',
        'desk.llm.json /general_tools/0/agent_id: agent agent_router existed in main and is gone; swap to_router used its version 1',
        'team.agent-list.json /1/tags/beta/version: version: 1 was in router.agent.json in main and is gone: ' +
          'no such version in this workspace',
      ],
      unreadable: [],
      'no breaks': '4 references are broken now, the first is tag prod of agent_router (agent_router@prod)',
      'no live changes': '3 live references change, the first is tag prod of agent_router (agent_router@prod)',
      'prod unchanged': 'agent_router@prod was version 1 and is unknowable',
    });
  });
  test.each([{}, { complete: ['agent', 'agent-list'] }])(
    'is reported with any list of complete kinds: %j',
    settings => {
      const { lint, 'no breaks': verdict } = compared(removedRouter, config(settings));
      expect([lint.length, verdict]).toEqual([4, expect.stringContaining('4 references are broken now')]);
    },
  );
  test('may be an engine, and the version that a swap in it selected', () =>
    expect(compared({ 'desk.llm.json': null })).toMatchObject({
      plan: ['removed agent_router@prod desk.llm.json live', 'becomes-unknown llm llm_desk desk.agent.json live'],
      lint: [
        'desk.agent.json /response_engine/llm_id: llm_id: "llm_desk" was in desk.llm.json in main and is gone: ' +
          'no such LLM engine in this workspace',
      ],
      'no breaks': 'llm_id llm_desk is broken now',
    }));
  test('may be a component', () =>
    expect(compared({ 'verify.flow-component.json': null })).toMatchObject({
      plan: ['becomes-unknown flow-component component_verify flow.conversation-flow.json'],
      lint: [
        'flow.conversation-flow.json /nodes/1/component_id: component_id: "component_verify" was in ' +
          'verify.flow-component.json in main and is gone: no such component in this workspace',
      ],
      'no breaks': 'component_id Verify is broken now',
      'no live changes': true,
    }));
  test('may be a node to which an edge still leads', () => {
    const flow = { ...base['flow.conversation-flow.json'], nodes: [base['flow.conversation-flow.json'].nodes[0]!] };
    expect(compared({ 'flow.conversation-flow.json': flow })).toMatchObject({
      plan: ['breaks node verify flow.conversation-flow.json'],
      lint: [
        'flow.conversation-flow.json /nodes/0/edges/0/destination_node_id: destination_node_id: "verify" was in this ' +
          'file in main and is gone: no such node',
      ],
      'no breaks': 'destination_node_id verify is broken now',
    });
  });
});

describe('a thing deleted with its references', () => {
  const number = base['main.phone-number.json'];
  const withoutRouter: Files = {
    'router.agent.json': null,
    'team.agent-list.json': [base['team.agent-list.json'][0]!],
    'desk.llm.json': { llm_id: 'llm_desk', general_prompt: 'x' },
    'main.phone-number.json': { ...number, inbound_agents: [{ ...number.inbound_agents[0], weight: 1 }] },
  };
  test('is no finding and no break, but live things are mentioned', () =>
    expect(compared(withoutRouter)).toMatchObject({
      plan: [
        'removed agent_router@prod team.agent-list.json live',
        'removed agent_router@prod main.phone-number.json live',
        'removed agent_router@prod desk.llm.json live',
      ],
      lint: [],
      'no breaks': true,
      'no live changes': '3 live references change, the first is tag prod of agent_router (agent_router@prod)',
    }));
  test('may be a node with the edge that leads to it', () => {
    const [hello] = base['flow.conversation-flow.json'].nodes;
    const flow = { ...base['flow.conversation-flow.json'], nodes: [{ ...hello, edges: [] }] };
    expect(compared({ 'flow.conversation-flow.json': flow })).toMatchObject({ plan: [], lint: [], 'no breaks': true });
  });
});

describe('a renamed thing', () => {
  test('is lost if its references keep the old name, and the new name is suggested', () => {
    const { lint } = compared({
      'verify.flow-component.json': {
        ...base['verify.flow-component.json'],
        conversation_flow_component_id: 'component_verify2',
      },
    });
    expect(lint).toEqual([
      expect.stringMatching(
        /component_id: "component_verify" was in .* and is gone: .*; did you mean "component_verify2"\?$/,
      ),
    ]);
  });
  test('is no loss if all references to the engine are renamed', () =>
    expect(
      compared({
        'router.llm.json': { llm_id: 'llm_switch', general_prompt: 'x' },
        'router.agent.json': record('agent_router', 1, 'llm_switch'),
      }),
    ).toMatchObject({ plan: [], lint: [], 'no breaks': true, 'no live changes': true }));
  test('may be in a moved file', () =>
    expect(
      compared({
        ...Object.fromEntries(Object.keys(base).map(name => [name, null])),
        ...Object.fromEntries(Object.entries(base).map(([name, content]) => [`moved/${name}`, content])),
      }),
    ).toMatchObject({ plan: [], lint: [], 'no breaks': true, 'no live changes': true }));
});

describe('an edit', () => {
  const number = base['main.phone-number.json'];
  test('that adds a broken reference is a break in the plan, but no finding of the comparison', () => {
    const [desk, router] = number.inbound_agents;
    const edited = { ...number, inbound_agents: [desk, { ...router, agent_version: 'prd' }] };
    expect(compared({ 'main.phone-number.json': edited })).toMatchObject({
      plan: ['breaks agent_router@prd main.phone-number.json live'],
      lint: [],
      'no breaks': 'inbound_agents of +14155550100 (agent_router@prd) selects nothing now',
    });
  });
  test('may shift items, whose references do not change', () => {
    const withNewArm = [{ agent_id: 'agent_desk', agent_version: 2, weight: 0.1 }, ...number.inbound_agents];
    expect(compared({ 'main.phone-number.json': { ...number, inbound_agents: withNewArm } })).toMatchObject({
      plan: ['added agent_desk@2 main.phone-number.json live'],
      lint: [],
      'no breaks': true,
    });
  });
  test('may remove the outbound agent of a number from which a batch still calls', () =>
    expect(compared({ 'main.phone-number.json': { ...number, outbound_agents: null } })).toMatchObject({
      plan: [
        'removed agent_desk@null main.phone-number.json live',
        'becomes-unknown agent_desk@null flu.batch-call.json',
        'becomes-unknown agent_desk@null flu.batch-call.json',
      ],
      lint: [
        'flu.batch-call.json /from_number: calls from +14155550100 selected version 2 in main but can no longer be resolved: ' +
          'the call names no agent, and its number +14155550100 has no outbound agent',
      ],
      'no breaks': '2 references are broken now, the first is call to +14155550101, from +14155550100 (agent_desk)',
    }));
  test('may add a second agent to a number without affecting the calls of its batch', () => {
    const outbound_agents = [
      { agent_id: 'agent_desk', weight: 0.9 },
      { agent_id: 'agent_router', weight: 0.1 },
    ];
    expect(compared({ 'main.phone-number.json': { ...number, outbound_agents } })).toMatchObject({
      plan: [
        'added agent_router@null main.phone-number.json live',
        'becomes-unknown agent_desk@null flu.batch-call.json',
        'becomes-unknown agent_desk@null flu.batch-call.json',
      ],
      lint: [],
      'no breaks': true,
    });
  });
  test('that replaces a number by another one at the same place removes and adds its references', () =>
    expect(compared({ 'main.phone-number.json': { ...number, phone_number: '+14155550199' } }).plan).toEqual(
      expect.arrayContaining([
        'removed agent_desk@prod main.phone-number.json live',
        'added agent_desk@prod main.phone-number.json live',
      ]),
    ));
  test('that makes a version invalid does not remove the arm', () => {
    const [desk, router] = number.inbound_agents;
    const edited = { ...number, inbound_agents: [desk, { ...router, agent_version: 'V1' }] };
    expect(compared({ 'main.phone-number.json': edited }).plan).toEqual([
      'becomes-unknown agent_router@prod main.phone-number.json live',
    ]);
  });
});

describe('an unreadable file', () => {
  const number = JSON.stringify(base['main.phone-number.json'], undefined, 2);
  const cutNumber = number.slice(0, number.indexOf('"inbound_agents"'));
  test('that is cut off removes no reference and is no evidence', () =>
    expect(compared({ 'main.phone-number.json': cutNumber })).toMatchObject({
      plan: [
        'becomes-unknown agent_desk@prod main.phone-number.json live',
        'becomes-unknown agent_router@prod main.phone-number.json live',
        'becomes-unknown agent_desk@null main.phone-number.json live',
        'becomes-unknown agent_desk@null flu.batch-call.json',
        'becomes-unknown agent_desk@null flu.batch-call.json',
      ],
      unreadable: [expect.stringMatching(/^main\.phone-number\.json now: it is not JSON \(line 1: /)],
      'no breaks': expect.stringContaining('are broken now'),
    }));
  test('may have been unreadable before the change', () =>
    expect(
      compared(
        { 'main.phone-number.json': base['main.phone-number.json'] },
        { ...base, 'main.phone-number.json': cutNumber },
      ),
    ).toMatchObject({
      plan: [
        'becomes-known agent_desk@prod main.phone-number.json live',
        'becomes-known agent_router@prod main.phone-number.json live',
        'becomes-known agent_desk@null main.phone-number.json live',
        'becomes-known agent_desk@null flu.batch-call.json',
        'becomes-known agent_desk@null flu.batch-call.json',
      ],
      lint: [],
      unreadable: [expect.stringMatching(/^main\.phone-number\.json base: /)],
      'no breaks': 'the former contents of main.phone-number.json are not known here',
      'prod unchanged': true,
    }));
  test('that is cut off within an arm adds and removes no other arm, before or after the change', () => {
    const cutText = number.slice(0, number.lastIndexOf('"agent_version"'));
    const files = (text: object | string): Files => ({ 'main.phone-number.json': text });
    const [cutting, restoring] = [
      compared(files(cutText)),
      compared(files(base['main.phone-number.json']), { ...base, ...files(cutText) }),
    ];
    const [reference] = ['agent_router@prod main.phone-number.json live'];
    expect(cutting.plan).toContain(`becomes-unknown ${reference}`);
    expect(restoring.plan).toContain(`becomes-known ${reference}`);
    expect([...cutting.plan, ...restoring.plan].filter(line => /^(added|removed|version)/.test(line))).toEqual([]);
  });
  test('may contain the number that a call is made from, before or after the change', () => {
    const withoutNumber: Files = { 'main.phone-number.json': null };
    expect(compared(withoutNumber).plan.filter(line => line.includes('flu'))).toEqual([
      'becomes-unknown agent_desk@null flu.batch-call.json',
      'becomes-unknown agent_desk@null flu.batch-call.json',
    ]);
    const restoring = compared(
      { 'main.phone-number.json': base['main.phone-number.json'] },
      { ...base, ...withoutNumber },
    );
    expect(restoring.plan.filter(line => line.includes('flu'))).toEqual([
      'becomes-known agent_desk@null flu.batch-call.json',
      'becomes-known agent_desk@null flu.batch-call.json',
    ]);
  });
  test('that contains a cut-off list does not prove which tags exist', () =>
    expect(compared({ 'team.agent-list.json': '[{ "agent_id": "agent_desk", "tags": {' })).toMatchObject({
      plan: expect.not.arrayContaining([expect.stringMatching(/^breaks/)]) as unknown,
      'no breaks': expect.stringContaining('are broken now'),
    }));
  test('is reported itself; its agent is not reported as gone', () => {
    const { lint, unreadable, ...verdicts } = compared({
      'router.agent.json': '{ "agent_id": "agent_router", "voice_id": [',
    });
    expect([lint, unreadable.length]).toEqual([[], 1]);
    expect(verdicts).toMatchObject({ 'no breaks': expect.any(String), 'prod unchanged': expect.any(String) });
  });
});

describe('a break', () => {
  const removedRouter = { 'router.agent.json': null };
  const comparedWith = (...accept: object[]) => compared(removedRouter, config({ accept }));
  const reason = 'the router is retired';
  test('is accepted for an agent, or for one reference to the agent', () => {
    expect(comparedWith({ reference: 'agent_router', reason }, { reference: '1', reason })).toMatchObject({
      lint: [],
      'no breaks': true,
      'no live changes': true,
      'prod unchanged': 'agent_router@prod was version 1 and is unknowable',
    });
    const acceptedReference = comparedWith({ reference: 'agent_router@prod', reason });
    expect([acceptedReference.lint.length, acceptedReference['no breaks']]).toEqual([1, 'version 1 is broken now']);
  });
  test('is accepted until the last day of its entry', () => {
    expect(comparedWith({ reference: 'agent_router', reason, until: '2026-01-15' }).lint.length).toBe(1);
    expect(comparedWith({ reference: 'agent_router', reason, until: '2026-01-14' }).lint.length).toBe(4);
  });
});

test('an assertion without anything to check fails, and a change of other files does not make it fail', () => {
  const judged = (text: string, ...states: Files[]): unknown => {
    const judgedStates = states.map(files => {
      const workspace = workspaceOf(files);
      return { plan: changesBetween({ workspace }, { workspace }), before: workspace, after: workspace };
    });
    return judge(readAssertion(text) as Assertion, judgedStates);
  };
  expect(judged('no changes', {})).toEqual({
    holds: false,
    because: 'no reference was checked, so the assertion has no evidence',
    evidence: '0 references in 1 workspace',
  });
  expect(judged('no changes', {}, base)).toEqual({
    holds: true,
    because: null,
    evidence: '14 references (8 to versions) in 2 workspaces',
  });
  expect(judged('nobody@prod unchanged', base)).toMatchObject({
    holds: false,
    because: expect.stringContaining('no agent nobody in this workspace'),
  });
});
