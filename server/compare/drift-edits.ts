import type { Cursor } from '../core/cursor.ts';
import { asSpelled } from '../core/dialects/translate.ts';
import { Document } from '../core/document.ts';
import { namesToWrite } from '../core/domain/in-dialect.ts';
import type { Edit } from '../core/finding.ts';
import { applyTextEdits } from '../core/fixing/apply.ts';
import { textEditsOf } from '../core/fixing/text-edits.ts';
import { groupsOf } from '../core/json/multimap.ts';
import { join, lastOf, parentOf, type Pointer } from '../core/json/pointer.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import type { DriftedRecord } from './drift.ts';
import { accountRecords, type AccountRecord } from './drift-records.ts';
import { driftValues, type DriftSide, type DriftValue } from './drift-values.ts';

/** The files with the platform's side in them. */
export interface Takeover {
  readonly workspace: Workspace;
  /** Files into which the platform's changes cannot be written. */
  readonly leftovers: readonly string[];
}

interface TakingOver {
  readonly here: Workspace;
  readonly there: Workspace;
  readonly records: readonly DriftedRecord[];
  /** The side whose changes are taken: `not-kept` removes what the platform no longer has. */
  readonly sides: readonly DriftSide[];
  /** Which of those; by default all. */
  isChosen?(value: DriftValue, record: DriftedRecord): boolean;
  /** Whether records that only the files have are removed, too. */
  readonly removesRecords?: boolean;
}

/**
 * Writes the platform's changes into the files of the records, with the smallest edits. A file whose meaning would not
 * equal the platform's after them is left unchanged.
 */
export function takeOver({
  here,
  there,
  records,
  sides,
  isChosen = () => true,
  removesRecords = false,
}: TakingOver): Takeover {
  let workspace = here;
  const leftovers: string[] = [];
  const isWanted = ({ side }: DriftValue): boolean => sides.includes(side);
  for (const [file, some] of groupsOf(records, one => one.here?.file)) {
    const document = file === undefined ? undefined : here.document(file);
    if (!document) continue;
    const values = some.flatMap(one => one.values.filter(value => isWanted(value) && isChosen(value, one))),
      gone = some.flatMap(one => (removesRecords && one.status === 'here-only' ? [one.here!.pointer] : []));
    if (values.length + gone.length === 0) continue;
    const edited = document.readable && !gone.includes('') ? withValues(document, values, gone, here) : document,
      next = gone.includes('') ? workspace.without(document.file) : workspace.with(edited);
    const isRight =
      document.readable &&
      edited.readable &&
      !some.some(
        one =>
          next.document(document.file) &&
          remainsIn(one, next, there).filter(isWanted).length >
            one.values.filter(value => isWanted(value) && !isChosen(value, one)).length,
      );
    if (isRight) workspace = next;
    else leftovers.push(document.file);
  }
  for (const { there: one, status, side } of records)
    if (one?.isEvidence && status === 'there-only' && side === 'there')
      workspace = withItem(workspace, one, there.at(one));
  return { workspace, leftovers };
}

/** A new item, in the list of its kind. */
function withItem(workspace: Workspace, { kind, id }: AccountRecord, item: Cursor): Workspace {
  const like = accountRecords(workspace).find(
      one => one.kind === kind && (kind === 'agent-list' || one.id === id) && workspace.at(one).parent?.isArray,
    ),
    list = like && workspace.at(like).parent!;
  if (!list?.document.readable) return workspace;
  const { document, pointer } = list,
    to = inDialectOf(document, item, workspace);
  return workspace.with(withEdits(document, [{ set: join(pointer, list.items().length), to }]));
}

/** The values of a record that still differ. */
const remainsIn = ({ here, there, base, values }: DriftedRecord, now: Workspace, account: Workspace): DriftValue[] =>
  here && there && values.length > 0 ? driftValues({ base, here: now.at(here), there: account.at(there) }) : [];

function withValues(
  document: Document,
  values: readonly DriftValue[],
  gone: readonly Pointer[],
  workspace: Workspace,
): Document {
  const others: Edit[] = gone.map(pointer => ({ remove: pointer })),
    added: DriftValue[] = [];
  for (const value of values) {
    const { here, there, pointer } = value;
    if (here?.exists && there) others.push({ set: pointer, to: inDialectOf(document, there, workspace) });
    else if (here) others.push({ remove: pointer });
    else added.push(value);
  }
  let edited = document;
  // added members of one object or list are inserted one after another, each behind the last
  const rounds: DriftValue[][] = [];
  for (const [, some] of groupsOf(added, ({ pointer }) => parentOf(pointer)))
    for (const [i, one] of some.entries()) (rounds[i] ??= []).push(one);
  for (const round of rounds)
    edited = withEdits(
      edited,
      round.map(({ pointer, there }) => {
        const holder = edited.at(parentOf(pointer)),
          key = holder.isArray ? holder.items().length : lastOf(pointer);
        return { set: join(parentOf(pointer), key), to: inDialectOf(document, there!, workspace) };
      }),
    );
  return withEdits(edited, others);
}

function withEdits(document: Document, edits: readonly Edit[]): Document {
  if (edits.length === 0) return document;
  const text = applyTextEdits(document.text, textEditsOf(document, { title: '', safe: true, edits }));
  return text === undefined ? document : new Document(document.file, text, document.version + 1, document.given);
}

/**
 * A value in the spelling of its file; if that shows none, in the spelling of the other files, otherwise the
 * platform's.
 */
function inDialectOf(document: Document, at: Cursor, workspace: Workspace) {
  const { value = null, entry } = at;
  // in a file that shows a dialect, the edit itself translates
  if (document.dialect) return value;
  const other = at.document.dialect?.names,
    names = namesToWrite({ workspace, document }) ?? (other?.stand(document.text) ? undefined : other);
  return names ? asSpelled(value, entry, names) : value;
}
