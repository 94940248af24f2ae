import { expect, test } from 'vitest';
import { agreesOnPasts } from '../../testing/pasts.ts';

test('the superseded versions of 500 workspaces match the definition', () =>
  expect(agreesOnPasts(500)).toBeGreaterThan(50));
