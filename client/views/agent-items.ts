import { count, type AgentNode } from '../../server/lsp/protocol.ts';

/** A row of the Agents view, independent of the types of VS Code. */
interface AgentItem {
  readonly label: string;
  readonly description: string;
  /** The name of an icon of VS Code. `color` is a color of VS Code; no information is in the color alone. */
  readonly icon: string;
  readonly color: string | undefined;
  /** The words that the conditions of menus test. */
  readonly context: string;
  /** The label for screen readers. */
  readonly spokenLabel: string;
}

const countText = (n: number, noun: string): string => (n === 0 ? '' : count(n, noun));
const join = (parts: readonly string[], glue: string): string => parts.filter(part => part !== '').join(glue);
/** Whether a row is marked as live. The mark of an agent would only repeat that callers reach it. */
const isMarked = ({ type, isLive }: AgentNode): boolean => isLive && type !== 'agent';

export function agentItem(node: AgentNode): AgentItem {
  const { type, label, detail, errors, warnings, place, places, state } = node;
  const counts = join([countText(errors, 'error'), countText(warnings, 'warning')], ', ');
  return {
    label,
    description: join([isMarked(node) ? '● live' : '', detail, counts], ' · '),
    ...signOf(node),
    context: join(
      [
        type,
        place ? 'placed' : '',
        writtenReference(node) === null ? '' : 'written',
        places.length > 1 ? 'several' : '',
        state === 'draft' ? 'draft' : '',
      ],
      ' ',
    ),
    spokenLabel: join(
      [
        type === 'version' || label.startsWith(type) ? label : `${type} ${label}`,
        node.isLive ? 'live' : '',
        detail,
        counts,
      ],
      ', ',
    ),
  };
}

const icons = { agent: 'hubot', tag: 'tag', reference: 'references', folder: 'root-folder' } as const;
const referenceIcons = {
  tag: 'tag',
  'phone-number': 'call-incoming',
  swap: 'arrow-swap',
  transfer: 'call-outgoing',
  weight: 'percentage',
  task: 'call-outgoing',
  filter: 'filter',
  other: 'symbol-field',
} as const;
const versionIcons = { published: 'verified', draft: 'edit', unknown: 'question' } as const;

function signOf({
  type,
  state,
  kind,
  outcome,
  isLive,
  errors,
  warnings,
}: AgentNode): Pick<AgentItem, 'icon' | 'color'> {
  if (outcome === 'missing') return { icon: 'error', color: 'list.errorForeground' };
  return { icon: iconOf({ type, state, kind, outcome }), color: colorOf({ isLive, errors, warnings }) };
}

function iconOf({ type, state, kind, outcome }: Pick<AgentNode, 'type' | 'state' | 'kind' | 'outcome'>): string {
  if (type === 'version') return versionIcons[state ?? 'unknown'];
  if (outcome === 'unknowable') return 'question';
  return kind ? referenceIcons[kind] : icons[type];
}

function colorOf({ isLive, errors, warnings }: Pick<AgentNode, 'isLive' | 'errors' | 'warnings'>): string | undefined {
  if (errors > 0) return 'list.errorForeground';
  if (warnings > 0) return 'list.warningForeground';
  return isLive ? 'charts.green' : undefined;
}

/** The reference as it is written in a file, such as `agent_desk@prod`; null if it cannot be written. */
export const writtenReference = ({ type, agentId, reference }: AgentNode): string | null =>
  type === 'agent' || reference === null ? agentId || null : `${agentId}@${reference}`;

/**
 * The other versions and tags of the agent of a version or tag, in tree order, without those that are not in this
 * workspace.
 */
export function comparableWith(node: AgentNode, allNodes: readonly AgentNode[]): readonly AgentNode[] {
  const otherNodes: AgentNode[] = [];
  const collect = (nodes: readonly AgentNode[]): void => {
    for (const item of nodes) {
      const isOther = (item.type === 'version' || item.type === 'tag') && item.reference !== node.reference;
      if (isOther && item.reference !== null && item.place) otherNodes.push(item);
      collect(item.children ?? []);
    }
  };
  collect(allNodes.filter(({ type, agentId }) => type === 'agent' && agentId === node.agentId));
  return otherNodes;
}

/**
 * The versions to which a tag could be moved, or the tags that could be moved to a version: those of the same agent in
 * this workspace.
 */
export function movesOf(node: AgentNode, nodes: readonly AgentNode[]): readonly AgentNode[] {
  const targetType = node.type === 'tag' ? 'version' : 'tag',
    agent = nodes.find(({ type, agentId }) => type === 'agent' && agentId === node.agentId);
  const ownVersion = agent?.children?.find(agent =>
    [agent, ...(agent.children ?? [])].some(({ id }) => id === node.id),
  );
  const excludedIds = new Set([ownVersion, ...(ownVersion?.children ?? [])].map(node => node?.id));
  return comparableWith(node, nodes).filter(({ type, id }) => type === targetType && !excludedIds.has(id));
}

/**
 * The agents with the agent of the open file first, so that it is preselected.
 */
export function openFirst(
  agents: readonly AgentNode[],
  { agentId, uri }: { readonly agentId: string | undefined; readonly uri: string },
): readonly AgentNode[] {
  const isOpen = (agent: AgentNode): boolean =>
    agent.agentId === '' ? agent.place?.uri === uri : agent.agentId === agentId;
  return [...agents.filter(isOpen), ...agents.filter(agent => !isOpen(agent))];
}

/**
 * The nodes of an agent for which an edit can be tried: a tag that could be moved, a draft that could be published.
 */
export function triesOf({ children }: AgentNode): readonly AgentNode[] {
  const ownNodes = children ?? [],
    nodes = ownNodes.flatMap(child => [child, ...(child.children ?? [])]);
  const isTry = ({ type, place, state }: AgentNode): boolean =>
    place !== null && (type === 'tag' || (type === 'version' && state === 'draft'));
  return [...new Map(nodes.filter(isTry).map(node => [node.id, node])).values()];
}

/** The tooltip as markdown. Contents of files in it are plain text. */
export function agentTooltip(node: AgentNode): string {
  const [firstLine = '', ...lines] = node.tooltip.split('\n').map(plainMarkdown),
    target = writtenReference(node);
  const reference = target === null ? [] : [`${codeSpan(target)}`];
  const tally = join([countText(node.errors, 'error'), countText(node.warnings, 'warning')], ', ');
  return [`**${firstLine}**`, ...lines, ...(tally === '' ? [] : [`${tally} in its files`]), ...reference].join('\n\n');
}

/** Markdown that shows exactly the given text. */
export const plainMarkdown = (text: string): string =>
  text.replace(/[\r\n]+/g, ' ').replace(/[\\`*_{}[\]()#+\-.!|<>~$&:@/]/g, char => `&#${char.charCodeAt(0)};`);

/** A code span with any text: its delimiters are longer than the backticks in the text. */
function codeSpan(text: string): string {
  const singleLine = text.replace(/[\r\n]+/g, ' '),
    fence = '`'.repeat(Math.max(0, ...(singleLine.match(/`+/g) ?? []).map(run => run.length)) + 1);
  return fence.length === 1 ? `${fence}${singleLine}${fence}` : `${fence} ${singleLine} ${fence}`;
}

/** The agents, below a row for each workspace if there are several workspaces. */
export function byFolder(agents: readonly AgentNode[]): readonly AgentNode[] {
  const folders = [...new Set(agents.map(({ folder }) => folder ?? ''))];
  if (folders.length < 2) return agents;
  return folders.map(folder => {
    const ownNodes = agents.filter(agent => (agent.folder ?? '') === folder);
    return {
      ...ownNodes[0]!,
      ...countOf(ownNodes),
      id: `folder ${folder}`,
      type: 'folder',
      label: folder,
      detail: count(ownNodes.length, 'agent'),
      tooltip: folder,
      agentId: '',
      outcome: 'resolved',
      isLive: false,
      place: null,
      places: [],
      children: ownNodes,
    };
  });
}

/** The tree without nodes that are not live. An agent with a live node is kept. */
export function onlyLive(nodes: readonly AgentNode[]): readonly AgentNode[] {
  return nodes.flatMap(node => {
    if (node.children === null) return node.isLive ? [node] : [];
    const children = onlyLive(node.children);
    return node.isLive || children.length > 0 ? [{ ...node, children }] : [];
  });
}

/**
 * The number of findings in the records of all agents. The findings of a version are included in those of its agent.
 */
export function countOf(nodes: readonly AgentNode[]): { readonly errors: number; readonly warnings: number } {
  return {
    errors: nodes.reduce((sum, { errors }) => sum + errors, 0),
    warnings: nodes.reduce((sum, { warnings }) => sum + warnings, 0),
  };
}
