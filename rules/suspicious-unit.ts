import { defineRule, files, withMark } from '../server/core/engine/rule.ts';
import { readInOtherUnit } from '../server/core/domain/units.ts';
import { set } from '../server/core/engine/fixes.ts';

export default defineRule({
  id: 'suspicious-unit',
  group: 'values',
  severity: 'warning',
  summary: 'A number makes sense only in another unit.',
  why: `
    The number is off by a factor of 1000 or 100: a reminder after ten milliseconds, a batch in January 1970, a share
    of 7000 %. Fields that end in \`_ms\` and most timestamps are in milliseconds; a few are in seconds. Shares are
    fractions: 70 % is \`0.7\`. If the number is also out of range, the platform refuses it.
  `,
  spec: 'Limits',
  clause: [
    'Resources and their fields: times of agents are whole milliseconds',
    'Agent settings: reminder_trigger_ms: positive',
    'Agent settings: webhook_timeout_ms',
    'Agent settings: signed_url_expiration_ms: only with signed addresses',
    'Agent settings: ring_duration_ms',
    'Batch call: response: scheduled time in seconds',
  ],
  replaces: ['out-of-range', 'unusual-number'],
  at: withMark('x-unit'),
  when: marks => value => typeof value === 'number' && readInOtherUnit(value, marks) !== undefined,

  check(node) {
    const value = node.number()!;
    const other = readInOtherUnit(value, node.marks)!;
    return {
      ...(other.beyond && { severity: 'error' }),
      message:
        `${node.label}: ${value} is ${other.now}${other.beyond ? `, ${other.beyond}` : ''}; ` +
        `did you mean ${other.value} (${other.meant})?`,
      fix: set(node, other.value, { title: `Use ${other.value} (${other.meant})` }),
    };
  },

  examples: {
    invalid: files`
      -- desk.agent.json --
      {
        "last_modification_timestamp": 1735689600,
                                       ^^^^^^^^^^ warning: last_modification_timestamp: 1735689600 is 1970-01-21;
                                              | did you mean 1735689600000 (2025-01-01)?
      => "last_modification_timestamp": 1735689600000,
        "reminder_trigger_ms": 10,
                               ^^ warning: reminder_trigger_ms: 10 is 10 ms; did you mean 10000 (10 s)?
      => "reminder_trigger_ms": 10000,
        "begin_message_delay_ms": 2,
                                  ^ warning: begin_message_delay_ms: 2 is 2 ms; did you mean 2000 (2 s)?
      => "begin_message_delay_ms": 2000,
        "end_call_after_silence_ms": 30,
                                     ^^ end_call_after_silence_ms: 30 is 30 ms, below the minimum; did you mean
                                      | 30000 (30 s)?
      => "end_call_after_silence_ms": 30000,
        "max_call_duration_ms": 3600,
                                ^^^^ max_call_duration_ms: 3600 is 3.6 s, below the minimum; did you mean 3600000 (1
                                   | h)?
      => "max_call_duration_ms": 3600000,
        "opt_in_signed_url": true,
        "signed_url_expiration_ms": 86400,
                                    ^^^^^ warning: signed_url_expiration_ms: 86400 is 1 min 26.4 s; did you mean
                                        | 86400000 (1 d)?
      => "signed_url_expiration_ms": 86400000,
        "webhook_timeout_ms": 5
                              ^ warning: webhook_timeout_ms: 5 is 5 ms; did you mean 5000 (5 s)?
      => "webhook_timeout_ms": 5000
      }
      -- site.agent.json --
      { "end_chat_after_silence_ms": 600 }
                                     ^^^ warning: end_chat_after_silence_ms: 600 is 600 ms; did you mean 600000 (10
                                       | min)?
      => { "end_chat_after_silence_ms": 600000 }
      -- split.agent-weights.json --
      [
        { "weight": 70 },
                    ^^ weight: 70 is 7000 %, above the maximum; did you mean 0.7 (70 %)?
      => { "weight": 0.7 },
        { "weight": 30 }
                    ^^ weight: 30 is 3000 %, above the maximum; did you mean 0.3 (30 %)?
      => { "weight": 0.3 }
      ]
      -- friday.batch-call.json --
      {
        "total_task_count": 2,
        "scheduled_timestamp": 1735689600000
                               ^^^^^^^^^^^^^ warning: scheduled_timestamp: 1735689600000 is in the year 56971; did
                                           | you mean 1735689600 (2025-01-01)?
      => "scheduled_timestamp": 1735689600
      }
    `,
    valid: files`
      -- desk.agent.json --
      {
        "last_modification_timestamp": 1735689600000,
        "reminder_trigger_ms": 1500,
        "begin_message_delay_ms": 200,
        "responsiveness": 1,
        "max_call_duration_ms": 60000,
        "signed_url_expiration_ms": 600000,
        "webhook_timeout_ms": 500,
        "custom_stt_config": { "provider": "deepgram", "endpointing_ms": 10 }
      }
      -- night.agent.json --
      { "begin_message_delay_ms": 0, "end_call_after_silence_ms": 5000, "ring_duration_ms": 400000 }
      -- friday.batch-call.json --
      { "total_task_count": 2, "scheduled_timestamp": 1735689600 }
    `,
  },
});
