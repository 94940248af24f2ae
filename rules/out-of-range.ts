import { defineSchemaRule, files } from '../server/core/engine/rule.ts';
import type { Marks } from '../server/core/shapes/table.ts';
import { duration } from '../server/core/wording.ts';
import { set } from '../server/core/engine/fixes.ts';

export default defineSchemaRule({
  id: 'out-of-range',
  group: 'values',
  severity: 'error',
  summary: 'A number is out of range.',
  why: `
    The platform refuses the request; it does not clamp the number. Fields that end in \`_ms\` are in milliseconds:
    ten seconds are \`10000\`.
  `,
  spec: 'Limits',
  clause: 'Limits: the bounds above once more',
  violates: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],

  check(node) {
    const value = node.number();
    const { marks } = node;
    if (value === undefined) return undefined;
    const spelled = (n: number): string =>
      marks['x-unit'] === 'ms' && Math.abs(n) >= 1000 ? `${n} (${duration(n)})` : String(n);
    const bounds = boundsOf(marks, spelled);
    const seconds =
      marks['x-unit'] === 'ms' &&
      value > 0 &&
      value < (marks.minimum ?? 0) &&
      value * 1000 <= (marks.maximum ?? Infinity) &&
      value * 1000 >= (marks.minimum ?? 0);
    const { minimum = -Infinity, maximum = Infinity } = marks,
      nearest = Math.min(Math.max(value, minimum), maximum);
    return {
      message: `${node.label}: expected ${bounds}, got ${spelled(value)}`,
      ...(seconds
        ? {
            help: `the unit is milliseconds: ${duration(value * 1000)} is ${value * 1000}`,
            fix: set(node, value * 1000, { title: `Read ${value} as seconds: ${value * 1000}` }),
          }
        : nearest !== value && {
            fix: set(node, nearest, { title: `Use ${nearest}, the ${value < nearest ? 'minimum' : 'maximum'}` }),
          }),
    };
  },

  examples: {
    invalid: files`
      -- desk.agent.json --
      {
        "voice_speed": 2.75,
                       ^^^^ voice_speed: expected between 0.5 and 2, got 2.75
      => "voice_speed": 2,
        "interruption_sensitivity": 8,
                                    ^ interruption_sensitivity: expected between 0 and 1, got 8
      => "interruption_sensitivity": 1,
        "responsiveness": 2,
                          ^ responsiveness: expected between 0 and 1, got 2
      => "responsiveness": 1,
        "reminder_max_count": -1,
                              ^^ reminder_max_count: expected at least 0, got -1
      => "reminder_max_count": 0,
        "reminder_trigger_ms": 0,
                               ^ reminder_trigger_ms: expected greater than 0, got 0
        "end_call_after_silence_ms": 30,
                                     ^^ end_call_after_silence_ms: expected at least 10000 (10 s), got 30
      => "end_call_after_silence_ms": 30000,
        "max_call_duration_ms": 9000000
                                ^^^^^^^ max_call_duration_ms: expected between 60000 (1 min) and 7200000 (2 h), got
                                      | 9000000 (2 h 30 min)
      => "max_call_duration_ms": 7200000
      }
      ====
      -- desk.agent-weights.json --
      [
        { "weight": 1.5 },
                    ^^^ weight: expected greater than 0 and at most 1, got 1.5
      => { "weight": 1 },
        { "agent_version": -1, "weight": 0.5 }
                           ^^ agent_version: expected at least 0, got -1
      => { "agent_version": 0, "weight": 0.5 }
      ]
    `,
    valid: files`
      -- desk.agent.json --
      { "voice_speed": 0.5, "volume": 2, "reminder_max_count": 0, "data_storage_retention_days": null, "max_call_duration_ms": 7200000 }
    `,
  },
});

/** `between 0 and 2`, `greater than 0 and at most 1`, `at least 10000`. */
function boundsOf(
  { minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Marks,
  spelled: (n: number) => string,
): string {
  if (minimum !== undefined && maximum !== undefined) return `between ${spelled(minimum)} and ${spelled(maximum)}`;
  const low = bound(spelled, ['greater than', exclusiveMinimum], ['at least', minimum]);
  const high = bound(spelled, ['less than', exclusiveMaximum], ['at most', maximum]);
  return [low, high].filter(bound => bound !== undefined).join(' and ');
}

/** The first bound that is set. */
function bound(
  spelled: (n: number) => string,
  ...limits: readonly (readonly [words: string, limit: number | undefined])[]
): string | undefined {
  for (const [words, limit] of limits) if (limit !== undefined) return `${words} ${spelled(limit)}`;
  return undefined;
}
