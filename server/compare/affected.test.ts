import { describe, expect, test } from 'vitest';
import { Document } from '../core/document.ts';
import type { Json } from '../core/json/json.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import { affectedBy } from './affected.ts';

interface Files {
  readonly [file: string]: unknown;
}
const agent = (id: string, version: number, fields: object = {}): object => ({
  agent_id: id,
  version,
  voice_id: '11labs-A',
  response_engine: { type: 'service-llm', llm_id: `llm_${id}`, version },
  ...fields,
});
const llm = (id: string, version: number, fields: object = {}): object => ({
  llm_id: `llm_${id}`,
  version,
  general_prompt: 'Be kind.',
  ...fields,
});
const tags = (prod: number, otherTags: object = {}): Json => [
  {
    agent_id: 'desk',
    agent_name: 'Desk',
    channel: 'voice',
    user_modified_timestamp: 1,
    tags: { prod: { version: prod }, ...otherTags },
  },
];
const swap = { type: 'agent_swap', name: 'to_desk', agent_id: 'desk', agent_version: 'prod' };
const clinic: Files = {
  'all.agent-list.json': tags(1),
  'desk-1.agent.json': agent('desk', 1),
  'desk-2.agent.json': agent('desk', 2),
  'night.agent.json': agent('night', 1),
  'desk-1.llm.json': llm('desk', 1),
  'desk-2.llm.json': llm('desk', 2),
  'night.llm.json': llm('night', 1, { general_tools: [swap] }),
  'main.phone-number.json': {
    phone_number: '+14155550100',
    inbound_agents: [{ agent_id: 'night', agent_version: 1, weight: 1 }],
  },
  'other.phone-number.json': {
    phone_number: '+14155550101',
    inbound_agents: [{ agent_id: 'desk', agent_version: 2, weight: 1 }],
  },
  'one.test-case.json': {
    test_case_definition_id: 'test_1',
    response_engine: { type: 'service-llm', llm_id: 'llm_desk', version: 1 },
  },
  'two.test-case.json': {
    test_case_definition_id: 'test_2',
    response_engine: { type: 'service-llm', llm_id: 'llm_desk', version: 2 },
  },
  'out.batch-call.json': {
    from_number: '+14155550100',
    tasks: [{ to_number: '+14155550111', override_agent_id: 'desk', override_agent_version: 2 }],
  },
};
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
const workspaceOf = (files: Files): Workspace =>
  new Workspace(Object.entries(files).map(([file, value]) => new Document(file, textOf(value))));
/** The files of the affected records; `!` marks changed records. */
const affected = (current: Files, former: Files = clinic): string[] =>
  affectedBy({ before: workspaceOf(former), after: workspaceOf(current) })
    .map(({ record, isChanged }) => `${isChanged ? '!' : ''}${record.file}`)
    .sort();

describe('a change affects', () => {
  test('the version that runs a changed engine, the references to it, and their sources through swaps', () => {
    expect(affected({ ...clinic, 'desk-1.llm.json': llm('desk', 1, { general_prompt: 'Be brief.' }) })).toEqual([
      '!desk-1.llm.json',
      'all.agent-list.json',
      'desk-1.agent.json',
      'main.phone-number.json',
      'night.agent.json',
      'night.llm.json',
      'one.test-case.json',
    ]);
  });
  test('each record through the shortest path to the change', () => {
    const after = workspaceOf({ ...clinic, 'desk-1.llm.json': llm('desk', 1, { general_prompt: 'Be brief.' }) });
    const affected = affectedBy({ before: workspaceOf(clinic), after }).find(
      ({ record }) => record.kind === 'phone-number',
    );
    expect(affected!.path.map(({ file }) => file)).toEqual([
      'night.agent.json',
      'night.llm.json',
      'desk-1.agent.json',
      'desk-1.llm.json',
    ]);
  });
  test('no record through a superseded version, unless the superseded version changed itself', () => {
    const before = workspaceOf(clinic);
    const files = (file: string, pastFile: string): string[] =>
      affectedBy({
        before,
        after: workspaceOf({
          ...clinic,
          [file]: llm(file.slice(0, -'-1.llm.json'.length), 1, { general_prompt: 'x' }),
        }),
        isPast: record => record.file === pastFile,
      }).map(({ record }) => record.file);
    expect(files('desk-1.llm.json', 'night.llm.json').sort()).toEqual([
      'all.agent-list.json',
      'desk-1.agent.json',
      'desk-1.llm.json',
      'one.test-case.json',
    ]);
    expect(files('desk-1.llm.json', 'desk-1.llm.json')).toContain('desk-1.agent.json');
  });
  test('no record to which only the changed record refers', () =>
    expect(
      affected({ ...clinic, 'main.phone-number.json': { phone_number: '+14155550100', inbound_agents: [] } }),
    ).toEqual(['!main.phone-number.json', 'out.batch-call.json']));
  test('the references that select by a moved tag, and the records that use variables of the tag', () =>
    expect(affected({ ...clinic, 'all.agent-list.json': tags(2) })).toEqual([
      '!all.agent-list.json',
      'main.phone-number.json',
      'night.agent.json',
      'night.llm.json',
      'other.phone-number.json',
      'out.batch-call.json',
    ]));
  test('no reference that selects by another tag', () =>
    expect(affected({ ...clinic, 'all.agent-list.json': tags(1, { qa: {} }) })).toEqual(['!all.agent-list.json']));
  test('the references to a removed or new record', () => {
    const { 'desk-2.llm.json': _, ...without } = clinic;
    expect(affected(without)).toEqual([
      'desk-2.agent.json',
      'other.phone-number.json',
      'out.batch-call.json',
      'two.test-case.json',
    ]);
    expect(affected(clinic, without)).toEqual([
      '!desk-2.llm.json',
      'desk-2.agent.json',
      'other.phone-number.json',
      'out.batch-call.json',
      'two.test-case.json',
    ]);
  });
  test('the agent of a nested engine, and the engine of a nested component', () => {
    const holding = (text: string): Files => ({
      ...clinic,
      'desk-1.agent.json': agent('desk', 1, {
        conversationFlow: {
          conversation_flow_id: 'flow',
          components: [
            {
              conversation_flow_component_id: 'who',
              nodes: [{ id: 'a', type: 'conversation', instruction: { type: 'prompt', text } }],
            },
          ],
        },
      }),
      'x.conversation-flow.json': {
        conversation_flow_id: 'x',
        nodes: [{ id: 'n', type: 'component', component_id: 'who', component_type: 'shared' }],
      },
    });
    const affectedRecords = affectedBy({
      before: workspaceOf(holding('Who?')),
      after: workspaceOf(holding('Who is it?')),
    });
    expect(affectedRecords.filter(({ isChanged }) => isChanged).map(({ record }) => record.kind)).toEqual([
      'agent',
      'flow-component',
      'conversation-flow',
    ]);
    expect(affectedRecords.map(({ record }) => record.file)).toContain('x.conversation-flow.json');
  });
  test('the references to a record with a new id or number', () =>
    expect(affected({ ...clinic, 'desk-2.agent.json': agent('desk', 7, { response_engine: undefined }) })).toEqual(
      expect.arrayContaining(['!desk-2.agent.json', 'other.phone-number.json', 'out.batch-call.json']),
    ));
  test('the records of an unreadable file', () => {
    const brokenText = JSON.stringify(clinic['desk-1.llm.json']).slice(0, -30);
    expect(affected({ ...clinic, 'desk-1.llm.json': brokenText })).toContain('!desk-1.llm.json');
  });
  test('the records of a file with unknown former contents', () => {
    const files = workspaceOf(clinic);
    const affectedRecords = affectedBy({ before: files, after: files, unknown: new Set(['two.test-case.json']) });
    expect(affectedRecords.map(({ record }) => record.id)).toEqual(['test_2']);
  });
});

describe('a harmless change', () => {
  test.each<readonly [string, Files]>([
    ['nothing', clinic],
    [
      'another form and key order',
      {
        ...clinic,
        'desk-1.llm.json': JSON.stringify(Object.fromEntries(Object.entries(llm('desk', 1)).reverse()), null, 4),
      },
    ],
    [
      'another dialect',
      { ...clinic, 'desk-1.agent.json': JSON.stringify(agent('desk', 1)).replace('service-llm', 'retell-llm') },
    ],
    [
      'a file that moves',
      Object.fromEntries(
        Object.entries(clinic).map(([file, value]) => [file.replace('desk-1.llm', 'x/desk.llm'), value]),
      ),
    ],
  ])('%s affects nothing', (_, current) => expect(affected(current)).toEqual([]));
  test.each<readonly [string, Files, string]>([
    ['a title', { ...clinic, 'desk-1.agent.json': agent('desk', 1, { version_title: 'x' }) }, '!desk-1.agent.json'],
    [
      'a default written out',
      { ...clinic, 'desk-1.agent.json': agent('desk', 1, { voice_speed: 1 }) },
      '!desk-1.agent.json',
    ],
  ])('%s affects only the record itself', (_, current, file) => expect(affected(current)).toEqual([file]));
});
