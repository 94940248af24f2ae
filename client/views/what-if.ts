import { commands, window } from 'vscode';
import type { AgentNode, WhatIf } from '../../server/lsp/protocol.ts';
import { whatIfCommand } from '../panels/plan.ts';
import { movesOf } from './agent-items.ts';

/** "What Would Change If This Draft Were Published". */
export const ifPublished = (node: AgentNode): Promise<void> =>
  typeof node.reference === 'number'
    ? show(node, { kind: 'publish', agentId: node.agentId, version: node.reference })
    : Promise.resolve();

/**
 * "What Would Change If This Tag Moved…", or a tag moved to this version. @param agent the agent's own node, with its
 * children
 */
export async function ifMoved(node: AgentNode, agent: AgentNode): Promise<void> {
  const isTag = node.type === 'tag',
    others = movesOf(node, [agent]);
  if (others.length === 0) {
    const none = isTag ? `there is no other version to move ${node.label} to` : `there is no other tag to move`;
    void window.showInformationMessage(`In ${agent.label} ${none}.`);
    return;
  }
  const picked = await window.showQuickPick(
    others.map(one => ({ label: one.label, description: one.detail, node: one })),
    { placeHolder: isTag ? `If ${node.label} moved to …` : `If … moved to ${node.label}` },
  );
  if (!picked) return;
  const [tag, version] = (isTag ? [node, picked.node] : [picked.node, node]).map(({ reference }) => reference);
  if (typeof tag === 'string' && typeof version === 'number')
    await show(node, { kind: 'tag', agentId: node.agentId, tag, version });
}

const show = async ({ place }: AgentNode, edit: WhatIf): Promise<void> => {
  if (place) await commands.executeCommand(whatIfCommand, { uri: place.uri, base: null, edit });
};
