import type { Cursor } from '../server/core/cursor.ts';
import { unknownKeys } from '../server/core/domain/fields.ts';
import { nameOfTool } from '../server/core/domain/swaps.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';
import { set } from '../server/core/engine/fixes.ts';
import type { Json } from '../server/core/json/json.ts';
import { toolsReached } from '../server/core/reach/tools.ts';
import { clipped, count, listed, nearest } from '../server/core/wording.ts';

export default defineRule({
  id: 'unmocked-side-effect',
  group: 'flows',
  severity: 'warning',
  summary: 'A test case calls real tools.',
  why: `
    A call in a test that matches no mock goes to the real tool: the test books a visit, sends an SMS or transfers a
    call each time it runs. Add a mock whose \`input_match_rule\` is \`any\` for each tool that changes
    something: bookings, text messages, transfers, swaps, MCP tools, and custom tools with POST, PUT, PATCH or DELETE.

    Only tools that the tested engine can reach count, and nothing is reported if it is not in this workspace. Nodes
    that transfer or swap have no tool and cannot be mocked.
  `,
  spec: 'domain',
  at: { 'test-case-definition': '' },

  check(node, workspace) {
    const engine = node.isObject ? workspace.engineOf(node) : undefined;
    if (!engine) return undefined;
    const mocks = node.get('tool_mocks');
    // a mistyped key is one mistake
    if (!mocks.exists && nearest(mocks.key, unknownKeys(node), 4) !== undefined) return undefined;
    const mocked = new Set(mocks.items().flatMap(mock => (isCatchAll(mock) ? mock.get('tool_name').string() : [])));
    const { tools, nodes } = toolsReached(engine, workspace);
    const real = tools.filter(tool => {
      const name = tool.get('name').string();
      return name && !mocked.has(name) && hasSideEffect(tool);
    });
    const unmocked = new Map(real.map(tool => [tool.get('name').string()!, tool] as const));
    if (unmocked.size === 0) return undefined;
    const names = listed(Array.from(unmocked.keys(), clipped), 'and', 3);
    const unmockable = nodes.filter(one => one.is('transfer-call-node') || one.is('agent-swap-node'));
    return {
      at: mocks,
      message:
        `tool_mocks: no mock for every call of ${names}, so the test calls the real ` +
        `${unmocked.size === 1 ? 'tool' : 'tools'}` +
        (unmockable.length > 0 ? '; nodes that transfer or swap cannot be mocked' : ''),
      related: [
        ...[...unmocked.values()].slice(0, 3).map(at => ({ at, message: 'called for real' })),
        ...unmockable.slice(0, 3).map(at => ({ at, message: `${nameOfTool(at) ?? 'this node'} cannot be mocked` })),
      ],
      fix: set(mocks, [...kept(mocks), ...[...unmocked].map(([name, tool]) => mockOf(name, tool))], {
        title: `Add ${count(unmocked.size, 'mock')} that answer${unmocked.size === 1 ? 's' : ''} {}`,
      }),
    };
  },

  examples: {
    invalid: files`
      -- late.test-case.json --
      {
        "name": "Late", "user_prompt": "You are late.", "metrics": [],
        "response_engine": { "type": "service-llm", "llm_id": "llm_desk" },
        "tool_mocks": [
                      ^ warning: tool_mocks: no mock for every call of book_slot and to_manager, so the test calls the
                      | real tools
          { "tool_name": "book_slot", "input_match_rule": { "type": "partial_match", "args": { "day": "Mon" } }, "output": "{}" }
       => { "tool_name": "book_slot", "input_match_rule": { "type": "partial_match", "args": { "day": "Mon" } }, "output": "{}" },
       => { "tool_name": "book_slot", "input_match_rule": { "type": "any" }, "output": "{}" },
       => { "tool_name": "to_manager", "input_match_rule": { "type": "any" }, "output": "{}", "result": true }
        ]
      }
      -- desk.llm.json --
      {
        "llm_id": "llm_desk",
        "starting_state": "ask",
        "general_tools": [
          { "type": "custom", "name": "book_slot", "method": "POST" },
          { "type": "custom", "name": "find_slot", "method": "GET" }
        ],
        "states": [
          { "name": "ask", "tools": [{ "type": "transfer_call", "name": "to_manager" }] },
          { "name": "never", "tools": [{ "type": "send_sms", "name": "send_link" }] }
        ]
      }
      ====
      -- pay.test-case.json --
      {
      ^ warning: tool_mocks: no mock for every call of send_link, so the test calls the real tool; nodes that transfer
      | or swap cannot be mocked
        "name": "Pays", "user_prompt": "You pay.", "metrics": [],
        "response_engine": { "type": "conversation-flow", "conversation_flow_id": "flow_billing" }
      => "response_engine": { "type": "conversation-flow", "conversation_flow_id": "flow_billing" },
      => "tool_mocks": [
      =>   {
      =>     "tool_name": "send_link",
      =>     "input_match_rule": {
      =>       "type": "any"
      =>     },
      =>     "output": "{}"
      =>   }
      => ]
      }
      -- billing.conversation-flow.json --
      {
        "conversation_flow_id": "flow_billing",
        "nodes": [
          { "id": "pay", "type": "function", "tool_id": "tool_link", "tool_type": "local" },
          { "id": "human", "type": "transfer_call" }
        ],
        "tools": [
          { "type": "send_sms", "name": "send_link", "tool_id": "tool_link" },
          { "type": "send_sms", "name": "send_receipt", "tool_id": "tool_receipt" }
        ]
      }
    `,
    valid: files`
      -- late.test-case.json --
      {
        "name": "Late", "user_prompt": "You are late.", "metrics": [],
        "response_engine": { "type": "service-llm", "llm_id": "llm_desk" },
        "tool_mocks": [
          { "tool_name": "book_slot", "input_match_rule": { "type": "any" }, "output": "{}" },
          { "tool_name": "send_link", "input_match_rule": { "type": "partial_match", "args": {} }, "output": "{}" }
        ]
      }
      -- desk.llm.json --
      {
        "llm_id": "llm_desk",
        "general_tools": [
          { "type": "custom", "name": "book_slot", "method": "POST" },
          { "type": "custom", "name": "find_slot" },
          { "type": "send_sms", "name": "send_link" },
          { "type": "check_availability_sched", "name": "free_times" },
          { "type": "end_call", "name": "end_call" }
        ]
      }
      -- flex.test-case.json --
      {
        "name": "Flex", "user_prompt": "You ask.", "metrics": [],
        "response_engine": { "type": "conversation-flow", "conversation_flow_id": "flow_flex" }
      }
      -- flex.conversation-flow.json --
      {
        "conversation_flow_id": "flow_flex", "flex_mode": true,
        "nodes": [{ "id": "find", "type": "function", "tool_id": "tool_find", "tool_type": "local" }],
        "tools": [
          { "type": "custom", "name": "find_slot", "tool_id": "tool_find", "method": "GET" },
          { "type": "send_sms", "name": "no_node_has_it", "tool_id": "tool_sms" }
        ]
      }
      -- elsewhere.test-case.json --
      {
        "name": "Elsewhere", "user_prompt": "You call.", "metrics": [],
        "response_engine": { "type": "service-llm", "llm_id": "llm_elsewhere" }
      }
      -- human.test-case.json --
      {
        "name": "Human", "user_prompt": "You want a human.", "metrics": [],
        "response_engine": { "type": "conversation-flow", "conversation_flow_id": "flow_human" }
      }
      -- human.conversation-flow.json --
      { "conversation_flow_id": "flow_human", "nodes": [{ "id": "human", "type": "transfer_call" }] }
    `,
  },
});

const kept = (mocks: Cursor): readonly Json[] => mocks.items().map(mock => mock.value!);

/** What is not restricted to certain arguments answers every call. */
const isCatchAll = (mock: Cursor): boolean => {
  const rule = mock.get('input_match_rule');
  return rule.get('type').value !== 'partial_match' || Object.keys(rule.get('args').value ?? {}).length === 0;
};

const transfers = ['transfer-call-tool', 'agent-swap-tool'] as const;
const others = ['book-appointment-tool', 'send-sms-tool', 'mcp-tool'] as const;
const changing: ReadonlySet<Json | undefined> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

function hasSideEffect(tool: Cursor): boolean {
  if (tool.is('custom-tool')) return changing.has(tool.get('method').string()?.toUpperCase());
  return [...transfers, ...others].some(shape => tool.is(shape));
}

const mockOf = (name: string, tool: Cursor): Json => ({
  tool_name: name,
  input_match_rule: { type: 'any' },
  output: '{}',
  // the conversation goes on as after a transfer that went well
  ...(transfers.some(shape => tool.is(shape)) && { result: true }),
});
