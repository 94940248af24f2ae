import { toolCalled, toolsAt, transitionTo } from '../server/core/domain/tools.ts';
import { isArray, property, type Json } from '../server/core/json/json.ts';
import { defineRule, show, type Cursor, type Problem } from '../server/core/engine/rule.ts';

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
  when: () => hasSeveralTools,

  *check(place) {
    if (place.is('node-tools'))
      return yield* repetitions(
        [...place.get('tools').items().map(namedTool), ...toolsByReference(place)],
        'this node',
        true,
      );
    if (!place.is('llm'))
      return yield* repetitions(
        place.get('tools').items().map(namedTool),
        `this ${place.is('flow-component') ? 'component' : 'flow'}`,
        place.get('flex_mode').value === true,
        { isRefused: place.is('flow-component') && !place.within('conversation-flow') },
      );
    const generalTools = place.get('general_tools').items().map(namedTool);
    const before = new Map<string, NamedTool>();
    for (const tool of generalTools) if (tool.name) before.set(tool.name, tool);
    yield* repetitions(generalTools, 'this engine', true);
    for (const state of place.get('states').items()) {
      const edges = state
        .get('edges')
        .items()
        .map(edge => {
          const statePlace = edge.get('destination_state_name'),
            destination = statePlace.string();
          return { at: statePlace, name: destination && transitionTo(destination), tool: edge };
        });
      yield* repetitions(
        [...state.get('tools').items().map(namedTool), ...edges],
        `state ${show(state.get('name').value)}`,
        true,
        { before },
      );
    }
  },
});

/** Whether an engine, component or node may have two tools. */
const hasSeveralTools = (place: Json): boolean =>
  isArray(property(place, 'states')) ||
  ['general_tools', 'tools', 'tool_ids', 'tool_id']
    .map(key => property(place, key))
    .reduce<number>((count, tools) => count + (isArray(tools) ? tools.length : Number(tools !== undefined)), 0) > 1;

interface NamedTool {
  readonly at: Cursor;
  readonly name: string | undefined;
  readonly tool: Cursor;
}
const namedTool = (tool: Cursor): NamedTool => ({ at: tool.get('name'), name: tool.get('name').string(), tool });

/** The tools of the flow that a node uses by id. */
function toolsByReference(node: Cursor): NamedTool[] {
  return toolsAt(node).ids.flatMap(reference => {
    const tool = toolCalled(reference);
    return tool ? [{ ...namedTool(tool), at: reference }] : [];
  });
}

interface Names {
  /** Other tools that the model has, by name. */
  readonly before?: ReadonlyMap<string, NamedTool>;
  /** Whether the platform refuses two tools of the same name, whatever their types. */
  readonly isRefused?: boolean;
}
/**
 * Reports tools with the same name.
 * @param isTogether whether a model has all tools at the same time; nodes of a flow use them one by one
 */
function* repetitions(
  tools: readonly NamedTool[],
  owner: string,
  isTogether: boolean,
  { before, isRefused = false }: Names = {},
): Generator<Problem> {
  const first = new Map<string, NamedTool>();
  for (const { at, name, tool } of tools) {
    if (!name) continue;
    const previous = first.get(name) ?? before?.get(name);
    if (!previous) {
      first.set(name, { at, name, tool });
      continue;
    }
    if (previous.tool.value === tool.value) continue;
    const isStated =
      isTogether &&
      (isRefused || [tool, previous.tool].some(tool => tool.is('agent-swap-tool') || tool.is('book-appointment-tool')));
    const chooser = isTogether ? 'the model' : 'a node that has both';
    yield {
      at,
      severity: isStated ? 'error' : 'warning',
      message:
        `${at.key === 'name' ? 'name: ' : ''}another tool of ${owner} is also called ${show(name)}, ` +
        `so ${isStated ? 'the platform refuses both' : `${chooser} cannot tell them apart`}`,
      related: [{ at: previous.at, message: 'the other tool' }],
    };
  }
}
