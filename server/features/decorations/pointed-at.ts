import type { Cursor } from '../../core/cursor.ts';
import { lookupAt } from '../../core/index/lookup.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';

/** What a place that is marked as a reference to a record leads to, as far as a glance shows it. */
interface ReferenceSummary {
  readonly outcome: 'found' | 'missing' | 'unknowable';
  /** The record; of an agent version the first file that mentions it. */
  readonly record?: Cursor;
  /** What people call the record. */
  readonly name?: string;
}

/** `undefined` for a place that is no such reference, is empty or is filled in by a variable. */
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
