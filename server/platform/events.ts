import type { Cursor } from '../core/cursor.ts';
import { isArray, type JsonObject } from '../core/json/json.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { webhooksOf } from '../simulator/webhooks.ts';

/** The result of sending an event: whether it was sent, and if not, the reason. */
export interface Delivery {
  readonly at: string;
  readonly event: string;
  /** The URL without credentials and query. */
  readonly url: string;
  /** The HTTP status of the receiver's answer; null without an answer. */
  readonly status: number | null;
  readonly problem: string | null;
}

/** A list that keeps only the most recent items. */
export class RecentItems<T> {
  readonly #limit: number;
  readonly #items: T[] = [];
  constructor(limit: number) {
    this.#limit = limit;
  }
  add(item: T): void {
    this.#items.push(item);
    if (this.#items.length > this.#limit) this.#items.shift();
  }
  /** The items, newest first. */
  get items(): readonly T[] {
    return this.#items.toReversed();
  }
}
export const newDeliveries = (): RecentItems<Delivery> => new RecentItems(200);

/** An event that is waiting for its receiver. */
export interface Event {
  readonly event: string;
  readonly url: string;
  readonly timeoutMs: number;
  readonly body: JsonObject;
}
/** Sends events one after the other and records the results. The request that caused the events does not wait. */
export type Notify = (events: readonly Event[], items: RecentItems<Delivery>) => void;

type Occurrence = 'started' | 'ended' | 'analyzed';
const byDefault: readonly string[] = ['chat_started', 'chat_ended', 'chat_analyzed'];

/**
 * The events of a simulated call or chat, in which nobody speaks and nobody is transferred. A chat agent that chooses
 * no events gets the three events of chats, like a voice agent the three events of calls. Spec: Events 1 to 4
 */
export function eventsOf(
  conversationKind: 'call' | 'chat',
  occurrences: readonly Occurrence[],
  agent: Cursor,
  record: JsonObject,
  workspace: Workspace,
): Event[] {
  const { url, timeout_ms, default_events } = webhooksOf(agent, workspace);
  if (url === null) return [];
  const variables = record['service_llm_dynamic_variables'] as JsonObject;
  const address = url.replace(/\{\{\s*([^{}]+?)\s*\}\}/g, (placeholder, name: string) =>
    Object.hasOwn(variables, name) ? encodeURIComponent(String(variables[name])) : placeholder,
  );
  const chosenValue = agent.get('webhook_events').effective(),
    selectedValue = default_events && conversationKind === 'chat' ? byDefault : chosenValue;
  return occurrences
    .map(end => `${conversationKind}_${end}`)
    .filter(event => isArray(selectedValue) && selectedValue.includes(event))
    .map(event => ({
      event,
      url: address,
      timeoutMs: timeout_ms ?? 10_000,
      body: { event, [conversationKind]: record },
    }));
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
