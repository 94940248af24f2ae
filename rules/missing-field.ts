import { defineSchemaRule, files } from '../server/core/engine/rule.ts';
import { enumerated, oneOf } from '../server/core/domain/fields.ts';
import { marksOf, rootOf, type ShapeName } from '../server/core/shapes.ts';

export default defineSchemaRule({
  id: 'missing-field',
  severity: 'error',
  summary: 'A field is missing without which the record is not complete.',
  why: `
    The platform refuses a request that lacks a required field, so nothing of it takes effect. A response that lacks one
    was not written by the platform, or was cut.
  `,
  spec: 'Resources and their fields',
  violates: ['required'],

  check(node, violation) {
    const name = String(violation.params['missingProperty']);
    const shape = violation.schemaPath.slice(0, violation.schemaPath.indexOf('#')) as ShapeName;
    const owner = marksOf(rootOf(shape))['x-noun'] ?? node.marks['x-noun'] ?? node.label;
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
