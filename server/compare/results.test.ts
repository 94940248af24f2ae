import { describe, expect, test } from 'vitest';
import { Document } from '../core/document.ts';
import type { WorkspaceSettings } from '../core/workspace/workspace-settings.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import { judge, type Assertion } from './assertions.ts';
import { changesBetween } from './changes.ts';

const booked = { type: 'boolean', name: 'booked', description: 'Whether a visit was booked.' };
const topic = { type: 'enum', name: 'topic', description: 'What it was about.', choices: ['visit', 'bill', 'other'] };
const agent = {
  agent_id: 'desk',
  version: 2,
  is_published: true,
  last_modification_timestamp: 5,
  voice_id: '11labs-A',
  response_engine: { type: 'service-llm', llm_id: 'llm' },
  post_call_analysis_data: [booked, topic],
  webhook_url: 'https://a.example.com/hook',
};
interface Files {
  readonly [file: string]: unknown;
}
const tags = (tagsByName: object): object => [
  { agent_id: 'desk', agent_name: 'Desk', channel: 'voice', user_modified_timestamp: 1, tags: tagsByName },
];
const clinic: Files = {
  'all.agent-list.json': tags({ prod: { version: 2 } }),
  'v2.agent.json': agent,
  'v3.agent.json': { ...agent, version: 3, last_modification_timestamp: 6, post_call_analysis_data: [topic] },
};
const withAgent = (fields: object): Files => ({ ...clinic, 'v2.agent.json': { ...agent, ...fields } });
const workspaceOf = (files: Files, facts: Partial<WorkspaceSettings> = {}): Workspace =>
  new Workspace(
    Object.entries(files).map(
      ([file, value]) => new Document(file, typeof value === 'string' ? value : JSON.stringify(value)),
    ),
    facts,
  );
function compared(current: Files, former: Files = clinic, facts: Partial<WorkspaceSettings> = {}) {
  const [before, after] = [workspaceOf(former, facts), workspaceOf(current, facts)];
  return { before, after, plan: changesBetween({ workspace: before }, { workspace: after }) };
}
/** The lost results, each as `2→3 booked: removed at v3.agent.json#/post_call_analysis_data`. */
const linesOf = (...args: Parameters<typeof compared>): string[] =>
  compared(...args).plan.results.map(
    ({ formerVersion: former, version, field, effect, file, pointer, newName: renamed }) =>
      `${former.version}→${version} ${field}: ${effect}${renamed === undefined ? '' : ` (${renamed})`} at ${file}#${pointer}`,
  );

describe("an edit of a live version's record loses results", () => {
  test.each([
    ['a field is removed', { post_call_analysis_data: [topic] }, 'booked: removed at /post_call_analysis_data'],
    ['the list is gone', { post_call_analysis_data: null }, 'booked: removed at /post_call_analysis_data'],
    [
      'a field is renamed',
      { post_call_analysis_data: [topic, { ...booked, name: 'Booked' }] },
      'booked: removed (Booked) at /post_call_analysis_data',
    ],
    [
      'another type',
      { post_call_analysis_data: [{ ...booked, type: 'string' }, topic] },
      'booked: type-changed at /post_call_analysis_data/0/type',
    ],
    [
      'fewer choices',
      { post_call_analysis_data: [booked, { ...topic, choices: ['other', 'visit', 'parking'] }] },
      'topic: values-removed at /post_call_analysis_data/1/choices',
    ],
    ['an event', { webhook_events: ['call_started', 'call_analyzed'] }, 'call_ended: event-dropped at /webhook_events'],
    ['another URL', { webhook_url: 'https://b.example.com' }, 'webhook_url: url-changed at /webhook_url'],
    ['no URL', { webhook_url: null }, 'webhook_url: url-changed at /webhook_url'],
  ])('if it makes this change: %s', (_, fields, line) => {
    const [first] = linesOf(withAgent(fields));
    expect(first?.replace('2→2 ', '').replace('v2.agent.json#', '')).toBe(line);
  });
  test.each<readonly [string, object]>([
    ['nothing', {}],
    ['another order', { post_call_analysis_data: [{ ...topic, choices: ['other', 'bill', 'visit'] }, booked] }],
    [
      'more choices, a new field',
      {
        post_call_analysis_data: [
          booked,
          { ...topic, choices: [...topic.choices, 'x'] },
          { type: 'string', name: 'new', description: '' },
        ],
      },
    ],
    [
      'other words for the model',
      { post_call_analysis_data: [{ ...booked, description: 'Now?', required: true }, topic] },
    ],
    ['the default events, written out', { webhook_events: ['call_analyzed', 'call_ended', 'call_started'] }],
    [
      'events of chats, on a voice agent',
      { webhook_events: ['call_started', 'call_ended', 'call_analyzed', 'chat_ended'] },
    ],
    [
      'a preset that the platform fills anyway',
      { post_call_analysis_data: [booked, topic, { type: 'system-presets', name: 'call_summary' }] },
    ],
    ['a list for chats, on a voice agent', { post_chat_analysis_data: [] }],
  ])('a harmless edit loses none: %s', (_, fields) => {
    const withAllFields = withAgent({
      post_call_analysis_data: [booked, topic, { type: 'system-presets', name: 'user_sentiment' }],
      post_chat_analysis_data: [{ type: 'string', name: 'mood', description: '' }],
    });
    expect(linesOf({ ...clinic, 'v2.agent.json': { ...agent, ...fields } }, withAllFields)).toEqual([]);
    expect(linesOf(withAgent(fields))).toEqual([]);
  });
  test('but not an edit of a version that serves nobody', () =>
    expect(linesOf({ ...clinic, 'v3.agent.json': { ...agent, version: 3, post_call_analysis_data: null } })).toEqual(
      [],
    ));
  test('but not an unreadable file', () =>
    expect(linesOf({ ...clinic, 'v2.agent.json': JSON.stringify(agent).slice(0, 200) })).toEqual([]));
  test('but not another dialect', () => {
    const text = JSON.stringify(agent).replaceAll('service-llm', 'retell-llm');
    expect(linesOf({ ...clinic, 'v2.agent.json': text })).toEqual([]);
  });
});

describe('the webhook URL of the account', () => {
  const withoutUrl = { webhook_url: null };
  test('can replace an equal URL of the agent without loss', () =>
    expect(linesOf(withAgent(withoutUrl), clinic, { accountWebhookUrl: agent.webhook_url })).toEqual([]));
  test('loses its events if the agent gets a URL of its own', () =>
    expect(linesOf(clinic, withAgent(withoutUrl), { accountWebhookUrl: 'https://all.example.com' })).toEqual([
      '2→2 webhook_url: url-changed at v2.agent.json#/webhook_url',
    ]));
  test('is unknown by default, so the first URL of an agent is no loss', () =>
    expect(linesOf(clinic, withAgent(withoutUrl))).toEqual([]));
  test('is printed without its credentials', () => {
    const url = (key: string) => withAgent({ webhook_url: `https://u:${key}@a.example.com` });
    const [loss] = compared(url('8f3kd9sl2mx7'), url('9sl2mx78f3kd')).plan.results;
    expect(JSON.stringify(loss)).not.toMatch(/8f3kd9sl2mx7|9sl2mx78f3kd/);
  });
});

describe('a different version for callers loses results', () => {
  const lossOf = (former: number, version = 3): string =>
    `${former}→${version} booked: removed at v${version}.agent.json#/post_call_analysis_data`;
  const number = (...arms: readonly (readonly [number, number])[]): object => ({
    phone_number: '+14155550100',
    inbound_agents: arms.map(([version, weight]) => ({ agent_id: 'desk', agent_version: version, weight })),
  });
  const filesWith = (...arms: readonly (readonly [number, number])[]): Files => ({
    ...clinic,
    'all.agent-list.json': tags({}),
    'v4.agent.json': { ...agent, version: 4, last_modification_timestamp: 7 },
    'main.phone-number.json': number(...arms),
  });
  test('if a live tag selects it', () =>
    expect(linesOf({ ...clinic, 'all.agent-list.json': tags({ prod: { version: 3 } }) })).toEqual([lossOf(2)]));
  test('unless the tag is not live', () =>
    expect(linesOf({ ...clinic, 'all.agent-list.json': tags({ prod: { version: 2 }, qa: { version: 3 } }) })).toEqual(
      [],
    ));
  test('if it is in an added arm', () =>
    expect(linesOf(filesWith([2, 0.9], [3, 0.1]), filesWith([2, 1]))).toEqual([lossOf(2)]));
  test('but not again if some callers had already lost them before the shares changed', () =>
    expect(linesOf(filesWith([2, 0.1], [3, 0.9]), filesWith([2, 0.9], [3, 0.1]))).toEqual([]));
  test('if it gets the callers of a removed arm', () =>
    expect(linesOf(filesWith([3, 1]), filesWith([2, 0.1], [3, 0.9]))).toEqual([lossOf(2)]));
  test('but only for the callers of a changed canary, not for the other callers', () =>
    expect(linesOf(filesWith([3, 0.9], [4, 0.1]), filesWith([3, 0.9], [2, 0.1]))).toEqual([]));
  test('unless an arm is only split in two', () =>
    expect(linesOf(filesWith([2, 0.5], [2, 0.5]), filesWith([2, 1]))).toEqual([]));
  test('if a swap selects it', () => {
    const swapping = (version: number): Files => ({
      ...clinic,
      'all.agent-list.json': [
        {
          agent_id: 'door',
          agent_name: 'Door',
          channel: 'voice',
          user_modified_timestamp: 1,
          tags: { prod: { version: 0 } },
        },
      ],
      'door.agent.json': { ...agent, agent_id: 'door', version: 0 },
      'e.llm.json': {
        llm_id: 'llm',
        general_tools: [{ type: 'agent_swap', name: 'desk', agent_id: 'desk', agent_version: version }],
      },
    });
    expect(linesOf(swapping(3), swapping(2))).toEqual([lossOf(2)]);
    expect(linesOf(swapping(2), swapping(3))).toEqual([]);
  });
});

describe('the assertion "no results are lost"', () => {
  const assertion: Assertion = { kind: 'no', what: 'results are lost' };
  test('fails with the first loss', () =>
    expect(judge(assertion, [compared(withAgent({ post_call_analysis_data: [], webhook_url: null }))])).toMatchObject({
      holds: false,
      because: 'booked of Desk v2 and 2 other results are lost: removed',
    }));
  test('holds without a loss', () =>
    expect(judge(assertion, [compared(withAgent({ voice_id: '11labs-B' }))])).toMatchObject({ holds: true }));
  test('fails without evidence if no version is live', () =>
    expect(judge(assertion, [compared({ 'v2.agent.json': agent }, { 'v2.agent.json': agent })])).toMatchObject({
      holds: false,
      because: 'no version is live, so the assertion has no evidence',
    }));
});
