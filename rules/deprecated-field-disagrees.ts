import { defineRule, withMark } from '../server/core/engine/rule.ts';
import { hasAgreement, successorOf } from '../server/core/domain/deprecation.ts';
import { setsNothing } from '../server/core/domain/settings.ts';
import { showValueAt } from '../server/core/domain/fields.ts';

export default defineRule({
  id: 'deprecated-field-disagrees',
  group: 'settings',
  severity: 'warning',
  spec: 'Versioning 5',
  clause: [
    'Agent settings: data_storage_setting: replaces the old switch',
    'Alert rule, alert incident: two deprecated filters',
    'Versioning: 5: deprecated: opt_out_sensitive_data_storage, the language multi, two filters of alerts',
  ],
  shows: 'deprecated',
  replaces: ['deprecated-field'],
  at: withMark('deprecated'),

  check(node) {
    const { at: successor } = successorOf(node);
    if (
      !successor?.exists ||
      (node.value !== false && setsNothing(node.value)) ||
      setsNothing(successor.value) ||
      hasAgreement(node) !== false
    )
      return undefined;
    const scalar = !node.isObject && !node.isArray && !successor.isObject && !successor.isArray;
    return {
      at: { key: node.pointer },
      message: scalar
        ? `${node.label}: deprecated, and ${showValueAt(node)} contradicts ${successor.key} ${showValueAt(successor)}`
        : `${node.label}: deprecated, and contradicts its replacement ${successor.key}`,
      help: `set ${successor.key} to what you mean and remove ${node.key}; which one wins is unspecified`,
      related: [{ at: successor, message: 'the replacement' }],
    };
  },
});
