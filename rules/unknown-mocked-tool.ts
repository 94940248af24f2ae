import { defineRule, files } from '../server/core/engine/rule.ts';
import { lookupAs } from '../server/core/index/lookup.ts';
import { orMeant, show } from '../server/core/wording.ts';
import { set } from '../server/core/engine/fixes.ts';

export default defineRule({
  id: 'unknown-mocked-tool',
  group: 'flows',
  severity: 'warning',
  summary: 'A test case mocks a tool that its engine does not have.',
  why: `
    A mock answers in place of the tool with that name. If the engine has no such tool, usually because it was
    renamed, the mock is never used and the real tool is called.
  `,
  spec: 'domain',
  at: { 'tool-mock': '/tool_name' },

  check(node, workspace) {
    if (node.string() === undefined) return undefined;
    const lookup = lookupAs('tool', node, workspace);
    if (!lookup || lookup.outcome === 'found') return undefined;
    const { near } = lookup;
    // a tool that may be defined elsewhere is reported only if its name is a near miss
    if (lookup.outcome === 'unknowable' && (lookup.because !== 'shared' || near === undefined)) return undefined;
    return {
      message: `tool_name: the engine has no tool ${show(node.value)}, so the mock is never used${orMeant(lookup)}`,
      fix: set(node, near),
    };
  },

  examples: {
    invalid: files`
      -- late.test-case.json --
      {
        "name": "Late", "user_prompt": "You are late.", "metrics": [],
        "response_engine": { "type": "service-llm", "llm_id": "llm_desk" },
        "tool_mocks": [
          { "tool_name": "book_slots", "input_match_rule": { "type": "any" }, "output": "{}" },
                         ^^^^^^^^^^^^ warning: tool_name: the engine has no tool "book_slots", so the mock is never
                                    | used; did you mean "book_slot"?
       => { "tool_name": "book_slot", "input_match_rule": { "type": "any" }, "output": "{}" },
          { "tool_name": "send_receipt", "input_match_rule": { "type": "any" }, "output": "{}" }
                         ^^^^^^^^^^^^^^ warning: tool_name: the engine has no tool "send_receipt", so the mock is
                                      | never used
        ]
      }
      -- desk.llm.json --
      {
        "llm_id": "llm_desk",
        "general_tools": [{ "type": "custom", "name": "book_slot" }],
        "states": [{ "name": "end", "tools": [{ "type": "end_call", "name": "end_call" }] }]
      }
    `,
    valid: files`
      -- late.test-case.json --
      {
        "name": "Late", "user_prompt": "You are late.", "metrics": [],
        "response_engine": { "type": "service-llm", "llm_id": "llm_desk" },
        "tool_mocks": [
          { "tool_name": "end_call", "input_match_rule": { "type": "any" }, "output": "{}" },
          { "tool_name": "transition_to_end", "input_match_rule": { "type": "any" }, "output": "{}" }
        ]
      }
      -- desk.llm.json --
      {
        "llm_id": "llm_desk",
        "states": [
          { "name": "start", "edges": [{ "destination_state_name": "end" }] },
          { "name": "end", "tools": [{ "type": "end_call", "name": "end_call" }] }
        ]
      }
      -- other.test-case.json --
      {
        "name": "Other", "user_prompt": "Ask.", "metrics": [],
        "response_engine": { "type": "service-llm", "llm_id": "llm_elsewhere" },
        "tool_mocks": [{ "tool_name": "look_up", "input_match_rule": { "type": "any" }, "output": "{}" }]
      }
      -- servers.test-case.json --
      {
        "name": "Servers", "user_prompt": "Ask.", "metrics": [],
        "response_engine": { "type": "service-llm", "llm_id": "llm_servers" },
        "tool_mocks": [{ "tool_name": "search_contacts", "input_match_rule": { "type": "any" }, "output": "{}" }]
      }
      -- servers.llm.json --
      { "llm_id": "llm_servers", "mcps": [{ "name": "crm" }] }
    `,
  },
});
