import { expect, test } from 'vitest';
import { agreesOnPasts } from '../../testing/pasts.ts';

test('what is superseded is what the definition says, of 500 workspaces', () =>
  expect(agreesOnPasts(500)).toBeGreaterThan(50));
