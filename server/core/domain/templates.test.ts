import { expect, test } from 'vitest';
import { systemVariableExample } from './templates.ts';

test.each([
  ['current_time', 'Thursday, January 15, 2026 at 10:30:00 AM PST'],
  ['current_time_America/New_York', 'Thursday, January 15, 2026 at 10:30:00 AM EST'],
  ['current_calendar_Mars/Base', 'Thursday, January 15, 2026 Mars/Base (Today)'],
  ['order_id', undefined],
])('the example of %s has the form of the real value', (name, example) =>
  expect(systemVariableExample(name)).toBe(example),
);
