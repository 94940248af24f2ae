import { defineRule, files } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'task-count-mismatch',
  group: 'batches',
  severity: 'warning',
  summary: '`total_task_count` does not match the number of tasks.',
  why: `
    Tasks were added or lost after the file was written, so some people may not be called, or the wrong ones are.
  `,
  spec: 'Batch call',
  clause: 'Batch call: response: five required fields',
  at: { 'batch-call': '', 'batch-call-response': '' },

  check(batch) {
    const total = batch.get('total_task_count'),
      tasks = batch.get('tasks');
    const given = total.number();
    if (given === undefined) return undefined;
    if (given < 0 || !Number.isInteger(given))
      return {
        at: total,
        severity: 'info',
        message: `total_task_count: expected an integer of at least 0, got ${given}`,
      };
    if (!tasks.isArray) return undefined;
    const there = tasks.items().length;
    if (there === given) return undefined;
    return {
      at: total,
      message: `total_task_count: expected ${there} (the number of tasks), got ${given}`,
      related: [{ at: tasks, message: 'the tasks' }],
    };
  },

  examples: {
    invalid: files`
      -- reminders.batch-call.json --
      { "total_task_count": 3, "tasks": [{ "to_number": "+12137774445" }] }
                            ^ warning: total_task_count: expected 1 (the number of tasks), got 3
      -- sent.batch-call.json --
      { "total_task_count": 2.5 }
                            ^^^ info: total_task_count: expected an integer of at least 0, got 2.5
    `,
    valid: files`
      -- reminders.batch-call.json --
      { "total_task_count": 1, "tasks": [{ "to_number": "+12137774445" }] }
      -- sent.batch-call.json --
      { "total_task_count": 3 }
    `,
  },
});
