import type { Selection } from '../workspace/version-references.ts';
import { engineAt } from '../workspace/runners.ts';
import type { Question, Workspace } from '../workspace/workspace.ts';
import type { VersionFacts } from '../workspace/agents.ts';
import { recordPlace } from './tasks.ts';

// Questions that rules ask first about all files together; they settle most places before any other file is read
// (`Workspace.ask`).

/**
 * Whether a reference needs no closer look: it selects a published version without an unassigned tag, or its agent is
 * unknown.
 */
export const isSettled = ({ agentId, reference }: Selection, workspace: Workspace): boolean =>
  workspace.ask(settled, true, agentId, reference);
const settled: Question<boolean> = (workspace, id, reference) => {
  if (!workspace.agent(id)) return true;
  const { outcome, isPublished, unassignedTag } = workspace.resolve(id, reference);
  return outcome === 'resolved' && isPublished !== false && !unassignedTag;
};

/** Whether the engine of the selected version is known; otherwise it is unknown which variables a call needs. */
export const isEngineHere = ({ agentId, reference }: Omit<Selection, 'version'>, workspace: Workspace): boolean =>
  workspace.ask(engineHere, false, agentId, reference);
const engineHere: Question<boolean> = (workspace, id, reference) => {
  if (!workspace.agent(id)) return false;
  const place = recordPlace(workspace.resolve(id, reference), workspace);
  return place !== undefined && engineAt(place, workspace) !== undefined;
};

/** Whether another record defines the same version of an agent in the same way: as an agent, or as a version summary. */
export const hasTwin = (id: string, version: number, as: keyof typeof twins, workspace: Workspace): boolean =>
  workspace.ask(twins[as], false, id, version);
const twinIn =
  (as: keyof ReturnType<typeof countsOf>): Question<boolean> =>
  (workspace, id, version) => {
    const agent = workspace.agent(id),
      facts = agent?.versions.get(Number(version));
    if (!agent || !facts || facts.places.length < 2) return false;
    // counted once, because each of the records asks
    return agent.memory.remember(countsOf, facts.version, () => countsOf(facts, workspace))[as] > 1;
  };
const twins = { record: twinIn('record'), summary: twinIn('summary') };
function countsOf(
  { places }: VersionFacts,
  workspace: Workspace,
): { readonly record: number; readonly summary: number } {
  const summary = places.filter(({ file }) => workspace.kindOf(file) === 'agent-versions').length;
  return { record: places.length - summary, summary };
}

/** Whether no other file contradicts a tag of a record: neither the agent list nor, without one, another version. */
export const isTagInPlace = (id: string, version: number, tag: string, workspace: Workspace): boolean =>
  workspace.ask(tagInPlace, true, id, `${version} ${tag}`);
const tagInPlace: Question<boolean> = (workspace, id, more) => {
  const agent = workspace.agent(id);
  if (!agent) return true;
  const [version, tag] = apart(String(more));
  const state = agent.tags.get(tag);
  return state !== undefined && (state.version === version || (agent.tagsComplete && state.version === undefined));
};
function apart(versionAndTag: string): readonly [version: number, tag: string] {
  const space = versionAndTag.indexOf(' ');
  return [Number(versionAndTag.slice(0, space)), versionAndTag.slice(space + 1)];
}

/** Whether an agent is known to be of this channel. */
export const isOfChannel = (id: string, channel: 'voice' | 'chat', workspace: Workspace): boolean =>
  workspace.ask(channels[channel], false, id);
const ofChannel =
  (channel: 'voice' | 'chat'): Question<boolean> =>
  (workspace, id) =>
    workspace.agent(id)?.channel === channel;
const channels = { voice: ofChannel('voice'), chat: ofChannel('chat') };
