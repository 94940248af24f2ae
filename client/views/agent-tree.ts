import {
  Disposable,
  EventEmitter,
  MarkdownString,
  Range,
  ThemeColor,
  ThemeIcon,
  TreeItem,
  TreeItemCollapsibleState,
  Uri,
  type Command,
  type Event,
  type TreeDataProvider,
} from 'vscode';
import { requests, type AgentNode, type AgentsParams, type ProtocolPlace } from '../../server/lsp/protocol.ts';
import type { ClientSession } from '../session/session.ts';
import { positionOf } from '../session/places.ts';
import { agentItem, agentTooltip, byFolder, onlyLive } from './agent-items.ts';

/** The tree of agents. The server is asked once for all of it; rows are created when they are unfolded. */
export class AgentTree implements TreeDataProvider<AgentNode>, Disposable {
  readonly #changed = new EventEmitter<void>();
  readonly onDidChangeTreeData: Event<void> = this.#changed.event;
  readonly #session: ClientSession;
  #all: readonly AgentNode[] = [];
  #text = '';
  #first: Promise<void> | undefined;
  readonly #parents = new Map<string, AgentNode>();
  /** By id: agents that were requested individually. */
  #branches = new Map<string, Promise<AgentNode>>();
  #isLiveOnly = false;
  readonly #onAsked: () => void;
  /** Whether an answer exists or is pending, so that another request would not help. */
  state: 'unasked' | 'waiting' | 'asked' = 'unasked';

  /** @param onAsked called after every answer */
  constructor(session: ClientSession, onAsked: () => void) {
    this.#session = session;
    this.#onAsked = onAsked;
  }

  /** Everything, whether it is shown or not. */
  get all(): readonly AgentNode[] {
    return this.#all;
  }

  /** Everything, once there is an answer. */
  async loaded(): Promise<readonly AgentNode[]> {
    await (this.#first ??= this.#ask());
    return this.#all;
  }

  get isLiveOnly(): boolean {
    return this.#isLiveOnly;
  }
  set isLiveOnly(isOn: boolean) {
    this.#isLiveOnly = isOn;
    this.#changed.fire();
  }

  /** Asks the server again; rows are recreated only if anything has changed. */
  async refresh(): Promise<void> {
    const before = this.#text,
      request = this.#ask();
    this.#first ??= request;
    await request;
    if (before !== this.#text) this.#changed.fire();
  }

  /**
   * From the last answer, without waiting for a pending one: an editor that is notified of a change while it waits for
   * children treats them as missing, and folds the row.
   */
  async getChildren(node?: AgentNode): Promise<AgentNode[]> {
    if (node === undefined) await this.loaded();
    const children = node ? (node.children ?? (await this.whole(node)).children ?? []) : this.#top();
    if (node) for (const child of children) this.#parents.set(child.id, node);
    return [...children];
  }

  #top(): readonly AgentNode[] {
    return byFolder(this.#isLiveOnly ? onlyLive(this.#all) : this.#all);
  }

  /** An agent with its children and places; if there are very many agents, the server sends these one at a time. */
  async whole(node: AgentNode): Promise<AgentNode> {
    if (node.children) return node;
    let request = this.#branches.get(node.id);
    if (!request) this.#branches.set(node.id, (request = this.#branch(node)));
    return request;
  }

  async #branch(node: AgentNode): Promise<AgentNode> {
    const nodes = await this.#session.ask<readonly AgentNode[]>(requests.agents, {
      agentId: node.agentId,
    } satisfies AgentsParams);
    return nodes?.find(({ id }) => id === node.id) ?? node;
  }

  getParent({ id }: AgentNode): AgentNode | undefined {
    return this.#parents.get(id);
  }

  /** The agent that a row belongs to, with all of its children, shown or not. */
  agentOf(node: AgentNode): Promise<AgentNode> {
    const above = this.getParent(node);
    return above && above.type !== 'folder'
      ? this.agentOf(above)
      : this.whole(this.#all.find(({ id }) => id === node.id) ?? node);
  }

  getTreeItem(node: AgentNode): TreeItem {
    const { label, description, icon, colour, context, spoken } = agentItem(node),
      { id, place, children, type } = node;
    const unfolding = type === 'folder' ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.Collapsed;
    const item = new TreeItem(label, children?.length === 0 ? TreeItemCollapsibleState.None : unfolding);
    item.id = id;
    item.description = description;
    item.iconPath = new ThemeIcon(icon, colour === undefined ? undefined : new ThemeColor(colour));
    item.contextValue = context;
    item.accessibilityInformation = { label: spoken };
    if (place) item.command = opening(place);
    return item;
  }

  async resolveTreeItem(item: TreeItem, node: AgentNode): Promise<TreeItem> {
    item.tooltip = new MarkdownString(agentTooltip(node));
    const { place } = await this.whole(node);
    if (place) item.command ??= opening(place);
    return item;
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #ask(): Promise<void> {
    this.state = 'waiting';
    await started(this.#session);
    this.state = 'asked';
    const answer = await this.#session.ask<readonly AgentNode[]>(requests.agents);
    if (answer === undefined && this.#session.state === 'running') return;
    const nodes = answer ?? [],
      again = nodes.filter(({ id, children }) => !children && this.#branches.has(id)),
      branches = await Promise.all(again.map(node => this.#branch(node)));
    this.#all = nodes;
    this.#branches = new Map(branches.map(node => [node.id, Promise.resolve(node)]));
    this.#text = JSON.stringify([nodes, branches]);
    this.#onAsked();
  }
}

/** Nothing is selected, because the next key would replace it. The editor decides whether the focus follows. */
function opening({ uri, range: { start } }: ProtocolPlace): Command {
  const selection = new Range(positionOf(start), positionOf(start));
  return { command: 'vscode.open', title: 'Open', arguments: [Uri.parse(uri), { selection }] };
}

/** Resolves once the server is no longer starting. Until then the view shows progress, not an empty tree. */
async function started(session: ClientSession): Promise<void> {
  if (session.state !== 'starting') return;
  await new Promise<void>(done => {
    const listening = session.onDidChange(() => {
      if (session.state === 'starting') return;
      listening.dispose();
      done();
    });
  });
}
