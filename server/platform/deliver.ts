import type { Event, Notify, Delivery } from './events.ts';
import { isLoopback } from './keys.ts';

/**
 * The maximum number of waiting events, which is enough for 30,000 calls; a silent receiver cannot fill the memory.
 */
const MAX_WAITING = 100_000;
const MAX_TIMEOUT_MS = 30_000;

/**
 * Sends events by HTTP, to other machines only if this is allowed. Redirects are not followed, because they could lead
 * to another machine.
 * @param now returns the milliseconds since the epoch
 * @param ending aborted when the server stops waiting for receivers
 */
export function eventSender(isAnywhere: boolean, now: () => number, ending: AbortSignal): Notify {
  let waitingCount = 0,
    lastDelivery: Promise<void> = Promise.resolve();
  return (events, items) => {
    for (const event of events) {
      if (waitingCount >= MAX_WAITING) {
        items.add({ ...deliveryOf(event, now), status: null, problem: 'too many other events are waiting' });
        continue;
      }
      waitingCount++;
      lastDelivery = lastDelivery.then(async () => {
        if (!ending.aborted) items.add(await deliver(event, isAnywhere, now, ending));
        waitingCount--;
      });
    }
  };
}

const deliveryOf = ({ event, url }: Event, now: () => number): Pick<Delivery, 'at' | 'event' | 'url'> => ({
  at: new Date(now()).toISOString(),
  event,
  url: withoutSecrets(url),
});

async function deliver(
  event: Event,
  allowsExternal: boolean,
  now: () => number,
  ending: AbortSignal,
): Promise<Delivery> {
  const delivery = deliveryOf(event, now);
  const reason = refusal(event.url, allowsExternal);
  if (reason !== undefined) return { ...delivery, status: null, problem: reason };
  const controller = new AbortController(),
    abortRequest = (): void => controller.abort();
  const timer = setTimeout(abortRequest, Math.min(Math.max(event.timeoutMs, 1), MAX_TIMEOUT_MS));
  ending.addEventListener('abort', abortRequest);
  try {
    const { status, body } = await fetch(event.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'preflight-serve' },
      body: JSON.stringify(event.body),
      redirect: 'manual',
      signal: controller.signal,
    });
    await body?.cancel();
    return { ...delivery, status, problem: null };
  } catch {
    const isLate = controller.signal.aborted;
    return {
      ...delivery,
      status: null,
      problem: isLate ? `no answer within ${event.timeoutMs} ms` : 'no server answers at this URL',
    };
  } finally {
    clearTimeout(timer);
    ending.removeEventListener('abort', abortRequest);
  }
}

function refusal(text: string, allowsExternal: boolean): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return 'events cannot be sent to this URL';
  if (allowsExternal || isLoopback(url.hostname.replace(/^\[|\]$/g, ''))) return undefined;
  return 'it is another machine, and --allow-external-webhooks is not given';
}

function withoutSecrets(text: string): string {
  if (!URL.canParse(text)) return 'no URL';
  const { protocol, host, pathname } = new URL(text);
  return `${protocol}//${host}${pathname}`;
}
