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

/** The tree of agents. The server is asked once for the whole tree; rows are created when they are unfolded. */
export class AgentTree implements TreeDataProvider<AgentNode>, Disposable {
  readonly #changeEmitter = new EventEmitter<void>();
  readonly onDidChangeTreeData: Event<void> = this.#changeEmitter.event;
  readonly #session: ClientSession;
  #nodes: readonly AgentNode[] = [];
  #text = '';
  #firstLoad: Promise<void> | undefined;
  readonly #parents = new Map<string, AgentNode>();
  /** The agents that were requested separately, by id. */
  #branches = new Map<string, Promise<AgentNode>>();
  #isLiveOnly = false;
  readonly #onAsked: () => void;
  /** Whether an answer exists or is pending, in which case another request would be useless. */
  state: 'unasked' | 'waiting' | 'asked' = 'unasked';

  /** @param onAsked called after every answer */
  constructor(session: ClientSession, onAsked: () => void) {
    this.#session = session;
    this.#onAsked = onAsked;
  }

  /** All agents, including those that are not shown. */
  get nodes(): readonly AgentNode[] {
    return this.#nodes;
  }

  /** Waits for the first answer. @returns the agents */
  async load(): Promise<readonly AgentNode[]> {
    await (this.#firstLoad ??= this.#ask());
    return this.#nodes;
  }

  get isLiveOnly(): boolean {
    return this.#isLiveOnly;
  }
  set isLiveOnly(isOn: boolean) {
    this.#isLiveOnly = isOn;
    this.#changeEmitter.fire();
  }

  /** Asks the server again; rows are recreated only if anything has changed. */
  async refresh(): Promise<void> {
    const oldText = this.#text,
      request = this.#ask();
    this.#firstLoad ??= request;
    await request;
    if (oldText !== this.#text) this.#changeEmitter.fire();
  }

  /**
   * The children from the last answer, without waiting for a pending one. If the editor is notified of a change while
   * it waits for children, it treats them as missing and folds the row.
   */
  async getChildren(node?: AgentNode): Promise<AgentNode[]> {
    if (node === undefined) await this.load();
    const children = node ? (node.children ?? (await this.fullAgent(node)).children ?? []) : this.#top();
    if (node) for (const child of children) this.#parents.set(child.id, node);
    return [...children];
  }

  #top(): readonly AgentNode[] {
    return byFolder(this.#isLiveOnly ? onlyLive(this.#nodes) : this.#nodes);
  }

  /** An agent with its children and places. If there are very many agents, the server sends each one separately. */
  async fullAgent(node: AgentNode): Promise<AgentNode> {
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

  /** The agent to which a row belongs, with all of its children, shown or not. */
  agentOf(node: AgentNode): Promise<AgentNode> {
    const parent = this.getParent(node);
    return parent && parent.type !== 'folder'
      ? this.agentOf(parent)
      : this.fullAgent(this.#nodes.find(({ id }) => id === node.id) ?? node);
  }

  getTreeItem(node: AgentNode): TreeItem {
    const { label, description, icon, color, context, spokenLabel } = agentItem(node),
      { id, place, children, type } = node;
    const collapsibleState = type === 'folder' ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.Collapsed;
    const item = new TreeItem(label, children?.length === 0 ? TreeItemCollapsibleState.None : collapsibleState);
    item.id = id;
    item.description = description;
    item.iconPath = new ThemeIcon(icon, color === undefined ? undefined : new ThemeColor(color));
    item.contextValue = context;
    item.accessibilityInformation = { label: spokenLabel };
    if (place) item.command = openCommand(place);
    return item;
  }

  async resolveTreeItem(item: TreeItem, node: AgentNode): Promise<TreeItem> {
    item.tooltip = new MarkdownString(agentTooltip(node));
    const { place } = await this.fullAgent(node);
    if (place) item.command ??= openCommand(place);
    return item;
  }

  dispose(): void {
    this.#changeEmitter.dispose();
  }

  async #ask(): Promise<void> {
    this.state = 'waiting';
    await waitForStart(this.#session);
    this.state = 'asked';
    const answer = await this.#session.ask<readonly AgentNode[]>(requests.agents);
    if (answer === undefined && this.#session.state === 'running') return;
    const nodes = answer ?? [],
      reloads = nodes.filter(({ id, children }) => !children && this.#branches.has(id)),
      branches = await Promise.all(reloads.map(node => this.#branch(node)));
    this.#nodes = nodes;
    this.#branches = new Map(branches.map(node => [node.id, Promise.resolve(node)]));
    this.#text = JSON.stringify([nodes, branches]);
    this.#onAsked();
  }
}

/**
 * The command that opens a place. The range is not selected, because the next key would replace a selection. VS Code
 * decides whether the focus moves.
 */
function openCommand({ uri, range: { start } }: ProtocolPlace): Command {
  const selection = new Range(positionOf(start), positionOf(start));
  return { command: 'vscode.open', title: 'Open', arguments: [Uri.parse(uri), { selection }] };
}

/**
 * Resolves when the server is no longer starting. Until that time, the view shows progress instead of an empty tree.
 */
async function waitForStart(session: ClientSession): Promise<void> {
  if (session.state !== 'starting') return;
  await new Promise<void>(resolve => {
    const subscription = session.onDidChange(() => {
      if (session.state === 'starting') return;
      subscription.dispose();
      resolve();
    });
  });
}
