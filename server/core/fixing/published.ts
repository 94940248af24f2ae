import type { Cursor } from '../cursor.ts';
import type { Document } from '../document.ts';
import type { Edit, Finding } from '../finding.ts';
import type { Pointer } from '../json/pointer.ts';

/**
 * Whether a fix edits a record with `is_published: true`. The platform lets nobody change a published version, so the file would say
 * something that is nowhere in force. What only fixes the text (a comma, a key that is twice) changes no record.
 */
export const editsPublished = (document: Document, { fix }: Finding): boolean =>
  fix !== undefined && fix.edits.some(edit => isInPublished(document, edit));

function isInPublished(document: Document, edit: Edit): boolean {
  const pointer = placeOf(edit);
  if (pointer === undefined) return false;
  for (let around: Cursor | undefined = document.at(pointer); around; around = around.parent)
    if (isPublished(around.is('agent-export') ? around.get('agent') : around)) return true;
  return false;
}

const isPublished = (record: Cursor): boolean =>
  record.peek('is_published') === true && shapes.some(shape => record.is(shape));
const shapes = ['agent-settings', 'llm', 'conversation-flow'] as const;

function placeOf(edit: Edit): Pointer | undefined {
  if ('set' in edit) return edit.set;
  if ('remove' in edit) return edit.remove;
  if ('rename' in edit) return edit.rename;
  return 'within' in edit ? edit.within : undefined;
}
