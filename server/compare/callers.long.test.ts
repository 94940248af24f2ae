import { test } from 'vitest';
import { agreesOn } from '../testing/call-pairs.ts';

test('shares equal those of all calls, counted one by one, in 5,000 pairs of workspaces', () => agreesOn(5000));
