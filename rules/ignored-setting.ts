import type { Cursor } from '../server/core/cursor.ts';
import type { Fix } from '../server/core/finding.ts';
import { equal, property, type Json } from '../server/core/json/json.ts';
import { defineRule, files, withMark } from '../server/core/engine/rule.ts';
import { setsNothing } from '../server/core/domain/settings.ts';
import { deciderOf, doesApply } from '../server/core/domain/deciding-settings.ts';
import { listed, show } from '../server/core/wording.ts';
import { remove, set } from '../server/core/engine/fixes.ts';

export default defineRule({
  id: 'ignored-setting',
  group: 'settings',
  severity: 'warning',
  summary: 'A setting has no effect because of another setting.',
  why: `
    Some settings apply only while another one has a certain value: backchannel words while backchannel is on,
    \`custom_stt_config\` while \`stt_mode\` is \`custom\`. The platform accepts and ignores them otherwise. Change
    the other setting, or remove this one.

    A field that is not set counts as its default. In an override it counts as the agent's value if this workspace has
    that agent. A string kept while its switch is off is info, because dashboards keep it.
  `,
  spec: 'Agent settings (request shape, also returned in the agent)',
  comparesSettings: true,
  shows: 'unnecessary',
  at: withMark('x-applies-when'),
  when: ({ 'x-applies-when': when }, _, sibling) => {
    const { field, parent } = when!;
    if (field === undefined || parent) return value => !setsNothing(value);
    const usual = sibling(field).default;
    return (value, holder) => {
      if (setsNothing(value)) return false;
      const decides = property(holder, field) ?? usual;
      return decides !== undefined && !doesApply(decides, when!);
    };
  },

  check(node, workspace) {
    const when = node.marks['x-applies-when']!;
    const { is } = when;
    const decider = deciderOf(node, workspace);
    if (!decider || doesApply(decider.value, when)) return undefined;
    const { at, value } = decider,
      known = at.marks.enum ?? at.marks['x-known-values'];
    // what the setting would do under a mistyped value is unknown
    if (typeof value === 'string' && known?.includes(value) === false) return undefined;
    // a dashboard keeps the value while its switch is off, and writes the switch too
    const isKept = at.exists && typeof node.value === 'string' && value === false;
    const state = at.exists ? `is ${show(value)}` : `is not set (default ${show(value)})`;
    const needed =
      is && typeof is[0] !== 'boolean'
        ? listed(
            is.map(v => show(v)),
            'or',
            3,
          )
        : undefined;
    return {
      at: { key: node.pointer },
      ...((isKept || equal(node.value, node.marks.default)) && { severity: 'info' }),
      message:
        needed === undefined
          ? `${node.label}: no effect while ${decider.label} ${state}`
          : `${node.label}: no effect unless ${decider.label} is ${needed}; it ${state}`,
      ...(at.exists && { related: [{ at, message: `${at.key} is ${show(value)} here` }] }),
      fix: remove(node),
      ...(at.document === node.document && is && { otherFixes: countsWith(at, is) }),
    };
  },

  examples: {
    invalid: files`
      -- desk.agent.json --
      {
        "backchannel_words": ["yeah", "uh-huh"],
        ^^^^^^^^^^^^^^^^^^^ warning: backchannel_words: no effect while enable_backchannel is not set (default
                          | false)
      =>
        "reminder_max_count": 0,
        "reminder_trigger_ms": 10000,
        ^^^^^^^^^^^^^^^^^^^^^ info: reminder_trigger_ms: no effect while reminder_max_count is 0
      =>
        "ambient_sound": null,
        "ambient_sound_volume": 0.4,
        ^^^^^^^^^^^^^^^^^^^^^^ warning: ambient_sound_volume: no effect while ambient_sound is null
      =>
        "stt_mode": "accurate",
        "custom_stt_config": { "provider": "azure", "endpointing_ms": 300 },
        ^^^^^^^^^^^^^^^^^^^ warning: custom_stt_config: no effect unless stt_mode is "custom"; it is "accurate"
      =>
        "post_call_analysis_data": [
          {
            "type": "boolean", "name": "booked",
            "required": true,
         => "required": true
            "conditional_prompt": "Only for new patients"
            ^^^^^^^^^^^^^^^^^^^^ warning: conditional_prompt: no effect while required is true
         =>
          }
        ]
      }
      -- desk.llm.json --
      {
        "general_tools": [
          {
            "type": "agent_swap", "name": "to_billing", "agent_id": "agent_billing",
            "post_call_analysis_setting": "both_agents",
         => "post_call_analysis_setting": "both_agents"
            "execution_message_description": "One moment."
            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: execution_message_description: no effect while
                                          | speak_during_execution is not set (default false)
         =>
          },
          {
            "type": "transfer_call", "name": "to_manager",
            "transfer_option": {
              "type": "cold_transfer", "cold_transfer_mode": "sip_refer",
           => "type": "cold_transfer", "cold_transfer_mode": "sip_refer"
              "show_transferee_as_caller": true
              ^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: show_transferee_as_caller: no effect while cold_transfer_mode is
                                        | "sip_refer"
           =>
            }
          }
        ]
      }
      -- night.alert-rule.json --
      {
        "metric_type": "call_count",
        "filter": { "status_code": { "type": "enum", "op": "in", "value": ["429"] } }
                    ^^^^^^^^^^^^^ warning: status_code: no effect unless metric_type is "api_error_count"; it is
                                | "call_count"
      => "filter": {}
      }
      ====
      -- desk.agent.json --
      {
        "response_engine": { "type": "service-llm", "llm_id": "llm_desk" },
      => "response_engine": { "type": "service-llm", "llm_id": "llm_desk" }
        "begin_message_delay_ms": 800
        ^^^^^^^^^^^^^^^^^^^^^^^^ warning: begin_message_delay_ms: no effect unless start_speaker of the engine is
                               | "agent"; it is "user"
      =>
      }
      -- desk.llm.json --
      { "llm_id": "llm_desk", "start_speaker": "user" }
      -- polite.agent-override.json --
      {
        "agent": { "begin_message_delay_ms": 500, "enable_backchannel": false, "backchannel_frequency": 0.5 },
                   ^^^^^^^^^^^^^^^^^^^^^^^^ warning: begin_message_delay_ms: no effect unless start_speaker of the
                                          | engine is "agent"; it is "user"
                                                                               ^^^^^^^^^^^^^^^^^^^^^^^
                                              | warning: backchannel_frequency: no effect while enable_backchannel
                                              | is false
      => "agent": { "enable_backchannel": false },
        "conversation_flow": { "start_speaker": "user" }
      }
    `,
    valid: files`
      -- slip.agent.json --
      { "stt_mode": "Custom", "custom_stt_config": { "provider": "azure", "endpointing_ms": 300 } }
      -- desk.agent.json --
      {
        "enable_backchannel": true,
        "backchannel_words": ["yeah"],
        "reminder_trigger_ms": 8000,
        "ambient_sound": "call-center",
        "ambient_sound_volume": 0.4,
        "enable_expressive_mode": false,
        "expressive_emotion_tags": [],
        "expressive_mode_prompt": "",
        "allow_user_dtmf": false,
        "user_dtmf_options": {},
        "allow_dtmf_interruption": false,
        "custom_stt_config": null
      }
      -- night.agent.json --
      { "response_engine": { "type": "service-llm", "llm_id": "llm_night" }, "begin_message_delay_ms": 800 }
      -- night.llm.json --
      {
        "general_tools": [
          {
            "type": "transfer_call", "name": "to_nurse",
            "transfer_option": {
              "type": "cold_transfer", "cold_transfer_mode": "sip_refer", "show_transferee_as_caller": false
            }
          },
          {
            "type": "transfer_call", "name": "to_ward",
            "transfer_option": { "type": "cold_transfer", "show_transferee_as_caller": true }
          },
          {
            "type": "transfer_call", "name": "to_desk",
            "transfer_option": {
              "type": "warm_transfer", "cold_transfer_mode": "sip_refer", "show_transferee_as_caller": true
            }
          }
        ]
      }
      -- polite.agent-override.json --
      {
        "agent": {
          "backchannel_frequency": 0.5,
          "ambient_sound_volume": 0.4,
          "custom_stt_config": { "provider": "azure", "endpointing_ms": 300 }
        }
      }
    `,
  },
});

/** The opposite fix: set the deciding field so that the setting takes effect. */
function countsWith(at: Cursor, [wanted, ...others]: readonly Json[]): Fix[] {
  const fix = set(at, wanted, { title: `Set ${at.key} to ${show(wanted)}` });
  return fix && others.length === 0 ? [fix] : [];
}
