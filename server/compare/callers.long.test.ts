import { test } from 'vitest';
import { agreesOn } from '../testing/call-pairs.ts';

test('the share of moved callers equals a count over single calls, in 5,000 pairs of workspaces', () => agreesOn(5000));
