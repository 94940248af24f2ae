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
    const totalCount = total.number();
    if (totalCount === undefined) return undefined;
    if (totalCount < 0 || !Number.isInteger(totalCount))
      return {
        at: total,
        severity: 'info',
        message: `total_task_count: expected an integer of at least 0, got ${totalCount}`,
      };
    if (!tasks.isArray) return undefined;
    const taskCount = tasks.items().length;
    if (taskCount === totalCount) return undefined;
    return {
      at: total,
      message: `total_task_count: expected ${taskCount} (the number of tasks), got ${totalCount}`,
      related: [{ at: tasks, message: 'the tasks' }],
    };
  },
});
