import type { Cursor } from '../../core/cursor.ts';
import { lookupAt } from '../../core/index/lookup.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';

/** What a place marked as a reference to a record leads to, as far as needed at a glance. */
interface ReferenceSummary {
  readonly outcome: 'found' | 'missing' | 'unknowable';
  /** The record; for an agent version the first file that mentions it. */
  readonly record?: Cursor;
  /** The display name of the record. */
  readonly name?: string;
}

/** `undefined` for a place that is not such a reference, is empty or contains a variable. */
export function pointedAt(place: Cursor, workspace: Workspace): ReferenceSummary | undefined {
  const lookup = lookupAt(place, workspace);
  if (!lookup || (lookup.outcome === 'unknowable' && lookup.because === 'filled-in')) return undefined;
  if (lookup.outcome !== 'found') return { outcome: lookup.outcome };
  const [record] = lookup.records;
  const name = record && nameOf(record, place, workspace);
  return { outcome: 'found', ...(record && { record }), ...(name && { name }) };
}

function nameOf(record: Cursor, place: Cursor, workspace: Workspace): string | undefined {
  switch (place.marks['x-reference']!.to) {
    case 'agent-version':
      return undefined;
    case 'agent':
      return workspace.agent(place.string() ?? '')?.name;
    default:
      return record.get('name').string();
  }
}
