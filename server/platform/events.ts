import type { Cursor } from '../core/cursor.ts';
import type { JsonObject } from '../core/json/json.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { webhooksOf } from '../simulator/webhooks.ts';

/** Something that happened, on its way to somebody. */
export interface Event {
  readonly event: string;
  readonly url: string;
  readonly timeoutMs: number;
  readonly body: JsonObject;
}
/** Sends events, one after the other; tells nobody who asked whether they arrived. */
export type Notify = (events: readonly Event[]) => void;

/** What the simulated call of an agent makes known. Spec: Events 1 to 4 */
export function eventsOfCall(agent: Cursor, call: JsonObject, workspace: Workspace): Event[] {
  const { url, timeout_ms, events } = webhooksOf(agent, workspace);
  if (url === null) return [];
  const variables = call['service_llm_dynamic_variables'] as JsonObject;
  const address = url.replace(/\{\{\s*([^{}]+?)\s*\}\}/g, (whole, name: string) =>
    Object.hasOwn(variables, name) ? encodeURIComponent(String(variables[name])) : whole,
  );
  // a simulated call speaks no words and transfers nobody
  const happened = ['call_started', 'call_ended', 'call_analyzed'];
  return events
    .filter(({ event, selected }) => selected && happened.includes(event))
    .map(({ event }) => ({ event, url: address, timeoutMs: timeout_ms ?? 10_000, body: { event, call } }));
}

/** Spec: Events 5 */
export const eventsOfIncident = (incident: JsonObject): Event[] =>
  (Array.isArray(incident['webhook_urls']) ? incident['webhook_urls'] : []).flatMap(url =>
    typeof url === 'string'
      ? [
          {
            event: 'alert_triggered',
            url,
            timeoutMs: 10_000,
            body: { event: 'alert_triggered', alert_incident: incident },
          },
        ]
      : [],
  );
