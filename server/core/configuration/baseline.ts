import { Document } from '../document.ts';
import { rangeOf } from '../engine/report.ts';
import type { Finding } from '../finding.ts';
import { isArray, property, type Json } from '../json.ts';
import { baselineName } from './configuration.ts';
import type { ConfigurationProblem } from './read.ts';
import type { StablePointer } from './stable-pointer.ts';
import { compareTexts } from '../words.ts';

/** Findings that were there when a team began; equal ones are counted. */
export interface BaselineEntry {
  readonly rule: string;
  readonly file: string;
  readonly at: StablePointer;
  readonly count: number;
}
export type Baseline = readonly BaselineEntry[];

/** @returns the entries, or why the text is no baseline */
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
      'the baseline is not JSON here; "preflight lint --write-baseline" writes a new one',
      document.parsed.problems[0]?.start,
    );
  const findings = property(document.value, 'findings');
  if (property(document.value, 'version') !== 1 || !isArray(findings))
    return problem(
      'this is not a baseline that this version of Preflight reads; "preflight lint --write-baseline" writes a new one',
    );
  const entries: BaselineEntry[] = [];
  for (const [index, entry] of findings.entries()) {
    const [rule, path, at, count] = ['rule', 'file', 'at', 'count'].map(key => property(entry, key)) as [
      Json,
      Json,
      Json,
      Json | undefined,
    ];
    if (
      typeof rule !== 'string' ||
      typeof path !== 'string' ||
      typeof at !== 'string' ||
      !(count === undefined || (Number.isInteger(count) && (count as number) > 0))
    ) {
      return problem(
        `entry ${index} of the baseline needs a rule, a file and a pointer "at"`,
        document.parsed.tape.start(document.parsed.tape.find(['findings', String(index)]).node ?? 0),
      );
    }
    entries.push({ rule: names.get(rule) ?? rule, file: path, at, count: (count as number | undefined) ?? 1 });
  }
  return entries;
}

const keyOf = ({ rule, file, at }: Omit<BaselineEntry, 'count'>): string => JSON.stringify([rule, file, at]);

/** Parts findings into those that are new and those the baseline holds. */
export function withoutBaselined(
  findings: readonly Finding[],
  baseline: Baseline,
  stableOf: (finding: Finding) => StablePointer,
): { readonly kept: Finding[]; readonly baselined: Finding[] } {
  const left = new Map<string, number>();
  for (const entry of baseline) left.set(keyOf(entry), (left.get(keyOf(entry)) ?? 0) + entry.count);
  const kept: Finding[] = [],
    baselined: Finding[] = [];
  for (const finding of findings) {
    const key = keyOf({ rule: finding.rule, file: finding.file, at: left.size > 0 ? stableOf(finding) : '' });
    const rest = left.get(key) ?? 0;
    if (rest > 0) left.set(key, rest - 1);
    (rest > 0 ? baselined : kept).push(finding);
  }
  return { kept, baselined };
}

/** What a baseline of these findings holds. */
export function baselineOf(findings: readonly Finding[], stableOf: (finding: Finding) => StablePointer): Baseline {
  return findings.map(finding => ({ rule: finding.rule, file: finding.file, at: stableOf(finding), count: 1 }));
}

/** The text of a baseline: sorted, equal entries counted, one a line, so that its changes are easy to read in git. */
export function baselineText(baseline: Baseline): string {
  const counts = new Map<string, BaselineEntry>();
  for (const entry of baseline)
    counts.set(keyOf(entry), { ...entry, count: (counts.get(keyOf(entry))?.count ?? 0) + entry.count });
  const sorted = [...counts.values()].sort(
    (a, b) => compareTexts(a.file, b.file) || compareTexts(a.at, b.at) || compareTexts(a.rule, b.rule),
  );
  const lines = sorted.map(
    ({ rule, file, at, count }) => `    ${JSON.stringify(count > 1 ? { rule, file, at, count } : { rule, file, at })}`,
  );
  return `{\n  "version": 1,\n  "findings": [${lines.length > 0 ? `\n${lines.join(',\n')}\n  ` : ''}]\n}\n`;
}
