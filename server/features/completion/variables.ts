import type { Cursor } from '../../core/cursor.ts';
import { NOT_SHOWN, redactNamed } from '../../core/secrets.ts';
import { agentsAt } from '../../core/domain/swaps.ts';
import { agentOfTask } from '../../core/domain/tasks.ts';
import { isSystemVariable, systemVariables } from '../../core/domain/templates.ts';
import { usualName } from '../../core/domain/meant-variables.ts';
import { needsOf, scopeOf, variablesIn } from '../../core/domain/variables.ts';
import type { Span } from '../../core/syntax/lines.ts';
import { show } from '../../core/wording.ts';
import { strings } from '../../core/workspace/records.ts';
import { agentOf } from '../../core/workspace/records.ts';
import type { Agent, AgentTag } from '../../core/workspace/agents.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { candidate, type Candidate } from './item.ts';
import { addTo } from '../../core/json/multimap.ts';

/** A half-typed `{{name}}` within a string. */
interface OpenTemplate {
  /**
   * The span of the typed part of the name, which is replaced; it includes the opening braces if they are incomplete.
   */
  readonly span: Span;
  /**
   * The end of the name. If there are no closing braces, it is the end of the typed part, because the text after it
   * may be prose.
   */
  readonly wordEnd: number;
  readonly before: string;
  readonly after: string;
}

/**
 * The braces around the caret, as far as they are typed; `undefined` if no braces are open.
 * @param span the string without its quotes
 */
export function openTemplate(text: string, span: Span, offset: number): OpenTemplate | undefined {
  const before = text.slice(Math.max(span.start, offset - 300), offset);
  const openingMatch = /(\{\{?)([^{}\r\n]*)$/.exec(before);
  if (!openingMatch || offset < span.start || (openingMatch[1] === '{' && openingMatch[2] !== '')) return undefined;
  const name = offset - openingMatch[2]!.length,
    spaces = /^\s*/.exec(openingMatch[2]!)![0].length;
  const textAfter = text.slice(offset, Math.min(span.end, offset + 300));
  const remainder = /^([^{}"\r\n]*?)\s*\}\}/.exec(textAfter)?.[1],
    wordEnd = offset + (remainder?.length ?? 0),
    missingBraces = textAfter.startsWith('}') ? '}' : '}}',
    after = remainder === undefined ? missingBraces : '';
  return openingMatch[1] === '{'
    ? { span: { start: name - 1, end: offset }, wordEnd, before: '{{', after }
    : { span: { start: name + spaces, end: offset }, wordEnd, before: '', after };
}

/**
 * The variables that a text at this place can use: variables of the agents' tags, of the engine, of the conversation,
 * and of the platform.
 * @param typedText the name at the caret, which does not count as a use of the variable yet
 */
export function variablesAt(place: Cursor, workspace: Workspace, typedText: string): Candidate[] {
  const { set, useCounts: usedNames } = scopeOf(place, workspace);
  const agents = tagAgents(place, workspace);
  const defaults = new Map<string, string>(),
    values = new Map<string, string[]>();
  const engine =
    place.within('llm', 'conversation-flow') ??
    (place.within('agent-settings') && workspace.engineOf(place.within('agent-settings')!));
  for (const [name, value] of Object.entries((engine && strings(engine.get('default_dynamic_variables'))) ?? {}))
    defaults.set(name, value);
  for (const [id, versions] of agents)
    for (const tag of tagsOver(versions, workspace.agent(id)))
      for (const [name, value] of Object.entries(tag.variables ?? {})) {
        addTo(values, name, `${tag.name}: ${showVariable(name, value)}`);
      }
  const isTyped = (name: string): boolean => name === typedText && usedNames.get(name) === 1;
  const isTypo = (name: string): boolean => usualName(name, place, workspace) !== undefined;
  const otherNames = [...usedNames.keys()].filter(name => !isTyped(name) && !isTypo(name));
  const names = new Set(
    [...values.keys(), ...defaults.keys(), ...set, ...otherNames].filter(name => !isSystemVariable(name)),
  );
  const candidates = [...names].map((name): Candidate => {
    const byTag = values.get(name);
    const isDefault = defaults.has(name);
    const lines = [...(byTag ?? []), ...(isDefault ? [`default: ${showVariable(name, defaults.get(name)!)}`] : [])];
    const isSet = isDefault || set.has(name);
    const fallback = isSet ? 'set during the conversation' : 'used here, set nowhere';
    const rank = isSet ? 1 : 3;
    return variable(name, lines.length > 0 ? lines.join(' · ') : fallback, byTag ? 0 : rank);
  });
  const system = Array.from(systemVariables, name => variable(name, 'set by the platform', 2));
  return [...candidates, ...system];
}

const variable = (name: string, detail: string, rank: number): Candidate =>
  candidate('variable', name, detail, { rank });

type Versions = ReadonlySet<number | undefined>;

/**
 * The agents whose tags set variables at a place, with their versions. For a shared component, these are the agents of
 * all swaps and engines that use it.
 */
function tagAgents(place: Cursor, workspace: Workspace): ReadonlyMap<string, Versions> {
  const { root } = place;
  const agents =
    root.is('llm') || root.is('conversation-flow') ? workspace.agentsRunning(root) : agentsAt(place, workspace);
  const byTag = new Map<string, Set<number | undefined>>();
  for (const agent of agents) {
    const id = agent.get('agent_id').string();
    if (id) byTag.set(id, (byTag.get(id) ?? new Set()).add(agent.get('version').integer()));
  }
  return byTag;
}

/** The tags of an agent, except those known to select other versions. */
const tagsOver = (versions: Versions, agent: Agent | undefined): AgentTag[] =>
  [...(agent?.tags.values() ?? [])].filter(
    ({ version }) =>
      typeof version !== 'number' || versions.has(version) || versions.has(undefined) || !agent!.recordPlace(version),
  );

/** The value that is shown beside a variable; a value that may be a credential is hidden. */
function showVariable(name: string, value: string): string {
  const text = redactNamed(name, value);
  return text === NOT_SHOWN ? text : show(text, 30);
}

/**
 * The variables that a map at this place should set: those that the agent or test case needs, beginning with the
 * variables that other tags set.
 */
export function variablesToSet(map: Cursor, workspace: Workspace): Candidate[] {
  const item = map.within('agent-list-item'),
    task = map.within('batch-call-task'),
    test = map.within('test-case-definition'),
    engine = map.within('llm', 'conversation-flow');
  if (engine && map.key === 'default_dynamic_variables') {
    return [...variablesIn(currentPlace(engine)).uses]
      .filter(([name]) => !isSystemVariable(name))
      .map(([name, uses]) => variable(name, times(uses.length), 1));
  }
  const caller = task && agentOfTask(task, workspace);
  const id = item ? item.get('agent_id').string() : caller?.agentId;
  const agent = id === undefined ? undefined : workspace.agent(id);
  const byName = new Map<string, Candidate>();
  for (const record of test ? [test] : (agent?.records.map(agentOf) ?? [])) {
    const needs = needsOf(record, workspace);
    for (const [name, uses] of needs?.variables ?? []) {
      if (!byName.has(name)) byName.set(name, variable(name, times(uses.length), 0));
    }
    // a call can override the defaults of the engine; variables of a tag are independent of the defaults
    for (const part of item ? [] : (needs?.parts ?? []))
      for (const [name, value] of Object.entries(strings(part.get('default_dynamic_variables')) ?? {}))
        if (!byName.has(name) && variablesIn(part).uses.has(name))
          byName.set(name, variable(name, `default: ${showVariable(name, value)}`, 1));
  }
  for (const tag of agent?.tags.values() ?? [])
    for (const [name, value] of Object.entries(tag.variables ?? {})) {
      if (!byName.has(name) || byName.get(name)!.rank === 0)
        byName.set(name, variable(name, `${tag.name}: ${showVariable(name, value)}`, byName.has(name) ? 0 : 1));
    }
  return [...byName.values()];
}

/** The cursor of the place in its own document, where results are cached. */
const currentPlace = (place: Cursor): Cursor => place.document.at(place.pointer);
const times = (uses: number): string => (uses === 1 ? 'used once' : `used ${uses} times`);
