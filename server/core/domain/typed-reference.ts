import type { Cursor } from '../cursor.ts';
import { agentOf } from '../workspace/records.ts';
import { hasTagForm, isVersionReference, reservedReferences } from '../workspace/version-references.ts';
import { didYouMeanId } from './ids.ts';
import { didYouMean, listed, nearest } from '../wording.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** The fault of a malformed reference, and its offset in UTF-16 units. */
export interface MalformedReference {
  readonly at: number;
  readonly message: string;
}
export const isMalformed = (value: object): value is MalformedReference => 'message' in value && 'at' in value;

/** A reference `AGENT@REF` as typed. `agent` is an id or a name, `reference` is null if absent. */
export interface TypedReference {
  readonly agent: string;
  readonly reference: string | number | null;
}

/**
 * Parses `AGENT[@REF]`. The last `@` is the separator, because references never contain an `@`. Spec: Agent version
 * reference.
 */
export function readReference(text: string): TypedReference | MalformedReference {
  const divides = text.lastIndexOf('@');
  const agent = divides < 0 ? text : text.slice(0, divides);
  if (agent.trim() === '')
    return { at: 0, message: divides < 0 ? 'an agent is missing' : 'there is no agent before @' };
  if (divides < 0) return { agent: agent.trim(), reference: null };
  const reference = readVersion(text.slice(divides + 1));
  return typeof reference === 'object'
    ? { at: divides + 1 + reference.at, message: reference.message }
    : { agent: agent.trim(), reference };
}

/** Parses the part after `@`: a number, `latest`, `latest_published`, or a tag. */
export function readVersion(text: string): string | number | MalformedReference {
  if (/^\d+$/.test(text)) {
    const number = Number(text);
    return Number.isSafeInteger(number) ? number : { at: 0, message: `${text} is too large to be a version` };
  }
  if (isVersionReference(text)) return text;
  return {
    at: 0,
    message:
      text === ''
        ? 'a version is missing: a number, latest, latest_published, or a tag'
        : `"${text}" is not a version: ${malformedReason(text)}`,
  };
}

/** Parses a tag name. Numbers, `latest` and `latest_published` are no tag names. */
export function readTag(text: string): string | MalformedReference {
  if (reservedReferences.includes(text))
    return { at: 0, message: `${text} is not a tag: it is reserved for selecting a version` };
  return hasTagForm(text)
    ? text
    : { at: 0, message: text === '' ? 'a tag is missing' : `"${text}" is not a tag: ${malformedReason(text)}` };
}

function malformedReason(text: string): string {
  if (/^v\d+$/i.test(text)) return `a version is written by its number alone: ${text.slice(1)}`;
  const form =
    'a tag begins with a lowercase letter, followed by lowercase letters, digits, _ or -, 20 characters at most';
  if (/^[-+]?\d*\.?\d+$/.test(text)) return 'version numbers are whole and not negative';
  const lowerText = text.trim().toLowerCase().replaceAll(' ', '-');
  const suggestion =
    lowerText !== text && isVersionReference(lowerText)
      ? `; did you mean "${lowerText}"?`
      : didYouMean(text, reservedReferences);
  return `${form}${suggestion}`;
}

/**
 * The result of a search for an agent by its id, by a unique name, or by a name with a piece of the id as in outputs.
 * `ambiguous`: the agents with that name.
 */
type CalledAgent =
  | { readonly id: string }
  | { readonly ambiguous: readonly string[] }
  | {
      /** The suggestion `; did you mean "x"?`, or an empty string. */
      readonly unknown: string;
      /** The records of agents with that name, but without an id. */
      readonly agentsWithoutId: readonly Cursor[];
    };

/**
 * Finds the agent with an id or name.
 * @param workspaces all states in which the agent may exist
 */
export function agentCalled(name: string, ...workspaces: readonly Workspace[]): CalledAgent {
  if (workspaces.some(workspace => workspace.agent(name))) return { id: name };
  const agents = workspaces.flatMap(workspace => [...workspace.agents.values()]);
  for (const isMatch of [(a: string) => a === name, (a: string) => a.toLowerCase() === name.toLowerCase()]) {
    const ids = [
      ...new Set(
        agents.filter(({ name, label }) => isMatch(label) || (name !== undefined && isMatch(name))).map(({ id }) => id),
      ),
    ].sort();
    if (ids.length === 1) return { id: ids[0]! };
    if (ids.length > 1) return { ambiguous: ids };
  }
  const agentsWithoutId = workspaces.flatMap(unidentifiedAgents);
  return {
    unknown: resolveName(name, [
      ...new Set([...agents.flatMap(agent => [agent.id, agent.name ?? agent.id]), ...agentsWithoutId.map(nameOf)]),
    ]),
    agentsWithoutId: agentsWithoutId.filter(record => nameOf(record).toLowerCase() === name.toLowerCase()),
  };
}

/**
 * A full name for a typed name: the similar name, or the few names that begin with the typed name, contain its words,
 * or contain a similar word, such as `Harbor Billing` for `Billing` and `Biling`.
 */
function resolveName(name: string, names: readonly string[]): string {
  const lowerName = name.toLowerCase(),
    prefixMatches = names.filter(name => name.toLowerCase().startsWith(lowerName)),
    wordMatches = names.filter(name => name.toLowerCase().includes(` ${lowerName}`));
  const candidates = (prefixMatches.length > 0 ? prefixMatches : wordMatches).map(name => JSON.stringify(name)).sort();
  const similarId = didYouMeanId(name, names);
  if (similarId !== '') return similarId;
  const similarName = candidates.length > 0 ? undefined : nearest(lowerName, new Set(names.flatMap(wordsOf)));
  const similarNames = similarName === undefined ? [] : names.filter(name => wordsOf(name).includes(similarName));
  const suggestions = [...candidates, ...similarNames.map(name => JSON.stringify(name)).sort()];
  return suggestions.length === 0 ? '' : `; did you mean ${listed(suggestions, 'or', 3)}?`;
}
const wordsOf = (name: string): readonly string[] => name.toLowerCase().split(' ');

const nameOf = (record: Cursor): string => record.get('agent_name').string() ?? '';

/** The agents of a workspace that have a name but no id: exports without `agent_id`. */
const unidentifiedAgents = (workspace: Workspace): readonly Cursor[] =>
  workspace.memory.remember(unidentifiedAgents, undefined, () =>
    workspace
      .roots('agent')
      .map(agentOf)
      .filter(agent => !agent.get('agent_id').string() && nameOf(agent) !== ''),
  );

/** The message for a name that several agents have. */
export const ambiguity = (name: string, ids: readonly string[]): string =>
  `several agents are called ${JSON.stringify(name)}: ${listed(ids, 'and')}; give the id of one`;
