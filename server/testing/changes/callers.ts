import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { write } from '../in-folders.ts';
import { samples, textsIn } from '../samples.ts';
import { change, move, repository, type Change } from './change.ts';

/*
 * Changes to the calls of the sample clinic: to the agents that answer, to what callers can reach, and to stored
 * results. Each change has a harmless twin.
 */

const passingCodes = [0, 0, 0, 0, 0] as const,
  demandCodes = [0, 0, 0, 0, 4] as const,
  lossCodes = [1, 1, 1, 4, 1] as const;
const clinic = textsIn(samples('clinic')),
  // the changes below edit published versions on purpose, so this rule must not fail them
  config = clinic['preflight.config.json']!.replace('{', '{ "rules": { "published-version-edited": "warning" },');
const number = 'numbers/main.phone-number.json',
  engine = 'engines/front-desk.llm.json',
  flow = 'flows/billing.conversation-flow.json',
  nightFlow = 'flows/night-line.conversation-flow.json',
  component = 'components/verify-caller.flow-component.json',
  batch = 'batches/flu-clinic.batch-call.json',
  alert = 'alerts/bookings-fail.alert-rule.json',
  desk = 'agents/front-desk/v2.agent.json',
  canary = 'agents/front-desk/v3.agent.json',
  list = 'agents/agents.agent-list.json';

type FolderChange = (folder: string) => void;
type Edit = (value: any) => unknown;
const textOf = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;
/**
 * Edits the parsed value of one file.
 * @param to the file to write; the same file by default
 */
const edit =
  (file: string, change: Edit, to = file): FolderChange =>
  at => {
    const value: unknown = JSON.parse(clinic[file]!);
    change(value);
    write(at, { [to]: textOf(value) });
  };
const edge =
  (name: string, keep: (edge: any) => boolean): Edit =>
  engineOf => {
    const state = engineOf.states.find((state: any) => state.name === name);
    state.edges = state.edges.filter(keep);
  };
const node = (value: any, id: string): any => value.nodes.find((node: any) => node.id === id);
const field = (agent: any, name: string): any => agent.post_call_analysis_data.find((one: any) => one.name === name);
const arms = (change: (arms: any, value: any) => unknown): FolderChange =>
  edit(number, value => change(value.inbound_agents, value));
const inSequence =
  (...changes: readonly FolderChange[]): FolderChange =>
  at =>
    changes.forEach(change => change(at));
const remove =
  (file: string): FolderChange =>
  at =>
    rmSync(join(at, file));
const moved =
  (from: string, to: string): FolderChange =>
  at =>
    move(at, from, to);
const reverse = (value: object): object => Object.fromEntries(Object.entries(value).reverse());
const toBooking = edge('welcome', one => one.destination_state_name !== 'booking');
/** Adds a changed version of the engine, and lets the canary version of the agent run it. */
const newEngine = (change: Edit): FolderChange =>
  inSequence(
    edit(
      engine,
      value => {
        value.version = 4;
        change(value);
      },
      'engines/front-desk-4.llm.json',
    ),
    edit(canary, value => (value.response_engine.version = 4)),
  );
const accepted = (reason: string): FolderChange =>
  inSequence(edit(engine, toBooking), at => {
    const things = ['state booking', 'tool free_times', 'tool book_visit', 'tool text_confirmation'];
    const accept = [...things, 'tool next_working_day'].map(reference => ({ reference, reason }));
    change(at, { 'preflight.config.json': config.replace('{', `{ "accept": ${JSON.stringify(accept)},`) });
  });

interface Group {
  /** The assertion that `ci` checks. */
  readonly demand: string;
  readonly codes: NonNullable<Change['codes']>;
  readonly pairs: readonly (readonly [name: string, change: FolderChange, says: RegExp, codes?: Change['codes']])[];
  /** Harmless changes that resemble those in `pairs`. */
  readonly twins: readonly (readonly [name: string, change: FolderChange])[];
}
const groups: readonly Group[] = [
  {
    demand: 'no live changes',
    codes: demandCodes,
    pairs: [
      ['weights swapped', arms(([a, b]) => ([a.weight, b.weight] = [b.weight, a.weight])), /80.% of inbound calls/],
      ['weights that move one in twenty', arms(([a, b]) => ([a.weight, b.weight] = [0.85, 0.15])), /5.% of inbound/],
      ['an arm on another version', arms(([, b]) => (b.agent_version = 4)), /10.% of inbound/],
      [
        'nobody answers any more',
        arms((_, value) => (value.inbound_agents = null)),
        /inbound calls of \\?\+14155550100/,
      ],
      ['a live tag moved', edit(list, value => (value.items[0].tags.prod.version = 3)), /tag prod of Front desk/],
      ['texts lose their agent', arms((_, value) => (value.inbound_sms_agents = null)), /inbound texts/],
      [
        'another agent calls out',
        arms((_, value) => (value.outbound_agents[0].agent_id = 'agent_billing01')),
        /outbound\\?_agents|outbound calls/,
      ],
      [
        'a variable of a live tag',
        edit(list, value => (value.items[0].tags.prod.dynamic_variables.opening_hours = 'never')),
        /tag prod of Front desk/,
      ],
      [
        'the webhook that chooses the agent',
        arms((_, value) => (value.inbound_webhook_url = 'https://hooks.juniper-clinic.example/other')),
        /inbound\\?_webhook\\?_url/,
      ],
      ['the threshold of an alert', edit(alert, value => (value.threshold_value = 5)), /threshold\\?_value/],
    ],
    twins: [
      ['a direction without agents said otherwise', arms((_, value) => (value.outbound_sms_agents = []))],
      ['another nickname of a number', arms((_, value) => (value.nickname = 'Front desk'))],
      [
        'variables of a tag in another order',
        edit(list, value => {
          const { prod } = value.items[0].tags;
          prod.dynamic_variables = reverse(prod.dynamic_variables);
        }),
      ],
      ['a number in another file', moved(number, 'numbers/front.phone-number.json')],
      ['an alert in another file', moved(alert, 'alerts/moved.alert-rule.json')],
      ['an arm in two parts', arms(all => all.splice(0, 1, { ...all[0], weight: 0.4 }, { ...all[0], weight: 0.5 }))],
      ['arms in another order', arms(all => all.reverse())],
      ['an alias of the same version', arms(([a]) => (a.agent_version = 2))],
      ['weights that are rounded', arms(([a]) => (a.weight = 0.9 + 1e-12))],
      ['tags in another order', edit(list, value => (value.items[0].tags = reverse(value.items[0].tags)))],
    ],
  },
  {
    demand: 'at most 10 % of callers move',
    codes: demandCodes,
    pairs: [
      ['half of the callers', arms(([a, b]) => ([a.weight, b.weight] = [0.5, 0.5])), /40.% of inbound calls/],
      ['just over the limit', arms(([a, b]) => ([a.weight, b.weight] = [0.799, 0.201])), /10\.1.% of inbound calls/],
      ['every fourth call of a batch', edit(batch, value => (value.tasks[2].override_agent_version = 0)), /batch/],
      ['a batch is deleted', remove(batch), /batch/],
      [
        'who calls out, and so a batch',
        arms((_, value) => (value.outbound_agents[0].agent_version = 0)),
        // no file contains version 0, so what its callers reach is unknown
        /outbound calls|batch/,
        [0, 0, 0, 4, 4],
      ],
    ],
    twins: [
      ['one in twenty', arms(([a, b]) => ([a.weight, b.weight] = [0.85, 0.15]))],
      ['just the limit', arms(([a, b]) => ([a.weight, b.weight] = [0.8, 0.2]))],
      ['what is stored with a call', edit(batch, value => (value.tasks[2].metadata = { patient_list: 'flu-2027' }))],
      ['a batch in another file', moved(batch, 'batches/flu.batch-call.json')],
      ['who calls out, by its number', arms((_, value) => (value.outbound_agents[0].agent_version = 1))],
    ],
  },
  {
    demand: 'no breaks',
    codes: lossCodes,
    pairs: [
      [
        'an edge of a shared component',
        edit(component, value => (node(value, 'ask_birthday').edges = [])),
        /no longer reach/,
      ],
      ['another node first', edit(flow, value => (value.start_node_id = 'anything_else')), /no longer reach/],
      [
        'a global node that is none any more',
        edit(nightFlow, value => void delete node(value, 'about_bill').global_node_setting),
        /no longer reach/,
      ],
      [
        'an edge of an agent that is swapped to',
        edit(nightFlow, value => (node(value, 'listen').edges = [])),
        /no longer reach/,
      ],
      [
        'an edge that leads elsewhere',
        edit(flow, value => (node(value, 'ways_to_pay').edges[0].destination_node_id = 'plan')),
        /no longer reach/,
      ],
      [
        'a tool that its node no longer has',
        edit(flow, value => (node(value, 'plan').tool_ids = [])),
        /no longer reach/,
      ],
      ['a new version of the engine without a way', newEngine(toBooking), /no longer reach/],
      ['a loss that is accepted without a reason', accepted('todo'), /no longer reach|reason/],
      ['the edge to a state deleted', edit(engine, toBooking), /no longer reach/],
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
      ['nodes of a shared component in another order', edit(component, value => value.nodes.reverse())],
      ['another state first, from which all are reached', edit(engine, value => (value.starting_state = 'booking'))],
      [
        'a global node under another condition',
        edit(nightFlow, value => (node(value, 'about_bill').global_node_setting.condition = 'Asks about money.')),
      ],
      [
        'an edge of an agent that is swapped to, told otherwise',
        edit(
          nightFlow,
          value => (node(value, 'listen').edges[0].transition_condition.prompt = 'They need a doctor now.'),
        ),
      ],
      ['another id of an edge', edit(flow, value => (node(value, 'ways_to_pay').edges[0].id = 'by-link'))],
      [
        'a second way to a tool',
        edit(flow, value =>
          node(value, 'anything_else').edges.push({
            id: 'pay-after-all',
            destination_node_id: 'ways_to_pay',
            transition_condition: { type: 'prompt', prompt: 'The caller wants to pay.' },
          }),
        ),
      ],
      ['a new version of the engine', newEngine(() => undefined)],
      ['a loss that is accepted', accepted('patients book on the website since June')],
      [
        'a tool removed with its definition',
        edit(engine, value => {
          value.general_tools = value.general_tools.filter((tool: any) => tool.name !== 'note_preference');
        }),
      ],
    ],
  },
  {
    demand: 'no results are lost',
    codes: demandCodes,
    pairs: [
      [
        'an analysis field removed',
        edit(desk, value => {
          value.post_call_analysis_data = value.post_call_analysis_data.filter(
            (one: any) => one.name !== 'appointment_booked',
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
        edit(
          desk,
          value => (value.webhook_events = value.webhook_events.filter((event: any) => event !== 'call_ended')),
        ),
        /call\\?_ended/,
      ],
      [
        'another webhook',
        edit(desk, value => (value.webhook_url = 'https://hooks.example.com/other')),
        /webhook\\?_url/,
      ],
      ['no analysis field any more', edit(desk, value => (value.post_call_analysis_data = null)), /are lost/],
      ['only the default events', edit(desk, value => delete value.webhook_events), /transfer\\?_ended/],
      ['no webhook of its own', edit(desk, value => (value.webhook_url = null)), /webhook\\?_url/],
      [
        'a choice for a text',
        edit(desk, value => {
          const one = field(value, 'reason_for_call');
          one.type = 'string';
          delete one.choices;
        }),
        /reason\\?_for\\?_call/,
      ],
      [
        'a live tag on a version with less',
        inSequence(
          edit(canary, value => (value.post_call_analysis_data = [])),
          edit(list, value => (value.items[0].tags.prod.version = 3)),
        ),
        /are lost/,
      ],
    ],
    twins: [
      [
        'a preset that is found out anyway',
        edit(desk, value => {
          value.post_call_analysis_data = value.post_call_analysis_data.filter(
            (one: any) => one.type !== 'system-presets',
          );
        }),
      ],
      ['one more event', edit(desk, value => value.webhook_events.push('transcript_updated'))],
      ['fields in another order', edit(desk, value => value.post_call_analysis_data.reverse())],
      ['a field that need not be found', edit(desk, value => delete field(value, 'appointment_booked').required)],
      ['a live tag on a version with as much', edit(list, value => (value.items[0].tags.prod.version = 3))],
      [
        'less of a version that nobody gets',
        edit('agents/front-desk/v4.agent.json', value => (value.post_call_analysis_data = [])),
      ],
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

export const callersChanges: readonly Change[] = groups.flatMap(({ demand, codes, pairs, twins }) => {
  const base = { ...clinic, 'preflight.config.json': config.replace('{', `{ "ci": { "assert": ["${demand}"] },`) };
  const of = (name: string, make: FolderChange, more: Partial<Change>): Change => ({
    name,
    repository: folderWith => repository(folderWith, base),
    do: make,
    codes: passingCodes,
    ...more,
  });
  return [
    ...pairs.map(([name, make, says, ownCodes = codes]) => of(`callers: ${name}`, make, { codes: ownCodes, says })),
    ...twins.map(([name, make]) => of(`callers, innocent: ${name}`, make, {})),
  ];
});
