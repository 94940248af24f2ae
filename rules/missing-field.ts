import type { Cursor } from '../server/core/cursor.ts';
import { defineSchemaRule, files, type Problem } from '../server/core/engine/rule.ts';
import { enumerated, oneOf, standIns } from '../server/core/domain/fields.ts';
import { marksOf, rootOf, type ShapeName } from '../server/core/shapes/table.ts';
import { listed } from '../server/core/words.ts';

export default defineSchemaRule({
  id: 'missing-field',
  severity: 'error',
  summary: 'A field is missing without which the record is not complete.',
  why: `
    The platform refuses a request that lacks a required field, so nothing of it takes effect. A response that lacks one
    was not written by the platform, or was cut. Where the field stands there under another name, the finding says so.
  `,
  spec: 'Resources and their fields',
  violates: ['required'],

  check(node, violation) {
    const name = String(violation.params['missingProperty']);
    const shape = violation.schemaPath.slice(0, violation.schemaPath.indexOf('#')) as ShapeName;
    const owner = marksOf(rootOf(shape))['x-noun'] ?? node.marks['x-noun'] ?? node.label;
    const instead = standIns(node);
    if (instead.has(name)) return named(node, name, owner, instead);
    const missing = node.get(name);
    const help = oneOf(enumerated(missing));
    return { at: missing, message: `${name} is missing; ${owner} must have it`, ...(help !== undefined && { help }) };
  },

  examples: {
    invalid: [
      {
        files: files`
        -- queue.alert-rule.json --
        {
        ^ comparator is missing; an alert rule must have it
          "name": "Queue is long",
          "metric_type": "concurrency_used",
          "threshold_type": "absolute",
          "threshold_value": 20,
          "frequency": "5m",
          "window": "5m"
        }
      `,
      },
      {
        files: files`
        -- intake.flow-component.json --
        {
          "name": "Intake",
          "nodes": [
            { "id": "ask", "type": "conversation" },
            ^ instruction is missing; a conversation node must have it
            { "type": "end" }
            ^ id is missing; a node must have it
          ]
        }
      `,
      },
      {
        files: files`
        -- ask.flow-component.json --
        {
          "name": "Ask",
          "nodes": [{ "node_id": "ask", "node_type": "end" }]
                    ^ id and type are missing; a node must have them, and has "node_id" and "node_type" in their place
        }
        -- desk.agent.json --
        { "pronunciation_dictionary": [{ "word": "Nguyen", "alphabet": "ipa", "pronunciation": "ŋwĩən" }] }
                                       ^ phoneme is missing; a pronunciation entry must have it, and has "pronunciation"
                                       | in its place
      `,
        fixed: files`
        -- ask.flow-component.json --
        {
          "name": "Ask",
          "nodes": [{ "id": "ask", "type": "end" }]
        }
        -- desk.agent.json --
        { "pronunciation_dictionary": [{ "word": "Nguyen", "alphabet": "ipa", "phoneme": "ŋwĩən" }] }
      `,
      },
    ],
    valid: [
      files`
      -- intake.flow-component.json --
      { "name": "Intake", "nodes": [{ "id": "bye", "type": "end" }] }
    `,
      files`
      -- desk.agent.json --
      { "agent_name": "Desk", "voice_id": "11labs-Adrian", "response_engine": { "type": "service-llm", "llm_id": "llm_1" } }
    `,
    ],
  },
});

/** All required fields that stand under other names are one mistake: it is told at the first of them. */
function named(node: Cursor, name: string, owner: string, instead: ReadonlyMap<string, string>): Problem | undefined {
  const names = [...instead.keys()],
    keys = [...instead.values()];
  if (name !== names[0]) return undefined;
  const [are, them, their] = names.length === 1 ? ['is', 'it', 'its'] : ['are', 'them', 'their'];
  const quoted = listed(
    keys.map(key => `"${key}"`),
    'and',
  );
  return {
    at: node.get(name),
    message: `${listed(names, 'and')} ${are} missing; ${owner} must have ${them}, and has ${quoted} in ${their} place`,
    related: keys.map(key => ({ at: node.get(key), key: true, message: 'this stands in its place' })),
    fix: {
      title: `Rename ${quoted} to ${listed(names, 'and')}`,
      safe: false,
      edits: names.map((to, i) => ({ rename: node.get(keys[i]!).pointer, to })),
    },
  };
}
