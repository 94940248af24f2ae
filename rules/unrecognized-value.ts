import { show } from '../server/core/wording.ts';
import type { Cursor } from '../server/core/cursor.ts';
import { defineRule, files, withMark } from '../server/core/engine/rule.ts';
import { addedValues, enumerated, hasVariable, nearestValue, oneOf, shown } from '../server/core/domain/fields.ts';
import { set } from '../server/core/engine/fixes.ts';

export default defineRule({
  id: 'unrecognized-value',
  group: 'values',
  aliases: ['unlisted-value'],
  severity: 'info',
  summary: 'A value is not among those known so far.',
  why: `
    The specification does not list the values of this field, so the platform may have added this one. Take a second
    look if it is similar to a known one. List values that are right in \`knownValues\` in \`preflight.config.json\`.
  `,
  spec: 'domain',
  at: withMark('x-known-values'),
  needs: marks => value => typeof value === 'string' && !marks['x-known-values']!.includes(value),

  check(node, workspace) {
    const value = node.string();
    if (
      value === undefined ||
      value === '' ||
      hasVariable(value) ||
      node.marks.enum ||
      node.marks['x-format'] === 'locale' ||
      isOfFlatEquation(node)
    )
      return undefined;
    const known = [
      ...enumerated(node),
      ...Object.keys(node.marks['x-deprecated-values'] ?? {}),
      ...addedValues(node, workspace),
    ];
    if (known.includes(value)) return undefined;
    const near = nearestValue(value, known);
    const help = oneOf(known);
    const name = node.parent?.isArray ? (node.marks['x-noun']?.replace(/^an? /, '') ?? node.label) : node.key;
    return {
      message:
        `unknown ${name} ${shown(node)}` + (near === undefined ? examplesOf(known) : `; did you mean ${show(near)}?`),
      help,
      fix: set(node, near, { title: `Use "${near}"` }),
    };
  },

  examples: {
    invalid: files`
      -- desk.agent.json --
      {
        "channel": "phone",
                   ^^^^^^^ info: unknown channel "phone" (known: voice, chat)
        "pii_config": { "mode": "post_call", "categories": ["e-mail", "shoe_size"] }
                                                            ^^^^^^^^
                                              | info: unknown category of personal data "e-mail"; did you mean
                                              | "email"?
                                                                      ^^^^^^^^^^^
                                              | info: unknown category of personal data "shoe_size" (known:
                                              | person_name, address, email, …)
      => "pii_config": { "mode": "post_call", "categories": ["email", "shoe_size"] }
      }
      -- friday.batch-call.json --
      { "tasks": [], "call_time_window": { "windows": [{ "start": 540, "end": 720 }], "day": "Fri" } }
                                                                                             ^^^^^
                                              | info: unknown day "Fri"; did you mean "Friday"?
      => { "tasks": [], "call_time_window": { "windows": [{ "start": 540, "end": 720 }], "day": "Friday" } }
    `,
    valid: files`
      -- preflight.config.json --
      { "knownValues": { "categories": ["shoe_size"] } }
      -- desk.agent.json --
      {
        "language": "multi",
        "post_call_analysis_model": "a-model-of-next-year",
        "pii_config": { "mode": "post_call", "categories": ["ssn", "shoe_size"] }
      }
      -- age.conversation-flow.json --
      {
        "nodes": [
          {
            "id": "ask", "type": "conversation",
            "edges": [
              { "id": "e", "transition_condition": { "type": "equation", "left": "{{age}}", "operator": ">", "right": "17" } }
            ]
          }
        ]
      }
    `,
  },
});

/** Without a list of equations the operator of the inline equation counts, and the missing list is reported. */
const isOfFlatEquation = ({ parent }: Cursor): boolean =>
  parent?.is('equation-condition') === true && !parent.get('equations').exists;

/** ` (known: ==, !=, >, …)` */
const examplesOf = (known: readonly string[]): string =>
  known.length === 0 ? '' : ` (known: ${known.slice(0, 3).join(', ')}${known.length > 3 ? ', …' : ''})`;
