import type { Json } from '../core/json/json.ts';
import { nth, type Family } from './grown.ts';

const times = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));
const filesOf = (files: Readonly<Record<string, Json>>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([file, value]) => [file, JSON.stringify(value, null, 1)]));
const texts = (n: number, text: (i: number) => string): Json => ({
  conversation_flow_id: 'flow_1',
  version: 0,
  start_node_id: 'node_0',
  nodes: times(n, i => ({
    id: `node_${nth(i)}`,
    type: 'conversation',
    instruction: { type: 'prompt', text: text(i) },
    edges: [
      {
        id: `edge_${nth(i)}`,
        destination_node_id: `node_${nth((i + 1) % n)}${i % 5 === 0 ? '_gone' : ''}`,
        transition_condition: { type: 'prompt', prompt: 'They agree' },
      },
    ],
  })),
});
const agent = (id: string, version: number, more: Record<string, Json> = {}): Json => ({
  agent_id: id,
  version,
  is_published: version % 2 === 0,
  last_modification_timestamp: 1_700_000_000_000 + version,
  voice_id: '11labs-Adrian',
  response_engine: { type: 'conversation-flow', conversation_flow_id: 'flow_1', version: 0 },
  ...more,
});
const swap = (to: string): Json => ({
  id: 'swap',
  type: 'agent_swap',
  agent_id: to,
  post_call_analysis_setting: 'both_agents',
  edge: { id: 'e', destination_node_id: 'swap', transition_condition: { type: 'prompt', prompt: 'Transfer failed' } },
});
const references = (n: number, agentOf: (i: number) => string): Record<string, Json> => {
  const reference = (i: number): Json =>
    [i, `tag_${nth(i)}`, 'latest', 'latest_published', `tag_x${nth(i)}`, n + i][i % 6]!;
  return {
    'march.batch-call.json': {
      from_number: '+14155550100',
      tasks: times(n, i => ({
        to_number: `+1415555${1000 + i}`,
        override_agent_id: agentOf(i),
        override_agent_version: reference(i),
        service_llm_dynamic_variables: { [`variable_name_${nth(i)}`]: 'x' },
      })),
    },
    'arms.agent-weights.json': times(n, i => ({ agent_id: agentOf(i), agent_version: reference(i), weight: 1 / n })),
    'main.phone-number.json': {
      phone_number: '+14155550100',
      inbound_agents: times(n, i => ({ agent_id: agentOf(i), agent_version: reference(i), weight: 1 / n })),
    },
    'quiet.alert-rule.json': {
      name: 'Quiet',
      metric_type: 'call_count',
      threshold_type: 'absolute',
      threshold_value: 1,
      comparator: '<',
      frequency: '1h',
      window: '24h',
      emails: ['a@example.com'],
      filter: {
        agent: times(n, i => ({ agent_id: agentOf(i), agent_version: reference(i) })),
        agent_tag: { type: 'enum', op: 'in', value: times(n, i => `tag_${i % 2 ? nth(i) : `x${nth(i)}`}`) },
        custom_analysis_data: times(n, i => ({
          key: `field_${i % 2 ? nth(i) : `x${nth(i)}`}`,
          type: 'string',
          op: 'eq',
          value: 'x',
        })),
      },
    },
  };
};

/** Workspaces with many mutual references, and texts with many mistakes. */
export const workspaces: readonly Family[] = [
  {
    name: 'many versions of one agent',
    files: n =>
      filesOf({
        ...references(n, i => (i % 9 === 0 ? 'agent_desk_gone' : 'agent_desk')),
        'all.agent.json': times(n, i =>
          agent('agent_desk', i, { base_version: i === 0 ? null : i - 1, assigned_tags: [`tag_${nth(i)}`, 'prod'] }),
        ),
        'agent_desk.agent-versions.json': times(n, i => ({
          version: i,
          is_published: i % 2 === 0,
          base_version: i - 1,
          last_modification_timestamp: i,
        })),
        'a.conversation-flow.json': texts(n, i => `Ask {{variable_name_${nth(i)}}} and {{variable_nmae_${nth(i)}}}`),
      }),
  },
  {
    name: 'one version in many records',
    files: n =>
      filesOf({
        ...references(n, () => 'agent_desk'),
        'all.agent.json': times(n, () => agent('agent_desk', 1, { base_version: 0, assigned_tags: ['prod'] })),
        'agent_desk.agent-versions.json': times(n, i => ({
          version: 1,
          is_published: i % 2 === 0,
          last_modification_timestamp: i,
        })),
        'all.agent-list.json': times(n, i => ({
          agent_id: 'agent_desk',
          agent_name: 'Desk',
          channel: 'voice',
          user_modified_timestamp: 1,
          tags: { prod: { version: i } },
        })),
        ...Object.fromEntries(times(n, i => [`flow_${nth(i)}.conversation-flow.json`, texts(1, () => 'Hello')])),
      }),
  },
  {
    name: 'many tags of one agent',
    files: n =>
      filesOf({
        ...references(n, () => 'agent_desk'),
        'all.agent.json': times(4, i =>
          agent('agent_desk', i, {
            post_call_analysis_data: times(n, k => ({ type: 'string', name: `field_${nth(k)}`, description: 'x' })),
          }),
        ),
        'all.agent-list.json': [
          {
            agent_id: 'agent_desk',
            agent_name: 'Desk',
            channel: 'voice',
            user_modified_timestamp: 1,
            tags: Object.fromEntries(
              times(n, i => [
                `tag_${nth(i)}`,
                { version: i % 4, dynamic_variables: { [`variable_name_${nth(i)}`]: 'x' } },
              ]),
            ),
          },
        ],
        'a.conversation-flow.json': texts(8, i => `Ask {{variable_name_${nth(i)}}} and {{variable_nmae_${nth(i)}}}`),
      }),
  },
  {
    name: 'many agents that swap in a circle',
    files: n =>
      filesOf({
        ...references(n, i => `agent_${i % 3 ? nth(i) : `x${nth(i)}`}`),
        'all.agent-list.json': times(n, i => ({
          agent_id: `agent_${nth(i)}`,
          agent_name: `Desk ${i}`,
          channel: 'voice',
          user_modified_timestamp: 1,
          tags: { [`tag_${nth(i)}`]: { version: 1, dynamic_variables: { a: 'x' } } },
        })),
        ...Object.fromEntries(
          times(n, i => [
            `desk_${nth(i)}.agent.json`,
            agent(`agent_${nth(i)}`, 1, {
              response_engine: { type: 'conversation-flow', conversation_flow_id: `flow_${nth(i)}`, version: 0 },
              conversationFlow: { start_node_id: 'swap', nodes: [swap(`agent_${nth((i + 1) % n)}`)] },
              post_call_analysis_data: [{ type: 'string', name: `field_${nth(i)}`, description: 'x' }],
            }),
          ]),
        ),
      }),
  },
  {
    name: 'many agents that swap to many others',
    files: n =>
      filesOf(
        Object.fromEntries(
          times(Math.ceil(Math.sqrt(n)), i => [
            `desk_${nth(i)}.agent.json`,
            agent(`agent_${nth(i)}`, 1, {
              conversationFlow: {
                start_node_id: 'swap',
                nodes: times(Math.ceil(Math.sqrt(n)), k => swap(`agent_${nth(k)}`)),
              },
            }),
          ]),
        ),
      ),
  },
  {
    name: 'many variables that nothing sets',
    files: n => filesOf({ 'a.conversation-flow.json': texts(n, i => `Ask {{variable_number_${nth(i)}}}`) }),
  },
  {
    name: 'many slips of many variables',
    files: n =>
      filesOf({
        'a.conversation-flow.json': {
          ...(texts(
            n,
            i =>
              `Ask {{variable_nmuber_${nth(i)}x}}, {{Variable Number ${i}x}} and {{other value${' '.repeat(i % 4)}}}`,
          ) as Record<string, Json>),
          default_dynamic_variables: Object.fromEntries(times(n, i => [`variable_number_${nth(i)}x`, 'x'])),
        },
      }),
  },
  {
    name: 'one text of many variables',
    files: n =>
      filesOf({
        'a.conversation-flow.json': texts(1, () => times(n, i => `{{name_${nth(i)}}} {{ }} {{name}`).join(' ')),
      }),
  },
  {
    name: 'one text of many open braces',
    files: n => filesOf({ 'a.conversation-flow.json': texts(1, () => '{{name '.repeat(n)) }),
  },
  {
    name: 'one text of many closing braces',
    files: n => filesOf({ 'a.conversation-flow.json': texts(1, () => 'name}} '.repeat(n)) }),
  },
  {
    name: 'one text of many lines',
    files: n => filesOf({ 'a.conversation-flow.json': texts(1, () => 'a line \n'.repeat(n)) }),
  },
  {
    name: 'one key many times',
    files: n => ({ 'a.agent.json': `{\n${times(n, i => `"voice_speed": ${i}`).join(',\n')}\n}` }),
  },
  {
    name: 'two keys many times each',
    files: n => ({ 'a.agent.json': `{\n${times(n, i => `"k${i % (n / 2)}": ${i}`).join(',\n')}\n}` }),
  },
  {
    name: 'many numbers too long',
    files: n => ({ 'a.agent.json': `{"a": [${times(n, i => `1234567890123456789${i}`).join(',\n')}]}` }),
  },
  {
    name: 'many commas missing',
    files: n => ({ 'a.agent.json': `{\n${times(n, i => `"voice_speed_${nth(i)}": ${i}`).join('\n')}\n}` }),
  },
  {
    name: 'many commas too many',
    files: n => ({ 'a.agent.json': `{\n${times(n, i => `"voice_speed_${nth(i)}": ${i}`).join(',,\n')},\n}` }),
  },
  { name: 'many commas alone', files: n => ({ 'a.agent.json': `[${',\n'.repeat(n)}` }) },
  {
    name: 'many keys without quotes',
    files: n => ({ 'a.agent.json': `{\n${times(n, i => `voice_speed_${nth(i)}: '${i}'`).join(',\n')}\n}` }),
  },
  {
    name: 'many remarks',
    files: n => ({
      'a.agent.json': `{\n${times(n, i => `"voice_speed_${nth(i)}": ${i} // remark`).join(',\n')}\n}`,
      'b.agent.jsonc': `{\n${times(n, i => `"k${nth(i)}": ${i} // remark`).join('\n')}\n}`,
    }),
  },
  { name: 'many brackets open', files: n => ({ 'a.agent.json': '{"a":['.repeat(n) }) },
  { name: 'many brackets closed', files: n => ({ 'a.agent.json': ']}'.repeat(n) }) },
  {
    name: 'many strings not closed',
    files: n => ({ 'a.agent.json': `{\n${times(n, i => `"voice_speed_${nth(i)}": "${i},`).join('\n')}\n}` }),
  },
  {
    name: 'many conflicts',
    files: n => ({
      'a.agent.json': `{\n${times(n, i => `<<<<<<< HEAD\n"k${nth(i)}": 1,\n=======\n"k${nth(i)}": 2,\n>>>>>>> other`).join('\n')}\n}`,
    }),
  },
  {
    name: 'many repeated items',
    files: n =>
      filesOf({
        'a.agent.json': {
          language: times(n, i => (i % 2 ? 'en-US' : 'de-DE')),
          expressive_emotion_tags: times(n, () => 'happy'),
          fallback_voice_ids: times(n, () => 'openai-Nova'),
        },
      }),
  },
  {
    name: 'many wrong tasks',
    files: n =>
      filesOf({
        'a.batch-call.json': {
          from_number: '+14155550100',
          tasks: times(n, i => ({ to_number: i, override_agent_id: '', [`k${nth(i)}`]: i })),
        },
      }),
  },
  {
    name: 'many unknown keys',
    files: n => ({
      'a.agent.json': `{\n${times(n, i => `"${i % 2 ? 'k' : 'voice_speed'}${i}": ${i}`).join(',\n')}\n}`,
    }),
  },
  { name: 'deep nesting', files: n => ({ 'a.agent.json': `${'{"a":'.repeat(n)}1${'}'.repeat(n)}` }) },
];
