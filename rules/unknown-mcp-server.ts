import type { Cursor } from '../server/core/cursor.ts';
import { didYouMeanIn, itemsBy, ownersOf } from '../server/core/domain/tools.ts';
import { defineRule, files, referencesTo } from '../server/core/engine/rule.ts';
import { show } from '../server/core/words.ts';

export default defineRule({
  id: 'unknown-mcp-server',
  severity: 'warning',
  summary: 'A node or tool names an MCP server that its flow does not list.',
  why: `
    Where no MCP server has the id, nothing can be run and the step fails in every call. An MCP node runs a tool of one
    of the servers in \`mcps\`, which it names by id. Name a server of the list, or add it.
  `,
  spec: 'domain',
  at: referencesTo('mcp'),

  check(node) {
    const id = node.string();
    if (!id) return;
    const owners = ownersOf(node);
    const lists = owners.map(owner => owner.get('mcps')).filter(list => list.isArray);
    const servers = lists.map(list => itemsBy('id', list));
    // a server without an id gets one from the platform, so any id may be its
    if (owners.length === 0 || lists.some(hasNameless) || servers.some(known => known.has(id))) return;
    const of = ownerName(owners[0]!);
    if (lists.length === 0)
      return {
        severity: 'info',
        message: `this ${of} lists no MCP servers, so nothing shows what server ${show(id)} is`,
      };
    const named = lists
      .map(list => itemsBy('name', list).get(id))
      .find(server => server !== undefined)
      ?.get('id')
      .string();
    const near = named ? `; did you mean ${show(named)}, the server of that name?` : didYouMeanIn(id, servers);
    return { message: `no MCP server of this ${of} has the id ${show(id)}, so there is nothing to run${near}` };
  },

  examples: {
    invalid: [
      {
        files: files`
        -- booking.flow-component.json --
        {
          "name": "Booking",
          "nodes": [
            { "id": "find", "type": "mcp", "mcp_id": "mcp-calender", "mcp_tool_name": "find_slot", "wait_for_result": true },
                                                     ^^^^^^^^^^^^^^
                                                | warning: no MCP server of this component has the id "mcp-calender", so
                                                | there is nothing to run; did you mean "mcp-calendar"?
            { "id": "book", "type": "mcp", "mcp_id": "calendar", "mcp_tool_name": "book_slot", "wait_for_result": true }
                                                     ^^^^^^^^^^
                                                | warning: no MCP server of this component has the id "calendar", so
                                                | there is nothing to run; did you mean "mcp-calendar", the server of
                                                | that name?
          ],
          "mcps": [{ "id": "mcp-calendar", "name": "calendar", "url": "https://mcp.example.com" }]
        }
        -- excerpt.conversation-flow.json --
        { "nodes": [{ "id": "find", "type": "mcp", "mcp_id": "mcp-calendar", "mcp_tool_name": "find_slot" }] }
                                                             ^^^^^^^^^^^^^^
                                                | info: this flow lists no MCP servers, so nothing shows what server
                                                | "mcp-calendar" is
      `,
      },
    ],
    valid: [
      files`
      -- booking.flow-component.json --
      {
        "name": "Booking",
        "nodes": [
          { "id": "find", "type": "mcp", "mcp_id": "mcp-calendar", "mcp_tool_name": "find_slot", "wait_for_result": true },
          { "id": "draft", "type": "mcp", "mcp_id": "", "mcp_tool_name": "" }
        ],
        "mcps": [{ "id": "mcp-calendar", "name": "calendar", "url": "https://mcp.example.com" }]
      }
      -- new.flow-component.json --
      {
        "name": "New",
        "nodes": [{ "id": "find", "type": "mcp", "mcp_id": "m1", "mcp_tool_name": "find_slot" }],
        "mcps": [{ "name": "calendar", "url": "https://mcp.example.com" }]
      }
    `,
    ],
  },
});

function ownerName(owner: Cursor): string {
  if (owner.is('flow-component')) return 'component';
  return owner.is('llm') ? 'engine' : 'flow';
}

const hasNameless = (list: Cursor): boolean =>
  list.document.memory.remember(hasNameless, list.value, () => list.items().some(server => !server.get('id').string()));
