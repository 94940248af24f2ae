import type { Document } from '../document.ts';
import { type Finding, identifyingPointer, pointerOf, type Severity, type Target } from '../finding.ts';
import { isArray, property } from '../json/json.ts';
import { parentOf, type Pointer } from '../json/pointer.ts';
import { lazy } from '../memory.ts';
import { clipped, didYouMean, nearest, show, suggest } from '../wording.ts';
import { appliesTo, type Configuration, type ConfigurationPlace, type Suppression } from './configuration.ts';
import { resolveStable } from './stable-pointer.ts';
import { addTo } from '../json/multimap.ts';

/** Whether a string of the form `YYYY-MM-DD` is a calendar day. */
export function isDate(text: string): boolean {
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : NaN;
  // `Date.parse` turns February 30 into a day of March
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text);
}

interface SuppressionContext {
  /** Today's date, `YYYY-MM-DD`. Entries with an earlier `until` no longer apply. */
  readonly today: string;
  /** A file of the workspace, by path from the workspace root. */
  documentOf(file: string): Document | undefined;
  files(): Iterable<string>;
  /** The tags of all agents in the workspace. */
  tags(): ReadonlySet<string>;
  /** Whether everything was checked that an entry could suppress. Otherwise an entry is not reported as unused. */
  wasChecked(entry: Suppression): boolean;
}
interface SuppressionResult {
  readonly remainingFindings: readonly Finding[];
  readonly suppressed: readonly Finding[];
  /** Findings about the configuration itself: entries that suppress nothing, have expired, or have no reason. */
  readonly ownFindings: readonly Finding[];
}

/** A placeholder in place of a reason that a person has to write. */
export const REASON = 'say why this is accepted';
/** Words that are no reason: words that only agree or repeat the question, and runs of keys on a keyboard. */
const emptyWords =
  'todo|tbd|fixme|reason|none|n/?a|ok(?:ay)?|yes|no|fine|good|later|accept(?:ed)?|ignored?|suppress(?:ed)?|because|' +
  'whatever|wontfix|test(?:ing)?|foo|bar|baz|blah?|x+|(?:asdf|qwert[yz]?|sdfg|dfgh|hjkl|jkl)[a-z]{0,4}';
/** Matches a text that consists of such words only. A ticket number counts as a reason. */
const emptyReason = lazy(
  () => new RegExp(`^(?:${REASON}|[^\\p{L}\\p{N}]*|[a-z]|(?:(?:${emptyWords})[\\s,.!?:;/-]*){1,3})[.!?:\\s]*$`, 'iu'),
);
/**
 * The maximum length of a text that is compared with these words. A longer text with a letter or digit counts as a
 * reason.
 */
const MAX_COMPARED_LENGTH = 60;
/** Whether a text is no reason. */
export function isNoReason(reason: string): boolean {
  const trimmedReason = reason.trim();
  return trimmedReason.length > MAX_COMPARED_LENGTH
    ? !/[\p{L}\p{N}]/u.test(trimmedReason)
    : emptyReason().test(trimmedReason);
}

const severities = {
  'expired-suppression': 'warning',
  'unused-suppression': 'warning',
  'unexplained-suppression': 'warning',
  'renamed-rule': 'info',
  'unknown-live-tag': 'warning',
} as const satisfies Record<string, Severity>;

/**
 * Removes the findings that the configuration suppresses. An entry applies to its place and to everything inside the
 * place.
 */
export function applySuppressions(
  findings: readonly Finding[],
  configuration: Configuration,
  context: SuppressionContext,
): SuppressionResult {
  const { suppress } = configuration,
    allFindings = [
      ...configurationFindings(configuration),
      ...idleAcceptances(configuration, context.today),
      ...renamedRules(configuration),
      ...unknownLiveTags(configuration, context),
    ];
  if (suppress.length === 0) return { remainingFindings: findings, suppressed: [], ownFindings: allFindings };
  const entriesAt = new Map<string, Suppression[]>(),
    filesOf = lazy(() => filesByRule(findings));
  for (const entry of suppress) {
    if (isPast(entry, context.today)) continue;
    const files = entry.glob
      ? [...(filesOf().get(entry.rule) ?? [])].filter(file => appliesTo(entry, file))
      : [entry.file];
    for (const file of files) {
      const document = context.documentOf(file);
      for (const place of document ? new Set(placesOf(document, entry.at)) : [])
        addTo(entriesAt, keyOf({ ...entry, file }, place), entry);
    }
  }
  const usedEntries = new Set<Suppression>(),
    keptFindings: Finding[] = [],
    suppressedFindings: Finding[] = [];
  for (const finding of findings) {
    let isSuppressed = false;
    for (const key of keysOf(finding)) {
      const entries = entriesAt.get(key);
      if (!entries) continue;
      isSuppressed = true;
      for (const entry of entries) usedEntries.add(entry);
      // all entries are already in `usedEntries`, so further findings need not add them again
      entries.length = 0;
    }
    (isSuppressed ? suppressedFindings : keptFindings).push(finding);
  }
  const reports = suppress.flatMap(entry =>
    usedEntries.has(entry) ? reasonOf(entry, configuration) : problemOf(entry, configuration, context),
  );
  return { remainingFindings: keptFindings, suppressed: suppressedFindings, ownFindings: [...reports, ...allFindings] };
}

const isPast = (entry: Suppression, today: string): boolean => entry.until !== undefined && entry.until < today;
const keyOf = ({ rule, file }: { readonly rule: string; readonly file: string }, place: Pointer): string =>
  JSON.stringify([rule, file, place]);

/** The keys by which an entry can suppress a finding: the places around the finding, and around its cause. */
function keysOf(finding: Finding): ReadonlySet<string> {
  const { rule, cause } = finding,
    places = [...enclosingPlaces(pointerOf(finding.target)), ...enclosingPlaces(identifyingPointer(finding))].map(
      place => keyOf(finding, place),
    );
  return new Set(
    cause
      ? [...places, ...enclosingPlaces(cause.pointer).map(pointer => keyOf({ rule, file: cause.file }, pointer))]
      : places,
  );
}

/** The files with findings, by rule, for entries with a glob. */
function filesByRule(findings: readonly Finding[]): ReadonlyMap<string, ReadonlySet<string>> {
  const files = new Map<string, Set<string>>();
  for (const { rule, file, cause } of findings) {
    const filesOfRule = files.get(rule) ?? new Set<string>();
    files.set(rule, filesOfRule.add(file));
    if (cause) filesOfRule.add(cause.file);
  }
  return files;
}

/** A place and everything that contains it. */
function enclosingPlaces(pointer: Pointer): Pointer[] {
  const places: Pointer[] = [pointer];
  for (let place = pointer; place !== '';) places.push((place = parentOf(place)));
  return places;
}

/** The places that an entry selects. A missing field counts, because findings are reported there, too. */
export function placesOf(document: Document, place: string): Pointer[] {
  const cursors = resolveStable(document, place);
  if (cursors.length > 0 || place === '') return cursors.length > 0 ? cursors : [''];
  const slash = place.lastIndexOf('/');
  return resolveStable(document, place.slice(0, slash)).map(parent => `${parent}${place.slice(slash)}` as Pointer);
}

type OwnRule = keyof typeof severities;

function ownFinding(
  rule: OwnRule,
  target: Target,
  message: string,
  { document: { file } }: ConfigurationPlace,
  configuration: Configuration,
): Finding[] {
  const setting = configuration.severityOf(rule, file);
  return setting === 'off' ? [] : [{ rule, severity: setting ?? severities[rule], file, target, message, related: [] }];
}

/** The findings of rules in the configuration, with the severities that the configuration sets. */
const configurationFindings = ({ findings, severityOf }: Configuration): Finding[] =>
  findings.flatMap(finding => {
    const severity = severityOf(finding.rule, finding.file);
    return severity === 'off' ? [] : [severity === undefined ? finding : { ...finding, severity }];
  });

/** A finding about an entry that suppresses something, but has no reason; otherwise none. */
function reasonOf(entry: Suppression, configuration: Configuration): Finding[] {
  const { rule, reason, pointer } = entry;
  if (!isNoReason(reason)) return [];
  return ownFinding(
    'unexplained-suppression',
    `${pointer}/reason`,
    `reason: ${show(reason)} does not say why ${rule} is suppressed`,
    entry,
    configuration,
  );
}

/** Findings about acceptances without effect: expired ones, and those without a reason. */
function idleAcceptances(configuration: Configuration, today: string): Finding[] {
  return configuration.acceptances.flatMap(entry => {
    const { reference, reason, until, pointer } = entry,
      report = (rule: OwnRule, key: string, message: string): Finding[] =>
        ownFinding(rule, `${pointer}/${key}`, `${key}: ${message}`, entry, configuration);
    if (until !== undefined && until < today)
      return report(
        'expired-suppression',
        'until',
        `the accepted break of ${clipped(reference)} expired on ${until}, so it counts again`,
      );
    if (!isNoReason(reason)) return [];
    return report(
      'unexplained-suppression',
      'reason',
      `${show(reason)} does not say why the break of ${clipped(reference)} is accepted, so it is not accepted`,
    );
  });
}
const renamedRules = (configuration: Configuration): Finding[] =>
  configuration.formerNames.flatMap(rule =>
    ownFinding(
      'renamed-rule',
      rule.isKey ? { key: rule.pointer } : rule.pointer,
      `${show(rule.writtenName)} is now called ${show(rule.rule)}`,
      rule,
      configuration,
    ),
  );

/**
 * Findings about live tags that no agent has. If some tags of the list exist, the list may serve several workspaces,
 * so only near misses are reported. If no agent has tags, nothing is reported.
 */
function unknownLiveTags(configuration: Configuration, context: SuppressionContext): Finding[] {
  const { document } = configuration,
    list = document && property(document.value, 'liveTags');
  if (!document || !isArray(list) || list.length === 0) return [];
  const tags = context.tags(),
    isWrong = tags.size > 0 && !list.some(tag => tags.has(tag as string));
  return list.flatMap((tag, i) => {
    if (typeof tag !== 'string' || tags.has(tag)) return [];
    const similarTag = nearest(tag, tags);
    if (!isWrong && (similarTag === undefined || list.includes(similarTag))) return [];
    return ownFinding(
      'unknown-live-tag',
      `/liveTags/${i}`,
      `liveTags: no agent here has the tag ${show(tag)}, so it makes no version live${suggest(similarTag)}`,
      { document, pointer: '' },
      configuration,
    );
  });
}

function problemOf(entry: Suppression, configuration: Configuration, context: SuppressionContext): Finding[] {
  const finding = (rule: OwnRule, pointer: Pointer, message: string): Finding[] =>
    ownFinding(rule, pointer, message, entry, configuration);
  if (isPast(entry, context.today))
    return finding(
      'expired-suppression',
      `${entry.pointer}/until`,
      `until: this suppression of ${entry.rule} expired on ${entry.until}, so its finding counts again`,
    );
  if (!context.wasChecked(entry)) return [];
  const document = context.documentOf(entry.file);
  if (!document && (!entry.glob || ![...context.files()].some(entry.glob)))
    return finding(
      'unused-suppression',
      `${entry.pointer}/file`,
      `file: no ${show(entry.file)} here, so nothing is suppressed${didYouMean(entry.file, context.files())}`,
    );
  if (
    document &&
    entry.at !== '' &&
    resolveStable(document, entry.at).length === 0 &&
    resolveStable(document, parentOf(entry.at as Pointer)).length === 0
  ) {
    return finding(
      'unused-suppression',
      `${entry.pointer}/at`,
      `at: no ${show(entry.at)} in ${entry.file}, so nothing is suppressed`,
    );
  }
  return finding(
    'unused-suppression',
    entry.pointer,
    `${entry.rule} finds nothing at ${entry.at === '' ? 'any place' : show(entry.at)} in ${entry.file}; remove the suppression`,
  );
}
