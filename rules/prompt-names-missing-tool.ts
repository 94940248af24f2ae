import { matchesIn } from '../server/core/json/by-text.ts';
import { callsIn, nameSign, type Call, textPlaces } from '../server/core/domain/named-in-text.ts';
import { ownersOf, toolNamesIn, toolsAt, toolsOf, transitionTo } from '../server/core/domain/tools.ts';
import { variablesIn } from '../server/core/domain/variables.ts';
import { isArray, isObject, property, type Json } from '../server/core/json/json.ts';
import { isDenied } from '../server/core/domain/spoken-uses.ts';
import { addTo, groupsOf } from '../server/core/json/multimap.ts';
import {
  defineRule,
  listed,
  nearest,
  set,
  show,
  suggest,
  type Cursor,
  type Problem,
} from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'prompt-names-missing-tool',
  group: 'flows',
  severity: 'warning',
  spec: 'domain',
  at: textPlaces,

  when: { text: nameSign },

  *check(place): Generator<Problem> {
    const text = place.string()!;
    const owners = ownersOf(place);
    if (owners.length === 0) return;
    const isServed = owners.some(hasServers),
      hasStates = owners.some(owner => itemsOf(owner.peek('states')).length > 0);
    const callsByName = groupsOf(callsIn(text), call => call.name);
    yield* missingToolIds(place, callsByName);
    yield* toolsOfOtherStates(place, text, callsByName);
    yield* misspelledIn(place, text, owners, callsByName);
    for (const [name, calls] of callsByName) {
      const isTransition = name.startsWith(transitionTo(''));
      // prompt-names-missing-edge reports states
      if (owners.some(owner => hasName(owner, name)) || (isTransition && hasStates)) continue;
      const [{ start, end, mayBePhrase }] = calls;
      const names = owners.flatMap(owner => [...toolNamesIn(owner).keys()]),
        similarName = nearest(name, names),
        tool = owners
          .map(owner => toolsOf(owner).get(name)?.get('name').string())
          .find(ownName => ownName !== undefined);
      const toolName = tool ?? similarName;
      if ((mayBePhrase || (isServed && tool === undefined && !isTransition)) && similarName === undefined) continue;
      yield {
        at: { within: place.pointer, start, end },
        message:
          tool === undefined
            ? `${place.label}: calls ${show(name)}, but the agent has no such tool${suggest(similarName)}`
            : `${place.label}: calls ${show(name)}, the tool_id of ${show(tool)}; the model knows a tool by its name`,
        help: 'add the tool, or name an existing one',
        ...(toolName !== undefined && {
          fix: {
            title: `Use ${show(toolName)}`,
            safe: false,
            edits: calls.map(call => ({ within: place.pointer, start: call.start, end: call.end, to: toolName })),
          },
        }),
      };
    }
  },
});

/** A name of several words with underscores, as tools have it. */
const snakeCase = /(?<![\w{])[a-z][a-z\d]*(?:_[a-z\d]+)+(?!\w)/g;

/** Reports a name that is almost that of a tool, whether or not the text asks to call the tool. */
function* misspelledIn(
  place: Cursor,
  text: string,
  owners: readonly Cursor[],
  callsByName: ReadonlyMap<string, readonly Call[]>,
): Generator<Problem> {
  const reportedNames = new Set(callsByName.keys());
  for (const { 0: name, index } of matchesIn(text, snakeCase)) {
    if (name.length < MIN_LENGTH || reportedNames.has(name)) continue;
    reportedNames.add(name);
    // with the length of the name as the limit, `nearest` allows only one edit
    const [similarName] = owners.flatMap(owner => nearest(name, toolNamesIn(owner), name.length) ?? []);
    if (similarName === undefined || similarName.length < MIN_LENGTH || owners.some(owner => hasName(owner, name)))
      continue;
    const end = index + name.length;
    yield {
      at: { within: place.pointer, start: index, end },
      message: `${place.label}: names ${show(name)}, but the agent has no such tool${suggest(similarName)}`,
      help: 'add the tool, or name an existing one',
      fix: {
        title: `Use ${show(similarName)}`,
        safe: false,
        edits: [{ within: place.pointer, start: index, end, to: similarName }],
      },
    };
  }
}
/** The minimum length of a name. Shorter names are often values or fields. */
const MIN_LENGTH = 8;

/** Reports a subagent whose text names tools of the flow, but whose `tool_ids` are empty. */
function* missingToolIds(place: Cursor, callsByName: ReadonlyMap<string, readonly Call[]>): Generator<Problem> {
  const node = place.parent?.parent;
  if (!place.parent?.is('node-instruction') || !node?.is('subagent-node')) return;
  const owners = ownersOf(node),
    { ownTools, ids } = toolsAt(node);
  if (ownTools.length > 0 || ids.length > 0 || owners.some(owner => owner.peek('flex_mode') === true)) return;
  const callTools = [...callsByName.keys()].flatMap(
      name => owners.map(owner => toolNamesIn(owner).get(name)).find(tool => tool && !tool.within('node-tools')) ?? [],
    ),
    name = callTools[0]?.get('name').string();
  if (name === undefined) return;
  const { start, end } = callsByName.get(name)![0]!;
  yield {
    at: { within: place.pointer, start, end },
    message: `${place.label}: calls ${show(name)}, but this node has no tool_ids, so its model has no tools`,
    fix: set(
      node.get('tool_ids'),
      callTools.map(tool => tool.get('tool_id').string() || tool.get('name').string()!),
    ),
  };
}

/** Reports a state whose prompt says to call a tool that the model has only in other states. */
function* toolsOfOtherStates(
  place: Cursor,
  text: string,
  callsByName: ReadonlyMap<string, readonly Call[]>,
): Generator<Problem> {
  const state = place.parent,
    engine = place.within('llm');
  if (!engine || !state?.is('llm-state') || callsByName.size === 0) return;
  const { general, statesByTool } = stateTools(engine);
  for (const [name, calls] of callsByName) {
    const states = general.has(name) ? undefined : statesByTool.get(name);
    if (!states || states.some(({ pointer }) => pointer === state.pointer)) continue;
    const call = calls.find(({ start, isOrder }) => isOrder && !isElsewhere(text.slice(0, start)));
    if (!call) continue;
    const stateNames = listed(
      states.map(other => show(other.get('name').value)),
      'and',
      2,
    );
    yield {
      at: { within: place.pointer, start: call.start, end: call.end },
      message:
        `${place.label}: calls ${show(name)}, but only ` +
        (states.length === 1 ? `state ${stateNames} has this tool` : `states ${stateNames} have this tool`),
      help: 'add the tool to this state or to general_tools',
    };
  }
}
/** Whether a text ends in a sentence that denies something, or first leads to another state. */
const isElsewhere = (before: string): boolean =>
  isDenied(before) || /\b(?:transition|move|switch|go|route|hand|next state)\b[^.!?\n]*$/i.test(before.slice(-200));

interface StateTools {
  /** The names of the tools that the model has in all states. */
  readonly general: ReadonlySet<string>;
  readonly statesByTool: ReadonlyMap<string, readonly Cursor[]>;
}
const stateTools = (engine: Cursor): StateTools =>
  engine.remember(stateTools, () => {
    const statesByTool = new Map<string, Cursor[]>();
    for (const state of engine.get('states').items())
      for (const name of toolNamesOf(state.peek('tools'))) addTo(statesByTool, name, state);
    return { general: new Set(toolNamesOf(engine.peek('general_tools'))), statesByTool };
  });
const toolNamesOf = (list: Json | undefined): string[] =>
  itemsOf(list).flatMap(tool => {
    const name = property(tool, 'name');
    return typeof name === 'string' && name !== '' ? [name] : [];
  });

/**
 * Whether an owner has MCP servers, whose tools are in no file. A name that resembles no tool of the owner may be one
 * of these tools.
 */
const hasServers = (owner: Cursor): boolean => itemsOf(owner.peek('mcps')).length > 0;

/** Whether an engine has a tool, state, node or value with a name. */
function hasName(owner: Cursor, name: string): boolean {
  if (toolNamesIn(owner).has(name)) return true;
  const otherNames = owner.remember(hasName, () => {
    const { uses, setters } = variablesIn(owner);
    const names = new Set<unknown>([...uses.keys(), ...setters.keys()]),
      defaults = owner.peek('default_dynamic_variables');
    for (const list of ['nodes', 'states', 'components'])
      for (const item of itemsOf(owner.peek(list))) for (const key of ['id', 'name']) names.add(property(item, key));
    for (const key of isObject(defaults) ? Object.keys(defaults) : []) names.add(key);
    for (const tool of toolNamesIn(owner).values()) addParameters(names, tool.peek('parameters'));
    return names;
  });
  return otherNames.has(name);
}
const itemsOf = (list: Json | undefined): readonly Json[] => (isArray(list) ? list : []);

/** Adds the names of a tool's parameters, to a limited depth. */
function addParameters(names: Set<unknown>, schema: Json | undefined, depth = 0): void {
  if (!isObject(schema) || depth > 200) return;
  addParameters(names, property(schema, 'items'), depth + 1);
  const properties = property(schema, 'properties');
  for (const [key, value] of isObject(properties) ? Object.entries(properties) : []) {
    if (isObject(value)) names.add(key);
    addParameters(names, value, depth + 1);
  }
}
