import { nameOfRecord } from '../../core/domain/phone-numbers.ts';
import { type Cursor, isSamePlace } from '../../core/cursor.ts';
import type { SimulateCall } from '../../core/generated/outputs.js';
import { isChatAgent } from '../../core/kinds.ts';
import { count, didYouMean, listed, show } from '../../core/wording.ts';
import { agentOf } from '../../core/workspace/records.ts';
import { callKinds, isOutbound, simulateCall } from '../call.ts';
import {
  wholeNumber,
  SimulationRefused,
  text,
  withheld,
  type Answer,
  type Request,
  type Simulation,
} from '../simulation.ts';
import { swapWebhooks } from '../webhooks.ts';
import { Dispatch } from '../../core/dispatch.ts';
import { mayBeSpoken } from '../../core/domain/spoken-uses.ts';
import { needsOf, variablesIn } from '../../core/domain/variables.ts';
import { nameOfTool } from '../../core/domain/swaps.ts';
import { selectionOf } from '../../core/workspace/version-references.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { wordsFor } from '../call-speech.ts';

const DAY = 86_400_000;

/** The names of the kinds of simulated call, in words. */
const callNames = {
  silent: 'a silent caller',
  voicemail: 'a voicemail',
  ivr: 'a phone menu',
  'barge-in': 'a caller who interrupts',
  dtmf: 'a caller who presses keys',
} as const satisfies Record<SimulateCall['call'], string>;

/** Runs one call of an agent on a virtual clock: `preflight simulate X.agent.json --call silent`. */
export const call: Simulation<Answer<'call'>> = {
  kinds: ['agent'],
  askedBy: 'call',
  about: 'one call on a virtual clock, as a timeline',
  examples: `  preflight simulate desk.agent.json --call silent
  preflight simulate desk.agent.json --call voicemail --outbound --after-ms 200000
`,
  options: {
    call: { value: 'WHAT', completes: callKinds, about: `${listed([...callKinds])}: what the other side does` },
    outbound: { about: 'the agent places the call; only then can it reach a voicemail or a phone menu' },
    'after-ms': {
      value: 'N',
      about:
        'when the greeting or menu ends, or the caller speaks or presses the first key, counted from the connection',
    },
    digits: { value: 'KEYS', about: 'keys that a dtmf call presses (1234#)' },
  },
  run(request) {
    const { workspace, options: typedOptions } = request,
      options = optionsOf(typedOptions),
      agent = oneAgent(request);
    const call = simulateCall(agent, workspace, options),
      refusal = withheld(call.assumptions, workspace);
    if (refusal !== undefined) return { withheld: refusal };
    const id = agent.get('agent_id').string() || null,
      version = agent.get('version').integer() ?? null;
    const { transfers, bookings, literal, ...engine } = engineOfCall(agent, workspace);
    const withPlace = <T extends SimulateCall['engine']['literal'][number]>(item: T): T => ({
      ...item,
      file: request.pathOf(item.file),
    });
    return {
      subject: 'call',
      title:
        `${nameOfRecord(agent, workspace) || 'an agent'}${version === null ? '' : ` v${version}`}: ` +
        `a call with ${callNames[options.call]}`,
      notes: [],
      result: {
        version: 1,
        kind: 'agent',
        call: options.call,
        outbound: options.outbound,
        agent_id: id,
        agent_version: version,
        timeline: call.timeline,
        ended_at_ms: call.ended_at_ms,
        disconnection_reason: call.disconnection_reason,
        webhooks: call.webhooks,
        swaps: swapWebhooks(agent, workspace),
        engine: {
          ...engine,
          transfers: transfers.map(withPlace),
          bookings: bookings.map(withPlace),
          literal: literal.map(withPlace),
        },
        unset_variables: call.unset_variables,
        assumptions: call.assumptions,
      },
    };
  },
};

/**
 * Reads the options of a call.
 * @throws Refused
 */
function optionsOf(typedOptions: Request['options']) {
  const answer = text(typedOptions, 'call')!,
    kind = callKinds.find(kind => kind === answer);
  if (!kind)
    throw new SimulationRefused(
      `there is no kind of call ${show(answer)}${didYouMean(answer, callKinds) || `; the kinds are ${listed([...callKinds], 'and')}`}`,
    );
  const after = text(typedOptions, 'after-ms'),
    digits = text(typedOptions, 'digits');
  if (digits !== undefined && kind !== 'dtmf')
    throw new SimulationRefused(`--digits belongs to --call dtmf, and this is --call ${kind}`);
  if (digits !== undefined && !/^[0-9*#]{1,100}$/.test(digits))
    throw new SimulationRefused(`--digits ${show(digits)}: expected 1 to 100 keys of 0 to 9, * and #`);
  if (after !== undefined && kind === 'silent')
    throw new SimulationRefused('--after-ms has no effect in a silent call, in which the other side does nothing');
  return {
    call: kind,
    outbound: isOutbound({ call: kind, outbound: typedOptions['outbound'] === true }),
    after: after === undefined ? undefined : wholeNumber('--after-ms', after, 0, DAY),
    keys: digits ?? '1234#',
  };
}

/**
 * The only agent of a file, which must be a voice agent.
 * @throws Refused
 */
function oneAgent({ roots, file }: Request): Cursor {
  const agents = roots.map(agentOf),
    [agent] = agents;
  if (agents.length !== 1 || !agent?.isObject) {
    const agentCount = agents.length === 1 ? 'no agent' : count(agents.length, 'agent');
    throw new SimulationRefused(`${file} has ${agentCount}; a call is simulated with one agent`);
  }
  if (isChatAgent(agent.value)) throw new SimulationRefused(`${file} is a chat agent, which has no calls`);
  return agent;
}

/**
 * The effects of a call's settings and variables on its engine. Spec: Agent settings (ring_duration_ms), Scheduling
 * tool, Batch call.
 */
type EngineOfCall = SimulateCall['engine'];
type Transfer = EngineOfCall['transfers'][number];
/** A tool or node in output form, with its name and place. */
type PlacedTool = EngineOfCall['literal'][number];

const places = new Dispatch<'transfer' | 'booking'>([
  [{ 'transfer-call-tool': '', 'transfer-call-node': '' }, 'transfer'],
  [{ 'book-appointment-tool': '' }, 'booking'],
]);

/**
 * The effects of the settings and variables of a call on the engine of an agent.
 * @param agent a place of shape `agent-settings`
 */
export function engineOfCall(agent: Cursor, workspace: Workspace): EngineOfCall {
  const engine = workspace.engineOf(agent),
    words = wordsFor(agent, workspace),
    ring = agent.get('ring_duration_ms').effective();
  const parts = needsOf(agent, workspace)?.parts ?? [agent, engine].filter(part => part !== undefined);
  const placeNamed = (name: string, cursor: Cursor): PlacedTool => ({
    name,
    file: cursor.document.file,
    pointer: cursor.pointer,
  });
  const tools: { readonly kind: 'transfer' | 'booking'; readonly at: Cursor }[] = [];
  for (const part of parts)
    places.walk(part, (kind, cursor) => {
      if (!tools.some(tool => isSamePlace(tool.at, cursor))) tools.push({ kind, at: cursor });
    });
  const toolsOfKind = (kind: 'transfer' | 'booking'): Cursor[] =>
    tools.filter(tool => tool.kind === kind).map(({ at }) => at);
  const nameOf = (cursor: Cursor): string => nameOfTool(cursor) ?? cursor.label;
  const namesWithin = new Set(parts.flatMap(part => [...variablesIn(part).setters.keys()]));
  const isUnset = (name: string): boolean => !namesWithin.has(name) && words.fill(`{{${name}}}`).unset.length > 0;
  const literal = parts.flatMap(part =>
    [...variablesIn(part).uses].flatMap(([name, uses]) =>
      isUnset(name) ? uses.filter(({ at }) => mayBeSpoken(at)).map(({ at }) => placeNamed(name, at)) : [],
    ),
  );
  return {
    ring_duration_ms: typeof ring === 'number' && ring >= 0 ? ring : null,
    transfers: toolsOfKind('transfer').map(cursor => ({
      ...placeNamed(nameOf(cursor), cursor),
      ...transferOf(cursor, workspace),
    })),
    bookings: toolsOfKind('booking').map(cursor => {
      const timezone = cursor.get('timezone').string();
      return {
        ...placeNamed(nameOf(cursor), cursor),
        timezone: timezone ? words.fill(timezone).text : null,
        timezone_from: timezone ? 'tool' : 'call or server',
      };
    }),
    // a nested engine is found twice, in the agent's record and as an engine, so repetitions are removed
    literal: [...new Map(literal.map(call => [JSON.stringify(call), call])).values()].sort((a, b) =>
      key(a) < key(b) ? -1 : 1,
    ),
  };
}

/** The ring duration of a transfer, and the agent that mediates the transfer. */
function transferOf(cursor: Cursor, workspace: Workspace): Pick<Transfer, 'ring_duration_ms' | 'agent'> {
  const option = cursor.get('transfer_option'),
    config = option.get('agentic_transfer_config'),
    selection = selectionOf(config.get('transfer_agent').get('agent_id')),
    timeout = config.get('transfer_timeout_ms').effective();
  return {
    ring_duration_ms: option.get('transfer_ring_duration_ms').number() ?? null,
    agent: selection
      ? {
          agent_id: selection.agentId,
          agent_version: workspace.resolve(selection.agentId, selection.reference).version,
          timeout_ms: typeof timeout === 'number' ? timeout : null,
          on_timeout: String(config.get('action_on_timeout').effective()),
        }
      : null,
  };
}

const key = ({ name, file, pointer }: PlacedTool): string => `${name}\n${file}\n${pointer}`;
