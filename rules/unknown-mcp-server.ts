import { nameOfOwner } from '../server/core/domain/tools.ts';
import { defineRule, files, referencesTo } from '../server/core/engine/rule.ts';
import { lookupAt, severityOf } from '../server/core/index/lookup.ts';
import { orMeant, show, suggested } from '../server/core/wording.ts';

export default defineRule({
  id: 'unknown-mcp-server',
  group: 'references',
  severity: 'error',
  summary: 'A node or tool uses an MCP server that its flow does not list.',
  why: `
    An MCP node runs a tool of one of the servers in \`mcps\`, which it names by id. Without that server the step
    fails in every call. Use the id of a listed server, or add it.
  `,
  spec: 'domain',
  at: referencesTo('mcp'),

  check(node, workspace) {
    const lookup = lookupAt(node, workspace);
    if (!lookup || lookup.outcome === 'found') return undefined;
    const id = show(node.value);
    const owner = nameOfOwner(node),
      severity = severityOf(lookup);
    if (lookup.outcome === 'unknowable') {
      if (lookup.because === 'no-list')
        return { severity, message: `${node.label}: this ${owner} lists no MCP servers, so ${id} cannot be checked` };
      if (lookup.because !== 'not-here') return undefined;
    }
    const named = lookup.namespace?.called?.(String(node.value));
    if (named !== undefined)
      return {
        severity,
        message: `${node.label}: expected the id of an MCP server, got the name ${id}${suggested(named)}`,
      };
    return {
      severity,
      message: `${node.label}: no MCP server ${id} in this ${owner}, so there is nothing to run${orMeant(lookup)}`,
    };
  },

  examples: {
    invalid: files`
      -- booking.flow-component.json --
      {
        "name": "Booking",
        "nodes": [
          { "id": "find", "type": "mcp", "mcp_id": "mcp-calender", "mcp_tool_name": "find_slot", "wait_for_result": true },
                                                   ^^^^^^^^^^^^^^ mcp_id: no MCP server "mcp-calender" in this
                                              | component, so there is nothing to run; did you mean "mcp-calendar"?
          { "id": "book", "type": "mcp", "mcp_id": "calendar", "mcp_tool_name": "book_slot", "wait_for_result": true }
                                                   ^^^^^^^^^^ mcp_id: expected the id of an MCP server, got the name
                                              | "calendar"; did you mean "mcp-calendar"?
        ],
        "mcps": [{ "id": "mcp-calendar", "name": "calendar" }]
      }
      -- excerpt.conversation-flow.json --
      { "nodes": [{ "id": "find", "type": "mcp", "mcp_id": "mcp-calendar", "mcp_tool_name": "find_slot" }] }
                                                           ^^^^^^^^^^^^^^
                                              | info: mcp_id: this flow lists no MCP servers, so "mcp-calendar"
                                              | cannot be checked
    `,
    valid: files`
      -- booking.flow-component.json --
      {
        "name": "Booking",
        "nodes": [
          { "id": "find", "type": "mcp", "mcp_id": "mcp-calendar", "mcp_tool_name": "find_slot", "wait_for_result": true },
          { "id": "draft", "type": "mcp", "mcp_id": "", "mcp_tool_name": "" }
        ],
        "mcps": [{ "id": "mcp-calendar", "name": "calendar" }]
      }
      -- new.flow-component.json --
      {
        "name": "New",
        "nodes": [{ "id": "find", "type": "mcp", "mcp_id": "m1", "mcp_tool_name": "find_slot" }],
        "mcps": [{ "name": "calendar" }]
      }
    `,
  },
});
