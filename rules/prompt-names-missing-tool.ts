import type { Cursor } from '../server/core/cursor.ts';
import { ownersOf, toolNamesIn } from '../server/core/domain/tools.ts';
import { defineRule, files, type Problem } from '../server/core/engine/rule.ts';
import { didYouMean, nearest, show } from '../server/core/wording.ts';

/**
 * A prompt that asks to call a tool by name: quoted after "call", or before the word "tool". A name after "use" alone
 * may be a variable.
 */
/** Without one of these words a prompt does not ask to use a tool. */
const orders = /\b(?:call|invoke|trigger|run|execute|use)\s/i;
const calls = new RegExp(
  [
    /\b(?:[Cc]all|[Ii]nvoke|[Tt]rigger|[Rr]un|[Ee]xecute|([Uu]se))\s+(?:the\s+|your\s+)?(?:(?:tool|function)\s+)?/,
    /([`"'“]?)([a-z][a-z0-9]*(?:[_-][a-z0-9]+)+)[`"'”]?(\s+(?:tool|function)\b)?/,
  ]
    .map(({ source }) => source)
    .join(''),
  'g',
);

export default defineRule({
  id: 'prompt-names-missing-tool',
  group: 'flows',
  severity: 'warning',
  summary: 'A prompt calls a tool that the agent does not have.',
  why: `
    The agent cannot call the tool; it claims that it did, or improvises. Usually the tool was renamed or never added.
    Only names that a prompt clearly calls are checked, and engines with MCP servers are skipped, because their tools
    are not listed in files.
  `,
  spec: 'domain',
  at: {
    llm: ['/general_prompt', '/states/*/state_prompt'],
    'conversation-flow': '/global_prompt',
    'node-instruction': '/text',
  },

  when: { text: orders },

  *check(place): Generator<Problem> {
    const text = place.string()!;
    const owners = ownersOf(place);
    if (owners.length === 0 || owners.some(hasServers)) return;
    const told = new Set<string>();
    for (const match of text.matchAll(calls)) {
      const [whole, use, quote, name, tool] = match as unknown as [string, string?, string?, string?, string?];
      const isQuoted = use === undefined && quote !== '';
      if ((tool === undefined && !isQuoted) || told.has(name!) || owners.some(owner => knows(owner, name!))) continue;
      const names = owners.flatMap(owner => [...toolNamesIn(owner).keys()]);
      if (tool === undefined && isPhrase(name!, quote) && nearest(name!, names) === undefined) continue;
      told.add(name!);
      const start = match.index + whole.indexOf(name!);
      yield {
        at: { within: place.pointer, start, end: start + name!.length },
        message: `${place.label}: calls ${show(name)}, but the agent has no such tool${didYouMean(name!, names)}`,
        help: 'add the tool, or name an existing one',
      };
    }
  },

  examples: {
    invalid: files`
      -- desk.llm.json --
      {
        "general_prompt": "Ask for the day, then use the check_slots tool. Then call 'book_visit' and say goodbye.",
                                                         ^^^^^^^^^^^
                                              | warning: general_prompt: calls "check_slots", but the agent has no such
                                              | tool; did you mean "check_slot"?
                                                                                      ^^^^^^^^^^
                                              | warning: general_prompt: calls "book_visit", but the agent has no such
                                              | tool
        "general_tools": [
          {
            "type": "custom",
            "name": "check_slot",
            "description": "Looks for free hours.",
            "url": "https://api.example.com/slots",
            "method": "POST"
          }
        ]
      }
      -- night.llm.json --
      {
        "general_prompt": "Call 'check-slots', then run the send-note tool.",
                                 ^^^^^^^^^^^
                                              | warning: general_prompt: calls "check-slots", but the agent has no such
                                              | tool; did you mean "check-slot"?
                                                            ^^^^^^^^^
                                              | warning: general_prompt: calls "send-note", but the agent has no such tool
        "general_tools": [
          {
            "type": "custom",
            "name": "check-slot",
            "description": "Looks for free hours.",
            "url": "https://api.example.com/slots",
            "method": "POST"
          }
        ]
      }
    `,
    valid: files`
      -- desk.llm.json --
      {
        "general_prompt": "Call 'check_slot', use 'first_name', run up-to-date and call transition_to_booking.",
        "states": [{ "name": "visit", "state_prompt": "What guests call \"walk-in\" is a visit without one." }],
        "general_tools": [
          { "type": "custom", "name": "check_slot", "description": "Free hours.", "url": "https://api.example.com/slots", "method": "POST" }
        ]
      }
      -- served.llm.json --
      { "general_prompt": "Call 'find_client' first.", "mcps": [{ "name": "crm", "url": "https://mcp.example.com" }] }
      -- desk.conversation-flow.json --
      {
        "start_node_id": "help",
        "tools": [{ "type": "custom", "tool_id": "find_slot", "name": "slots", "url": "https://api.example.com/slots" }],
        "nodes": [
          {
            "id": "help",
            "type": "subagent",
            "instruction": { "type": "prompt", "text": "Call 'find_slot', then trigger 'the_end'." },
            "tool_ids": ["find_slot"],
            "edges": [{ "id": "edge_1", "transition_condition": { "type": "prompt", "prompt": "Done" }, "destination_node_id": "the_end" }]
          },
          { "id": "the_end", "type": "end" }
        ]
      }
    `,
  },
});

/** People "call" something a "walk-in" too; a name with an underscore, or in backticks, is no phrase. */
const isPhrase = (name: string, quote: string | undefined): boolean => quote !== '`' && !name.includes('_');

/** The tools of MCP servers are not in any file. */
const hasServers = (owner: Cursor): boolean => owner.get('mcps').items().length > 0;

/** Whether the engine has a callable tool of this name, or a step or value that the prompt may mean instead. */
function knows(owner: Cursor, name: string): boolean {
  if (toolNamesIn(owner).has(name)) return true;
  const known = owner.remember(knows, () => {
    const names = new Set<unknown>();
    for (const list of ['tools', 'nodes', 'states', 'components'])
      for (const item of owner.get(list).items())
        for (const key of ['tool_id', 'id', 'name']) names.add(item.peek(key));
    for (const key of Object.keys((owner.get('default_dynamic_variables').value ?? {}) as object)) names.add(key);
    return names;
  });
  return known.has(name);
}
