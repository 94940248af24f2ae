import type { Json } from '../core/json/json.ts';
import { nth, type Family } from './grown.ts';

const times = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));
const filesOf = (files: Readonly<Record<string, Json>>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([file, value]) => [file, JSON.stringify(value, null, 1)]));

const agent = (id: string, version: number, engine: string, modified = 1): Json => ({
  agent_id: id,
  version,
  is_published: true,
  last_modification_timestamp: modified,
  voice_id: '11labs-Adrian',
  response_engine: { type: 'service-llm', llm_id: engine, version: 0 },
});
const engine = (id: string, i: number, to?: string): Json => ({
  llm_id: id,
  version: 0,
  model: 'gpt-4.1',
  general_prompt: 'x',
  general_tools: [
    ...(to === undefined
      ? []
      : [{ type: 'agent_swap', name: 'next', description: 'd', agent_id: to, agent_version: 'prod' }]),
    { type: 'custom', name: `tool_${nth(i)}`, description: 'd', url: 'https://a.example.com' },
  ],
});
const item = (id: string): Json => ({
  agent_id: id,
  agent_name: id,
  channel: 'voice',
  user_modified_timestamp: 1,
  tags: { prod: { version: 0 } },
});
const agentOf = (i: number): string => `agent_${nth(i)}`;

/** Workspaces with many entries that each reach many things. `changed` returns the changed files. */
export const entryFamilies: readonly (Family & { readonly changed: (n: number) => Record<string, string> })[] = [
  {
    name: 'a ring of agents, each live by a tag of its own, of which one hands over no more',
    files: n =>
      filesOf({
        ...Object.fromEntries(
          times(n, i => [
            [`agents/${nth(i)}.agent.json`, agent(agentOf(i), 0, `llm_${nth(i)}`)],
            [`engines/${nth(i)}.llm.json`, engine(`llm_${nth(i)}`, i, agentOf((i + 1) % n))],
          ]).flat(),
        ),
        'all.agent-list.json': times(n, i => item(agentOf(i))),
      }),
    changed: () => filesOf({ [`engines/${nth(0)}.llm.json`]: engine('llm_0', 0) }),
  },
  {
    name: 'many numbers of one agent with many tools, of which one is gone',
    files: n =>
      filesOf({
        'desk.agent.json': agent('agent_desk', 0, 'llm_desk'),
        'desk.llm.json': { ...(engine('llm_desk', 0) as object), general_tools: manyTools(n) },
        'all.agent-list.json': [item('agent_desk')],
        ...Object.fromEntries(times(n, i => [`numbers/${nth(i)}.phone-number.json`, number(i)])),
      }),
    changed: n =>
      filesOf({ 'desk.llm.json': { ...(engine('llm_desk', 0) as object), general_tools: manyTools(n).slice(1) } }),
  },
  {
    name: 'many arms on the latest of many versions that were published at once',
    files: n => ({
      ...filesOf({ 'all.agent.json': times(n, i => agent('agent_desk', i, 'llm_desk')) }),
      ...arms(n, 0),
    }),
    changed: n => arms(n, 1),
  },
];

const manyTools = (n: number): Json[] =>
  times(n, i => ({ type: 'custom', name: `tool_${nth(i)}`, description: 'd', url: 'https://a.example.com' }));
const number = (i: number): Json => ({
  phone_number: `+1415555${1000 + i}`,
  inbound_agents: [{ agent_id: 'agent_desk', agent_version: 'prod', weight: 1 }],
});
const arms = (n: number, from: number): Record<string, string> =>
  filesOf({
    'main.phone-number.json': {
      phone_number: '+14155550100',
      inbound_agents: times(n, i => ({
        agent_id: 'agent_desk',
        agent_version: i < from ? 0 : 'latest_published',
        weight: 1 / n,
      })),
    },
  });
