import { defineRule } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'task-count-mismatch',
  group: 'batches',
  severity: 'warning',
  spec: 'Batch call',
  clause: 'Batch call: response: five required fields',
  at: { 'batch-call': '', 'batch-call-response': '' },

  check(batch) {
    const total = batch.get('total_task_count'),
      tasks = batch.get('tasks');
    const stated = total.number();
    if (stated === undefined) return undefined;
    if (stated < 0 || !Number.isInteger(stated))
      return {
        at: total,
        severity: 'info',
        message: `total_task_count: expected an integer of at least 0, got ${stated}`,
      };
    if (!tasks.isArray) return undefined;
    const there = tasks.items().length;
    if (there === stated) return undefined;
    return {
      at: total,
      message: `total_task_count: expected ${there} (the number of tasks), got ${stated}`,
      related: [{ at: tasks, message: 'the tasks' }],
    };
  },
});
