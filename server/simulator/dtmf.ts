import type { Cursor } from '../core/cursor.ts';

/** The milliseconds between two keys that a caller presses. */
const KEY_GAP_MS = 800;

interface Entries {
  readonly presses: readonly { readonly key: string; readonly at: number }[];
  /** The completed entries, each with its keys, its time and the setting that completed it. */
  readonly entries: readonly {
    readonly digits: string;
    readonly at: number;
    readonly endedBy: 'digit_limit' | 'termination_key' | 'timeout_ms';
  }[];
  /** The keys of an unfinished entry. */
  readonly openKeys: string;
}

/**
 * The entries that result from pressing keys one after another. The timer restarts with each digit. Spec:
 * user_dtmf_options.
 * @param options a place of shape `user-dtmf-options`, present or not
 * @param start the time of the first key in milliseconds
 */
export function dtmfEntries(options: Cursor, keys: string, start: number): Entries {
  const limit = options.get('digit_limit').number(),
    termination = options.get('termination_key').string(),
    timeout = options.get('timeout_ms').number();
  const presses = [...keys].map((key, i) => ({ key, at: start + i * KEY_GAP_MS })),
    entries: { digits: string; at: number; endedBy: 'digit_limit' | 'termination_key' | 'timeout_ms' }[] = [];
  let digits = '';
  for (const [i, { key, at }] of presses.entries()) {
    // callers often press the terminating key even though the limit has already ended the entry
    if (key === termination && digits === '' && entries.at(-1)?.endedBy === 'digit_limit') continue;
    if (key === termination) {
      entries.push({ digits, at, endedBy: 'termination_key' });
      digits = '';
      continue;
    }
    digits += key;
    const next = presses[i + 1]?.at ?? Infinity;
    if (limit !== undefined && digits.length >= limit) {
      entries.push({ digits, at, endedBy: 'digit_limit' });
      digits = '';
    } else if (timeout !== undefined && at + timeout < next) {
      entries.push({ digits, at: at + timeout, endedBy: 'timeout_ms' });
      digits = '';
    }
  }
  return { presses, entries, openKeys: digits };
}
