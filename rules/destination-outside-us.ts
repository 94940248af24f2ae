import { isE164 } from '../server/core/domain/phone-numbers.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';
import { clipped } from '../server/core/wording.ts';

const ABROAD = /^\+[2-9]/;

export default defineRule({
  id: 'destination-outside-us',
  group: 'batches',
  severity: 'info',
  summary: 'A batch calls a number outside the US from a number that was bought from the service.',
  why: `
    Numbers bought from the service reach US destinations only, so these calls fail. Call from a number of your own
    telephony (\`phone_number_type\` \`custom\`), or remove the task.

    Nothing is reported unless the record of \`from_number\` is in this workspace and says where it was bought. Every
    number that begins with +1 passes: the codes of other countries among them change.
  `,
  spec: 'Batch call',
  clause: 'Batch call: task: to_number required, not empty, E.164 unless the check is off',
  at: { 'batch-call-task': '/to_number' },
  when: { text: ABROAD },

  check(node, workspace) {
    const from = node.within('batch-call')?.get('from_number').string() ?? '',
      [record, ...others] = workspace.phoneNumbers.get(from) ?? [];
    if (!record || others.length > 0 || !isE164(node.string()!)) return undefined;
    const type = record.get('phone_number_type');
    if (!type.string()?.startsWith('service-')) return undefined;
    return {
      message: `to_number: outside the US, but ${clipped(from)} was bought from the service and reaches the US only`,
      related: [{ at: type, message: 'bought from the service' }],
    };
  },

  examples: {
    invalid: files`
      -- reminders.batch-call.json --
      {
        "from_number": "+14155550100",
        "tasks": [
          { "to_number": "+442079460958" },
                         ^^^^^^^^^^^^^^^ info: to_number: outside the US, but +14155550100 was bought from the service
                                       | and reaches the US only
          { "to_number": "+12137774445" }
        ]
      }
      -- main.phone-number.json --
      { "phone_number": "+14155550100", "phone_number_type": "service-twilio" }
    `,
    valid: files`
      -- reminders.batch-call.json --
      { "from_number": "+14155550100", "tasks": [{ "to_number": "+442079460958" }] }
      -- main.phone-number.json --
      { "phone_number": "+14155550100" }
      -- own.batch-call.json --
      { "from_number": "+14155550101", "tasks": [{ "to_number": "+442079460958" }] }
      -- own.phone-number.json --
      { "phone_number": "+14155550101", "phone_number_type": "custom" }
      -- elsewhere.batch-call.json --
      { "from_number": "+14155550102", "tasks": [{ "to_number": "+442079460958" }] }
    `,
  },
});
