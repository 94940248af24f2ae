import type { Cursor } from '../core/cursor.ts';
import { differences, fieldDifferences, type Difference } from '../core/domain/contents.ts';
import { liveThrough } from '../core/domain/live-places.ts';
import { isPublished, publisherOf, versionInWords } from '../core/domain/published.ts';
import { summaryOfOtherBase } from '../core/domain/version-records.ts';
import { redact } from '../core/domain/redacted.ts';
import type { Finding, Related, Target } from '../core/finding.ts';
import { isArray, type Json } from '../core/json/json.ts';
import { parentOf, type Pointer } from '../core/json/pointer.ts';
import { changeBetween } from '../core/syntax/string-text.ts';
import { UNKNOWN_ENTRY } from '../core/shapes/table.ts';
import { recordsOf, type Place } from '../core/workspace/records.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { count, nameIn, show } from '../core/wording.ts';
import type { SeverityOf } from '../core/engine/lint.ts';

const RULE = 'published-version-edited';
/** The maximum number of marked values of one record. */
const MAX_SHOWN = 10;

/**
 * Findings about edits of published versions: of agents, and of engines.
 * @param files the files of the change
 */
export function publishedEdits(
  before: Workspace,
  after: Workspace,
  files: ReadonlySet<string>,
  severityOf: SeverityOf,
): Finding[] {
  return [...files]
    .flatMap(file => after.document(file) ?? [])
    .filter(({ file, text }) => before.document(file)?.text !== text)
    .flatMap(document => {
      const setting = severityOf(RULE, document.file),
        baseFindings = baseEdits(document.file, before, after, severityOf);
      if (setting === 'off') return baseFindings;
      const reportedPointers = new Set<Pointer>();
      const editFindings = [...publishedRecords(document.file, before, after)].flatMap(record => {
        // the values of a broken text are guesses, and such a text was never published
        if (!record.formerRecord.document.readable || !record.currentRecord.document.readable) return [];
        const changes = fieldDifferences(differences(record.formerRecord, record.currentRecord)),
          editedFields = (changes.length > 0 ? changes : withdrawnFields(record, after)).filter(
            ({ pointer }) => !reportedPointers.has(pointer),
          );
        for (const { pointer } of editedFields) reportedPointers.add(pointer);
        return editedFields.length === 0
          ? []
          : [findingOf(record, editedFields, setting ?? severityOfEdit(editedFields), after)];
      });
      return [...editFindings, ...baseFindings];
    });
}

const BASE_RULE = 'record-disagreement';
/**
 * Findings about versions whose base was changed by hand: a version keeps the base from which it was made, and a
 * version that the platform made anew has another time. If version summaries contradict the file, the rule reports
 * this itself.
 */
function baseEdits(file: string, before: Workspace, after: Workspace, severityOf: SeverityOf): Finding[] {
  const setting = severityOf(BASE_RULE, file);
  if (setting === 'off') return [];
  return recordsOf(after.document(file)!).agents.flatMap((agent): Finding[] => {
    const place = agent.version === undefined ? undefined : before.agent(agent.id)?.recordPlace(agent.version);
    if (!place) return [];
    const [formerCursor, currentCursor] = [before.at(place), after.at(agent)],
      [base, formerBase] = [currentCursor, formerCursor].map(record => record.get('base_version')) as [Cursor, Cursor];
    if (
      base.integer() === undefined ||
      formerBase.integer() === undefined ||
      base.value === formerBase.value ||
      formerCursor.get('last_modification_timestamp').number() === undefined ||
      formerCursor.peek('last_modification_timestamp') !== currentCursor.peek('last_modification_timestamp') ||
      summaryOfOtherBase(base, after)
    )
      return [];
    const liveVersions = liveThrough({ file, pointer: base.pointer }, after),
      message =
        `base_version: changed from ${show(formerBase.value)} to ${show(base.value)}, ` +
        'but a version keeps the base that it was made from';
    return [
      {
        rule: BASE_RULE,
        severity: setting ?? 'warning',
        file,
        target: base.pointer,
        message,
        related: [],
        ...(liveVersions.length > 0 && { live: liveVersions }),
      },
    ];
  });
}

/**
 * The severity of edits of a published version: the platform refuses them, but a platform newer than our schemas may
 * also show additional fields.
 */
const severityOfEdit = (differences: readonly Difference[]): Finding['severity'] =>
  differences.every(({ before, after }) => before === undefined && after?.entry === UNKNOWN_ENTRY)
    ? 'warning'
    : 'error';

interface PublishedRecord {
  readonly formerRecord: Cursor;
  readonly currentRecord: Cursor;
  /** The version in words: `version 2 of Front desk`. */
  readonly versionText: string;
  readonly version: number;
}

/**
 * Each record of a published version, with the record of the same version before the change. Agents come first,
 * because a nested engine belongs to the version of its agent.
 */
function* publishedRecords(file: string, before: Workspace, after: Workspace): Iterable<PublishedRecord> {
  const { agents, engines } = recordsOf(after.document(file)!);
  const pair = (formerPlace: Place, currentPlace: Place, version: number): PublishedRecord => {
    const current = after.at(currentPlace);
    return {
      formerRecord: before.at(formerPlace),
      currentRecord: current,
      versionText: versionInWords(current, after),
      version,
    };
  };
  for (const agent of agents) {
    const formerAgent = agent.version === undefined ? undefined : before.agent(agent.id);
    const place = formerAgent?.recordPlace(agent.version!);
    // the record decides, because a summary may be newer than the record beside it
    if (!place || formerAgent?.versions.get(agent.version!)?.isPublished !== true) continue;
    const record = pair(place, agent, agent.version!);
    yield record;
    const [formerCursor, currentCursor] = [before.engineOf(record.formerRecord), after.engineOf(record.currentRecord)];
    // an engine in the agent's own file is published with it
    if (
      formerCursor &&
      currentCursor &&
      formerCursor.document === record.formerRecord.document &&
      currentCursor.document === record.currentRecord.document
    )
      yield { ...record, formerRecord: formerCursor, currentRecord: currentCursor };
  }
  for (const engine of engines) {
    const formerEngine = before.tables
      .engines(engine.kind)
      .get(engine.id)
      ?.findLast(holder => holder.version === engine.version);
    if (formerEngine && engine.version !== undefined && isPublished(before.at(formerEngine), before))
      yield pair(formerEngine, engine, engine.version);
  }
}

/**
 * The change of `is_published` from true to false. The general comparison ignores this field, because publishing
 * changes it from false to true.
 */
function withdrawnFields(
  { formerRecord: formerCursor, currentRecord: currentCursor }: PublishedRecord,
  workspace: Workspace,
): Difference[] {
  // if the former record still exists at its place, a second record of the version in another file withdraws nothing
  if (
    formerCursor.document.file !== currentCursor.document.file &&
    workspace.document(formerCursor.document.file) === formerCursor.document
  )
    return [];
  const [before, after] = [formerCursor, currentCursor].map(record => record.get('is_published')) as [Cursor, Cursor];
  return before.value === true && after.value === false
    ? [{ pointer: after.pointer, from: before.pointer, before, after }]
    : [];
}

function findingOf(
  { currentRecord: current, versionText, version }: PublishedRecord,
  differences: readonly Difference[],
  severity: Finding['severity'],
  workspace: Workspace,
): Finding {
  const { file } = current.document;
  const orderedDifferences = [...differences].sort(
      (a, b) => Number(b.after !== undefined) - Number(a.after !== undefined),
    ),
    [first, ...otherFields] = orderedDifferences as [Difference, ...Difference[]];
  const liveVersions = liveThrough({ file, pointer: placeOf(first, current) }, workspace);
  const otherValues = otherFields.length === 0 ? '' : `, and ${count(otherFields.length, 'other value')}`;
  return {
    rule: RULE,
    severity,
    file,
    target: targetOf(first, current),
    message: `${labelOf(first, current)}: ${changeInWords(first)}${otherValues}, but ${versionText} is published and cannot be changed`,
    help: `restore the published value, or make the change in a draft with "base_version": ${version}`,
    related: [
      ...otherFields.slice(0, MAX_SHOWN).map((difference): Related => ({
        file,
        target: targetOf(difference, current),
        message: `${labelOf(difference, current)}: ${changeInWords(difference)}`,
      })),
      ...publisherNote(current, workspace),
    ],
    ...(liveVersions.length > 0 && { live: liveVersions }),
  };
}

/** The published agent that runs an engine, if the file of the engine does not say that it is published. */
function publisherNote(record: Cursor, workspace: Workspace): Related[] {
  const publisher =
    record.is('agent-settings') || record.peek('is_published') === true ? undefined : publisherOf(record, workspace);
  return publisher && publisher.document !== record.document
    ? [
        {
          file: publisher.document.file,
          target: publisher.get('response_engine').pointer,
          message: `published, and runs ${versionInWords(record, workspace)}`,
        },
      ]
    : [];
}

/** The label of a changed field: `voice_id`, `general_tools[1].name`. */
function labelOf({ before, after }: Difference, record: Cursor): string {
  const place = (after ?? before)!,
    keys: string[] = [];
  for (let cursor = place; cursor.parent && cursor.pointer !== record.pointer; cursor = cursor.parent) {
    if (cursor.parent.isArray) return [cursor.label, ...keys].join('.');
    keys.unshift(cursor.key);
  }
  return place.label;
}

/** The place of a difference; for a removed item, the place of its list. */
function placeOf({ pointer, after }: Difference, record: Cursor): Pointer {
  const list = parentOf(pointer);
  return after === undefined && isArray(record.document.at(list).value) ? list : pointer;
}

/** The maximum length of a string that is marked as a whole; in a longer text, only the changed words are marked. */
const MAX_MARKED_LENGTH = 80;
function targetOf(difference: Difference, record: Cursor): Target {
  const pointer = placeOf(difference, record),
    [before, after] = [difference.before?.string(), difference.after?.string()];
  if (before === undefined || after === undefined || after.length <= MAX_MARKED_LENGTH) return pointer;
  const change = changeBetween(before, after);
  return change ? { within: pointer, ...wordsAround(after, change.start, change.start + change.text.length) } : pointer;
}

/**
 * The range of all words that a range touches. If the words were removed, it is the range of the next word, or of the
 * last word of the text.
 */
function wordsAround(text: string, start: number, end: number): { readonly start: number; readonly end: number } {
  const first = start - /\S*$/.exec(text.slice(0, start))![0].length,
    wordEnd = end + /^\S*/.exec(text.slice(end))![0].length;
  if (first < wordEnd) return { start: first, end: wordEnd };
  const next = /\S+/.exec(text.slice(wordEnd));
  return next
    ? { start: wordEnd + next.index, end: wordEnd + next.index + next[0].length }
    : { start: first - /\S*\s*$/.exec(text.slice(0, first))![0].length, end: first };
}

function changeInWords({ before, after }: Difference): string {
  const [formerText, currentText] = [before && showNamed(redact(before)), after && showNamed(redact(after))];
  if (formerText === undefined) return nameIn(redact(after!)) ? `${currentText} was added` : `added as ${currentText}`;
  if (currentText === undefined)
    return nameIn(redact(before!)) ? `${formerText} was removed` : `removed, was ${formerText}`;
  return formerText === currentText ? 'changed' : `changed from ${formerText} to ${currentText}`;
}

/** An item in words, by its name, because after a removal its position is that of another item. */
const showNamed = (value: Json): string => nameIn(value).replace(/, $/, '') || show(value);
