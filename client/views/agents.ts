import { commands, Disposable, env, Position, Uri, window, workspace, type TreeView } from 'vscode';
import {
  clientCommands,
  count,
  type AgentNode,
  requests,
  type ComparableVersions,
  type FileStatus,
  type WhatIf,
} from '../../server/lsp/protocol.ts';
import type { ClientSession } from '../session/session.ts';
import { countOf, writtenReference, comparableWith, movesOf, openFirst, triesOf } from './agent-items.ts';
import { AgentTree } from './agent-tree.ts';
import { comparisonCommand } from '../panels/plan.ts';
import { cursorOf, isJson } from '../panels/pointing.ts';

/**
 * The command "What Would Change If This Draft Were Published".
 * @param agent the node of the agent
 */
const ifPublished = (node: AgentNode, agent: AgentNode): Promise<void> =>
  typeof node.reference === 'number'
    ? show(node, agent, { kind: 'publish', agentId: node.agentId, version: node.reference })
    : Promise.resolve();

/**
 * The command "What Would Change If This Tag Moved…", also for a tag that moves to this version.
 * @param agent the node of the agent, with its children
 */
async function ifMoved(node: AgentNode, agent: AgentNode): Promise<void> {
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
async function whatIf(session: ClientSession, tree: AgentTree): Promise<void> {
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

/** The number of milliseconds without changes before the server is asked again. */
const pause = 300;
const liveOnly = 'preflight.agents.liveOnly';

/**
 * The Agents view: agents → versions → tags → references to them. It is requested again when the files change, as long
 * as it is visible.
 */
export function agentsView(session: ClientSession): Disposable {
  const tree = new AgentTree(session, () => decorate(view, tree));
  const view = window.createTreeView('preflight.agents', { treeDataProvider: tree, showCollapseAll: true });
  const sayWhatIsOff = (): void => {
    view.message = workspace.isTrusted
      ? ''
      : 'Restricted Mode: New Agent, Compare with Branch and Paste as Files are off until you trust this folder.';
  };
  sayWhatIsOff();
  let timer: NodeJS.Timeout | undefined,
    isStale = false;
  const update = (): Promise<void> => {
    isStale = false;
    return tree.refresh();
  };
  const refresh = (): void => {
    if (tree.state !== 'asked') return;
    isStale = true;
    clearTimeout(timer);
    if (view.visible) timer = setTimeout(() => void update(), pause);
  };
  const showLive = (isOn: boolean): void => {
    tree.isLiveOnly = isOn;
    void commands.executeCommand('setContext', liveOnly, isOn);
    decorate(view, tree);
    showView();
  };
  // after a command of the palette, the view may be hidden behind another view
  const showView = (): unknown => view.visible || commands.executeCommand('preflight.agents.focus');
  return Disposable.from(
    view,
    tree,
    workspace.onDidGrantWorkspaceTrust(sayWhatIsOff),
    session.onDidChange(refresh),
    new Disposable(() => clearTimeout(timer)),
    view.onDidChangeVisibility(({ visible }) => {
      if (visible && isStale) void update();
    }),
    commands.registerCommand('preflight.refreshAgents', () => {
      showView();
      return update();
    }),
    commands.registerCommand('preflight.showLiveAgents', () => showLive(true)),
    commands.registerCommand('preflight.showAllAgents', () => showLive(false)),
    commands.registerCommand('preflight.whatIfOfAgent', () => whatIf(session, tree)),
    ...nodeCommands(session, tree),
  );
}

/** Shows the filter above the tree, and the number of errors as a badge of the icon. */
function decorate(view: TreeView<AgentNode>, { nodes, isLiveOnly }: AgentTree): void {
  const { errors } = countOf(nodes);
  view.badge = errors === 0 ? undefined : { value: errors, tooltip: `${count(errors, 'error')} in files of agents` };
  view.description = isLiveOnly ? 'live only' : '';
}

function nodeCommands(session: ClientSession, tree: AgentTree): Disposable[] {
  const onNode = (name: string, act: (node: AgentNode) => unknown): Disposable =>
    commands.registerCommand(name, async (node: AgentNode | undefined) =>
      node === undefined ? undefined : act(await tree.fullAgent(node)),
    );
  const atPlace =
    (command: string) =>
    ({ place }: AgentNode): unknown =>
      place && commands.executeCommand(command, place.uri, place.range.start);
  const withAgent =
    (act: (node: AgentNode, agent: AgentNode) => Promise<void>) =>
    async (node: AgentNode): Promise<void> =>
      act(node, await tree.agentOf(node));
  return [
    onNode('preflight.previewOf', atPlace(clientCommands.preview)),
    onNode('preflight.simulateOf', atPlace(clientCommands.simulate)),
    onNode('preflight.textsOf', atPlace('preflight.texts')),
    onNode('preflight.copyReferenceOf', async node => {
      const reference = writtenReference(node);
      if (reference === null) return;
      await env.clipboard.writeText(reference);
      window.setStatusBarMessage(`$(check) ${reference} is in the clipboard`, 3000);
    }),
    onNode('preflight.compareVersionOf', withAgent(compareVersions(session))),
    onNode('preflight.ifMoved', withAgent(ifMoved)),
    onNode('preflight.ifMovedHere', withAgent(ifMoved)),
    onNode('preflight.ifPublished', withAgent(ifPublished)),
    onNode(
      'preflight.revealFileOf',
      ({ place }) => place && commands.executeCommand('revealInExplorer', Uri.parse(place.uri)),
    ),
    onNode('preflight.showPlacesOf', ({ place, places }) => {
      if (!place) return;
      const { line, character } = place.range.start;
      return commands
        .executeCommand('vscode.open', Uri.parse(place.uri))
        .then(() =>
          commands.executeCommand(clientCommands.showReferences, place.uri, new Position(line, character), places),
        );
    }),
  ];
}
