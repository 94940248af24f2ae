import { clipped, show } from '../server/core/wording.ts';
import type { Cursor } from '../server/core/cursor.ts';
import { bracesAreWell, isSystemVariable } from '../server/core/domain/templates.ts';
import { scopeOf } from '../server/core/domain/variables.ts';
import { rewrite } from '../server/core/engine/fixes.ts';
import { defineRule, files, withMark } from '../server/core/engine/rule.ts';
import type { Part } from '../server/core/finding.ts';
import { lazy } from '../server/core/lazy.ts';
import type { Workspace } from '../server/core/workspace/workspace.ts';

export default defineRule({
  id: 'malformed-variable',
  group: 'variables',
  severity: 'warning',
  summary: 'A variable is not written with exactly two braces on each side.',
  why: `
    Only \`{{name}}\` is replaced; \`{name}\`, \`\${name}\` and \`{{name}\` are read out or sent to a tool literally.
    Braces have other uses in JSON and code, so single braces are reported only around names of known variables.
  `,
  spec: 'domain',
  clause: 'Agent settings: boosted_keywords: may hold variables',
  at: withMark('x-template'),
  when: () => value => typeof value === 'string' && !bracesAreWell(value),

  check(node, workspace) {
    return malformedIn(node.string()!, node, workspace).map(({ at, name, written }) => ({
      at,
      message: `${show(written)} is not replaced; a variable is written {{${clipped(name)}}}`,
      fix: rewrite(at, `{{${name}}}`, `Write {{${name}}}`),
    }));
  },

  examples: {
    invalid: files`
      -- calls.llm.json --
      {
        "general_prompt": "They call from {user_number}.",
                                          ^^^^^^^^^^^^^ warning: "{user_number}" is not replaced; a variable is written
                                         | {{user_number}}
      => "general_prompt": "They call from {{user_number}}.",
        "begin_message": "Hello {{caller, how are you?"
                                ^^^^^^^^ warning: "{{caller" is not replaced; a variable is written {{caller}}
      => "begin_message": "Hello {{caller}}, how are you?"
      }
      -- desk.llm.json --
      {
        "general_prompt": "Greet {customer_name} of {{company}. Ask for order ${'$'}{order_id}.\nClose with {{customer_name",
                                 ^^^^^^^^^^^^^^^ warning: "{customer_name}" is not replaced; a variable is written
                                              | {{customer_name}}
                                                    ^^^^^^^^^^ warning: "{{company}" is not replaced; a variable is
                                              | written {{company}}
                                                                              ^^^^^^^^^^^
                                              | warning: "${'$'}{order_id}" is not replaced; a variable is written
                                              | {{order_id}}
                                                                                                       ^^^^^^^^^^^^^^^
                                              | warning: "{{customer_name" is not replaced; a variable is written
                                              | {{customer_name}}
      => "general_prompt": "Greet {{customer_name}} of {{company}}. Ask for order {{order_id}}.\nClose with {{customer_name}}",
        "general_tools": [
          { "type": "end_call", "name": "end", "description": "When {order_id}} is done" }
                                                                    ^^^^^^^^^^^
                                              | warning: "{order_id}}" is not replaced; a variable is written
                                              | {{order_id}}
       => { "type": "end_call", "name": "end", "description": "When {{order_id}} is done" }
        ],
        "begin_message": "Hello {{customer_name}}, this is {company}}",
                                                           ^^^^^^^^^^
                                              | warning: "{company}}" is not replaced; a variable is written
                                              | {{company}}
      => "begin_message": "Hello {{customer_name}}, this is {{company}}",
        "default_dynamic_variables": { "order_id": "", "company": "" }
      }
    `,
    valid: files`
      -- desk.llm.json --
      {
        "general_prompt": "Answer as JSON: {\"name\": \"{{customer_name}}\", \"when\": {day}} or {order_id, total}.",
        "begin_message": "A price is ${'$'}{{total}}. Unknown: {somebody}. {{ total }}, {{{total}}}",
        "general_tools": [
          {
            "type": "custom",
            "name": "find",
            "method": "GET",
            "url": "https://api.example.com/orders/{order_id}",
            "parameters": { "type": "object", "properties": { "order_id": { "type": "string" } } }
          }
        ],
        "default_dynamic_variables": { "order_id": "", "total": "" }
      }
    `,
  },
});

interface Malformed {
  readonly at: Part;
  readonly name: string;
  readonly written: string;
}

// compiling the letters of all scripts costs Node most of a millisecond
const braced = lazy(() => /(\$?)(?<!\{)(\{+)[ \t]{0,4}(\p{L}[\p{L}\p{N}_ ./-]{0,60}?)[ \t]{0,4}(\}+)/gu);
const unclosed = lazy(() => /(?<!\{)\{\{[ \t]{0,4}(\p{L}[\p{L}\p{N}_]*)(?![\p{L}\p{N}_]|[^{}\r\n]*\})/gu);

function malformedIn(text: string, node: Cursor, workspace: Workspace): Malformed[] {
  const found: Malformed[] = [];
  const add = (start: number, written: string, name: string): void => {
    found.push({ at: { within: node.pointer, start, end: start + written.length }, name, written });
  };
  const scope = lazy(() => scopeOf(node, workspace));
  const isKnown = (name: string): boolean =>
    (scope().set.has(name) || scope().used.has(name)) && !isPathParameter(name, node);
  for (const match of text.matchAll(braced())) {
    const [written, , open, name, close] = match as unknown as [string, string, string, string, string];
    if (open.length >= 2 && close.length >= 2) continue;
    // two braces before a name are nearly always a variable; single ones also occur in JSON and code
    const isMeant = (open.length === 2 && /^[\p{L}\p{N}_]+$/u.test(name)) || isKnown(name) || isSystemVariable(name);
    if (isMeant) add(match.index, written, name);
  }
  for (const { index, 0: written, 1: name } of text.matchAll(unclosed())) {
    const isProse = node.key !== 'code' && ',.!?;'.includes(text[index + written.length] ?? '');
    if (isProse || isKnown(name!) || isSystemVariable(name!)) add(index, written, name!);
  }
  return found;
}

/** `/orders/{order_id}` with a parameter of that name is filled in by the model. */
function isPathParameter(name: string, node: Cursor): boolean {
  return node.key === 'url' && node.sibling('parameters').get('properties').get(name).exists;
}
