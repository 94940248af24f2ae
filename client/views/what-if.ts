import { commands, window } from 'vscode';
import { requests, type AgentNode, type FileStatus, type WhatIf } from '../../server/lsp/protocol.ts';
import { comparisonCommand } from '../panels/plan.ts';
import { cursorOf, isJson } from '../panels/pointing.ts';
import type { ClientSession } from '../session/session.ts';
import { movesOf, openFirst, triesOf } from './agent-items.ts';
import type { AgentTree } from './agent-tree.ts';

/**
 * The command "What Would Change If This Draft Were Published".
 * @param agent the node of the agent
 */
export const ifPublished = (node: AgentNode, agent: AgentNode): Promise<void> =>
  typeof node.reference === 'number'
    ? show(node, agent, { kind: 'publish', agentId: node.agentId, version: node.reference })
    : Promise.resolve();

/**
 * The command "What Would Change If This Tag Moved…", also for a tag that moves to this version.
 * @param agent the node of the agent, with its children
 */
export async function ifMoved(node: AgentNode, agent: AgentNode): Promise<void> {
  const isTag = node.type === 'tag',
    otherNodes = movesOf(node, [agent]);
  if (otherNodes.length === 0) {
    const problem = isTag ? `there is no other version to move ${node.label} to` : `there is no other tag to move`;
    void window.showInformationMessage(`In ${agent.label} ${problem}.`);
    return;
  }
  const pickedNode = await pickedOf(otherNodes, isTag ? `If ${node.label} moved to …` : `If … moved to ${node.label}`);
  if (!pickedNode) return;
  const [tag, version] = (isTag ? [node, pickedNode] : [pickedNode, node]).map(({ reference }) => reference);
  if (typeof tag === 'string' && typeof version === 'number')
    await show(node, agent, { kind: 'tag', agentId: node.agentId, tag, version });
}

/**
 * The command "What Would Change If…": asks for the agent, with the agent of the open file first, and for the edit to
 * try.
 */
export async function whatIf(session: ClientSession, tree: AgentTree): Promise<void> {
  // a panel may have the focus instead of an editor
  const editor = [window.activeTextEditor, ...window.visibleTextEditors].find(editor => editor && isJson(editor)),
    cursor = editor && cursorOf(editor),
    agentNodes = (await tree.load()).filter(({ type }) => type === 'agent');
  if (agentNodes.length === 0) return void window.showInformationMessage('There is no agent in this workspace.');
  const { agentId } = (cursor && (await session.ask<FileStatus>(requests.fileStatus, cursor))) ?? {},
    agents = cursor ? openFirst(agentNodes, { agentId, uri: cursor.uri }) : agentNodes,
    pickedNode = agents.length === 1 ? agents[0] : await pickedOf(agents, 'What would change for callers of …');
  if (!pickedNode) return;
  const agent = await tree.fullAgent(pickedNode),
    tries = triesOf(agent);
  if (tries.length === 0) {
    void window.showInformationMessage(`${agent.label} has no tag to move and no draft to publish.`);
    return;
  }
  const items = tries.map(node => ({
    ...node,
    label: node.type === 'tag' ? `tag ${node.label} moved …` : `${node.label} were published`,
  }));
  const chosenNode = await pickedOf(items, `What would change if, in ${agent.label}, …`),
    node = tries.find(({ id }) => id === chosenNode?.id);
  if (node) await (node.type === 'tag' ? ifMoved(node, agent) : ifPublished(node, agent));
}

async function pickedOf(nodes: readonly AgentNode[], placeHolder: string): Promise<AgentNode | undefined> {
  const isMany = new Set(nodes.map(({ folder }) => folder)).size > 1;
  const choice = await window.showQuickPick(
    nodes.map(node => ({
      label: node.label,
      description: [node.detail, isMany ? node.folder : ''].filter(Boolean).join(' · '),
      node,
    })),
    { title: 'What Would Change If…', placeHolder, matchOnDescription: true },
  );
  return choice?.node;
}

const show = async ({ place }: AgentNode, { label }: AgentNode, edit: WhatIf): Promise<void> => {
  if (place) await commands.executeCommand(comparisonCommand, { uri: place.uri, base: null, edit, agent: label });
};
