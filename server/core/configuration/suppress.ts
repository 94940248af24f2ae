import type { Document } from '../document.ts';
import { type Finding, knownBy, pointerOf, type Severity, type Target } from '../finding.ts';
import { isArray, property } from '../json/json.ts';
import { parentOf, type Pointer } from '../json/pointer.ts';
import { lazy } from '../lazy.ts';
import { clipped, didYouMean, nearest, show, suggested } from '../wording.ts';
import { covers, type Configuration, type Stated, type Suppression } from './configuration.ts';
import { resolveStable } from './stable-pointer.ts';
import { addTo } from '../json/multimap.ts';

interface SuppressionContext {
  /** `YYYY-MM-DD`: entries whose day has passed no longer apply. */
  readonly today: string;
  /** Files of the workspace, by path from its root. */
  documentOf(file: string): Document | undefined;
  files(): Iterable<string>;
  /** Tags that agents of the workspace have. */
  tags(): ReadonlySet<string>;
  /** Whether everything an entry could suppress was checked; only then can it be reported as unused. */
  judged(entry: Suppression): boolean;
}
interface Suppressed {
  readonly kept: readonly Finding[];
  readonly suppressed: readonly Finding[];
  /** Findings about the configuration: entries that suppress nothing, have expired, or give no reason. */
  readonly own: readonly Finding[];
}

/** A placeholder for the reason that a person has to give. */
export const REASON = 'say why this is accepted';
/** Words that give no reason: they only agree, repeat the question, or are neighboring letters of a keyboard. */
const words =
  'todo|tbd|fixme|reason|none|n/?a|ok(?:ay)?|yes|no|fine|good|later|accept(?:ed)?|ignored?|suppress(?:ed)?|because|' +
  'whatever|wontfix|test(?:ing)?|foo|bar|baz|blah?|x+|(?:asdf|qwert[yz]?|sdfg|dfgh|hjkl|jkl)[a-z]{0,4}';
/** A ticket number is a reason. */
const noWords = lazy(
  () => new RegExp(`^(?:${REASON}|[^\\p{L}\\p{N}]*|[a-z]|(?:(?:${words})[\\s,.!?:;/-]*){1,3})[.!?:\\s]*$`, 'iu'),
);
/** The longest text that is compared with these words: a longer one with a letter or digit counts as a reason. */
const LONGEST_EXCUSE = 60;
/** Whether a text that should be a reason gives none. */
export function isNoReason(reason: string): boolean {
  const words = reason.trim();
  return words.length > LONGEST_EXCUSE ? !/[\p{L}\p{N}]/u.test(words) : noWords().test(words);
}

const severities = {
  'expired-suppression': 'warning',
  'unused-suppression': 'warning',
  'unexplained-suppression': 'warning',
  'renamed-rule': 'info',
  'unknown-live-tag': 'warning',
} as const satisfies Record<string, Severity>;

/**
 * Removes the findings that the configuration suppresses. An entry applies to its place and, for an object or list, to
 * everything inside.
 */
export function applySuppressions(
  findings: readonly Finding[],
  configuration: Configuration,
  context: SuppressionContext,
): Suppressed {
  const { suppress } = configuration,
    ofAll = [
      ...configured(configuration),
      ...idleAcceptances(configuration, context.today),
      ...renamedRules(configuration),
      ...unknownLiveTags(configuration, context),
    ];
  if (suppress.length === 0) return { kept: findings, suppressed: [], own: ofAll };
  const entriesAt = new Map<string, Suppression[]>(),
    filesOf = lazy(() => filesByRule(findings));
  for (const entry of suppress) {
    if (isPast(entry, context.today)) continue;
    const files = entry.glob
      ? [...(filesOf().get(entry.rule) ?? [])].filter(file => covers(entry, file))
      : [entry.file];
    for (const file of files) {
      const document = context.documentOf(file);
      for (const place of document ? new Set(placesOf(document, entry.at)) : [])
        addTo(entriesAt, keyOf({ ...entry, file }, place), entry);
    }
  }
  const used = new Set<Suppression>(),
    kept: Finding[] = [],
    suppressed: Finding[] = [];
  for (const finding of findings) {
    let isSuppressed = false;
    for (const key of keysOf(finding)) {
      const entries = entriesAt.get(key);
      if (!entries) continue;
      isSuppressed = true;
      for (const entry of entries) used.add(entry);
      // these are now known to be used
      entries.length = 0;
    }
    (isSuppressed ? suppressed : kept).push(finding);
  }
  const about = suppress.flatMap(entry =>
    used.has(entry) ? reasonOf(entry, configuration) : problemOf(entry, configuration, context),
  );
  return { kept, suppressed, own: [...about, ...ofAll] };
}

const isPast = (entry: Suppression, today: string): boolean => entry.until !== undefined && entry.until < today;
const keyOf = ({ rule, file }: { readonly rule: string; readonly file: string }, place: Pointer): string =>
  JSON.stringify([rule, file, place]);

/** Where an entry may accept a finding: at its place, or at the place of its cause. */
function keysOf(finding: Finding): ReadonlySet<string> {
  const { rule, cause } = finding,
    places = [...around(pointerOf(finding.target)), ...around(knownBy(finding))].map(place => keyOf(finding, place));
  return new Set(
    cause ? [...places, ...around(cause.pointer).map(at => keyOf({ rule, file: cause.file }, at))] : places,
  );
}

/** Where an entry with a glob may accept findings of each rule. */
function filesByRule(findings: readonly Finding[]): ReadonlyMap<string, ReadonlySet<string>> {
  const files = new Map<string, Set<string>>();
  for (const { rule, file, cause } of findings) {
    const own = files.get(rule) ?? new Set<string>();
    files.set(rule, own.add(file));
    if (cause) own.add(cause.file);
  }
  return files;
}

/** A place and everything that contains it. */
function around(pointer: Pointer): Pointer[] {
  const places: Pointer[] = [pointer];
  for (let place = pointer; place !== '';) places.push((place = parentOf(place)));
  return places;
}

/** Where an entry points, even at a missing field: findings are reported there too. */
export function placesOf(document: Document, at: string): Pointer[] {
  const cursors = resolveStable(document, at);
  if (cursors.length > 0 || at === '') return cursors.length > 0 ? cursors : [''];
  const cut = at.lastIndexOf('/');
  return resolveStable(document, at.slice(0, cut)).map(parent => `${parent}${at.slice(cut)}` as Pointer);
}

type OwnRule = keyof typeof severities;

function own(
  rule: OwnRule,
  at: Target,
  message: string,
  { document: { file } }: Stated,
  configuration: Configuration,
): Finding[] {
  const configured = configuration.severityOf(rule, file);
  return configured === 'off'
    ? []
    : [{ rule, severity: configured ?? severities[rule], file, target: at, message, related: [] }];
}

/** What the rules find in the configuration, with the severities it sets. */
const configured = ({ findings, severityOf }: Configuration): Finding[] =>
  findings.flatMap(finding => {
    const severity = severityOf(finding.rule, finding.file);
    return severity === 'off' ? [] : [severity === undefined ? finding : { ...finding, severity }];
  });

/** Whether an entry in use gives a reason. */
function reasonOf(entry: Suppression, configuration: Configuration): Finding[] {
  const { rule, reason, pointer } = entry;
  if (!isNoReason(reason)) return [];
  return own(
    'unexplained-suppression',
    `${pointer}/reason`,
    `reason: ${show(reason)} does not say why ${rule} is suppressed`,
    entry,
    configuration,
  );
}

/** Accepted breaks that count all the same: their day is past, or they give no reason. */
function idleAcceptances(configuration: Configuration, today: string): Finding[] {
  return configuration.acceptances.flatMap(entry => {
    const { reference, reason, until, pointer } = entry,
      report = (rule: OwnRule, key: string, message: string): Finding[] =>
        own(rule, `${pointer}/${key}`, `${key}: ${message}`, entry, configuration);
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
      `${show(reason)} does not say why the break of ${clipped(reference)} is accepted, so it is not`,
    );
  });
}
const renamedRules = (configuration: Configuration): Finding[] =>
  configuration.renamed.flatMap(renamed =>
    own(
      'renamed-rule',
      renamed.isKey ? { key: renamed.pointer } : renamed.pointer,
      `${show(renamed.written)} is now called ${show(renamed.rule)}`,
      renamed,
      configuration,
    ),
  );

/**
 * The live tags that no agent has. If some tags of the list exist, it may also serve other workspaces, and only near
 * misses are reported; none are if no agent has tags.
 */
function unknownLiveTags(configuration: Configuration, context: SuppressionContext): Finding[] {
  const { document } = configuration,
    list = document && property(document.value, 'liveTags');
  if (!document || !isArray(list) || list.length === 0) return [];
  const tags = context.tags(),
    isWrong = tags.size > 0 && !list.some(tag => tags.has(tag as string));
  return list.flatMap((tag, i) => {
    if (typeof tag !== 'string' || tags.has(tag)) return [];
    const near = nearest(tag, tags);
    if (!isWrong && (near === undefined || list.includes(near))) return [];
    return own(
      'unknown-live-tag',
      `/liveTags/${i}`,
      `liveTags: no agent here has the tag ${show(tag)}, so nothing is live by it${suggested(near)}`,
      { document, pointer: '' },
      configuration,
    );
  });
}

function problemOf(entry: Suppression, configuration: Configuration, context: SuppressionContext): Finding[] {
  const finding = (rule: OwnRule, at: Pointer, message: string): Finding[] =>
    own(rule, at, message, entry, configuration);
  if (isPast(entry, context.today))
    return finding(
      'expired-suppression',
      `${entry.pointer}/until`,
      `until: this suppression of ${entry.rule} expired on ${entry.until}, so its finding counts again`,
    );
  if (!context.judged(entry)) return [];
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
