import type { Cursor } from '../cursor.ts';
import { selectionOf } from '../workspace/version-references.ts';
import { clipped } from '../wording.ts';
import type { Resolution } from '../workspace/resolve.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { usesSpoken } from './spoken-uses.ts';
import { recordOf } from './tasks.ts';
import { meantName } from './meant-variables.ts';
import { canBeSet } from './settable-variables.ts';
import { needsOf, type VariableUse } from './variables.ts';

/** The lists of a number for inbound calls and messages, each with the webhook that can set variables for them. */
const webhooks: Readonly<Record<string, string>> = {
  inbound_agents: 'inbound_webhook_url',
  inbound_sms_agents: 'inbound_sms_webhook_url',
};
export const inboundLists: readonly string[] = Object.keys(webhooks);

/**
 * Whether the number of an inbound list has a webhook; `undefined` if the record of the number does not show a webhook.
 */
function hasWebhook(list: Cursor): boolean | undefined {
  const number = list.parent,
    key = webhooks[list.key];
  if (!number || key === undefined) return undefined;
  const url = number.get(key);
  if (url.exists) return url.value !== null && url.value !== '';
  // a response contains every field that is set; a request leaves out fields that it does not change
  return number.entries().some(({ marks }) => marks['x-response-only']) ? false : undefined;
}

/** The consequence for a variable that nothing in the files sets. */
export interface UnsetJudgement {
  /** Whether nothing outside the files can set the variable either. */
  readonly isCertain: boolean;
  readonly words: string;
}

/** The effect of unset variables in words for a panel: panels also show prompts, which callers do not hear. */
export const effectInText = (variables = 1): string =>
  variables === 1 ? 'it stays a placeholder' : 'they stay placeholders';

/**
 * The consequence of unset variables for a selected version: calls to a number without an inbound webhook set no
 * variables; any other call may set some. Every finding, hover and panel uses these words.
 * @param isGiven whether the values of the call are in the files
 * @param effect the effect of the placeholder, if it is not read out
 * @param subject the variable or variables, in words
 */
export function judgeUnset(
  { agentId, reference, version }: Pick<Resolution, 'agentId' | 'reference' | 'version'>,
  workspace: Workspace,
  isGiven = false,
  effect?: string,
  subject: 'it' | 'them' = 'it',
): UnsetJudgement {
  if (isGiven) return { isCertain: true, words: effect ?? 'the placeholder will be read out' };
  const isSame = (arm: Cursor): boolean => {
    if (arm.get('agent_id').value !== agentId) return false;
    const selection = selectionOf(arm.get('agent_id'))?.reference ?? null;
    return typeof reference === 'string'
      ? selection === reference
      : version !== null && workspace.resolve(agentId, selection).version === version;
  };
  const number = [...workspace.phoneNumbers.values()]
    .flat()
    .find(number =>
      inboundLists.some(key =>
        number
          .get(key)
          .items()
          .some(arm => isSame(arm) && hasWebhook(arm.parent!) !== true),
      ),
    )
    ?.get('phone_number')
    .string();
  return agentId === '' || number === undefined
    ? { isCertain: false, words: `unless the call sets ${subject}, ${effect ?? 'the placeholder is read out'}` }
    : { isCertain: true, words: effectForCaller(`callers of ${clipped(number)}`, effect) };
}

/**
 * The effect for callers in words: `callers of +14155550101 will hear the placeholder read out`, or `for callers of …,
 * the model reads the placeholder`.
 */
export const effectForCaller = (caller: string, effect?: string): string =>
  effect === undefined ? `${caller} will hear the placeholder read out` : `for ${caller}, ${effect}`;

/**
 * The variables that stay unset for callers of an arm (a place of shape `agent-weight`): the number has no webhook,
 * and neither tag nor engine sets them. Variables that another finding covers are left out: typos, and variables that
 * only the agent's other tags set.
 */
export function unsetInbound(arm: Cursor, workspace: Workspace): ReadonlyMap<string, VariableUse> {
  const unsetUses = new Map<string, VariableUse>();
  const selection = selectionOf(arm.get('agent_id'));
  if (!selection || !arm.parent || hasWebhook(arm.parent) !== false) return unsetUses;
  const resolution = workspace.resolve(selection.agentId, selection.reference);
  if (resolution.outcome !== 'resolved') return unsetUses;
  const record = recordOf(resolution, workspace),
    neededVariables = record && needsOf(record, workspace);
  if (!neededVariables) return unsetUses;
  const { tags } = workspace.agent(selection.agentId)!;
  // an agent without tags in the workspace gets no variables from a tag
  if (resolution.variablesOutcome === 'unknowable' && tags.size > 0) return unsetUses;
  const isTag = tags.has(String(selection.reference)),
    reportedNames = reportedAtUse(arm.parent, selection.agentId, workspace);
  const isReportedAtTag = (name: string): boolean =>
    isTag && [...tags.values()].some(({ variables }) => variables !== undefined && Object.hasOwn(variables, name));
  for (const [name, uses] of usesSpoken(neededVariables.variables, workspace)) {
    if (Object.hasOwn(resolution.variables ?? {}, name) || isReportedAtTag(name)) continue;
    if (reportedNames.has(name) && !uses.some(({ at }) => canBeSet(name, at, workspace))) continue;
    // a condition is not read out, and often only tests how the call arrived
    const use = uses.find(({ at }) => !at.within('equation'));
    if (use && !uses.some(({ at }) => meantName(name, at, workspace))) unsetUses.set(name, use);
  }
  return unsetUses;
}

/** The variables that are reported where they are used, because only some of the tags that answer here set them. */
function reportedAtUse(list: Cursor, id: string, workspace: Workspace): ReadonlySet<string> {
  const records = list.items().flatMap(arm => {
    const tag = arm.get('agent_version').string();
    if (arm.get('agent_id').value !== id || tag === undefined) return [];
    const { variables } = workspace.agent(id)!.tags.get(tag) ?? {};
    return (variables && Object.keys(variables).length > 0 && recordOf(workspace.resolve(id, tag), workspace)) || [];
  });
  return new Set(records.flatMap(record => [...(needsOf(record, workspace)?.variables.keys() ?? [])]));
}
