import { nameOfRecord } from '../../core/domain/answering.ts';
import type { Cursor } from '../../core/cursor.ts';
import type { SimulateCall } from '../../core/generated/outputs.js';
import { isChatAgent } from '../../core/kinds.ts';
import { count, didYouMean, listed, show } from '../../core/wording.ts';
import { agentOf } from '../../core/workspace/records.ts';
import { callKinds, isOutbound, simulateCall } from '../call.ts';
import { wholeNumber } from '../drawing.ts';
import { engineOfCall } from '../engine-of-call.ts';
import { SimulationRefused, text, withheld, type Answer, type Request, type Simulation } from '../simulation.ts';
import { swapWebhooks } from '../webhooks.ts';

const DAY = 86_400_000;

/** The names of the kinds of simulated call. */
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

/** @throws Refused */
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

/** @throws Refused */
function oneAgent({ roots, file }: Request): Cursor {
  const agents = roots.map(agentOf),
    [agent] = agents;
  if (agents.length !== 1 || !agent?.isObject) {
    const agentCount = agents.length === 1 ? 'no agent' : count(agents.length, 'agent');
    throw new SimulationRefused(`${file} has ${agentCount}; a call is simulated with one`);
  }
  if (isChatAgent(agent.value)) throw new SimulationRefused(`${file} is a chat agent, which has no calls`);
  return agent;
}
