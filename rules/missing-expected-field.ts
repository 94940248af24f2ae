import { defineRule, files, withMark, type Problem } from '../server/core/engine/rule.ts';
import type { Cursor } from '../server/core/cursor.ts';
import { enumerated, oneOf, unknownKeys } from '../server/core/domain/fields.ts';
import { isObject } from '../server/core/json/json.ts';
import { marksOf, rootOf } from '../server/core/shapes/table.ts';
import { listed, nearest, show } from '../server/core/wording.ts';
import type { Workspace } from '../server/core/workspace/workspace.ts';

export default defineRule({
  id: 'missing-expected-field',
  group: 'values',
  aliases: ['expected-field'],
  severity: 'warning',
  summary: 'A field is missing that such a record needs in practice.',
  why: `
    Without the field the record does nothing: an edge without a condition is never taken, a tool without a name
    cannot be called, a transfer without a destination or an option reaches nobody. The specification does not
    require it, but the platform's own exports always have it.
  `,
  spec: 'domain',
  at: withMark('x-expected'),
  when: marks => value => isObject(value) && marks['x-expected']!.some(name => !Object.hasOwn(value, name)),

  *check(node, workspace): Generator<Problem> {
    const missing = node.marks['x-expected']!.map(name => node.get(name)).filter(at => isMissed(at, workspace));
    // one record is one mistake, however many fields are missing
    for (const owner of new Set(missing.map(ownerOf))) {
      const fields = missing.filter(at => ownerOf(at) === owner),
        [first, ...others] = fields as [Cursor, ...Cursor[]];
      const help = others.length === 0 ? oneOf(enumerated(first)) : undefined;
      const names = listed(
        fields.map(({ key }) => key),
        'and',
      );
      yield {
        at: first,
        message: `${names}: missing, but ${named(owner, first.parent!)} needs ${others.length === 0 ? 'it' : 'them'}`,
        help,
      };
    }
  },

  examples: {
    invalid: files`
      -- intake.flow-component.json --
      {
        "name": "Intake",
        "nodes": [
          {
            "id": "ask", "type": "conversation",
            "instruction": { "type": "prompt", "text": "Ask for the name." },
            "edges": [
              { "id": "edge_1", "destination_node_id": "bye" },
              ^ warning: transition_condition: missing, but an edge needs it
              {
                "id": "edge_2",
                "destination_node_id": "bye",
                "transition_condition": {
                                        ^ warning: operator: missing, but an equation condition needs it
                  "type": "equation",
                  "equations": [
                    { "left": "{{age}}", "operator": ">", "right": "17" },
                    { "left": "{{age}}", "operator": "<", "right": "65" }
                  ]
                }
              }
            ]
          },
          { "id": "bye", "type": "end" },
          { "id": "human", "type": "transfer_call" }
          ^ warning: transfer_destination, transfer_option and edge: missing, but the transfer call node "human" needs
          | them
        ]
      }
      -- desk.llm.json --
      {
        "general_tools": [
          {
            "type": "transfer_call", "name": "to_manager",
            "transfer_destination": { "type": "predefined" },
                                    ^ warning: number: missing, but a predefined transfer destination needs it
            "transfer_option": { "type": "warm_transfer", "on_hold_music": "custom" }
                               ^ warning: custom_on_hold_music_asset_id: missing, but a warm transfer needs it
          }
        ]
      }
      -- books.test-case.json --
      {
        "name": "Books", "user_prompt": "You want a visit.", "metrics": ["A visit was booked"],
        "response_engine": { "type": "service-llm", "llm_id": "llm_desk" },
        "tool_mocks": [
          { "tool_name": "book", "input_match_rule": { "type": "partial_match" }, "output": "{}" }
                                                     ^ warning: args: missing, but an input match rule needs it
        ]
      }
    `,
    valid: files`
      -- age.flow-component.json --
      {
        "name": "Age",
        "nodes": [
          {
            "id": "ask", "type": "conversation",
            "instruction": { "type": "prompt", "text": "Ask for the age." },
            "edges": [
              {
                "id": "adult",
                "transition_condition": {
                  "type": "equation",
                  "equations": [{ "left": "{{age}}", "operator": ">", "right": "17" }]
                }
              }
            ]
          },
          {
            "id": "form", "type": "sms",
            "instruction": { "type": "template", "template": "info_collection" },
            "success_edge": { "id": "sent", "transition_condition": { "type": "prompt", "prompt": "Sent successfully" } },
            "failed_edge": { "id": "failed", "transition_condition": { "type": "prompt", "prompt": "Failed to send" } }
          }
        ]
      }
      -- desk.llm.json --
      {
        "general_tools": [
          {
            "type": "transfer_call", "name": "to_manager",
            "transfer_destination": { "type": "predefined", "number": "+14155550142" },
            "transfer_option": { "type": "warm_transfer", "on_hold_music": "ringtone" }
          }
        ]
      }
      -- desk.agent.json --
      { "agent_name": "Desk", "call_screening_option": null, "voicemail_option": { "action": { "type": "hangup" } } }
      -- nested.agent.json --
      {
        "agent_name": "Night",
        "voice_id": "11labs-Lily",
        "response_engine": { "type": "conversation-flow" },
        "conversationFlow": { "nodes": [{ "id": "bye", "type": "end" }], "start_node_id": "bye" }
      }
      -- night.test-case.json --
      [
        { "name": "Wants a visit", "user_prompt": "You want a visit.", "metrics": ["A visit was booked"] },
        { "name": "Is angry", "user_prompt": "You are angry.", "metrics": ["The agent stayed calm"] }
      ]
    `,
  },
});

/** The name of the shape that requires the field. */
const ownerOf = ({ key, parent }: Cursor): string =>
  parent!.shapes.map(shape => marksOf(rootOf(shape))).find(marks => marks['x-expected']?.includes(key))?.['x-noun'] ??
  parent!.label;

/** With its own name, if it is a tool or a node, of which a file has many: `the transfer call tool "to_manager"`. */
function named(owner: string, record: Cursor): string {
  const name = record.get('name').string() || record.get('id').string();
  return name && / (?:tool|node)$/.test(owner) ? `${owner.replace(/^an? /, 'the ')} ${show(name)}` : owner;
}

function isMissed(field: Cursor, workspace: Workspace): boolean {
  const node = field.parent!,
    { key } = field;
  if (field.exists) return false;
  const least = Object.entries(node.marks['x-expected-with']?.[key] ?? {});
  if (least.some(([other, held]) => !holds(node.get(other), held))) return false;
  if (nearest(key, unknownKeys(node), 4) !== undefined) return false;
  // the file already contains what the reference would name
  if (field.marks['x-reference'] !== undefined && node.is('response-engine') && node.parent)
    return workspace.engineOf(node.parent)?.document !== node.document;
  return !(node.marks['x-expected-once']?.includes(key) && isOfSuite(node, key));
}

/** As many items, just this value, or one of these if any. */
function holds(other: Cursor, held: number | string | readonly string[]): boolean {
  if (typeof held === 'number') return other.items().length >= held;
  return typeof held === 'string' ? other.value === held : !other.exists || held.includes(String(other.value));
}

/** If all records of a list leave the field out, they belong to whatever the list belongs to. */
const isOfSuite = (node: Cursor, key: string): boolean =>
  node.parent?.isArray === true &&
  node.parent.items().length > 1 &&
  node.parent.items().every(other => !other.get(key).exists);
