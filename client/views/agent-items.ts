import { count, type AgentNode } from '../../server/lsp/protocol.ts';

/** What a row of the Agents view shows; an editor's types are not needed to say it. */
interface AgentItem {
  readonly label: string;
  readonly description: string;
  /** Of the editor's icons, with one of its colours. Nothing is told by the colour alone. */
  readonly icon: string;
  readonly colour: string | undefined;
  /** Words that the conditions of menus look for. */
  readonly context: string;
  /** What a screen reader says. */
  readonly spoken: string;
}

const counted = (n: number, one: string): string => (n === 0 ? '' : count(n, one));
const joined = (parts: readonly string[], by: string): string => parts.filter(part => part !== '').join(by);
/** Only `live` of a version, a tag or a reference says more than that callers reach its agent. */
const isMarked = ({ type, live }: AgentNode): boolean => live && type !== 'agent';

export function agentItem(node: AgentNode): AgentItem {
  const { type, label, detail, errors, warnings, place, places, state } = node;
  const counts = joined([counted(errors, 'error'), counted(warnings, 'warning')], ', ');
  return {
    label,
    description: joined([isMarked(node) ? '● live' : '', detail, counts], ' · '),
    ...signOf(node),
    context: joined(
      [
        type,
        place ? 'placed' : '',
        writtenReference(node) === null ? '' : 'written',
        places.length > 1 ? 'several' : '',
        state === 'draft' ? 'draft' : '',
      ],
      ' ',
    ),
    spoken: joined(
      [
        type === 'version' || label.startsWith(type) ? label : `${type} ${label}`,
        node.live ? 'live' : '',
        detail,
        counts,
      ],
      ', ',
    ),
  };
}

const icons = { agent: 'hubot', tag: 'tag', reference: 'references' } as const;
const referenceIcons = {
  tag: 'tag',
  'phone-number': 'call-incoming',
  swap: 'arrow-swap',
  weight: 'percentage',
  task: 'call-outgoing',
  filter: 'filter',
  other: 'symbol-field',
} as const;
const versionIcons = { published: 'verified', draft: 'edit', unknown: 'question' } as const;

function signOf({ type, state, kind, outcome, live, errors, warnings }: AgentNode): Pick<AgentItem, 'icon' | 'colour'> {
  if (outcome === 'missing') return { icon: 'error', colour: 'list.errorForeground' };
  return { icon: iconOf({ type, state, kind, outcome }), colour: colourOf({ live, errors, warnings }) };
}

function iconOf({ type, state, kind, outcome }: Pick<AgentNode, 'type' | 'state' | 'kind' | 'outcome'>): string {
  if (type === 'version') return versionIcons[state ?? 'unknown'];
  if (outcome === 'unknowable') return 'question';
  return kind ? referenceIcons[kind] : icons[type];
}

function colourOf({ live, errors, warnings }: Pick<AgentNode, 'live' | 'errors' | 'warnings'>): string | undefined {
  if (errors > 0) return 'list.errorForeground';
  if (warnings > 0) return 'list.warningForeground';
  return live ? 'charts.green' : undefined;
}

/** As a file writes it, `agent_desk@prod`; null of what nobody could write. */
export const writtenReference = ({ type, agentId, reference }: AgentNode): string | null =>
  type === 'agent' || reference === null ? agentId || null : `${agentId}@${reference}`;

/** The other versions and tags of the agent of a version or tag, in the order of the tree; those that no file holds are left out. */
export function comparableWith(node: AgentNode, all: readonly AgentNode[]): readonly AgentNode[] {
  const found: AgentNode[] = [];
  const look = (nodes: readonly AgentNode[]): void => {
    for (const one of nodes) {
      const isOther = (one.type === 'version' || one.type === 'tag') && one.reference !== node.reference;
      if (isOther && one.reference !== null && one.place) found.push(one);
      look(one.children ?? []);
    }
  };
  look(all.filter(({ type, agentId }) => type === 'agent' && agentId === node.agentId));
  return found;
}

/** The versions that a tag could be moved to, or the tags that could be moved to a version: those of its agent that files hold. */
export function movesOf(node: AgentNode, all: readonly AgentNode[]): readonly AgentNode[] {
  const wanted = node.type === 'tag' ? 'version' : 'tag',
    agent = all.find(({ type, agentId }) => type === 'agent' && agentId === node.agentId);
  const home = agent?.children?.find(one => [one, ...(one.children ?? [])].some(({ id }) => id === node.id));
  const near = new Set([home, ...(home?.children ?? [])].map(one => one?.id));
  return comparableWith(node, all).filter(({ type, id }) => type === wanted && !near.has(id));
}

/** The tooltip as markdown; what is in files is text there and nothing else. */
export function agentTooltip(node: AgentNode): string {
  const [first = '', ...rest] = node.tooltip.split('\n').map(plainMarkdown),
    written = writtenReference(node);
  const reference = written === null ? [] : [`${fenced(written)}`];
  const found = joined([counted(node.errors, 'error'), counted(node.warnings, 'warning')], ', ');
  return [`**${first}**`, ...rest, ...(found === '' ? [] : [`${found} in its files`]), ...reference].join('\n\n');
}

/** A text of a file as markdown that shows exactly that text. */
export const plainMarkdown = (text: string): string =>
  text.replace(/[\r\n]+/g, ' ').replace(/[\\`*_{}[\]()#+\-.!|<>~$&:@/]/g, char => `&#${char.charCodeAt(0)};`);

/** A code span around any text: more backquotes than are in it. */
function fenced(text: string): string {
  const flat = text.replace(/[\r\n]+/g, ' '),
    fence = '`'.repeat(Math.max(0, ...(flat.match(/`+/g) ?? []).map(run => run.length)) + 1);
  return fence.length === 1 ? `${fence}${flat}${fence}` : `${fence} ${flat} ${fence}`;
}

/** The tree without what no caller comes to. An agent stays if one of its items does. */
export function onlyLive(nodes: readonly AgentNode[]): readonly AgentNode[] {
  return nodes.flatMap(node => {
    if (node.children === null) return node.live ? [node] : [];
    const children = onlyLive(node.children);
    return node.live || children.length > 0 ? [{ ...node, children }] : [];
  });
}

/** How many findings the records of all agents have; those of a version are in the number of its agent. */
export function countOf(nodes: readonly AgentNode[]): { readonly errors: number; readonly warnings: number } {
  return {
    errors: nodes.reduce((sum, { errors }) => sum + errors, 0),
    warnings: nodes.reduce((sum, { warnings }) => sum + warnings, 0),
  };
}
