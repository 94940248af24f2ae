import type { Cursor } from '../cursor.ts';
import type { Document } from '../document.ts';
import type { Edit, Finding, Fix } from '../finding.ts';
import type { Pointer } from '../json/pointer.ts';
import { recordName } from '../workspace/names.ts';
import type { Workspace } from '../workspace/workspace.ts';

/**
 * The published version around a place, which cannot be changed: the record of an agent, including a nested engine, or
 * of an engine. Either the record or a version summary may show that the version is published.
 */
export function publishedAround(place: Cursor, workspace: Workspace): Cursor | undefined {
  for (let ancestor: Cursor | undefined = place; ancestor; ancestor = ancestor.parent) {
    const record = ancestor.is('agent-export') ? ancestor.get('agent') : ancestor;
    if (isPublished(record, workspace)) return record;
  }
  return undefined;
}

function isPublished(record: Cursor, workspace: Workspace): boolean {
  if (!shapes.some(shape => record.is(shape))) return false;
  if (record.peek('is_published') === true) return true;
  const id = record.get('agent_id').string(),
    agent = id === undefined ? undefined : workspace.agent(id),
    version = record.get('version').integer() ?? NaN;
  // cached, because many records may describe one version
  return (
    agent?.memory.remember(isPublished, version, () =>
      agent.versions.get(version)?.places.some(record => record.isPublished),
    ) === true
  );
}
/** The version and agent of a record in words: `version 2 of Front desk`. */
export function versionInWords(record: Cursor, workspace: Workspace): string {
  const shape = shapes.find(shape => record.is(shape)),
    id = shape && record.get(shapeIds[shape]).string(),
    name = id && recordName(shape === 'agent-settings' ? 'agent' : shape!, id, workspace);
  return `version ${record.get('version').integer() ?? '?'} of ${name || 'this record'}`;
}
const shapeIds = { 'agent-settings': 'agent_id', llm: 'llm_id', 'conversation-flow': 'conversation_flow_id' } as const;
const shapes = ['agent-settings', 'llm', 'conversation-flow'] as const;

/**
 * Moves a fix that would change a published version to `draftFix`. Fixes of the syntax alone (a comma, a duplicate key)
 * change no record.
 */
export function withDraftFix(finding: Finding, document: Document, workspace: Workspace): Finding {
  const { fix, otherFixes = [], ...rest } = finding;
  if (!fix) return finding;
  const isAllowed = ({ edits }: Fix): boolean => !edits.some(edit => isInPublished(document, edit, workspace));
  if (!isAllowed(fix)) return { ...rest, draftFix: fix };
  const otherFields = otherFixes.filter(isAllowed);
  return otherFields.length === otherFixes.length
    ? finding
    : { ...rest, fix, ...(otherFields.length > 0 && { otherFixes: otherFields }) };
}

function isInPublished(document: Document, edit: Edit, workspace: Workspace): boolean {
  const pointer = placeOf(edit);
  return pointer !== undefined && publishedAround(document.at(pointer), workspace) !== undefined;
}

function placeOf(edit: Edit): Pointer | undefined {
  if ('set' in edit) return edit.set;
  if ('remove' in edit) return edit.remove;
  if ('rename' in edit) return edit.rename;
  return 'within' in edit ? edit.within : undefined;
}
