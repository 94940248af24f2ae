import { callWindowsOf, nextOpen, wallClock } from '../server/core/domain/windows.ts';
import { defineRule, type Cursor } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'schedule-outside-windows',
  group: 'batches',
  severity: 'warning',
  spec: 'Batch call',
  clause: [
    'Batch call: response: scheduled time in seconds',
    'Batch call: windows: minutes, end excluded, not over midnight',
  ],
  at: { 'batch-call': '', 'batch-call-response': '' },

  check(batch) {
    const { at, moment } = startOf(batch);
    const zone = batch.get('call_time_window');
    const windows = callWindowsOf(zone);
    // suspicious-unit reports an earlier time, which is in the wrong unit
    if (typeof windows === 'string' || windows.isAnyHour || moment === undefined || moment < 1e11) return undefined;
    const nextOpening = nextOpen(windows, moment);
    if (nextOpening === undefined || nextOpening === moment) return undefined;
    const localTimeAt = (offset: number): string | undefined => wallClock(offset, windows.timezone);
    const defaultNote = zone.get('timezone').string() === undefined ? ', default' : '';
    return {
      at,
      // the message has no date, because the next window is within a week
      message:
        `${at.key}: ${localTimeAt(moment)} (${windows.timezone}${defaultNote}) is ` +
        `outside every window; next: ${localTimeAt(nextOpening)?.replace(/ \S+ /, ' ')}`,
      related: [{ at: zone, message: 'when calls may be placed' }],
    };
  },
});

/** The time when dialing starts. It is in milliseconds in a request, but in seconds in a response. */
function startOf(batch: Cursor): { readonly at: Cursor; readonly moment: number | undefined } {
  const request = batch.get('trigger_timestamp'),
    response = batch.get('scheduled_timestamp');
  if (request.number() !== undefined || response.number() === undefined)
    return { at: request, moment: request.number() };
  return { at: response, moment: response.number()! * 1000 };
}
