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
  folder => {
    const value: unknown = JSON.parse(clinic[file]!);
    change(value);
    write(folder, { [to]: textOf(value) });
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
  folder =>
    changes.forEach(change => change(folder));
const remove =
  (file: string): FolderChange =>
  folder =>
    rmSync(join(folder, file));
const moveFile =
  (from: string, to: string): FolderChange =>
  folder =>
    move(folder, from, to);
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
const acceptLosses = (reason: string): FolderChange =>
  inSequence(edit(engine, toBooking), folder => {
    const references = ['state booking', 'tool free_times', 'tool book_visit', 'tool text_confirmation'];
    const accept = [...references, 'tool next_working_day'].map(reference => ({ reference, reason }));
    change(folder, { 'preflight.config.json': config.replace('{', `{ "accept": ${JSON.stringify(accept)},`) });
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
      [
        'the weights are swapped',
        arms(([a, b]) => ([a.weight, b.weight] = [b.weight, a.weight])),
        /80.% of inbound calls/,
      ],
      ['the weights move 5 % of the calls', arms(([a, b]) => ([a.weight, b.weight] = [0.85, 0.15])), /5.% of inbound/],
      ['an arm gets another version', arms(([, b]) => (b.agent_version = 4)), /10.% of inbound/],
      [
        'inbound calls lose their agents',
        arms((_, value) => (value.inbound_agents = null)),
        /inbound calls of \\?\+14155550100/,
      ],
      ['a live tag moves', edit(list, value => (value.items[0].tags.prod.version = 3)), /tag prod of Front desk/],
      [
        'inbound texts lose their agent',
        arms((_, value) => (value.inbound_sms_agents = null)),
        /inbound texts/,
        [0, 0, 0, 4, 4],
      ],
      [
        'outbound calls get another agent',
        arms((_, value) => (value.outbound_agents[0].agent_id = 'agent_billing01')),
        /outbound\\?_agents|outbound calls/,
      ],
      [
        'a variable of a live tag changes',
        edit(list, value => (value.items[0].tags.prod.dynamic_variables.opening_hours = 'never')),
        /tag prod of Front desk/,
      ],
      [
        'the webhook that chooses the agent changes',
        arms((_, value) => (value.inbound_webhook_url = 'https://hooks.juniper-clinic.example/other')),
        /inbound\\?_webhook\\?_url/,
      ],
      ['the threshold of an alert changes', edit(alert, value => (value.threshold_value = 5)), /threshold\\?_value/],
    ],
    twins: [
      ['missing agents are written as an empty list', arms((_, value) => (value.outbound_sms_agents = []))],
      ['the nickname of a number changes', arms((_, value) => (value.nickname = 'Front desk'))],
      [
        'the variables of a tag are reordered',
        edit(list, value => {
          const { prod } = value.items[0].tags;
          prod.dynamic_variables = reverse(prod.dynamic_variables);
        }),
      ],
      ['the file of a number is moved', moveFile(number, 'numbers/front.phone-number.json')],
      ['the file of an alert rule is moved', moveFile(alert, 'alerts/moved.alert-rule.json')],
      [
        'an arm is split into two arms',
        arms(all => all.splice(0, 1, { ...all[0], weight: 0.4 }, { ...all[0], weight: 0.5 })),
      ],
      ['the arms are reordered', arms(all => all.reverse())],
      ['a version is selected by its number instead of its tag', arms(([a]) => (a.agent_version = 2))],
      ['a weight gets a rounding error', arms(([a]) => (a.weight = 0.9 + 1e-12))],
      ['the tags are reordered', edit(list, value => (value.items[0].tags = reverse(value.items[0].tags)))],
    ],
  },
  {
    demand: 'at most 10 % of callers move',
    codes: demandCodes,
    pairs: [
      ['40 % of the callers move', arms(([a, b]) => ([a.weight, b.weight] = [0.5, 0.5])), /40.% of inbound calls/],
      [
        '10.1 % of the callers move',
        arms(([a, b]) => ([a.weight, b.weight] = [0.799, 0.201])),
        /10\.1.% of inbound calls/,
      ],
      [
        'one task of a batch gets another version',
        edit(batch, value => (value.tasks[2].override_agent_version = 0)),
        /batch/,
      ],
      ['a batch is deleted', remove(batch), /batch/],
      [
        'outbound calls and a batch get another version',
        arms((_, value) => (value.outbound_agents[0].agent_version = 0)),
        // no file contains version 0, so what its callers reach is unknown
        /outbound calls|batch/,
        [0, 0, 0, 4, 4],
      ],
    ],
    twins: [
      ['5 % of the callers move', arms(([a, b]) => ([a.weight, b.weight] = [0.85, 0.15]))],
      ['10 % of the callers move', arms(([a, b]) => ([a.weight, b.weight] = [0.8, 0.2]))],
      [
        'the metadata of a task changes',
        edit(batch, value => (value.tasks[2].metadata = { patient_list: 'flu-2027' })),
      ],
      ['the file of a batch is moved', moveFile(batch, 'batches/flu.batch-call.json')],
      [
        'the version of outbound calls is selected by its number',
        arms((_, value) => (value.outbound_agents[0].agent_version = 1)),
      ],
    ],
  },
  {
    demand: 'no breaks',
    codes: lossCodes,
    pairs: [
      [
        'a shared component loses an edge',
        edit(component, value => (node(value, 'ask_birthday').edges = [])),
        /no longer reach/,
      ],
      [
        'a flow starts at another node',
        edit(flow, value => (value.start_node_id = 'anything_else')),
        /no longer reach/,
      ],
      [
        'a global node becomes an ordinary node',
        edit(nightFlow, value => void delete node(value, 'about_bill').global_node_setting),
        /no longer reach/,
      ],
      [
        'the target agent of a swap loses an edge',
        edit(nightFlow, value => (node(value, 'listen').edges = [])),
        /no longer reach/,
      ],
      [
        'an edge gets another destination',
        edit(flow, value => (node(value, 'ways_to_pay').edges[0].destination_node_id = 'plan')),
        /no longer reach/,
      ],
      ['a node loses its tool', edit(flow, value => (node(value, 'plan').tool_ids = [])), /no longer reach/],
      ['a new version of the engine lacks an edge', newEngine(toBooking), /no longer reach/],
      ['a loss is accepted without a reason', acceptLosses('todo'), /no longer reach|reason/],
      ['the edge to a state is deleted', edit(engine, toBooking), /no longer reach/],
      [
        'all edges of a node are deleted',
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
        'the description of an edge changes',
        edit(engine, value => {
          value.states[0].edges[0].description = 'wants to come, or asks when one could';
        }),
      ],
      ['the nodes of a shared component are reordered', edit(component, value => value.nodes.reverse())],
      [
        'an engine starts at another state that reaches all states',
        edit(engine, value => (value.starting_state = 'booking')),
      ],
      [
        'the condition of a global node changes',
        edit(nightFlow, value => (node(value, 'about_bill').global_node_setting.condition = 'Asks about money.')),
      ],
      [
        'the prompt of an edge of the target agent of a swap changes',
        edit(
          nightFlow,
          value => (node(value, 'listen').edges[0].transition_condition.prompt = 'They need a doctor now.'),
        ),
      ],
      ['the id of an edge changes', edit(flow, value => (node(value, 'ways_to_pay').edges[0].id = 'by-link'))],
      [
        'a tool can be reached by a second edge',
        edit(flow, value =>
          node(value, 'anything_else').edges.push({
            id: 'pay-after-all',
            destination_node_id: 'ways_to_pay',
            transition_condition: { type: 'prompt', prompt: 'The caller wants to pay.' },
          }),
        ),
      ],
      ['an identical version of the engine is added', newEngine(() => undefined)],
      ['a loss is accepted with a reason', acceptLosses('patients book on the website since June')],
      [
        'a tool is removed with its definition',
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
        'an analysis field is removed',
        edit(desk, value => {
          value.post_call_analysis_data = value.post_call_analysis_data.filter(
            (one: any) => one.name !== 'appointment_booked',
          );
        }),
        /appointment\\?_booked/,
      ],
      [
        'the type of an analysis field changes',
        edit(desk, value => (field(value, 'appointment_booked').type = 'string')),
        /appointment\\?_booked/,
      ],
      [
        'a choice of an analysis field is removed',
        edit(desk, value => field(value, 'reason_for_call').choices.pop()),
        /reason\\?_for\\?_call/,
      ],
      [
        'a webhook event is removed',
        edit(
          desk,
          value => (value.webhook_events = value.webhook_events.filter((event: any) => event !== 'call_ended')),
        ),
        /call\\?_ended/,
      ],
      [
        'the webhook changes',
        edit(desk, value => (value.webhook_url = 'https://hooks.example.com/other')),
        /webhook\\?_url/,
      ],
      ['all analysis fields are removed', edit(desk, value => (value.post_call_analysis_data = null)), /are lost/],
      ['the agent has only the default events', edit(desk, value => delete value.webhook_events), /transfer\\?_ended/],
      ['the agent loses its own webhook', edit(desk, value => (value.webhook_url = null)), /webhook\\?_url/],
      [
        'a choice field becomes a text field',
        edit(desk, value => {
          const one = field(value, 'reason_for_call');
          one.type = 'string';
          delete one.choices;
        }),
        /reason\\?_for\\?_call/,
      ],
      [
        'a live tag moves to a version without analysis fields',
        inSequence(
          edit(canary, value => (value.post_call_analysis_data = [])),
          edit(list, value => (value.items[0].tags.prod.version = 3)),
        ),
        /are lost/,
      ],
    ],
    twins: [
      [
        'a preset that the platform always extracts is removed',
        edit(desk, value => {
          value.post_call_analysis_data = value.post_call_analysis_data.filter(
            (one: any) => one.type !== 'system-presets',
          );
        }),
      ],
      ['a webhook event is added', edit(desk, value => value.webhook_events.push('transcript_updated'))],
      ['the analysis fields are reordered', edit(desk, value => value.post_call_analysis_data.reverse())],
      ['an analysis field becomes optional', edit(desk, value => delete field(value, 'appointment_booked').required)],
      [
        'a live tag moves to a version with the same analysis fields',
        edit(list, value => (value.items[0].tags.prod.version = 3)),
      ],
      [
        'a version without callers loses its analysis fields',
        edit('agents/front-desk/v4.agent.json', value => (value.post_call_analysis_data = [])),
      ],
      [
        'the description of an analysis field changes',
        edit(desk, value => (field(value, 'appointment_booked').description = 'Whether they booked.')),
      ],
      [
        'a choice of an analysis field is added',
        edit(desk, value => field(value, 'reason_for_call').choices.push('referral')),
      ],
      ['the webhook events are reordered', edit(desk, value => value.webhook_events.reverse())],
      ['the timeout of the webhook changes', edit(desk, value => (value.webhook_timeout_ms = 6000))],
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
    ...pairs.map(([name, make, says, ownCodes = codes]) =>
      of(`a change for callers: ${name}`, make, { codes: ownCodes, says }),
    ),
    ...twins.map(([name, make]) => of(`no change for callers: ${name}`, make, {})),
  ];
});
