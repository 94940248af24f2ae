import type { Cursor } from '../server/core/cursor.ts';
import { ownersOf, toolNamesIn } from '../server/core/domain/tools.ts';
import { defineRule, type Problem } from '../server/core/engine/rule.ts';
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
  spec: 'domain',
  at: {
    llm: ['/general_prompt', '/states/*/state_prompt'],
    'conversation-flow': '/global_prompt',
    'node-instruction': '/text',
  },

  needs: { text: orders },

  *check(place): Generator<Problem> {
    const text = place.string();
    if (text === undefined || !orders.test(text)) return;
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
