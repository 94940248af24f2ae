import { referenceName } from '../../core/workspace/names.ts';
import { inDialectOf } from '../../core/domain/in-dialect.ts';
import { maskSecrets } from '../../core/secrets.ts';
import type { Document } from '../../core/document.ts';
import type { Cursor } from '../../core/cursor.ts';
import { selectionAt, selectionOf } from '../../core/workspace/version-references.ts';
import { sumOf, TOLERANCE } from '../../core/domain/weights.ts';
import { metric, type Metric } from '../../core/domain/metrics.ts';
import { outboundArms } from '../../core/domain/tasks.ts';
import { lookupAt } from '../../core/index/lookup.ts';
import { marksOf, type Marks } from '../../core/shapes/table.ts';
import type { Span } from '../../core/syntax/lines.ts';
import type { Resolution } from '../../core/workspace/resolve.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { assumedBy } from '../../simulator/resolution.ts';
import { tagSuggestion } from '../../core/index/agent-references.ts';
import type { DocumentContext } from '../context.ts';
import { placeOfValue, type FilePlace } from '../../core/locate.ts';
import { stableDecorations, type DecoratedContext } from './held.ts';
import { visitRange } from './in-range.ts';
import { readAsTime } from '../hover/numbers.ts';
import { selectsAtAGlance, stateOf } from '../published.ts';

/** The kinds of hints, each of which can be switched off separately. */
export const hintKinds = ['versions', 'names', 'times', 'shares', 'callers'] as const;
export type HintKind = (typeof hintKinds)[number];

/** Text that an editor shows within a line. */
interface InlayHint {
  /** The offset of the character after the hint. */
  readonly offset: number;
  readonly label: string;
  readonly tooltip?: string;
  readonly hintKind: HintKind;
  readonly paddingLeft: boolean;
  /** The place that a click opens. */
  readonly target?: FilePlace;
}
type Words = Pick<InlayHint, 'label' | 'tooltip' | 'hintKind' | 'target'>;

/**
 * Explanations of the values in a range, each placed after its value, sorted by offset.
 * @param kinds the kinds of hints to return
 */
export const inlayHints = (
  { range, ...context }: DecoratedContext & { readonly range: Span },
  kinds: readonly HintKind[] = hintKinds,
): readonly InlayHint[] =>
  stableDecorations(context, range, (documentContext, span) => hintsIn(documentContext, span, kinds), {
    spanOf: ({ offset }) => ({ start: offset, end: offset }),
    move: (hint, distance) => ({ ...hint, offset: hint.offset + distance }),
  });

function hintsIn(
  { workspace, document }: DocumentContext,
  range: Span,
  kinds: readonly HintKind[],
): readonly InlayHint[] {
  const hints: InlayHint[] = [];
  visitRange(document, range, isTelling, (cursor, node) => {
    const words = hintAt(cursor, workspace),
      offset = document.parsed.nodes.end(node);
    if (words && kinds.includes(words.hintKind) && offset >= range.start && offset <= range.end)
      hints.push({ offset, ...inDialect(document, words), paddingLeft: true });
  });
  return hints;
}

const inDialect = (document: Document, { label, tooltip, ...others }: Words): Words => ({
  ...others,
  label: maskSecrets(inDialectOf(document, label)),
  ...(tooltip !== undefined && { tooltip: maskSecrets(inDialectOf(document, tooltip)) }),
});

const namedKinds: ReadonlySet<unknown> = new Set(['node', 'tool', 'mcp', 'agent', 'flow-component']);
const times: ReadonlySet<unknown> = new Set(['ms', 's', 'min', 'timestamp', 'timestamp-ms', 'timestamp-s']);

function isTelling(entry: number): boolean {
  const marks = marksOf(entry),
    recordKind = marks['x-reference']?.to;
  return recordKind === 'agent-version' || namedKinds.has(recordKind) || isFigure(marks);
}
const isFigure = (marks: Marks): boolean =>
  times.has(marks['x-unit']) ||
  marks['x-unit'] === 'ratio' ||
  marks['x-in-metric'] === true ||
  marks['x-format'] === 'phone-number';

function hintAt(cursor: Cursor, workspace: Workspace): Words | undefined {
  const { marks } = cursor,
    recordKind = marks['x-reference']?.to,
    number = cursor.number();
  if (recordKind === 'agent-version') return versionHint(cursor, workspace);
  if (recordKind === 'agent') return agentHint(cursor, workspace);
  if (namedKinds.has(recordKind)) return nameHint(cursor, workspace);
  if (cursor.key === 'from_number' && cursor.parent?.is('batch-call')) return callerHint(cursor, workspace);
  if (number === undefined) return undefined;
  if (marks['x-in-metric'] === true) return figureHint(number, cursor);
  if (cursor.key === 'weight' && cursor.parent?.is('agent-weight')) return shareHint(number, cursor.parent.parent);
  const label = readAsTime(number, marks['x-unit']);
  return label === undefined ? undefined : { label, hintKind: 'times' };
}

function versionHint(cursor: Cursor, workspace: Workspace): Words | undefined {
  const selection = selectionAt(cursor);
  if (!selection) return undefined;
  const resolution = workspace.resolve(selection.agentId, selection.reference),
    { reference } = selection;
  const { outcome, isPublished } = resolution;
  const numberHint = outcome === 'missing' ? '→ missing' : stateHint(cursor, isPublished);
  const label = typeof reference === 'number' ? numberHint : `→ ${selectsAtAGlance(resolution)}`;
  return label === undefined
    ? undefined
    : { label, tooltip: tooltipOf(resolution), hintKind: 'versions', ...targetOf(resolution, workspace) };
}

/**
 * The hint for a reference by number: the state of the version. The number itself is known, and the state of a base
 * version does not matter.
 */
const stateHint = (cursor: Cursor, isPublished: boolean | null): string | undefined =>
  isPublished === null || cursor.key === 'base_version' ? undefined : stateOf(isPublished);

/** The steps of a resolution, and its assumptions. */
function tooltipOf(resolution: Resolution): string {
  const lines = resolution.steps.map(({ text, spec }) => (spec === null ? text : `${text} (${spec})`));
  return [
    ...lines,
    ...assumedBy(resolution.assumptions).map(({ name, assumes }) => `assumed (${name}): ${assumes}`),
    tagSuggestion(resolution).replace(/^; /, ''),
  ]
    .filter(line => line !== '')
    .join('\n');
}

function targetOf({ agentId, version }: Resolution, workspace: Workspace): { readonly target?: FilePlace } {
  const record = version === null ? undefined : workspace.agent(agentId)?.versions.get(version)?.sources[0];
  return record ? { target: placeOfValue(record) } : {};
}

/** The hint for an agent: the name of the agent, and the version selected if the reference has none. */
function agentHint(cursor: Cursor, workspace: Workspace): Words | undefined {
  const record = recordAt(cursor, workspace),
    selection = selectionOf(cursor),
    name = record && workspace.agent(cursor.string() ?? '')?.name;
  const omittedResolution = selection?.reference === null ? workspace.resolve(selection.agentId, null) : undefined;
  const parts = [
    name && saysMore(name, cursor.string() ?? '') ? name : undefined,
    omittedResolution && `latest → ${selectsAtAGlance(omittedResolution)}`,
  ];
  const label = parts.filter(part => part !== undefined).join(', ');
  if (label === '') return undefined;
  return {
    label,
    ...(omittedResolution && { tooltip: tooltipOf(omittedResolution) }),
    hintKind: omittedResolution ? 'versions' : 'names',
    ...(record && { target: placeOfValue(record) }),
  };
}

function nameHint(cursor: Cursor, workspace: Workspace): Words | undefined {
  const record = recordAt(cursor, workspace),
    name = record?.get('name').string();
  return record && name && saysMore(name, cursor.string() ?? '')
    ? { label: `→ ${name}`, hintKind: 'names', target: placeOfValue(record) }
    : undefined;
}

/** Whether a name contains more information than an id: `Ask name` does not add to `ask_name` or `node-ask-name`. */
const saysMore = (name: string, id: string): boolean =>
  ![id, id.replace(/^[a-z]+[-_]/i, '')].some(text => lettersOf(text) === lettersOf(name));
const lettersOf = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '') || name;

/** The record to which a reference resolves; for an agent, the first place that mentions it. */
function recordAt(cursor: Cursor, workspace: Workspace): Cursor | undefined {
  const lookup = lookupAt(cursor, workspace);
  return lookup?.outcome === 'found' ? lookup.records[0] : undefined;
}

/**
 * A weight as a share of the calls, if the share is not obvious; undefined for a list with weights that cannot be
 * used.
 */
function shareHint(weight: number, list: Cursor | undefined): Words | undefined {
  // the sum of a half-written or contradictory list is not known
  if (!list?.document.readable) return undefined;
  const weights = list.items().map(item => item.peek('weight'));
  if (!weights.every(value => typeof value === 'number' && value > 0)) return undefined;
  const sum = sumOf(weights as number[]);
  if (Math.abs(sum - 1) <= TOLERANCE || !Number.isFinite(sum)) return undefined;
  return {
    label: `${Number(((100 * weight) / sum).toFixed(2))} %`,
    hintKind: 'shares',
    tooltip: `The weights of this list add up to ${Number(sum.toFixed(4))}; they are taken in proportion.`,
  };
}

const unitSigns: Readonly<Record<Metric['unit'], string>> = { count: '', percent: '%', ms: 'ms', usd: 'US$' };

/** A figure of an alert in the unit of the metric, which the file itself does not show. */
function figureHint(value: number, cursor: Cursor): Words | undefined {
  const alert = cursor.within('alert-condition'),
    facts = metric(alert?.get('metric_type').value);
  if (!alert || !facts) return undefined;
  const isChange = cursor.key === 'threshold_value' && alert.get('threshold_type').value === 'relative';
  const time = facts.unit === 'ms' ? readAsTime(value, 'ms') : undefined;
  const label = isChange ? '% change' : (time ?? unitSigns[facts.unit]);
  return label === '' ? undefined : { label, hintKind: 'times' };
}

/** The agent that calls from this number, for tasks that name no agent. */
function callerHint(cursor: Cursor, workspace: Workspace): Words | undefined {
  const arms = outboundArms(cursor, workspace);
  if (arms === undefined) return undefined;
  const selection = arms.length === 1 ? selectionOf(arms[0]!.get('agent_id')) : undefined;
  if (!selection)
    return { label: arms.length === 0 ? '→ no outbound agent' : `→ ${arms.length} agents`, hintKind: 'callers' };
  const { agentId, reference } = selection,
    resolution = workspace.resolve(agentId, reference);
  return {
    label: `→ ${referenceName(agentId, reference ?? 'latest', workspace)} → ${selectsAtAGlance(resolution)}`,
    hintKind: 'callers',
    tooltip: tooltipOf(resolution),
    ...targetOf(resolution, workspace),
  };
}
