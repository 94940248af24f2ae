import { defineRule, withMark } from '../server/core/engine/rule.ts';
import { hasCome, untilOf } from '../server/core/domain/dated.ts';
import { addedValues } from '../server/core/domain/fields.ts';
import { show } from '../server/core/wording.ts';
import { set } from '../server/core/engine/fixes.ts';

export default defineRule({
  id: 'retired-value',
  group: 'settings',
  aliases: ['retired-voice-model'],
  severity: 'error',
  spec: 'Agent settings (request shape, also returned in the agent)',
  clause: 'Agent settings: voice_model',
  replaces: ['invalid-enum-value', 'unrecognized-value'],
  at: withMark('x-until-values'),
  when: { keyOf: 'x-until-values' },

  check(node, workspace) {
    const { value, marks } = node,
      until = untilOf(marks, value);
    if (!hasCome(until, workspace.facts) || addedValues(node, workspace).includes(String(value))) return undefined;
    const successor = marks['x-retired-values']?.[String(value)];
    return {
      ...(!marks.enum && { severity: 'warning' }),
      message:
        `${node.label}: ${show(value)} is retired (since ${until})` +
        (successor === undefined ? '' : `; use ${show(successor)}`),
      fix: set(node, successor),
    };
  },
});
