// Changes of what callers get, can get to and leave behind, in the clinic of the samples, each with its innocent twin.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const fine = [0, 0, 0, 0, 0],
  demanded = [0, 0, 0, 0, 4],
  cutOff = [1, 1, 1, 4, 1];
const clinic = new URL('../samples/clinic', import.meta.url).pathname;
const files = Object.fromEntries(
  readdirSync(clinic, { recursive: true, withFileTypes: true })
    .filter(one => one.isFile())
    .map(one => join(one.parentPath ?? one.path, one.name))
    .map(path => [path.slice(clinic.length + 1), readFileSync(path, 'utf8')]),
);
const number = 'numbers/main.phone-number.json',
  engine = 'engines/front-desk.llm.json',
  flow = 'flows/billing.conversation-flow.json',
  desk = 'agents/front-desk/v2.agent.json',
  list = 'agents/agents.agent-list.json';

/** @param helpers `write` and `repository` of scenarios.mjs */
export function callersScenarios({ write, repository }) {
  const config = files['preflight.config.json'];
  const withDemand = demand => () =>
    repository({
      ...files,
      'preflight.config.json': config.replace('{', `{ "ci": { "assert": [${JSON.stringify(demand)}] },`),
    });
  /** A change of one parsed file. */
  const edit = (file, change) => at => {
    const value = JSON.parse(files[file]);
    change(value);
    write(at, { [file]: `${JSON.stringify(value, undefined, 2)}\n` });
  };
  const edge = (name, keep) => engineOf => {
    const state = engineOf.states.find(one => one.name === name);
    state.edges = state.edges.filter(keep);
  };
  const node = (value, id) => value.nodes.find(one => one.id === id);
  const field = (agent, name) => agent.post_call_analysis_data.find(one => one.name === name);
  const arms = change => edit(number, value => change(value.inbound_agents, value));

  const groups = [
    {
      demand: 'no live changes',
      codes: demanded,
      pairs: [
        ['weights swapped', arms(([a, b]) => ([a.weight, b.weight] = [b.weight, a.weight])), /80.% of inbound calls/],
        ['weights that move one in twenty', arms(([a, b]) => ([a.weight, b.weight] = [0.85, 0.15])), /5.% of inbound/],
        ['an arm on another version', arms(([, b]) => (b.agent_version = 4)), /10.% of inbound/],
        [
          'nobody answers any more',
          arms((_, value) => (value.inbound_agents = null)),
          /inbound calls of \\?\+14155550100/,
        ],
        ['a live tag moved', edit(list, value => (value.items[0].tags.prod.version = 3)), /tag prod of agent/],
      ],
      twins: [
        ['an arm in two parts', arms(all => all.splice(0, 1, { ...all[0], weight: 0.4 }, { ...all[0], weight: 0.5 }))],
        ['arms in another order', arms(all => all.reverse())],
        ['an alias of the same version', arms(([a]) => (a.agent_version = 2))],
        ['weights that are rounded', arms(([a]) => (a.weight = 0.9 + 1e-12))],
        [
          'tags in another order',
          edit(
            list,
            value => (value.items[0].tags = Object.fromEntries(Object.entries(value.items[0].tags).reverse())),
          ),
        ],
      ],
    },
    {
      demand: 'no breaks',
      codes: cutOff,
      pairs: [
        [
          'the edge to a state deleted',
          edit(
            engine,
            edge('welcome', one => one.destination_state_name !== 'booking'),
          ),
          /no longer reach/,
        ],
        [
          'the edges to a node deleted',
          edit(flow, value => {
            const from = node(value, 'verify');
            from.edges = [];
            for (const key of ['else_edge', 'always_edge', 'skip_response_edge']) delete from[key];
          }),
          /no longer reach/,
        ],
      ],
      twins: [
        [
          'the edge to a state told otherwise',
          edit(engine, value => {
            value.states[0].edges[0].description = 'wants to come, or asks when one could';
          }),
        ],
        [
          'a tool removed with its definition',
          edit(engine, value => {
            value.general_tools = value.general_tools.filter(one => one.name !== 'note_preference');
          }),
        ],
      ],
    },
    {
      demand: 'no results are lost',
      codes: demanded,
      pairs: [
        [
          'an analysis field removed',
          edit(desk, value => {
            value.post_call_analysis_data = value.post_call_analysis_data.filter(
              one => one.name !== 'appointment_booked',
            );
          }),
          /appointment\\?_booked/,
        ],
        [
          'an analysis field of another type',
          edit(desk, value => (field(value, 'appointment_booked').type = 'string')),
          /appointment\\?_booked/,
        ],
        ['fewer choices', edit(desk, value => field(value, 'reason_for_call').choices.pop()), /reason\\?_for\\?_call/],
        [
          'a webhook event dropped',
          edit(desk, value => (value.webhook_events = value.webhook_events.filter(one => one !== 'call_ended'))),
          /call\\?_ended/,
        ],
        [
          'another webhook',
          edit(desk, value => (value.webhook_url = 'https://hooks.example.com/other')),
          /webhook\\?_url/,
        ],
      ],
      twins: [
        [
          'an analysis field told otherwise',
          edit(desk, value => (field(value, 'appointment_booked').description = 'Whether they booked.')),
        ],
        ['one more choice', edit(desk, value => field(value, 'reason_for_call').choices.push('referral'))],
        ['events in another order', edit(desk, value => value.webhook_events.reverse())],
        ['another timeout of the webhook', edit(desk, value => (value.webhook_timeout_ms = 6000))],
      ],
    },
  ];
  return groups.flatMap(({ demand, codes, pairs, twins }) => [
    ...pairs.map(([name, change, says]) => ({
      name: `callers: ${name}`,
      in: withDemand(demand),
      do: change,
      codes,
      says,
    })),
    ...twins.map(([name, change]) => ({
      name: `callers, innocent: ${name}`,
      in: withDemand(demand),
      do: change,
      codes: fine,
    })),
  ]);
}
