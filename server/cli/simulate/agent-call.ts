import type { Cursor } from '../../core/cursor.ts';
import { isChatAgent } from '../../core/kinds.ts';
import { didYouMean, duration, listed, show } from '../../core/words.ts';
import { agentOf } from '../../core/workspace/records.ts';
import {
  callKinds,
  clockOf,
  isOutbound,
  simulateCall,
  type CallEvent,
  type CallOptions,
  type SimulatedCall,
} from '../../simulator/call.ts';
import { engineOfCall, type PlacedTool } from '../../simulator/engine-of-call.ts';
import { swapWebhooks } from '../../simulator/webhooks.ts';
import { withheld } from '../../simulator/withheld.ts';
import { UsageError } from '../terminal/io.ts';
import { callNames } from '../../printers/call-words.ts';
import { printable } from '../../printers/printable.ts';
import { paint } from '../../printers/paint.ts';
import { table } from '../../printers/table.ts';
import { assumedLines, tellWithheld } from './assumed.ts';
import { wholeNumber } from './numbers.ts';
import { recordsOf, text, type Simulated, type Simulation } from './simulation.ts';

const DAY = 86_400_000;

/** Runs one call of an agent on a virtual clock: `preflight simulate X.agent.json --call silent`. */
export const agentCall: Simulation = {
  kinds: ['agent'],
  askedBy: 'call',
  about: 'one call on a virtual clock, as a timeline',
  examples: `  preflight simulate desk.agent.json --call silent
  preflight simulate desk.agent.json --call voicemail --outbound --after-ms 200000
`,
  options: {
    call: { value: 'WHAT', completes: callKinds, about: `${listed([...callKinds])}: what the other side does` },
    outbound: { about: 'the agent calls; a voicemail or a phone menu is reached only so' },
    'after-ms': {
      value: 'N',
      about: 'when the greeting or menu ends, or the caller speaks or presses the first key (from the connection on)',
    },
    digits: { value: 'KEYS', about: 'what a dtmf call presses (1234#)' },
  },
  run(simulated) {
    const { io, format, values, workspace } = simulated;
    const asked = text(values, 'call')!,
      call = callKinds.find(kind => kind === asked);
    if (!call)
      throw new UsageError(
        `there is no call ${show(asked)}${didYouMean(asked, callKinds) || `; the calls are ${listed([...callKinds], 'and')}`}`,
      );
    const after = text(values, 'after-ms'),
      digits = text(values, 'digits');
    if (digits !== undefined && call !== 'dtmf')
      throw new UsageError(`--digits belongs to --call dtmf, and this is --call ${call}`);
    if (digits !== undefined && !/^[0-9*#]{1,100}$/.test(digits))
      throw new UsageError(`--digits ${show(digits)} are no keys: 0 to 9, * and #, at most 100`);
    if (after !== undefined && call === 'silent')
      throw new UsageError('--after-ms says when the other side does something, and in a silent call it does nothing');
    const agent = oneAgent(simulated);
    const options = {
      call,
      outbound: isOutbound({ call, outbound: values['outbound'] === true }),
      after: after === undefined ? undefined : wholeNumber('--after-ms', after, 0, DAY),
      keys: digits ?? '1234#',
    };
    const done = simulateCall(agent, workspace, options),
      refused = withheld(done.assumptions, workspace);
    if (refused !== undefined) return tellWithheld(simulated, refused);
    if (format === 'json') {
      io.stdout.write(
        `${JSON.stringify(
          {
            version: 1,
            kind: 'agent',
            call,
            outbound: options.outbound,
            agent_id: agent.get('agent_id').string() || null,
            agent_version: agent.get('version').integer() ?? null,
            timeline: done.timeline,
            ended_at_ms: done.ended_at_ms,
            disconnection_reason: done.disconnection_reason,
            webhooks: done.webhooks,
            swaps: swapWebhooks(agent, workspace),
            engine: engineJson(agent, simulated),
            unset_variables: done.unset_variables,
            assumptions: done.assumptions,
          },
          undefined,
          2,
        )}\n`,
      );
    } else io.stdout.write(report(agent, done, options, simulated));
    return 0;
  },
};

function engineJson(agent: Cursor, { workspace, shown }: Simulated): object {
  const { transfers, bookings, literal, ...rest } = engineOfCall(agent, workspace);
  const placed = <T extends PlacedTool>(one: T): T => ({ ...one, file: shown(one.file) });
  return { ...rest, transfers: transfers.map(placed), bookings: bookings.map(placed), literal: literal.map(placed) };
}

/** How long transfers ring, in which timezone bookings are made, and which variables stay as they are written. */
function engineRows(agent: Cursor, outbound: boolean, { workspace, shown }: Simulated): string[][] {
  const { ring_duration_ms: ring, transfers, bookings, literal } = engineOfCall(agent, workspace);
  const bounded = transfers
    .slice(0, 1)
    .map(() => `each transfer (${listed([...new Set(transfers.map(({ name }) => name))], 'and')})`);
  const ringing = [...(outbound ? ['this call'] : []), ...bounded];
  return [
    ...(ring === null || ringing.length === 0
      ? []
      : [['  rings', printable(`${duration(ring)} at most: ${listed(ringing, 'and')} [ring_duration_ms]`)]]),
    ...bookings.map(({ name, timezone }) => [
      '  books',
      printable(`${name} in ${timezone ?? "the timezone of the call, else the server's: the tool gives none"}`),
    ]),
    ...literal.map(({ name, file, pointer }) => [
      '  literal',
      printable(`{{${name}}} in ${shown(file)} ${pointer}: nothing sets it`),
    ]),
  ];
}

/** @throws UsageError */
function oneAgent(simulated: Simulated): Cursor {
  const agents = recordsOf(simulated).map(agentOf),
    [agent] = agents;
  if (agents.length !== 1 || !agent?.isObject)
    throw new UsageError(
      `${simulated.file} holds ${agents.length === 1 ? 'no agent' : `${agents.length} agents`}; a call is simulated with one`,
    );
  if (isChatAgent(agent.value)) throw new UsageError(`${simulated.file} is a chat agent: it takes no calls`);
  return agent;
}

function report(
  agent: Cursor,
  done: SimulatedCall,
  { call, outbound }: Pick<CallOptions, 'call' | 'outbound'>,
  simulated: Simulated,
): string {
  const { io, colours, workspace } = simulated,
    engine = engineRows(agent, outbound, simulated);
  const style = paint(colours),
    id = agent.get('agent_id').string(),
    version = agent.get('version').integer();
  const name = [
    agent.get('agent_name').string() || id || 'an agent',
    ...(version === undefined ? [] : [`version ${version}`]),
  ].join(', ');
  const widest = Math.max(...done.timeline.map(({ at_ms }) => clockOf(at_ms).length));
  const rows = done.timeline.map(event => [
    clockOf(event.at_ms).padStart(widest),
    event.by,
    printable(`${event.text}${reasonOf(event)}`),
  ]);
  const { url, url_from, timeout_ms, events, default_events } = done.webhooks;
  const to =
    url === null
      ? "the account's webhook (set accountWebhookUrl in preflight.config.json)"
      : `${printable(url)} (${url_from === 'agent' ? 'webhook_url of the agent' : "the account's: the agent has none"})`;
  const chosen = events.filter(({ selected }) => selected).map(({ event }) => event),
    others = events.filter(({ selected }) => !selected).map(({ event }) => event);
  const webhooks = [
    ['go to', to],
    ['timeout', timeout_ms === null ? 'not a number' : duration(timeout_ms)],
    ['sent', `${chosen.length === 0 ? 'none' : listed(chosen, 'and')}${default_events ? ' (the default)' : ''}`],
    ['not selected', others.length === 0 ? 'none' : listed(others, 'and')],
  ];
  const swaps = swapWebhooks(agent, workspace).map(({ swap, agent_id, agent_version, webhook_setting, urls }) => [
    '  after swap',
    printable(
      `${swap} to ${agent_id}${agent_version === null ? '' : ` version ${agent_version}`}: ${listed(
        urls.map(one => one ?? 'a webhook in no file'),
        'and',
      )} (${webhook_setting})`,
    ),
  ]);
  return [
    `${style.bold(printable(name))}: a call with ${callNames[call]}\n\n`,
    table(rows, Math.max(io.stdout.columns, 80)),
    `\nEnds after ${duration(done.ended_at_ms)} as ${done.disconnection_reason}.\n`,
    ...(done.unset_variables.length > 0
      ? [
          `Said as they are written, because nothing sets them: ${printable(
            listed(
              done.unset_variables.map(variable => `{{${variable}}}`),
              'and',
            ),
          )}\n`,
        ]
      : []),
    `\nWebhook events\n${table([...webhooks.map(([what, text]) => [`  ${what}`, text!]), ...swaps], io.stdout.columns)}`,
    ...(engine.length === 0 ? [] : [`\nThe engine in this call\n${table(engine, io.stdout.columns)}`]),
    ...assumedLines(done.assumptions, io.stdout.columns).map(line => `${line}\n`),
  ].join('');
}

/** The setting behind an event, and where its value comes from. */
function reasonOf({ setting }: CallEvent): string {
  if (setting === null) return '';
  const { name, value, is_default } = setting;
  const isSaid = value !== 'nothing' && !/^(an? |\{)/.test(value);
  const origin = value === 'nothing' ? ' not set' : ', the default';
  return ` [${name}${isSaid ? ` ${value}` : ''}${is_default ? origin : ''}]`;
}
