import type { Document } from '../document.ts';
import { pointerOf, type Finding, type LiveVersion, type Severity } from '../finding.ts';
import { locate, spanOf } from '../locate.ts';
import type { Span } from '../syntax/lines.ts';
import { compareTexts } from '../wording.ts';

/** Lines and columns from 1, columns in UTF-16 units, end exclusive. */
export interface LineColumn {
  readonly line: number;
  readonly column: number;
}
export interface Range {
  readonly start: LineColumn;
  readonly end: LineColumn;
}
/** A finding as every output shows it; the shape of `preflight lint --format json`. */
export interface ReportedFinding {
  readonly rule: string;
  readonly severity: Severity;
  readonly file: string;
  readonly pointer: string;
  /** What fingerprints go by, where that is another place. */
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
  readonly fix?: { readonly title: string; readonly safe: boolean };
  /** How many places this finding is about, itself included, where one cause shows at several of a list. */
  readonly count?: number;
  /** How many findings this one stands for, where very many are of one rule in one file. */
  readonly stands?: number;
}

/** From so many places on, what is said of each in the same words is one finding. */
const FEWEST_ALIKE = 3;
/** So many of the other places are named. */
const MOST_RELATED = 20;

/**
 * One cause, one finding: where the same is said of many places alike (each test case of a suite lacks its metrics), the first says it with
 * the number of them, and the others are its related places. Like `listable` it is about what is shown only.
 * @param sorted in the order of the text
 */
function grouped<T extends { readonly finding: Finding }>(sorted: readonly T[]): (T & { readonly count?: number })[] {
  if (sorted.length < FEWEST_ALIKE) return [...sorted];
  const alike = new Map<string, T[]>();
  // many findings share one list of live versions, which may be long
  const lists = new Map<readonly LiveVersion[] | undefined, string>();
  for (const one of sorted) {
    const { rule, severity, file, message, target, live } = one.finding,
      known = lists.get(live) ?? JSON.stringify(live ?? null);
    lists.set(live, known);
    const cause = JSON.stringify([
        rule,
        severity,
        file,
        pointerOf(target).replace(/\/\d+(?=\/|$)/g, '/*'),
        message,
        known,
      ]),
      others = alike.get(cause);
    if (others) others.push(one);
    else alike.set(cause, [one]);
  }
  const groups = new Map([...alike.values()].filter(areMany).map(all => [all[0]!, all]));
  const told = new Set([...groups.values()].flatMap(([, ...others]) => others));
  return sorted
    .filter(one => !told.has(one))
    .map(one => {
      const all = groups.get(one);
      return all ? { ...one, finding: ofAll(all.map(({ finding }) => finding)), count: all.length } : one;
    });
}

const areMany = (all: readonly { readonly finding: Finding }[]): boolean =>
  all.length >= FEWEST_ALIKE && new Set(all.map(({ finding }) => JSON.stringify(finding.target))).size === all.length;

function ofAll([first, ...others]: readonly Finding[]): Finding {
  return {
    ...first!,
    message: `${first!.message} (and ${others.length} more places)`,
    related: [
      ...first!.related,
      ...others.slice(0, MOST_RELATED).map(({ file, target, span }) => ({
        file,
        target,
        ...(span && { span }),
        message: 'same here',
      })),
    ],
  };
}

/** So many findings of one rule and severity are listed in one file: nobody reads more, and an editor would stand still. */
export const MOST_LISTED = 1000;

/**
 * Of very many findings of one rule and severity in one file the first, and one that says how many more there are. Only what is
 * shown is bounded so: suppressions, baselines, comparisons, fixes and exit codes are about all.
 * @param all in the order of the text
 */
export function listable<T extends { readonly finding: Finding }>(
  all: readonly T[],
  most = MOST_LISTED,
): (T & { readonly count?: number; readonly stands?: number })[] {
  const sorted = grouped(all);
  if (sorted.length <= most) return sorted;
  const found = new Map<string, number>(),
    listed: (typeof sorted)[number][] = [],
    standIns = new Map<T, string>();
  for (const one of sorted) {
    const { rule, severity, file } = one.finding,
      kind = JSON.stringify([rule, severity, file]),
      count = (found.get(kind) ?? 0) + 1;
    found.set(kind, count);
    if (count <= most + 1) listed.push(one);
    if (count === most + 1) standIns.set(one, kind);
  }
  return listed.map(one => {
    const stands = found.get(standIns.get(one) ?? '')! - most;
    // a single one that is left out can as well be told itself
    return standIns.has(one) && stands > 1 ? { ...one, finding: standIn(one.finding, stands), stands } : one;
  });
}

const standIn = ({ rule, severity, file, target, span, live }: Finding, stands: number): Finding => ({
  rule,
  severity,
  file,
  target,
  ...(span && { span }),
  message: `${stands} more findings of this rule in the rest of the file are not listed`,
  related: [],
  ...(live && { live }),
});

export function rangeOf(document: Document, span: Span): Range {
  const start = document.lines.positionAt(span.start),
    end = document.lines.positionAt(span.end);
  return {
    start: { line: start.line + 1, column: start.character + 1 },
    end: { line: end.line + 1, column: end.character + 1 },
  };
}

/** Where a finding is in its text. */
export interface Located {
  readonly span: Span;
  readonly range: Range;
}
export function locatedIn(document: Document, finding: Finding): Located {
  const span = spanOf(document, finding);
  return { span, range: rangeOf(document, span) };
}

/**
 * Findings with their places in the text, sorted by file, offset and rule.
 * @param documentOf every file that a finding or a related place names
 * @param most how many of one rule and severity are listed in one file; all, if nothing is given
 * @param known where findings are, if that was looked for while their texts were at hand
 */
export function reported(
  findings: readonly Finding[],
  documentOf: (file: string) => Document | undefined,
  most = Infinity,
  known?: ReadonlyMap<Finding, Located>,
): ReportedFinding[] {
  const located = findings.flatMap(finding => {
    const document = documentOf(finding.file);
    return document ? [{ finding, document, ...(known?.get(finding) ?? locatedIn(document, finding)) }] : [];
  });
  located.sort(
    (a, b) =>
      compareTexts(a.finding.file, b.finding.file) ||
      a.span.start - b.span.start ||
      compareTexts(a.finding.rule, b.finding.rule) ||
      compareTexts(a.finding.message, b.finding.message),
  );
  return listable(located, most).map(({ finding, range, count, stands }) => ({
    rule: finding.rule,
    severity: finding.severity,
    file: finding.file,
    pointer: pointerOf(finding.target),
    ...(finding.formerly !== undefined && { formerly: finding.formerly }),
    range,
    message: finding.message,
    ...(finding.help !== undefined && { help: finding.help }),
    related: finding.related.flatMap(related => {
      const other = documentOf(related.file);
      return other
        ? [
            {
              file: related.file,
              pointer: pointerOf(related.target),
              range: rangeOf(other, related.span ?? locate(other, related.target)),
              message: related.message,
            },
          ]
        : [];
    }),
    ...(finding.live && { live: finding.live }),
    ...(finding.fix && { fix: { title: finding.fix.title, safe: finding.fix.safe } }),
    ...(count !== undefined && { count }),
    ...(stands !== undefined && { stands }),
  }));
}
