import { asE164 } from '../server/core/domain/phone-numbers.ts';
import { defineRule, isEqual, isObject, property, remove, show, type Json } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'repeated-recipient',
  group: 'batches',
  severity: 'warning',
  spec: 'Batch call',
  clause: 'Batch call: task: to_number required, not empty, E.164 unless the check is off',
  at: { 'batch-call': '/tasks' },

  *check(tasks) {
    if (!tasks.isArray) return;
    const first = new Map<string, number>();
    const list = tasks.value as readonly Json[],
      fromNumber = tasks.sibling('from_number').value;
    for (let i = 0; i < list.length; i++) {
      const text = property(list[i], 'to_number');
      if (typeof text !== 'string' || text === '' || text.includes('{{')) continue;
      const number = text.startsWith('+') && /\D/.test(text.slice(1)) ? (asE164(text)?.number ?? text) : text;
      if (number === fromNumber)
        yield {
          at: tasks.get(i).get('to_number'),
          message: `to_number: ${show(text)} is the number that the batch calls from`,
          related: [{ at: tasks.sibling('from_number'), message: 'the same number' }],
        };
      const previous = first.get(number);
      if (previous === undefined) {
        first.set(number, i);
        continue;
      }
      const isSame = sameCall(list[i]!, list[previous]!);
      const comparison = isSame ? 'with the same agent and variables' : 'with another agent or other variables';
      yield {
        at: tasks.get(i).get('to_number'),
        message: `to_number: tasks[${previous}] already calls ${show(text)} ${comparison}`,
        ...(!isSame && { severity: 'info' as const }),
        related: [{ at: tasks.get(previous).get('to_number'), message: 'first called here' }],
        ...(isSame && { fix: remove(tasks.get(i), { title: `Remove tasks[${i}]` }) }),
      };
    }
  },
});

/** The fields of a task that affect the call. `metadata` is only stored. */
const relevantFields = [
  'override_agent_id',
  'override_agent_version',
  'agent_override',
  'service_llm_dynamic_variables',
  'custom_sip_headers',
];
/** The value of a field. Null and an empty object override nothing, so they count as missing. */
const readValue = (task: Json, key: string): Json => {
  const value = property(task, key) ?? null;
  return isObject(value) && Object.keys(value).length === 0 ? null : value;
};
const sameCall = (a: Json, b: Json): boolean =>
  relevantFields.every(key => isEqual(readValue(a, key), readValue(b, key)));
