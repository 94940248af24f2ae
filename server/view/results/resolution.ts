import type { ResolveResolution } from '../../core/generated/outputs.js';
import { firstLines } from '../../core/wording.ts';
import { badge, link, type Badge, type Text } from '../blocks.ts';
import type { Guide } from './asked.ts';

type SelectedVersion = Pick<
  ResolveResolution,
  'agent_id' | 'outcome' | 'agent_version' | 'is_published' | 'candidates'
>;

const states = {
  missing: badge('bad', '✕', 'missing'),
  unknowable: badge('open', '?', 'unknown', { spokenWords: 'unknowable' }),
  published: badge('good', '✓', 'published', { spokenWords: '(published)' }),
  draft: badge('draft', '✎', 'draft', { spokenWords: '(draft)' }),
  open: badge('open', '?', 'not known whether published', { spokenWords: '' }),
} as const satisfies Record<string, Badge>;

/** The badge of a resolution: missing, unknowable, published, draft, or of unknown state. */
export function stateBadge(outcome: SelectedVersion['outcome'], isPublished: boolean | null = null): Badge {
  if (outcome !== 'resolved') return states[outcome];
  if (isPublished === null) return states.open;
  return isPublished ? states.published : states.draft;
}

/**
 * The selected version as text: `version 2 (published)`, linked to its record; `missing`; `unknowable, one of 1, 2`.
 */
export function selectedText(resolution: SelectedVersion, guide?: Pick<Guide, 'agent'>): Text {
  const { agent_id: id, outcome, agent_version: version, is_published: isPublished, candidates } = resolution,
    state: Text = { badge: stateBadge(outcome, isPublished) };
  if (outcome === 'resolved') return [link(`version ${version}`, guide?.agent(id, version!)), ' ', state];
  return [
    state,
    candidates && candidates.length > 0 ? `, one of ${firstLines(candidates.map(String), 8).join(', ')}` : '',
  ];
}

/** A reference such as `Front desk@prod`. */
export const referenceOf = (agent: string, reference: string | number | null): string =>
  reference === null ? agent : `${agent}@${reference}`;
