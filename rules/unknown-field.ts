import { rename } from '../server/core/engine/fixes.ts';
import { defineRule, files, type Problem } from '../server/core/engine/rule.ts';
import {
  engineOfKey,
  hasUnknownFields,
  isOfOtherVariant,
  meantField,
  misspeltField,
  ownerOf,
  standIns,
  unknownKeys,
} from '../server/core/domain/fields.ts';
import { groupsOf } from '../server/core/json/multimap.ts';
import { entryOf } from '../server/core/shapes/table.ts';
import { listed, show, suggested } from '../server/core/wording.ts';

export default defineRule({
  id: 'unknown-field',
  group: 'values',
  severity: 'warning',
  summary: 'A field is unknown.',
  why: `
    The platform ignores unknown fields, so a typo silently disables the setting. If a known field has a similar name,
    it is suggested. A field of the object around this one, or of one inside it, is in the wrong place: settings of the
    agent belong in the \`agent\` of an override, for example. All other unknown fields of an object are one info: the
    platform may have added them, or nothing reads them. A few requests allow no other fields and are refused. What
    another type of the same tool, node or transfer has is skipped, because dashboards write the fields of all types.

    Keys that start with an underscore are treated as notes and skipped, except in those requests.
  `,
  spec: 'Resources and their fields',
  clause: 'Resources and their fields: fields are those listed; one that is not does nothing',
  at: { unknownKeys: true },

  *check(node): Generator<Problem> {
    if (hasUnknownFields(node)) return;
    const { closed } = entryOf(node.entry);
    // a field in place of a missing required one is reported by missing-field
    const told = new Set(standIns(node).values());
    const isAgent = node.is('agent-settings'),
      isEngine = node.is('response-engine');
    const noun = node.marks['x-noun'] ?? node.label;
    const rest: string[] = [];
    for (const key of unknownKeys(node)) {
      if (told.has(key) || (!closed && isOfOtherVariant(node, key))) continue;
      const fitting = meantField(node, key),
        near = fitting ?? misspeltField(node, key);
      const { pointer } = node.get(key);
      const meant = suggested(near);
      const fix = rename(node.get(key), fitting);
      const removed = node.marks['x-removed-fields'];
      if (removed && Object.hasOwn(removed, key))
        yield { at: { key: pointer }, severity: 'error', message: `${show(key)} was removed: ${removed[key]}` };
      else if (closed)
        yield {
          at: { key: pointer },
          severity: 'error',
          message: `${show(key)} is not allowed in ${noun}${meant}`,
          fix,
        };
      // misplaced-engine-field says where it belongs
      else if ((isAgent && engineOfKey(key) !== undefined) || (isEngine && engineOfKey(key)?.startsWith('to ')))
        continue;
      else if (near !== undefined)
        yield {
          at: { key: pointer },
          message: `${show(key)} is not a field of ${noun}, so it has no effect${meant}`,
          fix,
        };
      else rest.push(key);
    }
    const misplaced = new Set<string>();
    for (const [owner, keys] of groupsOf(rest, key => ownerOf(node, key))) {
      // a single word is a field of many objects; beside a longer name of the same object it is clear
      if (owner === undefined || !keys.some(key => key.includes('_'))) continue;
      for (const key of keys) misplaced.add(key);
      const [belong, they] = keys.length === 1 ? ['belongs', 'it has'] : ['belong', 'they have'];
      yield {
        at: { key: node.get(keys[0]).pointer },
        message: `${quoted(keys)} ${belong} ${owner}, so ${they} no effect here`,
      };
    }
    const others = rest.filter(key => !misplaced.has(key));
    if (others.length === 0) return;
    yield {
      at: { key: node.get(others[0]!).pointer },
      severity: 'info',
      message: `unknown ${others.length === 1 ? 'field' : 'fields'} of ${noun}: ${quoted(others)}`,
    };
  },

  examples: {
    invalid: files`
      -- desk.agent.json --
      {
        "interuption_sensitivity": 0.4,
        ^^^^^^^^^^^^^^^^^^^^^^^^^ warning: "interuption_sensitivity" is not a field of agent settings, so it
                                | has no effect; did you mean "interruption_sensitivity"?
      => "interruption_sensitivity": 0.4,
        "voicemail_options": "hang up",
        ^^^^^^^^^^^^^^^^^^^ warning: "voicemail_options" is not a field of agent settings, so it has no effect; did
                         | you mean "voicemail_option"?
        "volumee": "loud",
        ^^^^^^^^^ warning: "volumee" is not a field of agent settings, so it has no effect; did you mean "volume"?
        "owner": "front office",
        ^^^^^^^ info: unknown fields of agent settings: "owner" and "cost_centre"
        "cost_centre": 4711
      }
      ====
      -- desk.llm.json --
      {
        "general_tools": [
          {
            "type": "transfer_call", "name": "to_manager",
            "transfer_destination": { "type": "predefined", "number": "+14155550123", "prompt": "The manager." },
            "transfer_option": {
              "type": "cold_transfr",
              "on_hold_music": "ringtone",
              "transfer_ring_duration": 30000,
              ^^^^^^^^^^^^^^^^^^^^^^^^ warning: "transfer_ring_duration" is not a field of a transfer option, so it has
                                     | no effect; did you mean "transfer_ring_duration_ms"?
           => "transfer_ring_duration_ms": 30000,
              "action_on_timeout": "cancel_transfer",
              ^^^^^^^^^^^^^^^^^^^ warning: "action_on_timeout" belongs in agentic_transfer_config, so it has no effect
                                | here
              "loudness": 3
              ^^^^^^^^^^ info: unknown field of a transfer option: "loudness"
            }
          }
        ]
      }
      -- night.llm.json --
      {
        "general_tools": [
          {
            "type": "custom", "name": "find", "description": "Finds a client.", "url": "https://clinic.org/find",
            "execution_message": "One moment"
            ^^^^^^^^^^^^^^^^^^^ warning: "execution_message" is not a field of a tool, so it has no effect; did you mean
                              | "execution_message_description"?
         => "execution_message_description": "One moment"
          },
          {
            "type": "custom", "name": "book", "description": "Books a visit.", "url": "https://clinic.org/book",
            "execution_message_typ": "One moment"
            ^^^^^^^^^^^^^^^^^^^^^^^ warning: "execution_message_typ" is not a field of a tool, so it has no effect; did you
                                  | mean "execution_message_type"?
          }
        ]
      }
      ====
      -- friday.batch-call.json --
      {
        "tasks": [
          {
            "to_number": "+14155550123",
            "dynamic_variables": { "name": "Ana" }
            ^^^^^^^^^^^^^^^^^^^ warning: "dynamic_variables" is not a field of a batch call task, so it has no effect; did
                              | you mean "service_llm_dynamic_variables"?
         => "service_llm_dynamic_variables": { "name": "Ana" }
          }
        ]
      }
      ====
      -- friday.batch-call.json --
      {
        "tasks": [
          {
            "to_number": "+14155550123",
            "agent_override": { "voice_speed": 1.2, "begin_message": "Hello", "voice_id": "11labs-Adrian" },
                                ^^^^^^^^^^^^^ warning: "voice_speed" and "voice_id" belong in agent, so they have no
                                              | effect here
                                                    ^^^^^^^^^^^^^^^ warning: "begin_message" belongs in service_llm, so
                                              | it has no effect here
            "trigger_timestamp": 1772550000000
            ^^^^^^^^^^^^^^^^^^^ warning: "trigger_timestamp" belongs beside tasks, so it has no effect here
          }
        ]
      }
      -- night.agent.json --
      { "provider": "azure", "endpointing_ms": 300 }
        ^^^^^^^^^^ warning: "provider" and "endpointing_ms" belong in custom_stt_config, so they have no effect here
      -- polite.agent-override.json --
      { "volume": 1 }
        ^^^^^^^^ info: unknown field of an agent override: "volume"
      -- warm.agent-override.json --
      { "model_temperature": 0.2 }
        ^^^^^^^^^^^^^^^^^^^ info: unknown field of an agent override: "model_temperature"
      ====
      -- agent_desk.create-agent-version.json --
      {
        "base_version": 3,
        "version_title": "Spring",
        ^^^^^^^^^^^^^^^ "version_title" is not allowed in a request for a new agent version
        "_note": "for Anna"
        ^^^^^^^ "_note" is not allowed in a request for a new agent version
      }
    `,
    valid: files`
      -- desk.agent.json --
      { "_note": "for Anna", "handbook_config": { "_later": true }, "is_public": false }
      -- desk.llm.json --
      {
        "general_prompt": "You answer the phone.",
        "general_tools": [
          { "type": "end_call", "name": "bye", "speak_after_execution": true },
          { "type": "custom", "name": "book", "description": "Books.", "url": "https://clinic.org/book", "parameter_mapping": [] }
        ]
      }
      -- night.agent.json --
      { "response_engine": { "type": "service-llm", "llm_id": "llm_1", "begin_message": "Hello" } }
      -- front.phone-number.json --
      { "phone_number": "+14155550100", "termination_uri": "clinic.pstn.twilio.com", "auth_username": "desk", "transport": "TLS" }
    `,
  },
});

const quoted = (keys: readonly string[]): string =>
  listed(
    keys.map(key => show(key)),
    'and',
    3,
  );
