import type { Cursor } from '../cursor.ts';
import { liveThrough } from '../domain/live-places.ts';
import { channelOf } from '../domain/settings.ts';
import { agentsAt } from '../domain/swaps.ts';
import { listed } from '../wording.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** The condition under which a policy applies; absent keys do not restrict it. */
export interface PolicyCondition {
  /** Tags: a version that the place belongs to must have one of them. */
  readonly tag?: string | readonly string[];
  /** Whether a version that the place belongs to serves callers. */
  readonly live?: boolean;
  readonly channel?: 'voice' | 'chat';
  /** File globs, relative to the configuration's folder. */
  readonly path?: readonly string[];
}

/** Whether a policy applies; if that is unknown, the reason. */
export type Applies = boolean | { readonly unknowable: string };

/** Whether a policy applies at a place. @param fits whether `path` selects a file */
export function applies(
  condition: PolicyCondition,
  place: Cursor,
  workspace: Workspace,
  fits: (file: string) => boolean,
): Applies {
  if (condition.path && !fits(place.document.file)) return false;
  const agents =
    condition.tag === undefined && condition.live === undefined && !condition.channel ? [] : agentsAt(place, workspace);
  const answers = [
    ...(condition.channel ? [isOnChannel(condition.channel, agents)] : []),
    ...(condition.tag === undefined ? [] : [isUnder([condition.tag].flat(), agents, workspace)]),
    ...(condition.live === undefined ? [] : [isLive(condition.live, place, agents, workspace)]),
  ];
  return answers.find(answer => answer === false) ?? answers.find(answer => answer !== true) ?? true;
}

const noAgent = { unknowable: 'no known agent runs it' };

function isOnChannel(channel: 'voice' | 'chat', agents: readonly Cursor[]): Applies {
  if (agents.length === 0) return noAgent;
  const channels = agents.map(agent => channelOf(agent));
  if (channels.includes(channel)) return true;
  return channels.includes(undefined) ? { unknowable: 'the channel of its agent is not known' } : false;
}

/** Whether a version of one of these agents has one of these tags. */
function isUnder(names: readonly string[], agents: readonly Cursor[], workspace: Workspace): Applies {
  if (agents.length === 0) return noAgent;
  const answers = agents.flatMap(agent => names.map(name => hasTag(name, agent, workspace)));
  return answers.includes(true) || (answers.find(answer => answer !== false) ?? false);
}

function hasTag(name: string, agent: Cursor, workspace: Workspace): Applies {
  const id = agent.get('agent_id').string(),
    version = agent.get('version').integer();
  const record = id === undefined ? undefined : workspace.agent(id);
  if (!record || version === undefined) return { unknowable: 'its agent has no agent_id or no version' };
  const tag = record.tags.get(name);
  if (tag && tag.version !== undefined) return tag.version === version;
  return record.tagsComplete
    ? false
    : { unknowable: `whether ${record.label} has a tag ${JSON.stringify(name)} is not known` };
}

function isLive(expected: boolean, place: Cursor, agents: readonly Cursor[], workspace: Workspace): Applies {
  const { file } = place.document;
  if (liveThrough({ file, pointer: place.pointer }, workspace).length > 0) return expected;
  const { liveTags } = workspace.facts;
  const outcome = isUnder(liveTags, agents, workspace);
  if (typeof outcome === 'object')
    return { unknowable: `${outcome.unknowable}, so it is unknown whether ${listed(liveTags)} leads to it` };
  return outcome === expected;
}
