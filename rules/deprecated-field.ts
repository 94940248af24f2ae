import type { Cursor } from '../server/core/cursor.ts';
import { defineRule, files, withMark } from '../server/core/engine/rule.ts';
import type { Fix } from '../server/core/finding.ts';
import { hasAgreement, successorOf } from '../server/core/domain/deprecation.ts';
import { setsNothing } from '../server/core/domain/settings.ts';
import { remove } from '../server/core/engine/fixes.ts';

export default defineRule({
  id: 'deprecated-field',
  group: 'settings',
  severity: 'warning',
  summary: 'A field is deprecated.',
  why: `
    The platform still accepts the field, but it has a replacement and may be removed. If the replacement says the
    same, the old field is redundant; if not, which one is used is not specified. A field at its default (\`false\`)
    is info, because dashboards write it by themselves.
  `,
  spec: 'Versioning 5',
  clause: [
    'Agent settings: data_storage_setting: replaces the old switch',
    'Alert rule, alert incident: two deprecated filters',
    'Versioning: 5: deprecated: opt_out_sensitive_data_storage, the language multi, two filters of alerts',
  ],
  shows: 'deprecated',
  at: withMark('deprecated'),

  check(node) {
    // here `false` has a meaning: it is the old way to keep everything
    if (!node.parent || (node.value !== false && setsNothing(node.value))) return undefined;
    const { at: successor, value } = successorOf(node);
    const name = node.marks['x-replaced-by'];
    const fix = fixOf(node, successor, value);
    const isSet = successor !== undefined && !setsNothing(successor.value);
    const instead = isSet ? `its replacement ${name} is already set` : `use ${name} instead`;
    return {
      at: { key: node.pointer },
      // dashboards write the default on their own
      ...(node.value === false && { severity: 'info' }),
      message: `${node.label}: deprecated${name === undefined ? '' : `; ${instead}`}`,
      ...(fix ? { fix } : name !== undefined && { help: `set ${name} accordingly and remove ${node.key}` }),
      ...(isSet && { related: [{ at: successor, message: 'the replacement' }] }),
    };
  },

  examples: {
    invalid: files`
      -- desk.agent.json --
      { "opt_out_sensitive_data_storage": true }
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: opt_out_sensitive_data_storage: deprecated; use data_storage_setting
                                       | instead
      -- night.agent.json --
      { "opt_out_sensitive_data_storage": false, "data_storage_setting": "everything" }
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ info: opt_out_sensitive_data_storage: deprecated; its replacement
                                       | data_storage_setting is already set
      => { "data_storage_setting": "everything" }
      -- outages.alert-rule.json --
      { "filter": { "disconnection_reasons": ["error_asr", "error_service"], "agent": [] } }
                    ^^^^^^^^^^^^^^^^^^^^^^^ warning: disconnection_reasons: deprecated; use disconnection_reason
                                          | instead
      => { "filter": { "disconnection_reason": { "type": "enum", "op": "in", "value": ["error_asr", "error_service"] }, "agent": [] } }
      -- refused.alert-rule.json --
      { "filter": { "error_code": [429, "500"] } }
                    ^^^^^^^^^^^^ warning: error_code: deprecated; use status_code instead
      => { "filter": { "status_code": { "type": "enum", "op": "in", "value": ["429", "500"] } } }
      -- both.alert-rule.json --
      {
        "filter": {
          "error_code": ["500", "429"],
          ^^^^^^^^^^^^ warning: error_code: deprecated; its replacement status_code is already set
       =>
          "status_code": { "type": "enum", "op": "in", "value": ["429", "500"] }
        }
      }
      -- unset.alert-rule.json --
      { "filter": { "disconnection_reasons": ["error_asr"], "disconnection_reason": {} } }
                    ^^^^^^^^^^^^^^^^^^^^^^^ warning: disconnection_reasons: deprecated; use disconnection_reason
                                          | instead
    `,
    valid: files`
      -- desk.agent.json --
      { "data_storage_setting": "everything_except_pii" }
      -- night.agent.json --
      { "opt_out_sensitive_data_storage": null }
      -- calls.alert-rule.json --
      { "filter": { "disconnection_reasons": [] } }
      -- outages.alert-rule.json --
      { "filter": { "disconnection_reason": { "type": "enum", "op": "in", "value": ["error_asr"] } } }
    `,
  },
});

/**
 * Where the values map one to one, replaces the old field with the new one; if both are set and agree, removes the old
 * one.
 */
function fixOf(
  node: Cursor,
  successor: Cursor | undefined,
  value: ReturnType<typeof successorOf>['value'],
): Fix | undefined {
  if (!successor) return undefined;
  if (successor.exists) return hasAgreement(node) ? remove(node) : undefined;
  if (value === undefined) return undefined;
  return {
    title: `Use ${successor.key}`,
    safe: false,
    edits: [
      { rename: node.pointer, to: successor.key },
      { set: node.pointer, to: value },
    ],
  };
}
