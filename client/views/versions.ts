import { commands, Disposable, EventEmitter, Uri, window, workspace } from 'vscode';
import {
  clientCommands,
  requests,
  type AgentNode,
  type CompareVersionsParams,
  type ProtocolPlace,
} from '../../server/lsp/protocol.ts';
import type { ClientSession } from '../session/session.ts';
import { comparableWith } from './agent-items.ts';

const scheme = 'preflight-versions';

/**
 * The pages of "Compare with Another Version…", in the editor's own markdown preview; they are updated with the files.
 */
export function versionPages(session: ClientSession): Disposable {
  const changed = new EventEmitter<Uri>();
  return Disposable.from(
    changed,
    commands.registerCommand(
      clientCommands.compareVersions,
      ({ at, ...versions }: CompareVersionsParams & { readonly at: ProtocolPlace | null }) =>
        showVersions({ ...versions, ...(at && { uri: at.uri }) }),
    ),
    session.onDidChange(() => {
      for (const { uri } of workspace.textDocuments) if (uri.scheme === scheme) changed.fire(uri);
    }),
    workspace.registerTextDocumentContentProvider(scheme, {
      onDidChange: changed.event,
      provideTextDocumentContent: ({ query }) => pageOf(session, JSON.parse(query) as CompareVersionsParams),
    }),
  );
}

const pageOf = async (session: ClientSession, parameters: CompareVersionsParams): Promise<string> =>
  (await session.ask<string | null>(requests.compareVersions, parameters)) ??
  'This agent is no longer in this workspace, or Preflight is not running.';

/**
 * Asks for the other version of the agent, and shows both side by side. @param agent the agent's own node, with its
 * children
 */
export async function compareVersions(node: AgentNode, agent: AgentNode): Promise<void> {
  const { agentId, reference: before } = node;
  if (before === null) return;
  const picked = await window.showQuickPick(
    comparableWith(node, [agent]).map(one => ({ label: one.label, description: one.detail, reference: one.reference })),
    { placeHolder: `Compare ${agent.label}@${before} with` },
  );
  if (picked === undefined || picked.reference === null) return;
  const parameters: CompareVersionsParams = {
    agentId,
    before,
    after: picked.reference,
    ...(agent.place && { uri: agent.place.uri }),
  };
  await showVersions(parameters);
}

async function showVersions(parameters: CompareVersionsParams): Promise<void> {
  const path = `/${parameters.before} → ${parameters.after}.md`;
  await commands.executeCommand('markdown.showPreview', Uri.from({ scheme, path, query: JSON.stringify(parameters) }));
}
