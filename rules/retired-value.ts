import { isInForce } from '../server/core/domain/dated.ts';
import { retirementOf } from '../server/core/domain/deprecation.ts';
import { addedValues } from '../server/core/domain/fields.ts';
import { defineRule, set, show } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'retired-value',
  group: 'settings',
  aliases: ['retired-voice-model'],
  severity: 'error',
  reads: 'records',
  spec: 'Agent settings (request shape, also returned in the agent)',
  clause: 'Agent settings: voice_model',
  replaces: ['invalid-enum-value', 'unrecognized-value'],
  at: { among: ['x-until-values', 'x-notices'] },
  when: marks => {
    const values = { ...marks['x-until-values'], ...marks['x-notices'] };
    return value => typeof value === 'string' && Object.hasOwn(values, value);
  },

  check(node, workspace) {
    const { value, marks } = node,
      retirement = retirementOf(node);
    if (!retirement || !isInForce(retirement.date, workspace.facts)) return undefined;
    if (addedValues(node, workspace).includes(String(value))) return undefined;
    const { words, successor, address } = retirement;
    return {
      ...(!marks.enum && { severity: 'warning' }),
      message: `${node.label}: ${show(value)} ${words}${successor === undefined ? '' : `; use ${show(successor)}`}`,
      // a notice names a replacement with other fields, so there is no fix
      ...(address === undefined ? { fix: set(node, successor) } : { help: `announced at ${address}` }),
    };
  },
});
