import type { Selection } from '../workspace/version-references.ts';
import { engineAt } from '../workspace/runners.ts';
import type { Question, Workspace } from '../workspace/workspace.ts';
import { recordPlace } from './tasks.ts';

// What rules ask first of all files together: so most places are done with before any other file is known (`Workspace.ask`).

/** Whether a reference needs no closer look: it selects a version that is no draft, by no unassigned tag; or no file has the agent. */
export const isSettled = ({ agentId, reference }: Selection, workspace: Workspace): boolean =>
  workspace.ask(settled, true, agentId, reference);
const settled: Question<boolean> = (workspace, id, reference) => {
  if (!workspace.agent(id)) return true;
  const { outcome, isPublished, unassignedTag } = workspace.resolve(id, reference);
  return outcome === 'resolved' && isPublished !== false && !unassignedTag;
};

/** Whether the files hold the engine of the version that is selected: else nobody knows which variables a call needs. */
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
