import { toDialectNames } from '../core/dialects/translate.ts';
import type { NamePairs } from '../core/dialects/names.ts';
import { Document } from '../core/document.ts';
import type { Edit } from '../core/finding.ts';
import { applyFix } from '../core/fixing/apply.ts';
import { print } from '../core/fixing/print.ts';
import { isObject, property, type Json, type JsonObject } from '../core/json/json.ts';
import { join, type Pointer } from '../core/json/pointer.ts';
import type { Place } from '../core/workspace/records.ts';
import type { Workspace } from '../core/workspace/workspace.ts';

/** A change of the workspace. Texts are edited like a person edits them: unchanged parts keep their formatting. */
export interface AccountChange {
  readonly workspace: Workspace;
  /** Files that are created, changed or removed. */
  readonly files: readonly string[];
}
export const unchangedAccount = (workspace: Workspace): AccountChange => ({ workspace, files: [] });

const defaultLayout = { indent: '  ', eol: '\n', isCompact: false } as const;

/** Adds a file with one record. */
export function withDocument({ workspace, files }: AccountChange, document: Document): AccountChange {
  return { workspace: workspace.withDocument(document), files: [...files, document.file] };
}
/**
 * A file with one record.
 * @param names the spelling of the platform's names in the file, if it differs from the specification
 */
export function fileOf(file: string, record: Json, names?: NamePairs): Document {
  const document = new Document(file, `${print(record, defaultLayout, '', 'block')}\n`);
  if (!names) return document;
  const spelledValue = toDialectNames(record, document.at('').entry, names);
  return spelledValue === record
    ? document
    : new Document(file, `${print(spelledValue, defaultLayout, '', 'block')}\n`);
}

/** Applies edits to one file. */
export function withEdits({ workspace, files }: AccountChange, file: string, edits: readonly Edit[]): AccountChange {
  let document = workspace.document(file)!;
  // edits are applied one at a time, because several edits of an empty list would each insert the first item
  for (const edit of edits) {
    const text = applyFix(document, { title: '', safe: true, edits: [edit] });
    document = document.withChanges([{ start: 0, end: document.text.length, text }]);
  }
  return { workspace: workspace.withDocument(document), files: [...files, file] };
}

function withoutPlace({ workspace, files }: AccountChange, { file, pointer }: Place): AccountChange {
  if (pointer === '') return { workspace: workspace.withoutDocument(file), files: [...files, file] };
  return withEdits({ workspace, files }, file, [{ remove: pointer }]);
}

/** Removes several places, the last one first, so that no removal moves another place. */
export const removedAll = (change: AccountChange, places: readonly Place[]): AccountChange =>
  places
    .toReversed()
    .reduce((change, place) => (change.workspace.document(place.file) ? withoutPlace(change, place) : change), change);

/** The edits that set fields of a record. */
export const fieldEdits = (record: Pointer, fields: JsonObject): Edit[] =>
  Object.entries(fields).map(([key, value]) => ({ set: join(record, key), to: value }));

/** The edits that remove the fields of a record that are null in the request. */
export const removalsOfNull = (record: Pointer, value: Json | undefined, fields: JsonObject): Edit[] =>
  isObject(value)
    ? Object.keys(fields).flatMap(key => (property(value, key) === null ? [{ remove: join(record, key) }] : []))
    : [];
