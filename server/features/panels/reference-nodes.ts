import { referenceName } from '../../core/workspace/names.ts';
import { count } from '../../core/wording.ts';
import type { Resolution } from '../../core/workspace/resolve.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import type { AgentNode } from '../../view/panels.ts';
import {
  identityOf,
  placeName,
  referencesOf,
  resolutionOf,
  type VersionReference,
  tagSuggestion,
} from '../../core/index/agent-references.ts';
import { selectionWords } from '../../simulator/resolution.ts';
import { placeOfValue, type FilePlace } from '../../core/locate.ts';
import { MAX_PLACES } from './places.ts';
import { addTo } from '../../core/json/multimap.ts';

/**
 * References that share one item of the tree: equal calls of one batch. Every other reference has a separate group.
 */
export interface ReferenceGroup {
  readonly id: string;
  readonly reference: string | number | null;
  readonly resolution: Resolution;
  readonly isLive: boolean;
  /** The first references of the group, up to a limit. */
  readonly references: VersionReference[];
  total: number;
}

/** The references to each agent by its id, in groups. Live tags are excluded, because they have items of their own. */
export function groupedReferences(workspace: Workspace): ReadonlyMap<string, readonly ReferenceGroup[]> {
  const groups = new Map<string, ReferenceGroup>(),
    byAgent = new Map<string, ReferenceGroup[]>();
  for (const placedReference of referencesOf(workspace)) {
    const { kind, agentId, reference, fromNumber, at, isLive } = placedReference;
    if (kind === 'tag') continue;
    const tasks =
      kind === 'task' ? `tasks ${JSON.stringify([at.document.file, agentId, reference, fromNumber])}` : undefined;
    const earlierGroup = tasks === undefined ? undefined : groups.get(tasks);
    if (earlierGroup) {
      earlierGroup.total++;
      if (earlierGroup.references.length < MAX_PLACES) earlierGroup.references.push(placedReference);
      continue;
    }
    let id = tasks ?? `reference ${identityOf(placedReference)}`;
    while (groups.has(id)) id += '*';
    const group: ReferenceGroup = {
      id,
      reference,
      resolution: resolutionOf(placedReference, workspace),
      isLive,
      references: [placedReference],
      total: 1,
    };
    groups.set(id, group);
    addTo(byAgent, agentId, group);
  }
  return byAgent;
}

function labelOf(firstReference: VersionReference, total: number, workspace: Workspace): string {
  const { kind, at } = firstReference;
  const { file } = at.document;
  if (kind === 'weight') return `${placeName(firstReference, workspace)} (${file})`;
  if (kind !== 'task') return placeName(firstReference, workspace);
  return `${count(total, 'call')} of ${at.within('batch-call', 'batch-call-response')?.get('name').string() || file}`;
}

/** The tree item for a group of references. */
export function referenceNode(
  { id, reference, resolution, isLive, references, total }: ReferenceGroup,
  workspace: Workspace,
): AgentNode<FilePlace> {
  const [firstReference] = references as [VersionReference],
    { kind, agentId, at } = firstReference,
    { document } = at,
    places = references.map(reference => placeOfValue(reference.at));
  const label = labelOf(firstReference, total, workspace);
  const reason = resolution.because === null ? '' : `${resolution.because}${tagSuggestion(resolution)}`;
  return {
    id,
    type: 'reference',
    label,
    detail: [
      resolution.outcome === 'resolved' ? '' : resolution.outcome,
      reference === null ? 'no version given' : String(reference),
      document.file,
    ]
      .filter(Boolean)
      .join(' · '),
    tooltip: [
      `${label}: ${referenceName(agentId, reference, workspace)} → ${selectionWords(resolution)}`,
      ...(isLive ? ['Live: callers are served through it.'] : []),
      reason,
    ]
      .filter(Boolean)
      .join('\n'),
    agentId,
    reference,
    state: null,
    kind,
    outcome: resolution.outcome,
    isLive,
    place: places[0]!,
    places,
    errors: 0,
    warnings: 0,
    children: [],
  };
}
