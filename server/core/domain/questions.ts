import type { Selection } from '../workspace/version-references.ts';
import { engineAt } from '../workspace/runners.ts';
import type { Question, Workspace } from '../workspace/workspace.ts';
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

/** Whether an agent is known to be of this channel. */
export const isOfChannel = (id: string, channel: 'voice' | 'chat', workspace: Workspace): boolean =>
  workspace.ask(channels[channel], false, id);
const ofChannel =
  (channel: 'voice' | 'chat'): Question<boolean> =>
  (workspace, id) =>
    workspace.agent(id)?.channel === channel;
const channels = { voice: ofChannel('voice'), chat: ofChannel('chat') };
