import type { Cursor } from '../core/cursor.ts';
import type { SimulateCall } from '../core/generated/outputs.js';
import { nameOfTool, swapsOf } from '../core/domain/swaps.ts';
import { recordOf } from '../core/domain/tasks.ts';
import { isArray } from '../core/json/json.ts';
import { childEntry, marksOf } from '../core/shapes/table.ts';
import type { Workspace } from '../core/workspace/workspace.ts';

/** The receivers of the events of calls, in output form. */
export type Webhooks = SimulateCall['webhooks'];
type WebhookEvent = Webhooks['events'][number]['event'];

/**
 * The receivers of the events of an agent's calls. Spec: Events 1 to 4. @param agent a place of shape `agent-settings`
 */
export function webhooksOf(agent: Cursor, { facts }: Workspace): Webhooks {
  const ownUrl = agent.get('webhook_url').string(),
    list = agent.get('webhook_events'),
    timeout = agent.get('webhook_timeout_ms').effective();
  const selectedValue = list.effective();
  const names = (marksOf(childEntry(list.entry, 0)).enum ?? []).filter(
    (name): name is WebhookEvent => typeof name === 'string' && !name.startsWith('chat_'),
  );
  const isUsed = ownUrl !== undefined && ownUrl.trim() !== '';
  return {
    url: isUsed ? ownUrl : (facts.accountWebhookUrl ?? null),
    url_from: isUsed ? 'agent' : 'account',
    timeout_ms: typeof timeout === 'number' ? timeout : null,
    events: names.map(event => ({ event, selected: isArray(selectedValue) && selectedValue.includes(event) })),
    default_events: !list.exists || list.isNull,
  };
}

/** The receivers of a call's events after a swap, in output form. */
type SwapWebhooks = SimulateCall['swaps'][number];

/** The receivers of events after each swap of an agent. Spec: Agent swap webhook setting */
export function swapWebhooks(agent: Cursor, workspace: Workspace): readonly SwapWebhooks[] {
  return swapsOf(agent, workspace).map(({ at, resolution }) => {
    const setting = String(at.get('webhook_setting').effective() ?? at.get('webhook_setting').marks.default),
      record = recordOf(resolution, workspace);
    const source = setting === 'only_destination_agent' ? [] : [webhooksOf(agent, workspace).url];
    const destination = setting === 'only_source_agent' ? [] : [record ? webhooksOf(record, workspace).url : null];
    return {
      swap: nameOfTool(at) ?? 'swap',
      agent_id: resolution.agentId,
      agent_version: resolution.version,
      webhook_setting: setting,
      urls: [...source, ...destination],
    };
  });
}
