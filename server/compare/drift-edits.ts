import type { Cursor } from '../core/cursor.ts';
import { toDialectNames } from '../core/dialects/translate.ts';
import { Document } from '../core/document.ts';
import { dialectForNewNames } from '../core/domain/in-dialect.ts';
import type { Edit } from '../core/finding.ts';
import { applyTextEdits } from '../core/fixing/apply.ts';
import { textEditsOf } from '../core/fixing/text-edits.ts';
import { groupsOf } from '../core/json/multimap.ts';
import { join, lastOf, parentOf, type Pointer } from '../core/json/pointer.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import type { DriftedRecord } from './drift.ts';
import { accountRecords, type AccountRecord } from './drift-records.ts';
import { driftValues, type DriftSide, type DriftValue } from './drift-values.ts';

/** The files with the platform's changes. */
export interface Takeover {
  readonly workspace: Workspace;
  /** Files into which the platform's changes cannot be written. */
  readonly leftovers: readonly string[];
}

interface TakingOver {
  readonly filesWorkspace: Workspace;
  readonly accountWorkspace: Workspace;
  readonly records: readonly DriftedRecord[];
  /** The sides whose changes are taken over: `not-kept` removes values that the platform no longer has. */
  readonly sides: readonly DriftSide[];
  /** Whether to take over a value of these sides; by default, all values are taken over. */
  isChosen?(value: DriftValue, record: DriftedRecord): boolean;
  /** Whether records that only the files have are removed, too. */
  readonly removesRecords?: boolean;
}

/**
 * Writes the platform's changes into the files of the records, with the smallest edits. A file is left unchanged if the
 * edits would not make its contents equal to the platform's.
 */
export function takeOver({
  filesWorkspace,
  accountWorkspace,
  records,
  sides,
  isChosen = () => true,
  removesRecords = false,
}: TakingOver): Takeover {
  let workspace = filesWorkspace;
  const leftovers: string[] = [];
  const isWanted = ({ side }: DriftValue): boolean => sides.includes(side);
  for (const [file, drifts] of groupsOf(records, record => record.fileRecord?.file)) {
    const document = file === undefined ? undefined : filesWorkspace.document(file);
    if (!document) continue;
    const values = drifts.flatMap(record => record.values.filter(value => isWanted(value) && isChosen(value, record))),
      removedPointers = drifts.flatMap(record =>
        removesRecords && record.status === 'here-only' ? [record.fileRecord!.pointer] : [],
      );
    if (values.length + removedPointers.length === 0) continue;
    const result =
        document.readable && !removedPointers.includes('')
          ? withValues(document, values, removedPointers, filesWorkspace)
          : document,
      next = removedPointers.includes('') ? workspace.withoutDocument(document.file) : workspace.withDocument(result);
    const isRight =
      document.readable &&
      result.readable &&
      !drifts.some(
        record =>
          next.document(document.file) &&
          remainingValues(record, next, accountWorkspace).filter(isWanted).length >
            record.values.filter(value => isWanted(value) && !isChosen(value, record)).length,
      );
    if (isRight) workspace = next;
    else leftovers.push(document.file);
  }
  for (const { accountRecord, status, side } of records)
    if (accountRecord?.isEvidence && status === 'there-only' && side === 'there')
      workspace = withListItem(workspace, accountRecord, accountWorkspace.at(accountRecord));
  return { workspace, leftovers };
}

/** Adds a new item to the list of its kind. */
function withListItem(workspace: Workspace, { kind, id }: AccountRecord, item: Cursor): Workspace {
  const template = accountRecords(workspace).find(
      record =>
        record.kind === kind && (kind === 'agent-list' || record.id === id) && workspace.at(record).parent?.isArray,
    ),
    list = template && workspace.at(template).parent!;
  if (!list?.document.readable) return workspace;
  const { document, pointer } = list,
    value = inDialectOf(document, item, workspace);
  return workspace.withDocument(withEdits(document, [{ set: join(pointer, list.items().length), to: value }]));
}

/** The values of a record that still differ after the edits. */
const remainingValues = (
  { fileRecord, accountRecord, base, values }: DriftedRecord,
  current: Workspace,
  account: Workspace,
): DriftValue[] =>
  fileRecord && accountRecord && values.length > 0
    ? driftValues({ base, fileRecord: current.at(fileRecord), accountRecord: account.at(accountRecord) })
    : [];

function withValues(
  document: Document,
  values: readonly DriftValue[],
  pointers: readonly Pointer[],
  workspace: Workspace,
): Document {
  const removals: Edit[] = pointers.map(pointer => ({ remove: pointer })),
    addedValues: DriftValue[] = [];
  for (const value of values) {
    const { fileValue, accountValue, pointer } = value;
    if (fileValue?.exists && accountValue)
      removals.push({ set: pointer, to: inDialectOf(document, accountValue, workspace) });
    else if (fileValue) removals.push({ remove: pointer });
    else addedValues.push(value);
  }
  let editedDocument = document;
  // several members added to one object or list are inserted in separate rounds, in order
  const rounds: DriftValue[][] = [];
  for (const [, values] of groupsOf(addedValues, ({ pointer }) => parentOf(pointer)))
    for (const [i, value] of values.entries()) (rounds[i] ??= []).push(value);
  for (const round of rounds)
    editedDocument = withEdits(
      editedDocument,
      round.map(({ pointer, accountValue }) => {
        const holder = editedDocument.at(parentOf(pointer)),
          key = holder.isArray ? holder.items().length : lastOf(pointer);
        return { set: join(parentOf(pointer), key), to: inDialectOf(document, accountValue!, workspace) };
      }),
    );
  return withEdits(editedDocument, removals);
}

function withEdits(document: Document, edits: readonly Edit[]): Document {
  if (edits.length === 0) return document;
  const text = applyTextEdits(document.text, textEditsOf(document, { title: '', safe: true, edits }));
  return text === undefined ? document : new Document(document.file, text, document.version + 1, document.assignedKind);
}

/**
 * A value in the dialect of its file, or else in the dialect of the other files, or else in the dialect of the
 * platform.
 */
function inDialectOf(document: Document, cursor: Cursor, workspace: Workspace) {
  const { value = null, entry } = cursor;
  // in a file that shows a dialect, the edit is translated later
  if (document.dialect) return value;
  const thereNames = cursor.document.dialect?.names,
    names =
      dialectForNewNames({ workspace, document }) ??
      (thereNames?.mayContainSpecName(document.text) ? undefined : thereNames);
  return names ? toDialectNames(value, entry, names) : value;
}
