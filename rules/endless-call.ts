import type { Cursor } from '../server/core/cursor.ts';
import { isUndecided } from '../server/core/domain/fields.ts';
import { flowOf } from '../server/core/domain/flows.ts';
import { callsIn } from '../server/core/domain/named-in-text.ts';
import { isDenied } from '../server/core/domain/spoken-uses.ts';
import { channelOf } from '../server/core/domain/settings.ts';
import { agentsAt } from '../server/core/domain/swaps.ts';
import { toolsReached } from '../server/core/reach/tools.ts';
import type { Workspace } from '../server/core/workspace/workspace.ts';
import { defineRule, isArray, property, show, type Json, type Problem } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'endless-call',
  group: 'flows',
  severity: 'info',
  spec: 'domain',
  at: { llm: '', 'conversation-flow': '' },
  when: () => engine => !hasEnd(property(engine, 'general_tools')) && !hasEnd(property(engine, 'nodes')),

  check(engine, workspace): Problem | undefined {
    if (!agentsAt(engine, workspace).some(agent => channelOf(agent) === 'voice') || mayEnd(engine, workspace))
      return undefined;
    const prompts = [
      engine.get('general_prompt'),
      engine.get('global_prompt'),
      ...engine
        .get('states')
        .items()
        .map(state => state.get('state_prompt')),
    ].filter(prompt => prompt.string());
    const missingEndText = 'no end_call, end node, transfer or swap can be reached',
      help = 'add a tool of type end_call, or an end node';
    for (const prompt of prompts) {
      const text = prompt.string()!;
      // a tool that the prompt names is reported as missing by prompt-names-missing-tool
      if (callsIn(text).some(({ name }) => endsByName.test(name))) return undefined;
      for (const { 0: words, index } of text.matchAll(asksToEnd))
        if (!isDenied(text.slice(0, index)))
          return {
            at: { within: prompt.pointer, start: index, end: index + words.length },
            severity: 'warning',
            message: `${prompt.label}: ${show(words)}, but ${missingEndText}`,
            help,
          };
    }
    const cursor = ['general_tools', 'states', 'nodes'].map(key => engine.get(key)).find(list => list.isArray);
    // without a list of tools or nodes, the file is only an excerpt
    return cursor && { at: { key: cursor.pointer }, message: `no way to end the call: ${missingEndText}`, help };
  },
});

const asksToEnd = new RegExp(
  [
    String.raw`\b(?:end|ending|terminate|conclude|disconnect) (?:the |this |your )?(?:phone )?call\b`,
    String.raw`(?<!\b(?:they|you|who|to|callers|customers|users|people|patients|guests) )\bhang up\b`,
    String.raw`\bbeenden?(?: sie)? (?:das (?:gespräch|telefonat)|den anruf)\b`,
    String.raw`\b(?:termina|finaliza) la llamada\b`,
  ].join('|'),
  'gi',
);
/** Names of custom tools that may end or transfer the call. */
const endsByName = /end.?call|hang.?up|terminat|transfer|hand.?off|hand.?over|escalat|forward/i;

/** Whether any node or tool ends the call, without a search for a path to it. Most engines pass this check. */
const hasEnd = (list: Json | undefined): boolean =>
  isArray(list) &&
  list.some(value => /^(?:end|end_call|transfer_call|agent_swap)$/.test(String(property(value, 'type'))));

const endShapes = [
  'end-call-tool',
  'end-node',
  'transfer-call-tool',
  'transfer-call-node',
  'agent-swap-tool',
  'agent-swap-node',
  'bridge-transfer-tool',
  'bridge-transfer-node',
  'cancel-transfer-tool',
  'cancel-transfer-node',
] as const;

/** Whether a conversation on the engine may end or be handed over, or another rule reports that it cannot. */
function mayEnd(engine: Cursor, workspace: Workspace): boolean {
  const { tools, nodes, isComplete } = toolsReached(engine, workspace),
    { next, isFlex, globals } = flowOf(engine);
  if (!isComplete || (engine.is('conversation-flow') && nodes.length === 0)) return true;
  // other rules report a node without edges: it is a dead end or an unreachable end node
  if (!isFlex && globals.length === 0 && !engine.is('llm') && [...next.values()].some(nextIds => nextIds.length === 0))
    return true;
  return (
    tools.some(tool => endsByName.test(tool.get('name').string() ?? '')) ||
    [...tools, ...nodes].some(
      cursor => isUndecided(cursor) || (endShapes.some(shape => cursor.is(shape)) && !isEndOfComponent(cursor)),
    )
  );
}
const isEndOfComponent = (cursor: Cursor): boolean =>
  cursor.is('end-node') && cursor.within('flow-component') !== undefined;
