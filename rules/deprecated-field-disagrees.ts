import { defineRule, files, withMark } from '../server/core/engine/rule.ts';
import { hasAgreement, successorOf } from '../server/core/domain/deprecation.ts';
import { setsNothing } from '../server/core/domain/settings.ts';
import { shown } from '../server/core/domain/fields.ts';

export default defineRule({
  id: 'deprecated-field-disagrees',
  group: 'settings',
  severity: 'warning',
  summary: 'A deprecated field and its replacement contradict each other.',
  why: `
    Which of the two the platform uses is not specified: personal data may be stored that should not be, or an alert
    may count something else. Set the replacement to what you mean and remove the old field.
  `,
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
        ? `${node.label}: deprecated, and ${shown(node)} contradicts ${successor.key} ${shown(successor)}`
        : `${node.label}: deprecated, and contradicts its replacement ${successor.key}`,
      help: `set ${successor.key} to what you mean and remove ${node.key}; which one wins is not specified`,
      related: [{ at: successor, message: 'the replacement' }],
    };
  },

  examples: {
    invalid: files`
      -- desk.agent.json --
      { "opt_out_sensitive_data_storage": true, "data_storage_setting": "everything" }
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: opt_out_sensitive_data_storage: deprecated, and true contradicts
                                       | data_storage_setting "everything"
      -- outages.alert-rule.json --
      {
        "filter": {
          "disconnection_reasons": ["error_asr"],
          ^^^^^^^^^^^^^^^^^^^^^^^ warning: disconnection_reasons: deprecated, and contradicts its replacement
                                | disconnection_reason
          "disconnection_reason": { "type": "enum", "op": "in", "value": ["error_service"] }
        }
      }
    `,
    valid: files`
      -- desk.agent.json --
      { "opt_out_sensitive_data_storage": false, "data_storage_setting": "everything" }
      -- noon.agent.json --
      { "opt_out_sensitive_data_storage": true, "data_storage_setting": "everything_except_pii" }
      -- night.agent.json --
      { "opt_out_sensitive_data_storage": true }
      -- outages.alert-rule.json --
      {
        "filter": { "disconnection_reasons": ["error_asr"], "disconnection_reason": { "type": "enum", "op": "in", "value": ["error_asr"] } }
      }
    `,
  },
});
