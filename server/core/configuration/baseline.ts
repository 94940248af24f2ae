import { Document } from '../document.ts';
import { rangeOf } from '../engine/report.ts';
import type { Finding } from '../finding.ts';
import { isArray, property } from '../json/json.ts';
import { maskSecrets } from '../secrets.ts';
import { baselineName } from '../settings-files.ts';
import type { ConfigurationProblem } from './read.ts';
import type { StablePointer } from './stable-pointer.ts';
import { compareTexts } from '../wording.ts';

/** Equal findings that existed when a team adopted Preflight, and their number. */
interface BaselineEntry {
  readonly rule: string;
  readonly file: string;
  readonly at: StablePointer;
  /**
   * A hash of the text under the carets; null without such a text; undefined in a version 1 file, where the entry
   * matches any text.
   */
  readonly text?: string | null | undefined;
  readonly count: number;
}
export type Baseline = readonly BaselineEntry[];
/** The identity of a finding among the findings of its rule and file. */
export interface Identity {
  readonly at: StablePointer;
  text(): string | null;
}

/**
 * Parses a baseline.
 * @returns the entries, or the reason why the text is not a baseline
 */
export function readBaseline(
  text: string,
  names: ReadonlyMap<string, string>,
  file = baselineName,
): Baseline | ConfigurationProblem {
  const document = new Document(file, text);
  const problem = (message: string, offset = 0): ConfigurationProblem => ({
    file,
    ...rangeOf(document, { start: offset, end: offset }).start,
    message,
  });
  if (!document.valid)
    return problem(
      'invalid JSON in the baseline; "preflight lint --write-baseline" writes a new baseline',
      document.parsed.problems[0]?.start,
    );
  const findings = property(document.value, 'findings');
  const version = property(document.value, 'version');
  if ((version !== 1 && version !== 2) || !isArray(findings))
    return problem(
      'this file is not a baseline that this version of Preflight can read; "preflight lint --write-baseline" writes a new one',
    );
  const entries: BaselineEntry[] = [];
  for (const [index, entry] of findings.entries()) {
    const [rule, path, at, text, count] = ['rule', 'file', 'at', 'text', 'count'].map(key => property(entry, key));
    if (
      typeof rule !== 'string' ||
      typeof path !== 'string' ||
      typeof at !== 'string' ||
      !(text === undefined || (version === 2 && typeof text === 'string')) ||
      !(count === undefined || (Number.isInteger(count) && (count as number) > 0))
    ) {
      return problem(
        `entry ${index} of the baseline needs a rule, a file and a pointer "at"; "preflight lint --write-baseline" writes a new one`,
        document.parsed.nodes.start(document.parsed.nodes.find(['findings', String(index)]).node ?? 0),
      );
    }
    entries.push({
      rule: names.get(rule) ?? rule,
      file: path,
      at,
      ...(version === 2 && { text: (text as string | undefined) ?? null }),
      count: (count as number | undefined) ?? 1,
    });
  }
  return entries;
}

/**
 * The key of an entry, with credentials in its place masked. New baselines contain no credentials; entries of older
 * versions that contain some still match.
 */
export const keyOf = ({ rule, file, at }: Pick<BaselineEntry, 'rule' | 'file' | 'at'>): string =>
  JSON.stringify([rule, file, maskSecrets(at)]);

interface BaselineSplit {
  readonly newFindings: Finding[];
  readonly baselinedFindings: Finding[];
  /** Entries of the baseline without a finding. */
  readonly unusedEntries: Baseline;
}

/**
 * Splits findings into new ones and those in the baseline. An entry for a removed file also covers the same place and
 * text in another file, so that renaming a file makes no finding new.
 */
export function withoutBaselined(
  findings: readonly Finding[],
  baseline: Baseline,
  identityOf: (finding: Finding) => Identity,
  isGone: (file: string) => boolean,
): BaselineSplit {
  if (baseline.length === 0) return { newFindings: [...findings], baselinedFindings: [], unusedEntries: [] };
  const places = new Map<string, string[]>(),
    remainingEntries = new Map<string, BaselineEntry>();
  for (const entry of baseline) {
    const key = keyWithText(keyOf(entry), entry.text),
      isRemoved = entry.text !== undefined && isGone(entry.file);
    remainingEntries.set(key, { ...entry, count: (remainingEntries.get(key)?.count ?? 0) + entry.count });
    for (const place of [keyOf(entry), ...(isRemoved ? [keyOf({ ...entry, file: '' })] : [])]) {
      const keys = places.get(place);
      if (keys) keys.push(key);
      else places.set(place, [key]);
    }
  }
  const unmatchedFindings: Finding[] = [],
    baselinedFindings: Finding[] = [];
  for (const finding of findings) {
    // older baselines have only the first place of a finding at several places
    const [isCovered] = partsOf(finding).map(hasEntry);
    (isCovered ? baselinedFindings : unmatchedFindings).push(finding);
  }
  /** Whether the baseline has an entry for a finding at one place, which then covers no other finding. */
  function hasEntry(finding: Finding): boolean {
    const { at, text } = identityOf(finding),
      { rule, file } = finding;
    const keys = places.get(keyOf({ rule, file, at })) ?? places.get(keyOf({ rule, file: '', at }));
    const entryKey = keys?.find(key => {
      const entry = remainingEntries.get(key)!;
      return entry.count > 0 && (entry.text === undefined || entry.text === text());
    });
    if (entryKey === undefined) return false;
    const entry = remainingEntries.get(entryKey)!;
    remainingEntries.set(entryKey, { ...entry, count: entry.count - 1 });
    return true;
  }
  return {
    newFindings: unmatchedFindings,
    baselinedFindings: baselinedFindings,
    unusedEntries: [...remainingEntries.values()].filter(({ count }) => count > 0),
  };
}

/** The key of an entry or finding with its text. If the text is unknown, the key that matches any text. */
const keyWithText = (key: string, text: string | null | undefined): string =>
  text === undefined ? key : `${key}${JSON.stringify(text)}`;

/**
 * The baseline entries for these findings, one for each place, so that the entries still cover findings at single
 * places if a rule no longer combines them.
 */
export const baselineOf = (findings: readonly Finding[], identityOf: (finding: Finding) => Identity): Baseline =>
  findings.flatMap(finding => partsOf(finding).map(part => entryOf(part, identityOf(part))));
/** A finding at several places as findings at one place each. */
const partsOf = ({ also = [], ...finding }: Finding): readonly Finding[] => {
  const { span: _, formerly: __, ...common } = finding;
  return [finding, ...also.map(place => ({ ...common, ...place }))];
};
export const entryOf = ({ rule, file }: Finding, { at, text }: Identity): BaselineEntry => ({
  rule,
  file,
  at,
  text: text(),
  count: 1,
});

/**
 * The text of a baseline: sorted, equal entries counted, one entry per line, so that its diffs are easy to read in
 * git. A baseline with version 1 entries stays version 1, because the texts of these entries are unknown.
 */
export function baselineText(baseline: Baseline): string {
  const isFirst = baseline.some(({ text }) => text === undefined);
  const counts = new Map<string, BaselineEntry>();
  for (const entry of baseline) {
    const key = keyWithText(keyOf(entry), isFirst ? undefined : entry.text);
    counts.set(key, { ...entry, count: (counts.get(key)?.count ?? 0) + entry.count });
  }
  const entries = [...counts.values()].map(entry => ({ ...entry, at: maskSecrets(entry.at) }));
  const sortedEntries = entries.sort(
    (a, b) =>
      compareTexts(a.file, b.file) ||
      compareTexts(a.at, b.at) ||
      compareTexts(a.rule, b.rule) ||
      compareTexts(a.text ?? '', b.text ?? ''),
  );
  const lines = sortedEntries.map(({ rule, file, at, text, count }) => {
    const hash = isFirst || typeof text !== 'string' ? {} : { text };
    return `    ${JSON.stringify({ rule, file, at, ...hash, ...(count > 1 && { count }) })}`;
  });
  return `{\n  "version": ${isFirst ? 1 : 2},\n  "findings": [${lines.length > 0 ? `\n${lines.join(',\n')}\n  ` : ''}]\n}\n`;
}
