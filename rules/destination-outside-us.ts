import { isE164 } from '../server/core/domain/phone-numbers.ts';
import { clipped, defineRule } from '../server/core/engine/rule.ts';

const FOREIGN_NUMBER = /^\+[2-9]/;

export default defineRule({
  id: 'destination-outside-us',
  group: 'batches',
  severity: 'info',
  spec: 'Batch call',
  clause: 'Batch call: task: to_number required, not empty, E.164 unless the check is off',
  at: { 'batch-call-task': '/to_number' },
  when: { text: FOREIGN_NUMBER },

  check(node, workspace) {
    const from = node.within('batch-call')?.get('from_number').string() ?? '',
      [record, ...otherNumbers] = workspace.phoneNumbers.get(from) ?? [];
    if (!record || otherNumbers.length > 0 || !isE164(node.string()!)) return undefined;
    const type = record.get('phone_number_type');
    if (!type.string()?.startsWith('service-')) return undefined;
    return {
      message: `to_number: outside the US, but ${clipped(from)} was bought from the service and reaches the US only`,
      related: [{ at: type, message: 'bought from the service' }],
    };
  },
});
