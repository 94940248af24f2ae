import { commands, window } from 'vscode';
import type { AgentNode } from '../../server/lsp/protocol.ts';
import { comparisonCommand } from '../panels/plan.ts';
import { comparableWith } from './agent-items.ts';

/**
 * Asks for the other version of the agent, and shows both side by side. @param agent the agent's own node, with its
 * children
 */
export async function compareVersions(node: AgentNode, agent: AgentNode): Promise<void> {
  const { agentId, reference: before } = node,
    uri = (agent.place ?? node.place)?.uri;
  if (before === null || uri === undefined) return;
  const picked = await window.showQuickPick(
    comparableWith(node, [agent]).map(node => ({
      label: node.label,
      description: node.detail,
      reference: node.reference,
    })),
    { placeHolder: `Compare ${agent.label}@${before} with` },
  );
  if (picked === undefined || picked.reference === null) return;
  const versions = { agentId, before, after: picked.reference };
  await commands.executeCommand(comparisonCommand, { uri, base: null, versions });
}
