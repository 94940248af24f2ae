import { severities } from '../../core/finding.ts';
import { groupsOf } from '../../core/json/multimap.ts';
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

/**
 * From this number of characters, conditions with the same beginning look the same in labels; and the maximum number of
 * characters of that beginning that are repeated so that a label begins with a clause.
 */
const MIN_COMMON_LENGTH = 24,
  MAX_REPEATED_LENGTH = 12;

/**
 * The conditions of edges as labels. Conditions of one node that begin alike lose the common beginning, because a label
 * has room for little more.
 */
export function shortConditions(edges: readonly FlowEdge[]): readonly string[] {
  const conditions = edges.map(conditionOf),
    groups = groupsOf(edges.keys(), i => `${edges[i]!.from} ${conditions[i]!.slice(0, MIN_COMMON_LENGTH)}`);
  for (const group of groups.values()) {
    const length = commonLength(group.map(i => conditions[i]!));
    if (length < MIN_COMMON_LENGTH) continue;
    for (const i of group) {
      const rest = conditions[i]!.slice(length).trim();
      if (rest !== '') conditions[i] = `… ${rest}`;
    }
  }
  return conditions;
}

/** The length of the common beginning of some texts, up to the beginning of a clause or at least of a word. */
function commonLength([first = '', ...otherTexts]: readonly string[]): number {
  if (otherTexts.every(text => text === first)) return 0;
  let end = first.length;
  for (const text of otherTexts) {
    let i = 0;
    while (i < end && text[i] === first[i]) i++;
    end = i;
  }
  const word = first.slice(0, end).search(/\S*$/),
    clause = [...first.slice(0, word).matchAll(clauseStarts)].at(-1)?.index ?? 0;
  return clause >= end - MAX_REPEATED_LENGTH ? clause : word;
}
const clauseStarts = /\b(?:and|or|but|if|when)\b|(?<=[.;:)]\s)/gi;

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

/** The findings that no node or edge shows, and those that several show, because they concern the whole flow. */
export function wholeFindings({
  findings,
  nodes,
  edges,
}: Pick<FlowView<unknown>, 'nodes' | 'edges' | 'findings'>): readonly FlowFinding[] {
  const placedFindings = [...nodes, ...edges].flatMap(item => item.findings),
    groups = [...groupsOf(placedFindings, findingInWords).values()];
  return [...findings, ...groups.filter(group => group.length > 1).flat()];
}

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
