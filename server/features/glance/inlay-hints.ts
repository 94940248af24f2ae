import { spoken } from '../../core/domain/spoken.ts';
import type { Document } from '../../core/document.ts';
import type { Cursor } from '../../core/cursor.ts';
import { selectionAt, selectionOf } from '../../core/workspace/version-references.ts';
import { sumOf, TOLERANCE } from '../../core/domain/weights.ts';
import { marksOf } from '../../core/shapes/table.ts';
import type { Span } from '../../core/syntax/lines.ts';
import type { Resolution } from '../../core/workspace/resolve.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { assumedLines, meantReference } from '../../simulator/resolution-words.ts';
import type { AskedDocument } from '../asked.ts';
import { placeOfValue, type FilePlace } from '../file-place.ts';
import { visitRange } from './in-range.ts';
import { pointedAt } from './pointed-at.ts';
import { readAsTime } from '../time-words.ts';
import { selectsAtAGlance, stateOf } from './version-words.ts';

/** Words that an editor shows within the text. */
export interface InlayHint {
  /** The hint stands before this character. */
  readonly offset: number;
  readonly label: string;
  readonly tooltip?: string;
  readonly kind: 'type' | 'parameter';
  readonly paddingLeft: boolean;
  /** Where a click leads. */
  readonly target?: FilePlace;
}
type Words = Pick<InlayHint, 'label' | 'tooltip' | 'kind' | 'target'>;

/** What values in a range mean beyond what stands there: versions, names, times, shares. Sorted by offset. */
export function inlayHints({
  workspace,
  document,
  range,
}: AskedDocument & { readonly range: Span }): readonly InlayHint[] {
  const hints: InlayHint[] = [];
  visitRange(document, range, isTelling, (at, node) => {
    const words = hintAt(at, workspace),
      offset = document.parsed.tape.end(node);
    if (words && offset >= range.start && offset <= range.end)
      hints.push({ offset, ...inDialect(document, words), paddingLeft: true });
  });
  return hints;
}

const inDialect = (document: Document, { label, tooltip, ...rest }: Words): Words => ({
  ...rest,
  label: spoken(document, label),
  ...(tooltip !== undefined && { tooltip: spoken(document, tooltip) }),
});

const named: ReadonlySet<unknown> = new Set(['node', 'tool', 'mcp', 'agent', 'flow-component']);
const times: ReadonlySet<unknown> = new Set(['ms', 's', 'min', 'timestamp-ms', 'timestamp-s']);

function isTelling(entry: number): boolean {
  const marks = marksOf(entry),
    to = marks['x-reference']?.to;
  return to === 'agent-version' || named.has(to) || times.has(marks['x-unit']) || marks['x-unit'] === 'ratio';
}

function hintAt(at: Cursor, workspace: Workspace): Words | undefined {
  const { marks } = at,
    to = marks['x-reference']?.to,
    number = at.number();
  if (to === 'agent-version') return versionHint(at, workspace);
  if (to === 'agent') return agentHint(at, workspace);
  if (named.has(to)) return nameHint(at, workspace);
  if (number === undefined) return undefined;
  if (at.key === 'weight' && at.parent?.is('agent-weight')) return shareHint(number, at.parent.parent);
  const label = readAsTime(number, marks['x-unit']);
  return label === undefined ? undefined : { label, kind: 'type' };
}

function versionHint(at: Cursor, workspace: Workspace): Words | undefined {
  const selection = selectionAt(at);
  if (!selection) return undefined;
  const resolution = workspace.resolve(selection.agentId, selection.reference),
    { reference } = selection;
  const { outcome, isPublished } = resolution;
  const ofNumber = outcome === 'missing' ? '→ missing' : stateHint(at, isPublished);
  const label = typeof reference === 'number' ? ofNumber : `→ ${selectsAtAGlance(resolution)}`;
  return label === undefined
    ? undefined
    : { label, tooltip: tooltipOf(resolution), kind: 'type', ...targetOf(resolution, workspace) };
}

/** A number says itself which version it is, so what is left to say is its state; from which one a version was made nobody asks that. */
const stateHint = (at: Cursor, isPublished: boolean | null): string | undefined =>
  isPublished === null || at.key === 'base_version' ? undefined : stateOf(isPublished);

/** The steps that led to an answer, and what they rest on. */
function tooltipOf(resolution: Resolution): string {
  const lines = resolution.steps.map(({ text, spec }) => (spec === null ? text : `${text} (${spec})`));
  return [
    ...lines,
    ...assumedLines(resolution.assumptions).map(([name, assumes]) => `assumed (${name}): ${assumes}`),
    meantReference(resolution).replace(/^; /, ''),
  ]
    .filter(line => line !== '')
    .join('\n');
}

function targetOf({ agentId, version }: Resolution, workspace: Workspace): { readonly target?: FilePlace } {
  const record = version === null ? undefined : workspace.agent(agentId)?.versions.get(version)?.sources[0];
  return record ? { target: placeOfValue(record) } : {};
}

/** The name behind an id, and what a version that is left out means. */
function agentHint(at: Cursor, workspace: Workspace): Words | undefined {
  const pointed = pointedAt(at, workspace),
    selection = selectionOf(at);
  const omitted = selection?.reference === null ? workspace.resolve(selection.agentId, null) : undefined;
  const parts = [
    pointed?.name === at.value ? undefined : pointed?.name,
    omitted && `latest → ${selectsAtAGlance(omitted)}`,
  ];
  const label = parts.filter(part => part !== undefined).join(', ');
  if (label === '') return undefined;
  return {
    label,
    ...(omitted && { tooltip: tooltipOf(omitted) }),
    kind: 'type',
    ...(pointed?.record && { target: placeOfValue(pointed.record) }),
  };
}

function nameHint(at: Cursor, workspace: Workspace): Words | undefined {
  const pointed = pointedAt(at, workspace);
  if (!pointed?.record || pointed.name === undefined || pointed.name === at.value) return undefined;
  return { label: `→ ${pointed.name}`, kind: 'type', target: placeOfValue(pointed.record) };
}

/** A weight as part of the calls; nothing for the only arm of a list, nor for a list that nothing can be drawn from. */
function shareHint(weight: number, list: Cursor | undefined): Words | undefined {
  const weights = list?.items().map(item => item.peek('weight')) ?? [];
  if (!weights.every(one => typeof one === 'number' && one > 0)) return undefined;
  const sum = sumOf(weights as number[]),
    isOne = Math.abs(sum - 1) <= TOLERANCE;
  if ((isOne && weights.length < 2) || !Number.isFinite(sum)) return undefined;
  const share = Number(((100 * weight) / (isOne ? 1 : sum)).toFixed(2));
  return {
    label: `${share} %`,
    kind: 'type',
    ...(!isOne && {
      tooltip: `The weights of this list add up to ${Number(sum.toFixed(4))}; they are taken in proportion.`,
    }),
  };
}
