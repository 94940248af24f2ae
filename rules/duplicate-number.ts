import { defineRule, isEqual, type Cursor } from '../server/core/engine/rule.ts';

const lists = ['inbound_agents', 'outbound_agents', 'inbound_sms_agents', 'outbound_sms_agents'];

export default defineRule({
  id: 'duplicate-number',
  group: 'references',
  severity: 'warning',
  spec: 'domain',
  at: { 'phone-number': '/phone_number' },

  check(node, workspace) {
    const record = node.parent!,
      // each record is compared only with the first record, because there may be many
      [duplicate] = workspace.phoneNumbers.get(node.string() ?? '') ?? [];
    if (!duplicate || !lists.some(key => differ(duplicate.get(key), record.get(key)))) return undefined;
    const place = duplicate.file === record.file ? 'another record of this file' : duplicate.file;
    return {
      message: `${node.label}: ${place} has this number with other agents; which of them answer is ambiguous`,
      related: [{ at: duplicate.get('phone_number'), message: 'the other record' }],
    };
  },
});

/** Whether two values differ. A request omits fields that it does not change. */
const differ = (a: Cursor, b: Cursor): boolean => a.exists && b.exists && !isEqual(a.value, b.value);
