import { commands, Disposable, env, Position, Uri, window, workspace, type TreeView } from 'vscode';
import { clientCommands, count, type AgentNode } from '../../server/lsp/protocol.ts';
import type { ClientSession } from '../session/session.ts';
import { countOf, writtenReference } from './agent-items.ts';
import { AgentTree } from './agent-tree.ts';
import { compareVersions } from './versions.ts';
import { ifMoved, ifPublished, whatIf } from './what-if.ts';

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
