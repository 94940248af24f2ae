import { maskSecrets } from '../secrets.ts';
import type { Cursor } from '../cursor.ts';
import type { Document } from '../document.ts';
import {
  pointerOf,
  severities,
  type Finding,
  type Fix,
  type LiveVersion,
  type Related,
  type Severity,
  type TextEdit,
} from '../finding.ts';
import { secretSpans } from '../domain/redacted.ts';
import { editsOfFixes } from '../fixing/apply.ts';
import { isFixable } from '../fixing/choose.ts';
import { locate, spanOf } from '../locate.ts';
import type { Span } from '../syntax/lines.ts';
import { compareTexts, show } from '../wording.ts';
import { groupBy } from '../json/multimap.ts';

/** A position in a text: line and column from 1, the column in UTF-16 units. */
export interface LineColumn {
  readonly line: number;
  readonly column: number;
}
export interface Range {
  readonly start: LineColumn;
  readonly end: LineColumn;
}
/** A replacement in a text. */
interface ReportedEdit {
  readonly file: string;
  readonly range: Range;
  readonly newText: string;
}
interface ReportedFix {
  readonly title: string;
  /** Whether the fix may be applied without review. */
  readonly safe: boolean;
  /** The edits of this fix alone; they do not touch each other. Empty if the edits would show a credential. */
  readonly edits: readonly ReportedEdit[];
}
/** A finding as every output shows it; the format of `preflight lint --format json`. */
export interface ReportedFinding {
  readonly rule: string;
  readonly severity: Severity;
  readonly file: string;
  readonly pointer: string;
  /** The place for fingerprints, if it differs from the shown one. */
  readonly formerly?: string;
  readonly range: Range;
  readonly message: string;
  readonly help?: string;
  readonly related: readonly {
    readonly file: string;
    readonly pointer: string;
    readonly range: Range;
    readonly message: string;
  }[];
  readonly live?: readonly LiveVersion[];
  /** Whether the finding is in a superseded version: published, and selected by nothing. */
  readonly superseded?: true;
  /** Whether only JSON and SARIF show the finding, because its version is superseded. */
  readonly folded?: true;
  /** The older versions of the record that have the same finding, ascending. */
  readonly alsoIn?: readonly number[];
  /** Whether a newer version of the record has the same finding, with this version in its `alsoIn`. */
  readonly isRepeated?: true;
  readonly fix?: ReportedFix;
  /** The title of the fix for a published version: the fix can be made only in a draft. */
  readonly draftFix?: string;
  /**
   * The number of places with this finding, including its own place; absent if the finding is not merged from equal
   * ones.
   */
  readonly count?: number;
  /** The number of findings that this finding replaces, if a rule has very many findings in one file. */
  readonly stands?: number;
}

/** A finding and the document that it is about. */
interface FindingInDocument {
  readonly finding: Finding;
  readonly document: Document;
}

/** The minimum number of equal findings that are merged. */
const MIN_EQUAL_FINDINGS = 3;
/** The maximum number of other places that a merged finding shows. */
const MAX_RELATED = 5;

/**
 * Merges findings that have the same message at many places (each test case of a suite lacks its metrics): the first
 * finding gets the number and the other places. Like `listable`, this affects only the output.
 * @param sortedItems in the order of the text
 */
function mergedEquals<T extends FindingInDocument>(sortedItems: readonly T[]): T[] {
  // keyed by the list, because many findings share one list of live versions, which can be long
  const lists = new Map<readonly LiveVersion[] | undefined, string>();
  const causeOf = ({ finding: { severity, target, live, superseded, isRepeated, alsoIn = [] } }: T): string => {
    const list = lists.get(live) ?? JSON.stringify(live ?? null);
    lists.set(live, list);
    const groupKey = `${superseded === true} ${isRepeated === true} ${alsoIn.join()}`;
    return `${severity}\0${groupKey}\0${pointerOf(target).replace(/\/\d+(?=\/|$)/g, '/*')}\0${list}`;
  };
  // the messages are compared first, because few findings share a message
  const byMessage = groupBy(sortedItems, ({ finding: { rule, file, message } }) => `${rule}\0${file}\0${message}`);
  const equalGroups = [...byMessage.values()]
    .filter(({ length }) => length >= MIN_EQUAL_FINDINGS)
    .flatMap(items => [...groupBy(items, causeOf).values()]);
  const groups = new Map(equalGroups.filter(hasManyPlaces).map(items => [items[0]!, items]));
  const repeatedItems = new Set([...groups.values()].flatMap(([, ...rest]) => rest));
  return sortedItems
    .filter(item => !repeatedItems.has(item))
    .map(item => {
      const group = groups.get(item);
      return group ? { ...item, finding: mergedFinding(group) } : item;
    });
}

const hasManyPlaces = (group: readonly { readonly finding: Finding }[]): boolean =>
  group.length >= MIN_EQUAL_FINDINGS &&
  new Set(group.map(({ finding }) => JSON.stringify(finding.target))).size === group.length;

function mergedFinding([first, ...rest]: readonly FindingInDocument[]): Finding {
  const { finding } = first!,
    places = rest.flatMap(({ finding: { target, span, also = [] } }) => [{ target, ...(span && { span }) }, ...also]),
    alsoAt = [...(finding.also ?? []), ...places];
  return { ...finding, message: `${finding.message} (and ${alsoAt.length} more places)`, also: alsoAt };
}

/**
 * The other places of a merged finding, as related places.
 * @param maximum the maximum number of shown places
 */
export function alsoRelated({ finding: { file, also = [] }, document }: FindingInDocument, maximum: number): Related[] {
  const places = also.slice(0, maximum),
    moreWords = also.length > maximum ? `, and ${also.length - maximum} more` : '';
  return places.map((place, i) => {
    const name = maskSecrets(placeName(document.at(pointerOf(place.target))));
    return { file, ...place, message: `${name}${i === places.length - 1 ? moreWords : ''}` };
  });
}

/**
 * The name that is nearest around a place: the id of the node around an edge, the name of the tool around a parameter.
 */
function placeName(place: Cursor): string {
  let id: string | undefined;
  for (let cursor: Cursor | undefined = place; cursor; cursor = cursor.parent) {
    const name = cursor.get('name').string() || cursor.get('agent_name').string();
    if (name) return `in ${show(name)}`;
    id ??= cursor.get('id').string();
  }
  return id ? `in ${show(id)}` : 'same here';
}

/**
 * The maximum number of listed findings of one rule and severity per file. Nobody reads more, and an editor would
 * freeze.
 */
export const MAX_LISTED = 1000;

/**
 * Replaces very many findings of one rule and severity in one file by the first ones and a count of the rest. This
 * affects only what is shown; suppressions, baselines, comparisons, fixes and exit codes use all findings.
 * @param items in the order of the text
 */
export function listable<T extends FindingInDocument>(
  items: readonly T[],
  maximum = MAX_LISTED,
): (T & { readonly stands?: number })[] {
  const sortedItems = mergedEquals(items);
  if (sortedItems.length <= maximum) return sortedItems;
  const counts = new Map<string, number>(),
    shownFindings: (typeof sortedItems)[number][] = [],
    standIns = new Map<T, string>();
  for (const item of sortedItems) {
    const { rule, severity, file, superseded = false } = item.finding,
      kind = `${rule}\0${severity}\0${file}\0${superseded}`,
      count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    if (count <= maximum + 1) shownFindings.push(item);
    if (count === maximum + 1) standIns.set(item, kind);
  }
  return shownFindings.map(item => {
    const count = counts.get(standIns.get(item) ?? '')! - maximum;
    // replacing a single finding by a summary would save nothing
    return standIns.has(item) && count > 1 ? { ...item, finding: summaryOf(item.finding, count), stands: count } : item;
  });
}

const summaryOf = ({ rule, severity, file, target, span, live, superseded }: Finding, count: number): Finding => ({
  rule,
  severity,
  file,
  target,
  ...(span && { span }),
  message: `${count} more findings of this rule in the rest of the file are not listed`,
  related: [],
  ...(live && { live }),
  ...(superseded && { superseded }),
});

/** The range of a finding in the text. */
export const findingRange = (document: Document, finding: Finding): Range =>
  rangeOf(document, spanOf(document, finding));

export function rangeOf(document: Document, span: Span): Range {
  const start = document.lines.positionAt(span.start),
    end = document.lines.positionAt(span.end);
  return {
    start: { line: start.line + 1, column: start.character + 1 },
    end: { line: end.line + 1, column: end.character + 1 },
  };
}

/**
 * Removes findings whose cause is also a finding, with at least the same severity. The cause replaces these findings,
 * and is live if one of them is live.
 */
export function causesOf(findings: readonly Finding[]): readonly Finding[] {
  if (!findings.some(({ cause }) => cause)) return findings;
  const keyOf = (rule: string, file: string, pointer: string): string => JSON.stringify([rule, file, pointer]);
  const findingsByKey = new Map(
    findings.map(finding => [keyOf(finding.rule, finding.file, pointerOf(finding.target)), finding]),
  );
  const liveByFinding = new Map<Finding, readonly LiveVersion[]>();
  const uncausedFindings = findings.filter(finding => {
    const cause = finding.cause && findingsByKey.get(keyOf(finding.rule, finding.cause.file, finding.cause.pointer));
    if (!cause || severities.indexOf(cause.severity) > severities.indexOf(finding.severity)) return true;
    if (finding.live && !cause.live && !liveByFinding.has(cause)) liveByFinding.set(cause, finding.live);
    return false;
  });
  return uncausedFindings.map(finding =>
    liveByFinding.has(finding) ? { ...finding, live: liveByFinding.get(finding)! } : finding,
  );
}

/**
 * The findings with their ranges, sorted by file, offset and rule.
 * @param documentOf returns every file that a finding or a related place names
 * @param maximum limit per rule and severity in one file; none by default
 */
export function reportFindings(
  findings: readonly Finding[],
  documentOf: (file: string) => Document | undefined,
  maximum = Infinity,
): ReportedFinding[] {
  const locatedFindings = causesOf(findings).flatMap(finding => {
    const document = documentOf(finding.file);
    return document ? [{ finding, document, span: spanOf(document, finding) }] : [];
  });
  locatedFindings.sort(
    (a, b) =>
      compareTexts(a.finding.file, b.finding.file) ||
      a.span.start - b.span.start ||
      compareTexts(a.finding.rule, b.finding.rule) ||
      compareTexts(a.finding.message, b.finding.message),
  );
  // many findings share one list of live versions
  const lists = new Map<readonly LiveVersion[], readonly LiveVersion[]>();
  const withoutRepeatedLive = (liveVersions: readonly LiveVersion[]): readonly LiveVersion[] => {
    const list = lists.get(liveVersions) ?? liveVersions.map(withoutSecrets);
    lists.set(liveVersions, list);
    return list;
  };
  return listable(locatedFindings, maximum).map(({ finding, document, span, stands }) => ({
    rule: finding.rule,
    severity: finding.severity,
    file: finding.file,
    pointer: pointerOf(finding.target),
    ...(finding.formerly !== undefined && { formerly: finding.formerly }),
    range: rangeOf(document, span),
    // messages of findings about the run, such as lost references, contain names from other files
    message: maskSecrets(finding.message),
    ...(finding.help !== undefined && { help: maskSecrets(finding.help) }),
    related: [...finding.related, ...alsoRelated({ finding, document }, MAX_RELATED)].flatMap(relatedPlace => {
      const relatedDocument = documentOf(relatedPlace.file);
      return relatedDocument
        ? [
            {
              file: relatedPlace.file,
              pointer: pointerOf(relatedPlace.target),
              range: rangeOf(relatedDocument, relatedPlace.span ?? locate(relatedDocument, relatedPlace.target)),
              message: maskSecrets(relatedPlace.message),
            },
          ]
        : [];
    }),
    ...(finding.live && { live: withoutRepeatedLive(finding.live) }),
    ...(finding.superseded && { superseded: true as const }),
    ...(finding.alsoIn && { alsoIn: finding.alsoIn }),
    ...(finding.isRepeated && { isRepeated: true as const }),
    ...(isFixable(document, finding, { unsafe: true }) && { fix: fixOf(document, finding.fix!) }),
    ...(finding.draftFix && { draftFix: maskSecrets(finding.draftFix.title) }),
    ...(finding.also && { count: finding.also.length + 1 }),
    ...(stands !== undefined && { stands }),
  }));
}

const fixOf = (document: Document, fix: Fix): ReportedFix => ({
  title: maskSecrets(fix.title),
  safe: fix.safe,
  // computed on access, because few outputs show edits
  get edits() {
    const edits = editsOfFixes(document, [fix]).edits,
      credentials = secretSpans(document).map(({ start, end }) => document.text.slice(start, end));
    const isShown = ({ text }: TextEdit): boolean =>
      maskSecrets(text) === text && !credentials.some(credential => text.includes(credential));
    return edits.every(isShown)
      ? edits.map(edit => ({ file: document.file, range: rangeOf(document, edit), newText: edit.text }))
      : [];
  },
});
/** A fix with another path for its file. */
export const fixIn = (fix: ReportedFix, file: string): ReportedFix => ({
  title: fix.title,
  safe: fix.safe,
  get edits() {
    return fix.edits.map(edit => ({ ...edit, file }));
  },
});

/** A live version without credentials, which its names and ids from files may contain. */
const withoutSecrets = ({ agent_id, agent_version, through }: LiveVersion): LiveVersion => ({
  agent_id: maskSecrets(agent_id),
  agent_version,
  through: through.map(step => ({ ...step, text: maskSecrets(step.text) })),
});
