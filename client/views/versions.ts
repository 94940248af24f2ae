import { commands, window } from 'vscode';
import { requests, type AgentNode, type ComparableVersions } from '../../server/lsp/protocol.ts';
import { comparisonCommand } from '../panels/plan.ts';
import type { ClientSession } from '../session/session.ts';
import { comparableWith } from './agent-items.ts';

/**
 * Asks for another version of the agent, and shows both versions side by side.
 * @param agent the node of the agent, with its children
 */
export const compareVersions =
  (session: ClientSession) =>
  async (node: AgentNode, agent: AgentNode): Promise<void> => {
    const { agentId, label, place, reference: oldReference } = node,
      uri = (agent.place ?? place)?.uri;
    if (oldReference === null || uri === undefined || !place) return;
    const { uri: file, range } = place,
      versions = await session.ask<ComparableVersions | null>(requests.comparable, {
        uri: file,
        position: range.start,
      }),
      references = new Set(versions?.otherVersions.map(({ reference }) => reference)),
      choices = comparableWith(node, [agent]).filter(({ reference }) => references.has(reference!));
    if (choices.length === 0) {
      const missingText = versions ? `no other version of ${agent.label}` : `no record of ${label} of ${agent.label}`;
      return void window.showInformationMessage(
        `There is ${missingText} in this workspace, so there is nothing to compare.`,
      );
    }
    const choice = await window.showQuickPick(
      choices.map(version => ({ label: version.label, description: version.detail, reference: version.reference })),
      { title: 'Compare with Another Version', placeHolder: `Compare ${agent.label}, ${label}, with …` },
    );
    if (choice === undefined || choice.reference === null) return;
    await commands.executeCommand(comparisonCommand, {
      uri,
      base: null,
      versions: { agentId, before: oldReference, after: choice.reference },
    });
  };
