import { nameOfOwner } from '../server/core/domain/tools.ts';
import { defineRule, files, referencesTo } from '../server/core/engine/rule.ts';
import { lookupAt, severityOf } from '../server/core/index/lookup.ts';
import { orMeant, show } from '../server/core/wording.ts';
import { set } from '../server/core/engine/fixes.ts';

export default defineRule({
  id: 'unknown-tool',
  group: 'references',
  severity: 'error',
  summary: 'A node uses a local tool that its flow does not list.',
  why: `
    The node has nothing to run, so the caller hears that something went wrong, or waits. A node names a tool of its
    flow by \`tool_id\`, not by name. Use a listed tool, or add it. Shared tools (\`tool_type: "shared"\`) exist on
    the platform only and are not checked.
  `,
  spec: 'domain',
  at: referencesTo('tool'),

  check(node, workspace) {
    const lookup = lookupAt(node, workspace);
    if (!lookup || lookup.outcome === 'found') return undefined;
    const id = show(node.value);
    const owner = nameOfOwner(node),
      severity = severityOf(lookup);
    if (lookup.outcome === 'unknowable') {
      if (lookup.because === 'no-list')
        return { severity, message: `${node.label}: this ${owner} lists no tools, so ${id} cannot be checked` };
      if (lookup.because !== 'not-here') return undefined;
    }
    const named = lookup.namespace?.called?.(String(node.value));
    if (named === undefined)
      return {
        severity,
        message: `${node.label}: no tool ${id} in this ${owner}, so there is nothing to run${orMeant(lookup)}`,
      };
    return {
      severity,
      message: `${node.label}: expected a tool_id, got the tool name ${id}${orMeant(lookup)}`,
      fix: set(node, named),
    };
  },

  examples: {
    invalid: files`
      -- booking.flow-component.json --
      {
        "name": "Booking",
        "nodes": [
          {
            "id": "look_up", "type": "function",
            "tool_id": "tool_lok_up",
                       ^^^^^^^^^^^^^ tool_id: no tool "tool_lok_up" in this component, so there is nothing to run;
                                   | did you mean "tool_look_up"?
            "tool_type": "local",
            "wait_for_result": true
          },
          { "id": "book", "type": "function", "tool_id": "book_slot", "tool_type": "local", "wait_for_result": true },
                                                         ^^^^^^^^^^^
                                              | tool_id: expected a tool_id, got the tool name "book_slot"; did you
                                              | mean "tool_book"?
       => { "id": "book", "type": "function", "tool_id": "tool_book", "tool_type": "local", "wait_for_result": true },
          { "id": "talk", "type": "subagent", "tool_ids": ["tool_book", "tool_cancel"] }
                                                                        ^^^^^^^^^^^^^
                                              | nodes[2].tool_ids[1]: no tool "tool_cancel" in this component,
                                              | so there is nothing to run
        ],
        "tools": [
          { "type": "custom", "name": "find_patient", "tool_id": "tool_look_up" },
          { "type": "custom", "name": "book_slot", "tool_id": "tool_book" }
        ]
      }
      -- excerpt.conversation-flow.json --
      { "nodes": [{ "id": "book", "type": "function", "tool_id": "tool_book", "tool_type": "local" }] }
                                                                 ^^^^^^^^^^^
                                              | info: tool_id: this flow lists no tools, so "tool_book" cannot be
                                              | checked
      -- components.conversation-flow.json --
      {
        "components": [
          {
            "name": "Again", "tools": [],
            "nodes": [{ "id": "again", "type": "function", "tool_id": "tool_book", "tool_type": "local" }]
                                                                      ^^^^^^^^^^^
                                              | warning: tool_id: no tool "tool_book" in this component, so there is
                                              | nothing to run
          }
        ]
      }
      -- no-ids.conversation-flow.json --
      {
        "nodes": [{ "id": "book", "type": "function", "tool_id": "tool_book", "tool_type": "local" }],
                                                                 ^^^^^^^^^^^
                                              | warning: tool_id: no tool "tool_book" in this flow, so there is
                                              | nothing to run
        "tools": [{ "type": "custom", "name": "book_slot" }]
      }
    `,
    valid: files`
      -- booking.conversation-flow.json --
      {
        "nodes": [
          { "id": "book", "type": "function", "tool_id": "tool_book", "tool_type": "local" },
          { "id": "pay", "type": "function", "tool_id": "tool_of_the_team", "tool_type": "shared" },
          { "id": "draft", "type": "function", "tool_id": "", "tool_type": "local" },
          { "id": "end", "type": "function", "tool_id": "hang_up", "tool_type": "local" }
        ],
        "tools": [
          { "type": "custom", "name": "book_slot", "tool_id": "tool_book" },
          { "type": "end_call", "name": "hang_up" }
        ],
        "components": [
          {
            "name": "Again",
            "nodes": [{ "id": "again", "type": "function", "tool_id": "tool_book", "tool_type": "local" }],
            "tools": []
          }
        ]
      }
    `,
  },
});
