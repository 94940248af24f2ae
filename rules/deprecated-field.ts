import type { Cursor } from '../server/core/cursor.ts';
import { defineRule, files, withMark } from '../server/core/engine/rule.ts';
import type { Fix } from '../server/core/finding.ts';
import { hasAgreement, successorOf } from '../server/core/domain/deprecation.ts';
import { setsNothing } from '../server/core/domain/settings.ts';
import { remove } from '../server/core/engine/fixes.ts';
import { hasCome } from '../server/core/domain/dated.ts';
import type { ReplacedBeside } from '../server/core/shapes/table.ts';
import type { Json } from '../server/core/json/json.ts';
import type { Pointer } from '../server/core/json/pointer.ts';
import { listed } from '../server/core/wording.ts';

export default defineRule({
  id: 'deprecated-field',
  group: 'settings',
  severity: 'warning',
  summary: 'A field is deprecated.',
  why: `
    The platform still accepts the field, but it has a replacement and may be removed. If the replacement says the
    same, the old field is redundant; if not, which one is used is not specified. A field at its default (\`false\`)
    is info, because dashboards write it by themselves.

    Tools of a conversation node have moved to subagents. A subagent has no fixed text, so the fix makes it a prompt.
  `,
  spec: 'Versioning 5',
  clause: [
    'Agent settings: data_storage_setting: replaces the old switch',
    'Alert rule, alert incident: two deprecated filters',
    'Versioning: 5: deprecated: opt_out_sensitive_data_storage, the language multi, two filters of alerts',
  ],
  shows: 'deprecated',
  at: withMark('deprecated'),

  check(node, { facts }) {
    // here `false` has a meaning: it is the old way to keep everything
    if (!node.parent || (node.value !== false && setsNothing(node.value))) return undefined;
    const since = node.marks['x-deprecated-since'],
      beside = node.marks['x-replaced-beside'];
    if (!hasCome(since, facts)) return undefined;
    if (beside) return ofVariant(node, node.parent, beside, since);
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
      -- desk.conversation-flow.json --
      {
        "nodes": [
          {
            "id": "greet",
            "type": "conversation",
         => "type": "subagent",
            "tool_ids": ["tool_find"],
            ^^^^^^^^^^ warning: tool_ids and tools: deprecated since 2026-04-03, still served; make the node a subagent
            "tools": [{ "type": "end_call", "name": "hang_up" }]
          }
        ],
        "tools": [{ "type": "custom", "tool_id": "tool_find", "name": "find" }]
      }
    `,
    valid: files`
      -- desk.agent.json --
      { "data_storage_setting": "everything_except_pii" }
      -- night.agent.json --
      { "opt_out_sensitive_data_storage": null }
      -- calls.alert-rule.json --
      { "filter": { "disconnection_reasons": [] } }
      -- desk.conversation-flow.json --
      {
        "nodes": [
          { "id": "greet", "type": "conversation", "tools": [], "tool_ids": null },
          { "id": "help", "type": "subagent", "tools": [{ "type": "end_call", "name": "hang_up" }] }
        ]
      }
      -- outages.alert-rule.json --
      { "filter": { "disconnection_reason": { "type": "enum", "op": "in", "value": ["error_asr"] } } }
      ====
      -- preflight.config.json --
      { "platform": "2026-03-13" }
      -- desk.conversation-flow.json --
      { "nodes": [{ "id": "greet", "type": "conversation", "tools": [{ "type": "end_call", "name": "hang_up" }] }] }
    `,
  },
});

/** Fields that the same change keeps are one mistake, reported at the first of them. */
function ofVariant(node: Cursor, owner: Cursor, { words, set }: ReplacedBeside, since: string | undefined) {
  const fields = owner
    .entries()
    .filter(({ value, marks }) => marks['x-replaced-beside']?.words === words && !setsNothing(value));
  if (fields[0]?.key !== node.key) return undefined;
  const edits = (Object.entries(set) as [Pointer, Json][])
    .map(([pointer, to]) => ({ at: owner.at(pointer), to }))
    .filter(({ at, to }) => at.exists && at.value !== to)
    .map(({ at, to }) => ({ set: at.pointer, to }));
  const names = listed(
    fields.map(({ key }) => key),
    'and',
  );
  return {
    at: { key: node.pointer },
    message: `${names}: deprecated${since === undefined ? '' : ` since ${since}, still served`}; ${words}`,
    fix: { title: `${words[0]!.toUpperCase()}${words.slice(1)}`, safe: false, edits },
  };
}

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
