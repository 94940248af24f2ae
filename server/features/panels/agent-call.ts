import type { Cursor } from '../../core/cursor.ts';
import { masked } from '../../core/domain/secrets.ts';
import { listed } from '../../core/words.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import type { SimulationReport } from '../../protocol/index.ts';
import { callNames } from '../../printers/call-words.ts';
import { callKinds, clockOf, isOutbound, simulateCall, type SimulatedCall } from '../../simulator/call.ts';
import { outageOf } from '../../simulator/outage.ts';
import { withheld } from '../../simulator/withheld.ts';
import type { FilePlace } from '../file-place.ts';
import { assumptionNotes } from './places.ts';

/** Which call is simulated. */
export interface CallAsked {
  readonly call?: NonNullable<SimulationReport['call']>['call'];
  readonly outbound?: boolean;
  readonly digits?: string;
}

/**
 * One call of an agent on a virtual clock, and who speaks while a provider of its voices is out.
 * @param agent a place of shape `agent-settings`
 */
export function simulatedAgent(
  agent: Cursor,
  workspace: Workspace,
  asked: CallAsked,
): Pick<SimulationReport<FilePlace>, 'title' | 'because' | 'call' | 'outages' | 'assumptions'> {
  const call = callKinds.find(kind => kind === asked.call) ?? 'silent',
    outbound = isOutbound({ call, outbound: asked.outbound === true });
  const keys = asked.digits !== undefined && /^[0-9*#]{1,100}$/.test(asked.digits) ? asked.digits : '1234#';
  const done = simulateCall(agent, workspace, { call, outbound, keys }),
    refused = withheld(done.assumptions, workspace);
  const id = agent.get('agent_id').string(),
    version = agent.get('version').integer(),
    name = agent.get('agent_name').string() || id || 'an agent';
  return {
    title: `${name}${version === undefined ? '' : `, version ${version}`}: a call with ${callNames[call]}`,
    because: refused === undefined ? null : `no result, because it ${refused}`,
    call:
      refused === undefined
        ? {
            call,
            outbound,
            endedAtMs: done.ended_at_ms,
            reason: done.disconnection_reason,
            unsetVariables: done.unset_variables,
            webhooks: webhooksInWords(done),
            moments: done.timeline.map(({ at_ms, by, text, setting }) => ({
              atMs: at_ms,
              clock: clockOf(at_ms),
              by,
              text: masked(text),
              setting: setting && { name: setting.name, value: setting.value, isDefault: setting.is_default },
            })),
          }
        : null,
    outages: outagesOf(agent, workspace),
    assumptions: assumptionNotes(refused === undefined ? done.assumptions : []),
  };
}

function webhooksInWords({ webhooks: { url, url_from, events, default_events } }: SimulatedCall): string {
  const chosen = events.filter(({ selected }) => selected).map(({ event }) => event);
  const to =
    url === null
      ? "the account's webhook (not in this workspace)"
      : `${masked(url)}${url_from === 'account' ? " (the account's: the agent has none)" : ''}`;
  return `${chosen.length === 0 ? 'no event' : listed(chosen, 'and')}${default_events ? ' (the default)' : ''} to ${to}`;
}

/** One outage for each provider of a voice of the agent. */
function outagesOf(agent: Cursor, workspace: Workspace): SimulationReport<FilePlace>['outages'] {
  const providers = outageOf(agent, new Set(), workspace)?.voices.flatMap(({ provider }) => provider ?? []) ?? [];
  return [...new Set(providers)].map(provider => {
    const { outcome, speaks, because } = outageOf(agent, new Set([provider]), workspace)!;
    return { provider, outcome, voice: speaks?.id ?? null, because };
  });
}
