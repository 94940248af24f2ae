import { test } from 'vitest';
import { agreesOn } from '../testing/call-pairs.ts';

test('shares are those of all calls, counted one by one, of 5,000 pairs of workspaces', () => agreesOn(5000));
