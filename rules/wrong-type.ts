import { defineSchemaRule, files } from '../server/core/engine/rule.ts';
import type { Cursor } from '../server/core/cursor.ts';
import { shown, takes } from '../server/core/domain/fields.ts';
import { minuteOfDay } from '../server/core/domain/windows.ts';
import { set } from '../server/core/engine/fixes.ts';
import { typeNames, type Json, type JsonType } from '../server/core/json/json.ts';
import { childEntry, entryOf, type Marks } from '../server/core/shapes/table.ts';

export default defineSchemaRule({
  id: 'wrong-type',
  group: 'values',
  severity: 'error',
  summary: 'A value has the wrong type.',
  why: `
    The platform refuses the request, so the whole change is lost. A number in quotes is a string, and an empty list
    is not an empty object.
  `,
  spec: 'Resources and their fields',
  violates: ['type'],
  replaces: ['invalid-enum-value'],

  check(node, violation) {
    const types = [violation.params['type']].flat() as JsonType[];
    const listed = types.length === 1 && node.marks.enum ? node.marks['x-noun'] : undefined,
      wanted = listed ?? types.map(type => typeNames[type]).join(' or ');
    const { value } = node;
    const meant = value === undefined ? undefined : meantBy(node, value, types);
    const minute = typeof value === 'string' && node.marks['x-unit'] === 'min' ? minuteOfDay(value) : undefined;
    if (minute !== undefined)
      return {
        message: `${node.label}: expected minutes since midnight, got ${shown(node)}; did you mean ${minute}?`,
        fix: set(node, minute, { title: `Use ${minute}` }),
      };
    return {
      message: `${node.label}: expected ${wanted}, got ${typeof value === 'string' ? 'the string ' : ''}${shown(node)}`,
      ...(meant && { fix: { title: meant.title, safe: meant.safe, edits: [{ set: node.pointer, to: meant.to }] } }),
    };
  },

  examples: {
    invalid: files`
      -- desk.agent.json --
      {
        "voice_speed": "1.5",
                       ^^^^^ voice_speed: expected a number, got the string "1.5"
      => "voice_speed": 1.5,
        "user_dtmf_options": [],
                             ^ user_dtmf_options: expected an object or null, got an empty list
      => "user_dtmf_options": {},
        "enable_backchannel": "yes",
                              ^^^^^ enable_backchannel: expected a boolean, got the string "yes"
        "backchannel_words": "yeah",
                             ^^^^^^ backchannel_words: expected a list or null, got the string "yeah"
      => "backchannel_words": ["yeah"],
        "webhook_events": "every event",
                          ^^^^^^^^^^^^^ webhook_events: expected a list or null, got the string "every event"
        "fallback_voice_ids": ["cartesia-Emma", 7]
                                                ^ fallback_voice_ids[1]: expected a string, got 7
      => "fallback_voice_ids": ["cartesia-Emma", "7"]
      }
      ====
      -- long.agent.json --
      {
        "webhook_timeout_ms": "12345678901234567890",
                              ^^^^^^^^^^^^^^^^^^^^^^ webhook_timeout_ms: expected an integer, got the string
                                                   | "12345678901234567890"
        "custom_stt_config": []
                             ^ custom_stt_config: expected an object or null, got an empty list
      }
      -- busy.alert-rule.json --
      {
        "name": "Busy", "metric_type": "call_count", "threshold_type": "absolute", "threshold_value": 5, "comparator": ">",
        "frequency": 60, "window": "1h", "emails": [5]
                     ^^ frequency: expected an evaluation frequency, got 60
                                                    ^ emails[0]: expected a string, got 5
      }
      ====
      -- friday.batch-call.json --
      {
        "tasks": [
          { "service_llm_dynamic_variables": { "order_id": 4711, "vip": true } },
                                                           ^^^^ order_id: expected a string, got 4711
                                                                        ^^^^ vip: expected a string, got true
       => { "service_llm_dynamic_variables": { "order_id": "4711", "vip": "true" } },
          "+14155550102"
          ^^^^^^^^^^^^^^ tasks[1]: expected an object, got the string "+14155550102"
        ]
      }
      ====
      -- night.flow-component.json --
      {
        "name": "Night",
        "nodes": [
          {
            "id": "swap", "type": "agent_swap", "agent_id": "agent_night", "post_call_analysis_setting": "both_agents",
            "edge": { "id": "failed", "transition_condition": { "type": "prompt", "prompt": "Transfer failed" } },
            "display_position": { "x": "80", "y": 20 }
                                       ^^^^ warning: x: expected a number, got the string "80"
         => "display_position": { "x": 80, "y": 20 }
          }
        ],
        "notes": [
          { "id": "n", "content": "Later", "display_position": { "x": "80", "y": 20 } }
                                                                      ^^^^ x: expected a number, got the string "80"
       => { "id": "n", "content": "Later", "display_position": { "x": 80, "y": 20 } }
        ]
      }
      ====
      -- saturday.batch-call.json --
      {
        "tasks": [{ "to_number": "+14155550101" }],
        "call_time_window": { "windows": [{ "start": "09:00", "end": "5:30 pm" }] }
                                                     ^^^^^^^ warning: start: expected minutes since midnight, got
                                                           | "09:00"; did you mean 540?
                                                                     ^^^^^^^^^ warning: end: expected minutes since
                                                           | midnight, got "5:30 pm"; did you mean 1050?
      => "call_time_window": { "windows": [{ "start": 540, "end": 1050 }] }
      }
    `,
    valid: files`
      -- desk.agent.json --
      { "voice_speed": 1.5, "user_dtmf_options": {}, "ambient_sound": null }
    `,
  },
});

/** The equivalent value of the right type; safe if it cannot mean anything else. */
function meantBy(
  { entry, marks }: Cursor,
  value: Json,
  types: readonly string[],
): { readonly to: Json; readonly title: string; readonly safe: boolean } | undefined {
  const item = childEntry(entry, 0),
    itemTypes = entryOf(item).types ?? [],
    hasRequired = (entryOf(entry).required ?? []).length > 0;
  if (typeof value === 'string') {
    const to = asType(value, types);
    if (to !== undefined) return { to, title: `Use ${JSON.stringify(to)} without quotes`, safe: true };
    return types.includes('array') && itemTypes.includes('string') && takes(item, value)
      ? { to: [value], title: 'Wrap it in a list', safe: false }
      : undefined;
  }
  // a number in another notation (1e3, 1.0) would change its spelling
  if (types.includes('string') && (typeof value === 'boolean' || Number.isSafeInteger(value)))
    return isAccepted(String(value), marks)
      ? { to: String(value), title: 'Put it in quotes', safe: types.length === 1 }
      : undefined;
  if (Array.isArray(value) && value.length === 0 && types.includes('object') && !hasRequired)
    return { to: {}, title: 'Use an empty object', safe: true };
  return undefined;
}

/** Whether a string is not merely another mistake: in an enumeration, or in a form that no number has. */
function isAccepted(
  text: string,
  { enum: closed, pattern, 'x-known-values': open, 'x-format': format }: Marks,
): boolean {
  const values = closed ?? open;
  return values ? values.includes(text) : pattern === undefined && !noNumber.test(format ?? '');
}
const noNumber = /^(?:url|websocket-url|email|phone-number|timezone|locale)$/;

/** More digits than a number keeps. */
const isCut = (text: string): boolean => text.replace(/[-.]/g, '').replace(/^0+/, '').length > 15;

/** The number or boolean that a string spells out. */
function asType(text: string, types: readonly string[]): number | boolean | undefined {
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  const number = /^-?(0|[1-9]\d*)(\.\d+)?$/.test(text) ? Number(text) : undefined;
  if (number === undefined || !Number.isFinite(number) || isCut(text)) return undefined;
  return types.includes('number') || (types.includes('integer') && Number.isInteger(number)) ? number : undefined;
}
