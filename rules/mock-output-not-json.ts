import { defineRule, files } from '../server/core/engine/rule.ts';
import { hasVariable, shown } from '../server/core/domain/fields.ts';

export default defineRule({
  id: 'mock-output-not-json',
  group: 'flows',
  severity: 'info',
  summary: 'The output of a tool mock is not JSON.',
  why: `
    A mock answers in place of a tool, and tools answer with JSON: response variables are read from it by their paths,
    and find nothing in other text. Write JSON text, such as \`"{\\"free\\": true}"\`; a plain text is a string in
    quotes of its own.
  `,
  spec: 'domain',
  at: { 'tool-mock': '/output' },
  when: { type: 'string' },

  check(node) {
    const text = node.string()!;
    if (hasVariable(text) || isJson(text)) return undefined;
    return { message: `output: expected JSON text, got ${text.trim() === '' ? 'none' : shown(node)}` };
  },

  examples: {
    invalid: files`
      -- late.test-case.json --
      {
        "name": "Late", "user_prompt": "You are late.", "metrics": [],
        "tool_mocks": [
          { "tool_name": "book_slot", "input_match_rule": { "type": "any" }, "output": "{'ok': true}" },
                                                                                       ^^^^^^^^^^^^^^
                                              | info: output: expected JSON text, got "{'ok': true}"
          { "tool_name": "find_slot", "input_match_rule": { "type": "any" }, "output": "" }
                                                                                       ^^
                                              | info: output: expected JSON text, got none
        ]
      }
    `,
    valid: files`
      -- late.test-case.json --
      {
        "name": "Late", "user_prompt": "You are late.", "metrics": [],
        "tool_mocks": [
          { "tool_name": "book_slot", "input_match_rule": { "type": "any" }, "output": "{\\"ok\\": true}" },
          { "tool_name": "find_slot", "input_match_rule": { "type": "any" }, "output": "[]" },
          { "tool_name": "look_up", "input_match_rule": { "type": "any" }, "output": "{\\"id\\": {{id}}}" },
          { "tool_name": "say", "input_match_rule": { "type": "any" }, "output": "\\"done\\"" },
          { "tool_name": "count", "input_match_rule": { "type": "any" }, "output": null }
        ]
      }
    `,
  },
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
