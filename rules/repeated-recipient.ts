import { asE164 } from '../server/core/domain/phone-numbers.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';
import { equal, isObject, property, type Json } from '../server/core/json/json.ts';
import { show } from '../server/core/wording.ts';
import { remove } from '../server/core/engine/fixes.ts';

export default defineRule({
  id: 'repeated-recipient',
  group: 'batches',
  severity: 'warning',
  summary: 'A batch call calls the same number twice.',
  why: `
    Every task is a separate call, so one person is called twice, usually because a list was exported twice. If the
    tasks differ in agent or variables, this is info.
  `,
  spec: 'Batch call',
  clause: 'Batch call: task: to_number required, not empty, E.164 unless the check is off',
  at: { 'batch-call': '/tasks' },

  *check(tasks) {
    if (!tasks.isArray) return;
    const first = new Map<string, number>();
    const list = tasks.value as readonly Json[];
    for (let i = 0; i < list.length; i++) {
      const text = property(list[i], 'to_number');
      if (typeof text !== 'string' || text === '' || text.includes('{{')) continue;
      const number = text.startsWith('+') && /\D/.test(text.slice(1)) ? (asE164(text)?.number ?? text) : text;
      const earlier = first.get(number);
      if (earlier === undefined) {
        first.set(number, i);
        continue;
      }
      const same = sameCall(list[i]!, list[earlier]!);
      const how = same ? 'with the same agent and variables' : 'with another agent or other variables';
      yield {
        at: tasks.get(i).get('to_number'),
        message: `to_number: tasks[${earlier}] already calls ${show(text)} ${how}`,
        ...(!same && { severity: 'info' as const }),
        related: [{ at: tasks.get(earlier).get('to_number'), message: 'first called here' }],
        ...(same && { fix: remove(tasks.get(i), { title: `Remove tasks[${i}]` }) }),
      };
    }
  },

  examples: {
    invalid: files`
      -- reminders.batch-call.json --
      {
        "tasks": [
          { "to_number": "+12137774445", "service_llm_dynamic_variables": { "day": "Monday", "name": "Ann" }, "metadata": { "row": 1 } },
          { "to_number": "+12137774446" },
          { "to_number": "+12137774445", "service_llm_dynamic_variables": { "name": "Ann", "day": "Monday" }, "metadata": { "row": 3 } },
                         ^^^^^^^^^^^^^^ warning: to_number: tasks[0] already calls "+12137774445" with the same
                                      | agent and variables
       =>
          { "to_number": "+12137774446", "service_llm_dynamic_variables": {}, "override_agent_id": null },
                         ^^^^^^^^^^^^^^ warning: to_number: tasks[1] already calls "+12137774446" with the same
                                      | agent and variables
       =>
          { "to_number": "+1 213 777 4446", "service_llm_dynamic_variables": { "name": "Bo" } }
                         ^^^^^^^^^^^^^^^^^ info: to_number: tasks[1] already calls "+1 213 777 4446" with another
                                         | agent or other variables
        ]
      }
    `,
    valid: files`
      -- reminders.batch-call.json --
      {
        "tasks": [
          { "to_number": "+12137774445" },
          { "to_number": "+12137774446" },
          { "to_number": "" },
          { "to_number": "" }
        ]
      }
    `,
  },
});

/** What the callee notices of a task; metadata is only stored. */
const heard = [
  'override_agent_id',
  'override_agent_version',
  'agent_override',
  'service_llm_dynamic_variables',
  'custom_sip_headers',
];
/** Null and an empty object override nothing. */
const said = (task: Json, key: string): Json => {
  const value = property(task, key) ?? null;
  return isObject(value) && Object.keys(value).length === 0 ? null : value;
};
const sameCall = (a: Json, b: Json): boolean => heard.every(key => equal(said(a, key), said(b, key)));
