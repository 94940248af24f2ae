import type { Cursor } from '../server/core/cursor.ts';
import { hasVariable } from '../server/core/domain/fields.ts';
import { asE164, isE164, isTooShortOrLong } from '../server/core/domain/phone-numbers.ts';
import { defineRule, files, formatted } from '../server/core/engine/rule.ts';
import { show } from '../server/core/wording.ts';
import { set } from '../server/core/engine/fixes.ts';

export default defineRule({
  id: 'malformed-phone-number',
  group: 'values',
  severity: 'warning',
  summary: 'A phone number is not in E.164 format.',
  why: `
    E.164 is a plus sign, the country code and the number, up to 15 digits with nothing between them:
    \`+12137774445\`. Other numbers are refused or cannot be dialed. The specification requires it for \`to_number\`
    of a batch call task. After +1 there are ten more digits.

    With custom telephony a task or a transfer may set \`ignore_e164_validation\` to true to call an extension or a SIP
    user; then nothing is reported.
  `,
  spec: 'Batch call',
  clause: [
    'Batch call: response: five required fields',
    'Batch call: task: to_number required, not empty, E.164 unless the check is off',
  ],
  replaces: ['stray-whitespace'],
  at: formatted('phone-number'),
  when: () => value => typeof value === 'string' && !/^\+(?:1\d{10}|[2-9]\d{6,13})$/.test(value),

  check(node) {
    const text = node.string()!;
    const stated = node.parent?.is('batch-call-task') === true;
    if (text === '' || isUnchecked(node)) return undefined;
    if (hasVariable(text))
      return stated
        ? {
            severity: 'error',
            message: `${node.label}: expected E.164 like +12137774445, got ${show(text)}; variables are not replaced here`,
          }
        : undefined;
    if (isE164(text)) {
      if (!isTooShortOrLong(text)) return undefined;
      return {
        message: `${node.label}: expected 10 digits after +1, got ${text.length - 2}, so it cannot be dialed`,
      };
    }
    const meant = asE164(text);
    return {
      message: `${node.label}: expected E.164 like +12137774445, got ${show(text)}`,
      severity: stated ? 'error' : undefined,
      help:
        stated && !meant
          ? 'with custom telephony, set ignore_e164_validation to true to dial it as written'
          : undefined,
      fix: meant ? set(node, meant.number, { title: `Use ${meant.number}`, safe: stated && meant.certain }) : undefined,
    };
  },

  examples: {
    invalid: files`
      -- reminders.batch-call.json --
      {
        "from_number": "+1 415 555 0100",
                       ^^^^^^^^^^^^^^^^^ warning: from_number: expected E.164 like +12137774445, got "+1 415 555
                                       | 0100"
      => "from_number": "+14155550100",
        "tasks": [
          { "to_number": "+1 (213) 777-4445" },
                         ^^^^^^^^^^^^^^^^^^^ to_number: expected E.164 like +12137774445, got "+1 (213) 777-4445"
       => { "to_number": "+12137774445" },
          { "to_number": " +12137774446" },
                         ^^^^^^^^^^^^^^^ to_number: expected E.164 like +12137774445, got " +12137774446"
       => { "to_number": "+12137774446" },
          { "to_number": "555-CALL", "ignore_e164_validation": false },
                         ^^^^^^^^^^ to_number: expected E.164 like +12137774445, got "555-CALL"
          { "to_number": "0044 20 7946 0958" },
                         ^^^^^^^^^^^^^^^^^^^ to_number: expected E.164 like +12137774445, got "0044 20 7946 0958"
       => { "to_number": "+442079460958" },
          { "to_number": "+44 (0)20 7946 0958" },
                         ^^^^^^^^^^^^^^^^^^^^^ to_number: expected E.164 like +12137774445, got "+44 (0)20 7946
                                             | 0958"
       => { "to_number": "+442079460958" },
          { "to_number": "tel:+1-213-777-4447" },
                         ^^^^^^^^^^^^^^^^^^^^^ to_number: expected E.164 like +12137774445, got "tel:+1-213-777-4447"
       => { "to_number": "+12137774447" },
          { "to_number": "\u202a+12137774448\u202c" },
                         ^^^^^^^^^^^^^^^^^^^^^^^^^^ to_number: expected E.164 like +12137774445, got
                                                 | "${'\u202a'}+12137774448${'\u202c'}"
       => { "to_number": "+12137774448" },
          { "to_number": "+1415{{rest}}" },
                         ^^^^^^^^^^^^^^^ to_number: expected E.164 like +12137774445, got "+1415{{rest}}"; variables
                                       | are not replaced here
          { "to_number": "+1213777444" }
                         ^^^^^^^^^^^^^ warning: to_number: expected 10 digits after +1, got 9, so it cannot be
                                     | dialed
        ]
      }
      -- desk.llm.json --
      {
        "general_tools": [
          { "type": "transfer_call", "transfer_destination": { "type": "predefined", "number": "(415) 555-0100" } }
                                                                                               ^^^^^^^^^^^^^^^^
                                              | warning: number: expected E.164 like +12137774445, got "(415)
                                              | 555-0100"
        ]
      }
    `,
    valid: files`
      -- reminders.batch-call.json --
      {
        "from_number": "+14155550100",
        "tasks": [
          { "to_number": "+12137774445", "ignore_e164_validation": true },
          { "to_number": "desk-12", "ignore_e164_validation": true },
          { "to_number": "{{extension}}", "ignore_e164_validation": true },
          { "to_number": "+442079460958" },
          { "to_number": "" }
        ]
      }
      -- desk.phone-number.json --
      { "phone_number": "+4930901820", "inbound_agents": [] }
      -- desk.llm.json --
      {
        "general_tools": [
          { "type": "transfer_call", "transfer_destination": { "type": "predefined", "number": "{{manager}}" } },
          {
            "type": "transfer_call", "ignore_e164_validation": true,
            "transfer_destination": { "type": "predefined", "number": "desk-12" }
          }
        ]
      }
    `,
  },
});

/** Whether the check of the number is off: beside it, or on the tool or node that transfers to it. */
const isUnchecked = (number: Cursor): boolean =>
  [number.parent, number.within('transfer-call-tool', 'transfer-call-node')].some(
    holder => holder?.get('ignore_e164_validation').value === true,
  );
