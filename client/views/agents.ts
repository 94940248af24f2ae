import {
  commands, Disposable, EventEmitter, MarkdownString, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState, Uri, window, type Event, type TreeDataProvider,
} from 'vscode';
import { clientCommands, requests, type AgentNode } from '../../server/lsp/protocol.ts';
import { rangeOf } from '../places.ts';
import type { Session } from '../session.ts';

/** Waits that long for further changes before the server is asked again. */
const pause = 300;

/** The Agents view: agents → versions → tags → who refers to them. Asked anew when the files change, as long as it is shown. */
export function agentsView(session: Session): Disposable {
  const agents = new Agents(session);
  const view = window.createTreeView('preflight.agents', { treeDataProvider: agents, showCollapseAll: true });
  let timer: NodeJS.Timeout | undefined, isStale = false;
  const refresh = (): void => {
    isStale = !view.visible;
    if (isStale) return;
    clearTimeout(timer);
    timer = setTimeout(() => agents.refresh(), pause);
  };
  const onNode = (name: string, command: string): Disposable => commands.registerCommand(name, (node: AgentNode | undefined) => {
    if (node?.place) return commands.executeCommand(command, node.place.uri, node.place.range.start);
  });
  return Disposable.from(
    view, agents, session.onDidChange(refresh), view.onDidChangeVisibility(() => { if (isStale) refresh(); }), new Disposable(() => clearTimeout(timer)),
    commands.registerCommand('preflight.refreshAgents', () => agents.refresh()),
    onNode('preflight.previewOf', clientCommands.preview), onNode('preflight.simulateOf', clientCommands.simulate),
  );
}

class Agents implements TreeDataProvider<AgentNode>, Disposable {
  readonly #changed = new EventEmitter<void>();
  readonly onDidChangeTreeData: Event<void> = this.#changed.event;
  #parents = new Map<string, AgentNode>();
  readonly #session: Session;

  constructor(session: Session) { this.#session = session; }

  refresh(): void { this.#changed.fire(); }

  async getChildren(node?: AgentNode): Promise<AgentNode[]> {
    if (node === undefined) this.#parents = new Map();
    const children = node ? node.children : await this.#session.ask<readonly AgentNode[]>(requests.agents) ?? [];
    if (node) for (const child of children) this.#parents.set(child.id, node);
    return [...children];
  }

  getParent({ id }: AgentNode): AgentNode | undefined { return this.#parents.get(id); }

  getTreeItem(node: AgentNode): TreeItem { return itemOf(node); }

  dispose(): void { this.#changed.dispose(); }
}

const counted = (count: number, one: string): string => (count === 0 ? '' : `${count} ${one}${count === 1 ? '' : 's'}`);

function itemOf(node: AgentNode): TreeItem {
  const { id, type, label, detail, tooltip, place, children, errors, warnings } = node;
  const item = new TreeItem(label, children.length === 0 ? TreeItemCollapsibleState.None : TreeItemCollapsibleState.Collapsed);
  const counts = [counted(errors, 'error'), counted(warnings, 'warning')].filter(part => part !== '').join(', ');
  item.id = id;
  item.description = [detail, counts].filter(part => part !== '').join(' · ');
  item.tooltip = new MarkdownString().appendText(tooltip);
  item.iconPath = iconOf(node);
  item.contextValue = `${type}${place ? ' placed' : ''}${node.reference !== null || type === 'agent' ? ' resolvable' : ''}`;
  item.accessibilityInformation = { label: [type, label, item.description].join(' ') };
  if (place) {
    const shown = { selection: rangeOf(place.range), preserveFocus: true };
    item.command = { command: 'vscode.open', title: 'Open', arguments: [Uri.parse(place.uri), shown] };
  }
  return item;
}

function iconOf({ type, state, outcome, errors, warnings }: AgentNode): ThemeIcon {
  if (outcome === 'missing') return new ThemeIcon('error', new ThemeColor('list.errorForeground'));
  const colour = errors > 0 ? new ThemeColor('list.errorForeground') : warnings > 0 ? new ThemeColor('list.warningForeground') : undefined;
  if (type === 'version') return new ThemeIcon(state === 'published' ? 'verified' : state === 'draft' ? 'edit' : 'question', colour);
  return new ThemeIcon({ agent: 'person', tag: 'tag', reference: 'references' }[type], colour);
}
