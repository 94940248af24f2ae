import { defineRule, files, withMark, type Problem } from '../server/core/engine/rule.ts';
import { enumerated, oneOf, unknownKeys } from '../server/core/domain/fields.ts';
import { isObject } from '../server/core/json.ts';
import { marksOf, rootOf } from '../server/core/shapes.ts';
import { nearest } from '../server/core/words.ts';

export default defineRule({
  id: 'expected-field',
  severity: 'warning',
  summary: 'A field is missing that every such record needs in practice.',
  why: `
    Without the field the record does nothing: an edge without a condition is never taken, a tool without a name cannot
    be called. The specification does not say that it is required, but records of the platform's own exports always have
    it.
  `,
  spec: 'domain',
  at: {
    ...withMark('x-expected'),
    suspects: (value, marks) => isObject(value) && marks['x-expected']!.some(name => !Object.hasOwn(value, name)),
  },

  *check(node): Generator<Problem> {
    if (!node.isObject) return;
    const ownerOf = (name: string): string =>
      node.shapes.map(shape => marksOf(rootOf(shape))).find(marks => marks['x-expected']?.includes(name))?.['x-noun'] ??
      node.label;
    for (const name of node.marks['x-expected'] ?? []) {
      const missing = node.get(name);
      if (missing.exists || nearest(name, unknownKeys(node), 4) !== undefined) continue;
      if (
        Object.entries(node.marks['x-expected-with']?.[name] ?? {}).some(
          ([list, least]) => node.get(list).items().length < least,
        )
      )
        continue;
      const help = oneOf(enumerated(missing));
      yield {
        at: missing,
        message: `${name} is missing; ${ownerOf(name)} needs it`,
        ...(help !== undefined && { help }),
      };
    }
  },

  examples: {
    invalid: [
      {
        files: files`
        -- intake.flow-component.json --
        {
          "name": "Intake",
          "nodes": [
            {
              "id": "ask",
              "type": "conversation",
              "instruction": { "type": "prompt", "text": "Ask for the name." },
              "edges": [
                { "id": "edge_1", "destination_node_id": "bye" },
                ^ warning: transition_condition is missing; an edge needs it
                {
                  "id": "edge_2",
                  "destination_node_id": "bye",
                  "transition_condition": {
                                          ^ warning: operator is missing; an equation condition needs it
                    "type": "equation",
                    "equations": [
                      { "left": "{{age}}", "operator": ">", "right": "17" },
                      { "left": "{{age}}", "operator": "<", "right": "65" }
                    ]
                  }
                }
              ]
            },
            { "id": "bye", "type": "end" }
          ]
        }
      `,
      },
    ],
    valid: [
      files`
      -- age.flow-component.json --
      {
        "name": "Age",
        "nodes": [
          {
            "id": "ask",
            "type": "conversation",
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
          }
        ]
      }
      -- desk.agent.json --
      { "agent_name": "Desk", "call_screening_option": null, "voicemail_option": { "action": { "type": "hangup" } } }
    `,
    ],
  },
});
