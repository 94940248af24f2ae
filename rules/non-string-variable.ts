import { spelled } from '../server/core/locate.ts';
import { isObject } from '../server/core/json/json.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';
import { clipped, show } from '../server/core/wording.ts';
import { set } from '../server/core/engine/fixes.ts';

export default defineRule({
  id: 'non-string-variable',
  group: 'variables',
  aliases: ['variable-not-text'],
  severity: 'error',
  summary: 'The value of a dynamic variable is not a string.',
  why: `
    Dynamic variables are inserted into text, so their values are strings. A number, boolean or list is refused
    together with the whole call, batch or tag. Put numbers and booleans in quotes, exactly as they should be spoken.
  `,
  spec: 'Batch call',
  clause: [
    'Agent list item and list filter: root tag state: version from 0, variables are text',
    'Batch call: task: variables are text and reach prompt and tools',
  ],
  replaces: ['wrong-type'],
  at: {
    among: ['x-sets-variables=values'],
  },
  when: () => value => isObject(value) && Object.values(value).some(item => typeof item !== 'string'),

  *check(map) {
    const isStated = map.parent?.marks['x-not-shown'] !== true;
    for (const value of map.entries()) {
      // in an engine, null reserves a variable without a default
      if (typeof value.value === 'string' || (value.isNull && !isStated)) continue;
      const isScalar = typeof value.value === 'number' || typeof value.value === 'boolean';
      const text = isScalar ? spelled(value) : undefined;
      yield {
        at: value,
        severity: isStated ? 'error' : 'warning',
        message: `dynamic variable ${clipped(value.key)}: expected a string, got ${show(value.value)}`,
        fix: set(value, text, { title: `Put ${text} in quotes`, safe: true }),
      };
    }
  },

  examples: {
    invalid: files`
      -- march.batch-call.json --
      {
        "tasks": [
          {
            "service_llm_dynamic_variables": {
              "amount": 10.50,
                        ^^^^^ dynamic variable amount: expected a string, got 10.5
           => "amount": "10.50",
              "is_member": true,
                           ^^^^ dynamic variable is_member: expected a string, got true
           => "is_member": "true",
              "items": ["a"],
                       ^ dynamic variable items: expected a string, got a list of 1 item
              "note": null
                      ^^^^ dynamic variable note: expected a string, got null
            }
          }
        ]
      }
      -- all.agent-list.json --
      [{ "agent_id": "agent_desk", "tags": { "prod": { "version": 1, "dynamic_variables": { "extension": 12 } } } }]
                                                                                                         ^^
                                              | dynamic variable extension: expected a string, got 12
      => [{ "agent_id": "agent_desk", "tags": { "prod": { "version": 1, "dynamic_variables": { "extension": "12" } } } }]
      -- desk.llm.json --
      { "default_dynamic_variables": { "attempts": 3, "name": null } }
                                                   ^ warning: dynamic variable attempts: expected a string, got 3
      => { "default_dynamic_variables": { "attempts": "3", "name": null } }
    `,
    valid: files`
      -- march.batch-call.json --
      { "tasks": [{ "service_llm_dynamic_variables": { "amount": "10.50", "is_member": "true" } }] }
      -- desk.llm.json --
      {
        "default_dynamic_variables": {},
        "general_tools": [
          { "type": "custom", "name": "find", "url": "https://api.example.com", "response_variables": { "total": 1 } }
        ]
      }
    `,
  },
});
