import type { Cursor } from '../server/core/cursor.ts';
import { toolCalled, toolsAt, transitionTo } from '../server/core/domain/tools.ts';
import { defineRule, type Problem } from '../server/core/engine/rule.ts';
import { show } from '../server/core/wording.ts';

export default defineRule({
  id: 'repeated-tool-name',
  group: 'flows',
  severity: 'warning',
  spec: 'Agent swap',
  clause: [
    "Agent swap: tool: name is unique among the model's tools",
    'Scheduling tool: name: an identifier, bounded, unique',
  ],
  at: { llm: '', 'conversation-flow': '', 'flow-component': '', 'node-tools': '' },

  *check(place) {
    if (place.is('node-tools'))
      return yield* repeated([...place.get('tools').items().map(named), ...toolsByReference(place)], 'this node', true);
    if (!place.is('llm'))
      return yield* repeated(
        place.get('tools').items().map(named),
        `this ${place.is('flow-component') ? 'component' : 'flow'}`,
        place.get('flex_mode').value === true,
        { isRefused: place.is('flow-component') && !place.within('conversation-flow') },
      );
    const general = place.get('general_tools').items().map(named);
    const before = new Map<string, Named>();
    for (const one of general) if (one.name) before.set(one.name, one);
    yield* repeated(general, 'this engine', true);
    for (const state of place.get('states').items()) {
      const edges = state
        .get('edges')
        .items()
        .map(edge => {
          const at = edge.get('destination_state_name'),
            to = at.string();
          return { at, name: to && transitionTo(to), tool: edge };
        });
      yield* repeated(
        [...state.get('tools').items().map(named), ...edges],
        `state ${show(state.get('name').value)}`,
        true,
        { before },
      );
    }
  },
});

interface Named {
  readonly at: Cursor;
  readonly name: string | undefined;
  readonly tool: Cursor;
}
const named = (tool: Cursor): Named => ({ at: tool.get('name'), name: tool.get('name').string(), tool });

/** The flow's tools that a node uses by id. */
function toolsByReference(node: Cursor): Named[] {
  return toolsAt(node).ids.flatMap(reference => {
    const tool = toolCalled(reference);
    return tool ? [{ ...named(tool), at: reference }] : [];
  });
}

interface Names {
  /** The model's other tools. */
  readonly before?: ReadonlyMap<string, Named>;
  /** Whether two tools of the same name are refused, whatever their types. */
  readonly isRefused?: boolean;
}
/** @param isTogether whether a model has all tools at once; nodes of a flow use them one by one */
function* repeated(
  tools: readonly Named[],
  where: string,
  isTogether: boolean,
  { before, isRefused = false }: Names = {},
): Generator<Problem> {
  const first = new Map<string, Named>();
  for (const { at, name, tool } of tools) {
    if (!name) continue;
    const other = first.get(name) ?? before?.get(name);
    if (!other) {
      first.set(name, { at, name, tool });
      continue;
    }
    if (other.tool.value === tool.value) continue;
    const isStated =
      isTogether &&
      (isRefused || [tool, other.tool].some(one => one.is('agent-swap-tool') || one.is('book-appointment-tool')));
    const chooser = isTogether ? 'the model' : 'a node that has both';
    yield {
      at,
      severity: isStated ? 'error' : 'warning',
      message:
        `${at.key === 'name' ? 'name: ' : ''}another tool of ${where} is also called ${show(name)}, ` +
        `so ${isStated ? 'the platform refuses both' : `${chooser} cannot tell them apart`}`,
      related: [{ at: other.at, message: 'the other tool' }],
    };
  }
}
