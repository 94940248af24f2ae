import type { Cursor } from '../cursor.ts';
import type { Document } from '../document.ts';
import { isObject } from '../json/json.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { handOversOf } from './swaps.ts';
import { agentOfTask, recordOf } from './tasks.ts';
import { isSystemVariable } from './templates.ts';
import { nearestVariable } from './meant-variables.ts';
import { canBeSet } from './settable-variables.ts';
import { needsOf, variablesIn } from './variables.ts';

/** A variable that a batch task, test case or tag sets, but that the agent does not use. */
interface UnusedVariable {
  readonly entry: Cursor;
  /** A similar name that the agent uses and that the task, test case or tag does not set. */
  readonly similarName: string | undefined;
}

/**
 * The variables of a map that the agent does not use.
 * @param map the `service_llm_dynamic_variables` of a task, or the `dynamic_variables` of a test case or a tag
 */
export function unusedIn(map: Cursor, workspace: Workspace): readonly UnusedVariable[] {
  if (!isObject(map.value) || Object.keys(map.value).length === 0) return [];
  const owner = map.parent!,
    agent = owner.is('test-case-definition') ? owner : agentOf(owner, workspace);
  const isTag = owner.is('root-tag-state'),
    parts = agent && needsOf(agent, workspace)?.parts;
  if (!parts) return [];
  const handOvers = handOversOf(agent, workspace),
    next = handOvers.flatMap(({ resolution }) => recordOf(resolution, workspace) ?? []),
    nextParts = next.flatMap(record => needsOf(record, workspace)?.parts ?? []);
  const usedNames = [...parts, ...nextParts, owner.get('agent_override')].map(namesIn);
  // code and conditions may use a variable without braces
  const isUsed = (key: string): boolean =>
    isSystemVariable(key) ||
    usedNames.some(names => names.has(key)) ||
    parts.some(part => isMentionedIn(part, key, owner));
  return map.entries().flatMap(entry => {
    if (isUsed(entry.key)) return [];
    const similarName = usedNames
      .map(names => nearestVariable(entry.key, names))
      .find(name => name !== undefined && !map.get(name).exists && !isSystemVariable(name));
    // a variable of a tag may be for other versions; the variable is a typo only if the similar name can be set,
    // otherwise the text has the typo
    if (isTag && (similarName === undefined || !canBeSet(similarName, agent, workspace))) return [];
    return similarName === undefined && handOvers.length > 0 ? [] : [{ entry, similarName: similarName }];
  });
}

function agentOf(owner: Cursor, workspace: Workspace): Cursor | undefined {
  const agentId = owner.within('agent-list-item')?.get('agent_id').string(),
    selection = agentId === undefined ? undefined : { agentId, reference: owner.key },
    caller = owner.is('root-tag-state') ? selection : agentOfTask(owner, workspace);
  if (!caller) return undefined;
  const resolution = workspace.agent(caller.agentId) && workspace.resolve(caller.agentId, caller.reference);
  return resolution?.outcome === 'resolved' ? recordOf(resolution, workspace) : undefined;
}

/** The names that a part uses. The set is shared by all agents with that part. */
function namesIn(part: Cursor): ReadonlySet<string> {
  const { uses } = variablesIn(part);
  return part.document.memory.remember(namesIn, uses, () => new Set(uses.keys()));
}

/** Whether the text of a part's file contains a name as a word, with or without braces. */
const isMentionedIn = ({ document }: Cursor, name: string, owner: Cursor): boolean =>
  document !== owner.document && (wordsIn(document).has(name) || (/[^\w]/.test(name) && document.text.includes(name)));

const wordsIn = (document: Document): ReadonlySet<string> =>
  document.memory.remember(wordsIn, undefined, () => new Set(document.text.match(/\w+/g)));
