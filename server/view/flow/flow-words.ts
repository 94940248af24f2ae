import { severities } from '../../core/finding.ts';
import { count } from '../../core/wording.ts';
import type { FlowEdge as Edge, FlowFinding, FlowNode as Node, FlowView } from '../panels.ts';

/* An edge without its place, because the words do not depend on places. */
type FlowEdge = Edge<unknown>;
type FlowNode = Node<unknown>;

const severityNouns = { error: 'error', warning: 'warning', info: 'note' } as const;

/** The number of findings by severity, such as `2 errors, 1 note`; empty without findings. */
const tallyOf = (findings: readonly FlowFinding[]): string =>
  severities
    .map(severity => [severity, findings.filter(finding => finding.severity === severity).length] as const)
    .flatMap(([severity, number]) => (number > 0 ? count(number, severityNouns[severity]) : []))
    .join(', ');

export const findingInWords = ({ severity, rule, message }: FlowFinding): string =>
  `${severityNouns[severity]}: ${message} (${rule})`;

/** The text that a screen reader announces for a node. */
export function nodeInWords({ role, label, detail, isStart, component, swap, findings }: FlowNode): string {
  if (role === 'start') return 'Start';
  const parts = [
    label,
    detail,
    isStart ? 'the first node' : '',
    swap ? `selects ${swap.selectedText}` : '',
    component ? 'contains a component' : '',
    tallyOf(findings),
  ];
  return parts.filter(Boolean).join(', ');
}

/** The maximum number of characters of a text in a tooltip; the panel shows the whole text. */
const MAX_TOOLTIP_LENGTH = 600;

/** The tooltip of a node: the texts that do not fit into the box, and every finding. */
export const nodeTooltip = (node: FlowNode): string =>
  [
    node.detail === '' ? node.label : `${node.label}: ${node.detail}`,
    ...node.facts
      .filter(({ field }) => field === undefined)
      .map(({ name, value }) => (name === 'text' ? value.slice(0, MAX_TOOLTIP_LENGTH) : `${name}: ${value}`)),
    ...(node.swap ? [`${node.swap.referenceText} → ${node.swap.selectedText}`, node.swap.reason] : []),
    ...node.findings.map(findingInWords),
  ]
    .filter(Boolean)
    .join('\n');

/** The condition of an edge; without a condition, the name of its field. */
export const conditionOf = ({ label, kind, field }: Pick<FlowEdge, 'label' | 'kind' | 'field'>): string =>
  kind === 'begin' ? 'begins here' : label || field.replaceAll('_', ' ');

export function edgeInWords(edge: FlowEdge, labels: ReadonlyMap<string, string>): string {
  const destination = labels.get(edge.to) ?? edge.to;
  return [`${conditionOf(edge)}, to ${destination}`, edge.unreachable ? 'unreachable' : '', tallyOf(edge.findings)]
    .filter(Boolean)
    .join(', ');
}
export const edgeTooltip = (edge: FlowEdge, labels: ReadonlyMap<string, string>): string =>
  [
    `${labels.get(edge.from) ?? edge.from} → ${labels.get(edge.to) ?? edge.to}`,
    conditionOf(edge),
    ...edge.findings.map(findingInWords),
  ].join('\n');

/** The summary of a flow: `Night line: 12 nodes, 15 edges, 1 unreachable, 2 errors`. */
export function flowInWords({
  title,
  nodes,
  edges,
  findings,
}: Pick<FlowView<unknown>, 'title' | 'nodes' | 'edges' | 'findings'>): string {
  const steps = nodes.filter(({ role }) => role === 'node'),
    unreachableCount = steps.filter(({ unreachable }) => unreachable).length;
  const tally = tallyOf([
    ...findings,
    ...nodes.flatMap(node => node.findings),
    ...edges.flatMap(edge => edge.findings),
  ]);
  const parts = [
    count(steps.length, 'node'),
    count(edges.filter(({ kind }) => kind !== 'begin').length, 'edge'),
    unreachableCount > 0 ? `${unreachableCount} unreachable` : '',
    tally,
  ];
  return `${title}: ${parts.filter(Boolean).join(', ')}`;
}
