import type { CallKind } from '../simulator/call.ts';

/** What the other side of a simulated call is. */
export const callNames = {
  silent: 'a silent caller',
  voicemail: 'a voicemail',
  ivr: 'a phone menu',
  'barge-in': 'a caller who interrupts',
  dtmf: 'a caller who presses keys',
} as const satisfies Record<CallKind, string>;
