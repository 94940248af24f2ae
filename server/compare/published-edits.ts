import type { Cursor } from '../core/cursor.ts';
import { differences, leaves, type Difference } from '../core/domain/contents.ts';
import { liveThrough } from '../core/domain/live-places.ts';
import { versionInWords } from '../core/domain/published.ts';
import { redacted } from '../core/domain/redacted.ts';
import type { Finding, Related } from '../core/finding.ts';
import { isArray, type Json } from '../core/json/json.ts';
import { parentOf, type Pointer } from '../core/json/pointer.ts';
import { UNKNOWN } from '../core/shapes/table.ts';
import { recordsOf, type Place } from '../core/workspace/records.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { count, nameIn, show } from '../core/wording.ts';
import type { SeverityOf } from '../core/engine/lint.ts';

const RULE = 'published-version-edited';
/** At most this many changed values of one record are marked. */
const MOST_SHOWN = 10;

/**
 * The records in these files that contain a previously published version with different contents: agents, and engines
 * that are published themselves.
 * @param files those that a change is about
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
      const setting = severityOf(RULE, document.file);
      if (setting === 'off') return [];
      const reported = new Set<Pointer>();
      return [...publishedRecords(document.file, before, after)].flatMap(record => {
        // the values of a broken text are guesses, and such a text was never published
        if (!record.old.document.readable || !record.now.document.readable) return [];
        const changes = leaves(differences(record.old, record.now)),
          edited = (changes.length > 0 ? changes : withdrawn(record)).filter(({ pointer }) => !reported.has(pointer));
        for (const { pointer } of edited) reported.add(pointer);
        return edited.length === 0 ? [] : [findingOf(record, edited, setting ?? severityOfEdit(edited), after)];
      });
    });
}

/**
 * The platform refuses it. But a platform that is newer than our schemas shows more fields of a version than it did.
 */
const severityOfEdit = (edited: readonly Difference[]): Finding['severity'] =>
  edited.every(({ before, after }) => before === undefined && after?.entry === UNKNOWN) ? 'warning' : 'error';

interface PublishedRecord {
  readonly old: Cursor;
  readonly now: Cursor;
  /** `version 2 of Front desk` */
  readonly what: string;
  readonly version: number;
}

/**
 * Each record with the record of the same version before the change. Agents first: a nested engine belongs to its
 * agent's version.
 */
function* publishedRecords(file: string, before: Workspace, after: Workspace): Iterable<PublishedRecord> {
  const { agents, engines } = recordsOf(after.document(file)!);
  const pair = (former: Place, is: Place, version: number): PublishedRecord => {
    const now = after.at(is);
    return { old: before.at(former), now, what: versionInWords(now, after), version };
  };
  for (const agent of agents) {
    const formerAgent = agent.version === undefined ? undefined : before.agent(agent.id);
    const place = formerAgent?.recordPlace(agent.version!);
    // a summary may be newer than the record beside it, so what the record says counts
    if (!place || formerAgent?.versions.get(agent.version!)?.isPublished !== true) continue;
    const record = pair(place, agent, agent.version!);
    yield record;
    const [old, now] = [before.engineOf(record.old), after.engineOf(record.now)];
    // an engine in the agent's own file is published with it
    if (old && now && old.document === record.old.document && now.document === record.now.document)
      yield { ...record, old, now };
  }
  for (const engine of engines) {
    const formerEngine = before.tables
      .engines(engine.kind)
      .get(engine.id)
      ?.findLast(one => one.version === engine.version);
    if (formerEngine && engine.version !== undefined && before.at(formerEngine).peek('is_published') === true)
      yield pair(formerEngine, engine, engine.version);
  }
}

/** Fields that are compared here only, because publishing changes them, and only in one direction. */
function withdrawn({ old, now }: PublishedRecord): Difference[] {
  const [before, after] = [old, now].map(record => record.get('is_published')) as [Cursor, Cursor];
  return before.value === true && after.value === false
    ? [{ pointer: after.pointer, from: before.pointer, before, after }]
    : [];
}

function findingOf(
  { now, what, version }: PublishedRecord,
  edited: readonly Difference[],
  severity: Finding['severity'],
  workspace: Workspace,
): Finding {
  const { file } = now.document;
  const ordered = [...edited].sort((a, b) => Number(b.after !== undefined) - Number(a.after !== undefined)),
    [first, ...others] = ordered as [Difference, ...Difference[]];
  const target = placeOf(first, now),
    live = liveThrough({ file, pointer: target }, workspace);
  const rest = others.length === 0 ? '' : `, and ${count(others.length, 'other value')}`;
  return {
    rule: RULE,
    severity,
    file,
    target,
    message: `${labelOf(first, now)}: ${changeInWords(first)}${rest}, but ${what} is published and cannot be changed`,
    help: `restore the published value, or make the change in a draft with "base_version": ${version}`,
    related: others.slice(0, MOST_SHOWN).map((one): Related => ({
      file,
      target: placeOf(one, now),
      message: `${labelOf(one, now)}: ${changeInWords(one)}`,
    })),
    ...(live.length > 0 && { live }),
  };
}

/** `voice_id`, `general_tools[1].name`. */
function labelOf({ before, after }: Difference, record: Cursor): string {
  const place = (after ?? before)!,
    keys: string[] = [];
  for (let at = place; at.parent && at.pointer !== record.pointer; at = at.parent) {
    if (at.parent.isArray) return [at.label, ...keys].join('.');
    keys.unshift(at.key);
  }
  return place.label;
}

/** A removed item has no place left except its list. */
function placeOf({ pointer, after }: Difference, record: Cursor): Pointer {
  const list = parentOf(pointer);
  return after === undefined && isArray(record.document.at(list).value) ? list : pointer;
}

function changeInWords({ before, after }: Difference): string {
  const [former, is] = [before && showNamed(redacted(before)), after && showNamed(redacted(after))];
  if (former === undefined) return `added as ${is}`;
  if (is === undefined) return `removed, was ${former}`;
  return former === is ? 'changed' : `changed from ${former} to ${is}`;
}

/** An item by its name, because its position is that of another one after a removal. */
const showNamed = (value: Json): string => `${nameIn(value)}${show(value)}`;
