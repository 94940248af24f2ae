import { join } from 'node:path';
import { driftBetween, type Drift, type DriftedRecord } from '../compare/drift.ts';
import { accountRecords } from '../compare/drift-records.ts';
import { takeOver, type Takeover } from '../compare/drift-edits.ts';
import { keyOf } from '../core/workspace/tables.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { madeOf, withoutExports, withNewFiles } from '../features/actions/drift-takeover.ts';
import { shownBase } from '../state/base.ts';
import { answerOf } from '../view/answer.ts';
import type { Block } from '../view/blocks.ts';
import { page } from '../view/page.ts';
import { driftBlocks, driftOutput } from '../view/results/drift.ts';
import { readExports, refuseUnfinished, suggestIgnore } from './drift/exports.ts';
import { lastCommitIfAny, planBase, stateIn, type ComparedBase } from './plan/base.ts';
import { baseOptions, isExact, settingsOfNow } from './terminal/comparing.ts';
import { command, formatOption } from './terminal/command.ts';
import { remark, UsageError, type Io, pathFrom, show, OutputError } from './terminal/io.ts';
import { openAll, reportUnreadable, withFiles } from './terminal/workspaces.ts';
import type { Document } from '../core/document.ts';
import { reasonOf } from '../state/text.ts';
import { removeFile, replaceFile, type ReplaceOutcome } from '../state/write.ts';
import { printPatch } from './terminal/patch.ts';

/** Compares the records of the platform with the files: `preflight drift`. */
export const drift = command(
  {
    name: 'drift',
    readsConfiguration: true,
    operands: 'EXPORT…|-',
    completes: 'path',
    about: `Compare an export of the platform with these files. EXPORT is a file or folder from the dashboard or the API, or - for
standard input: records, lists, pages and dumps, in any arrangement. Nothing is fetched. A file given as EXPORT is not
one of the files that it is compared with.

Records are matched by kind, id and version. The order of keys, defaults, times, fields that only the platform sets,
formatting and the spelling of names are ignored. With git, each value is also compared with the last commit: it was
changed here, on the platform, or on both sides, which is a conflict. A value that the platform no longer has is "not
kept": the platform dropped it, or somebody removed it in the dashboard.

--write takes the changes of the platform into the files, by the smallest edits. It leaves conflicts alone.`,
    options: {
      ...baseOptions(`${settingsOfNow} (default: HEAD)`),
      against: {
        value: 'FOLDER',
        about: 'compare with the records of a folder instead of this workspace; without a base',
        completes: 'folder',
      },
      match: {
        value: 'HOW',
        choices: ['id', 'name'],
        about:
          "id (default), or name: records without an equal id are matched by kind and name (engines by their agent's), " +
          'and ids that this option maps to each other are no difference',
      },
      complete: { about: 'the exports are complete: a record that is only in the files is a difference, too' },
      diff: { about: 'show what --write would change, as a patch' },
      write: { about: 'take the changes of the platform into the files' },
      delete: {
        about: `with --write or --diff: also remove what the platform no longer has; records only with --complete`,
      },
      format: formatOption(['table', 'json', 'markdown', 'html'], { html: 'one self-contained file' }),
    },
    helpEnding: `Examples
  preflight drift account/                                 what an account has, saved to files
  preflight drift "Front desk.json" --diff                 what an export of the dashboard would change here
  preflight drift account/ --write
  preflight drift staging/ --against prod/ --match name    two environments

Exit codes
  0  nothing differs; with --write: nothing is left
  2  wrong usage, or an export that cannot be read
  4  something differs on any side; with --write: conflicts, or what is not kept, are left`,
  },
  ({ values, positionals }, io) => {
    const { write = false, diff = false, complete: isComplete = false, delete: isDelete = false } = values;
    refuseConflicts(values, positionals);
    const exportFiles = readExports(positionals, io);
    if (isComplete) refuseUnfinished(exportFiles);
    const base = values.against === undefined ? baseFor(values, io) : undefined;
    const sides =
      values.against === undefined
        ? sidesIn(exportFiles.paths, base, io)
        : [{ ...readExports([values.against], io), was: undefined }];
    const drifts = sides.map(({ workspace, was: formerWorkspace }) =>
      driftBetween(
        { filesWorkspace: workspace, accountWorkspace: exportFiles.workspace, base: formerWorkspace },
        { byName: values.match === 'name' },
      ),
    );
    const parts = withoutRepeats(drifts).map((drift, i) => {
      const { root, workspace } = sides[i]!,
        pathOf = (file: string): string => pathFrom(io, root, file),
        part = { ...drift, root, filesWorkspace: workspace, pathOf };
      const plan = values.against === undefined ? madeOf(part) : undefined;
      if (!write && !diff) return { ...part, plan, takeover: { workspace, leftovers: [] } };
      const takeover = takeOver({
        ...part,
        sides: isDelete ? ['there', 'not-kept'] : ['there'],
        removesRecords: isDelete && isComplete,
      });
      const { notes, ...full } = withNewFiles(
        takeover,
        drift.records,
        drift.accountWorkspace,
        workspace,
        sides[i]!.configuration,
      );
      for (const note of notes) remark(io, note);
      return { ...part, plan, takeover: full };
    });
    const revision = base && shownBase(base.revision),
      result = driftOutput(
        revision ? { revision: revision.revision, commit: revision.commit, merge_base: revision.merge_base } : null,
        parts,
      );
    const ids = new Set(parts.flatMap(({ filesWorkspace }) => accountRecords(filesWorkspace).map(({ id }) => id)));
    if (values.match !== 'name' && isForeign(exportFiles.workspace, ids))
      remark(io, 'none of the records of the export is in these files: is it the export of another account?');
    if (diff) printPatches(parts, io);
    else {
      const comparison = base ? `the platform and ${base.words}` : 'without a base, so what differs was changed there',
        blocks = (): readonly Block[] => driftBlocks(result, parts, { comparison, isComplete });
      const answer = answerOf(result, blocks);
      show({ ...answer, html: () => page('drift', blocks()) }, values.format ?? 'table', io);
    }
    const allRecords = parts.flatMap(({ records }) => records);
    if (!write) return allRecords.some(record => isDifference(record, isComplete)) ? 4 : 0;
    const isLeft = writeTakeover(parts, io);
    return isLeft || allRecords.some(record => hasRemainder(record, { deletes: isDelete, isComplete })) ? 4 : 0;
  },
);

interface ExportSide {
  readonly against?: string | undefined;
  readonly base?: string | undefined;
  readonly 'base-exact'?: boolean | undefined;
  readonly write?: boolean | undefined;
  readonly diff?: boolean | undefined;
  readonly delete?: boolean | undefined;
}

/** @throws UsageError for options that contradict each other */
function refuseConflicts(
  { against, base, write, diff, delete: canDelete }: ExportSide,
  exports: readonly string[],
): void {
  if (exports.length === 0) throw new UsageError('drift takes EXPORT; "preflight drift --help" shows examples');
  if (write && diff) throw new UsageError('--diff shows what --write would change; give one of them');
  if (canDelete && !write && !diff) throw new UsageError('--delete needs --write or --diff');
  if (against === undefined) return;
  const conflictingOption = [write && '--write', diff && '--diff', base !== undefined && '--base'].find(Boolean);
  if (conflictingOption) throw new UsageError(`--against compares two exports, so it takes no ${conflictingOption}`);
}

function baseFor(values: ExportSide, io: Io): ComparedBase | undefined {
  const isExactBase = isExact(values);
  if (values.base === undefined) return lastCommitIfAny(io);
  const base = planBase(values.base, { isExact: isExactBase }, io);
  if (base.secondCommit !== undefined && (values.write || values.diff))
    throw new UsageError(`--base ${values.base} names two revisions, and nothing is written into one`);
  return base;
}

/** Opens all workspaces without the exports inside them, each with its state in the base. */
function sidesIn(exports: ReadonlySet<string>, base: ComparedBase | undefined, io: Io) {
  const states = openAll(io, { source: base?.source });
  suggestIgnore(exports, states, io);
  const sides = states.map(state => {
    const formerWorkspace = base && stateIn(base, state, io).workspace,
      isExport = (file: string): boolean => exports.has(join(state.root, file));
    return {
      ...state,
      workspace: withoutExports(state.workspace, isExport),
      was: formerWorkspace && withoutExports(formerWorkspace, isExport),
    };
  });
  const comparableSides = withFiles(sides);
  for (const side of comparableSides) reportUnreadable(side, io);
  return comparableSides;
}

/** Reports a record that no workspace has only once, for the first workspace. */
function withoutRepeats(drifts: readonly Drift[]): readonly Drift[] {
  const keyIn = ({ accountRecord: there, fileRecord: here }: DriftedRecord): string | undefined =>
      there && !here ? keyOf(there) : undefined,
    keys = drifts.map(drift => new Set(drift.records.map(keyIn)));
  return drifts.map((drift, i) => ({
    ...drift,
    records: drift.records.filter(record => {
      const key = keyIn(record);
      const isAlone = keys.every(allKey => allKey.has(key));
      return key === undefined || (i === 0 && isAlone);
    }),
  }));
}

/**
 * Whether an export seems to be of another account: the files have none of its records. An export with only one record
 * of each kind does not count, because these records may be new, such as an agent with its engine.
 */
function isForeign(exports: Workspace, ids: ReadonlySet<string>): boolean {
  const records = accountRecords(exports);
  return (
    records.every(({ id }) => id !== '' && !ids.has(id)) &&
    new Set(records.map(({ id }) => id)).size > new Set(records.map(({ kind }) => kind)).size
  );
}

const isDifference = ({ status }: DriftedRecord, isComplete: boolean): boolean =>
  status !== 'same' && (status !== 'here-only' || isComplete);

/** Whether a part of the difference of a record is not taken over. */
const hasRemainder = (
  { status, side, values }: DriftedRecord,
  { deletes, isComplete }: { readonly deletes: boolean; readonly isComplete: boolean },
): boolean =>
  status === 'conflict' ||
  (!deletes &&
    (values.some(driftValue => driftValue.side === 'not-kept') ||
      (status === 'here-only' && isComplete && side === 'not-kept')));

/** The new texts of files in one workspace. */
interface NewTexts {
  readonly root: string;
  readonly filesWorkspace: Workspace;
  readonly takeover: Takeover;
  pathOf(file: string): string;
}
interface ChangedFile {
  readonly file: string;
  readonly before: Document | undefined;
  readonly after: Document | undefined;
}

function changedIn({ filesWorkspace: ownWorkspace, takeover: { workspace } }: NewTexts): ChangedFile[] {
  const files = new Set([...ownWorkspace.documents, ...workspace.documents].map(({ file }) => file));
  return [...files].sort().flatMap(file => {
    const [before, after] = [ownWorkspace.document(file), workspace.document(file)];
    return before?.text === after?.text ? [] : [{ file, before, after }];
  });
}

/** Prints the patches that `--write` would apply. */
function printPatches(parts: readonly NewTexts[], io: Io): void {
  for (const part of parts)
    for (const { file, ...sides } of changedIn(part))
      printPatch(part.pathOf(file), { ...sides, reason: '--write' }, io);
}

/**
 * Writes each file in full or not at all. A file that changed since it was read is not written.
 * @returns whether a file was not written
 * @throws OutputError for example if the disk is full
 */
function writeTakeover(parts: readonly NewTexts[], io: Io): boolean {
  let writtenCount = 0,
    remainingCount = 0;
  for (const part of parts) {
    for (const file of part.takeover.leftovers) {
      remainingCount++;
      remark(io, `${part.pathOf(file)} cannot be edited to match the platform, so it was not changed`);
    }
    for (const { file, before, after } of changedIn(part)) {
      const outcome = become(part, file, before, after);
      if (outcome === 'written') writtenCount++;
      else {
        remainingCount++;
        remark(io, `${part.pathOf(file)} ${outcome.refusal}`);
      }
    }
  }
  remark(io, `${writtenCount} ${writtenCount === 1 ? 'file' : 'files'} written`);
  return remainingCount > 0;
}

function become(
  { root, pathOf }: NewTexts,
  file: string,
  before: Document | undefined,
  after: Document | undefined,
): ReplaceOutcome {
  const path = join(root, file),
    bytes = before ? Buffer.from(before.text) : null;
  try {
    return after
      ? replaceFile(path, { text: after.text, read: bytes, linkBoundary: root })
      : removeFile(path, { read: bytes!, linkBoundary: root });
  } catch (error) {
    throw new OutputError(`${pathOf(file)} cannot be written: ${reasonOf(error)}`);
  }
}
