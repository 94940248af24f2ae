import type { LiveVersion } from '../../core/finding.ts';
import { rangeOf, type Range, type ReportedFinding } from '../../core/engine/report.ts';
import { draftOnlyNote } from '../../core/fixing/choose.ts';
import { locate } from '../../core/locate.ts';
import { groupsOf } from '../../core/json/multimap.ts';
import type { Pointer } from '../../core/json/pointer.ts';
import { liveInWords } from '../../core/domain/live-places.ts';
import { count } from '../../core/wording.ts';
import { compactLine } from './compact.ts';
import {
  firstHelp,
  worstFirst,
  type LintReport,
  type Printer,
  type PrinterOptions,
  type ReportFormat,
} from '../report.ts';
import { codeFrame, secretsOf } from '../code-frame.ts';
import { judgedLines } from '../judged.ts';
import { printable } from '../printable.ts';
import { hyperlink, paint, type Paint } from '../paint.ts';
import { whyInShort, wrapText } from '../prose.ts';
import { statistics, addedText, totals } from '../totals.ts';

/**
 * The number of findings above which only the worst are listed, unless the format `pretty` is requested. `WORST_COUNT`
 * and `RULES` are the numbers of findings and rules that are listed in that case.
 */
const MAX_LISTED = 50,
  WORST_COUNT = 10,
  RULES = 12;
/** Whether a report is reduced to the worst findings and their number by rule. */
export const isShortened = ({ findings }: LintReport, { brief, quiet, verbose }: Partial<PrinterOptions>): boolean =>
  brief === true && !quiet && !verbose && findings.length > MAX_LISTED;
/** The width to which source lines are cut if the output is not a terminal; no other text is cut. */
const FRAME_COLUMNS = 100;

/**
 * Prints findings for people, by file, worst first. Each finding has a line with place, severity, message and rule,
 * and the source line below. Very many findings are reduced to the worst and a table of rules. `verbose` adds related
 * places, the live versions, the fix, and the reason of each rule once.
 */
const pretty: Printer = (report, options) => {
  const view = new View(report, options);
  const sortedFindings = worstFirst(report.findings);
  const isShort = isShortened(report, options);
  const lines: string[] = [];
  const explainedRules = new Set<string>();
  if (isShort)
    lines.push(
      ...sortedFindings.slice(0, WORST_COUNT).map(finding => compactLine(finding, report)),
      '',
      'By rule',
      ...statistics(report, RULES),
      '',
    );
  for (const group of isShort ? [] : groupsOf(sortedFindings, ({ file }) => file).values()) {
    lines.push(view.fileHeader(group[0].file));
    for (const finding of group) {
      lines.push(...view.finding(finding, !explainedRules.has(finding.rule)));
      explainedRules.add(finding.rule);
    }
    if (lines.at(-1) !== '') lines.push('');
  }
  const judgementLines = judgedLines(report.judgement).map(printable);
  if (judgementLines.length > 0 && !options.quiet) lines.push(...judgementLines, '');
  if (!options.quiet) lines.push(...view.ending(isShort));
  else if (lines.at(-1) === '') lines.pop();
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
};

class View {
  readonly #report: LintReport;
  readonly #options: PrinterOptions;
  readonly #columns: number;
  readonly #paint: Paint;
  readonly #secrets: ReturnType<typeof secretsOf>;
  constructor(report: LintReport, options: PrinterOptions) {
    this.#report = report;
    this.#options = options;
    this.#columns = Math.max(40, options.columns);
    this.#paint = paint(options.colours);
    this.#secrets = secretsOf(report);
  }

  fileHeader = (file: string): string => this.#paint.bold(printable(file));

  finding(finding: ReportedFinding, isExplained: boolean): string[] {
    const { bold, dim, green, severity } = this.#paint;
    const { range, message, fix, live: liveVersions, related } = finding;
    const lines = this.#headline(
      `  ${`${range.start.line}:${range.start.column}`.padEnd(6)}  `,
      finding.severity,
      [
        printable(message),
        dim(this.#linkedRule(finding.rule)),
        ...(fix?.safe ? [green('[fixable]')] : []),
        ...(liveVersions ? [bold('[live]')] : []),
      ],
      text => severity(finding.severity, text),
    );
    const isVerbose = this.#options.verbose === true;
    const gutter = Math.max(range.end.line, ...(isVerbose ? related : []).map(r => r.range.start.line)).toString()
      .length;
    lines.push(...this.#frame(finding.file, range, gutter, '^', text => severity(finding.severity, text)));
    if (isVerbose) return [...lines, ...this.#details(finding, gutter, isExplained), ''];
    const help = firstHelp(finding, this.#report);
    return help === undefined ? lines : [...lines, ...this.#text('', help)];
  }

  /** The lines with place, severity, message and rule; they are wrapped only on a terminal. */
  #headline(
    place: string,
    word: ReportedFinding['severity'],
    [message, ...otherLines]: readonly string[],
    colour: (text: string) => string,
  ): string[] {
    const indent = place.length + 'warning'.length + 2;
    const [first = '', ...moreLines] = wrapText(message!, Math.max(30, this.#columns - indent));
    const lines = [
      `${this.#paint.dim(place)}${colour(word)}${' '.repeat(indent - place.length - word.length)}${first}`,
      ...moreLines.map(line => ' '.repeat(indent) + line),
    ];
    lines.push(`${lines.pop()!}  ${otherLines.join('  ')}`);
    return lines;
  }

  /** The name of a rule, on a terminal as a link to its page. */
  #linkedRule(rule: string): string {
    const { pagesUrl, colours } = this.#options;
    return pagesUrl !== undefined && colours && this.#report.rules.has(rule)
      ? hyperlink(rule, `${pagesUrl}/${rule}.md`)
      : rule;
  }

  #details(finding: ReportedFinding, gutter: number, isExplained: boolean): string[] {
    const { dim, green } = this.#paint;
    const { help, fix, draftFix, live: liveVersions } = finding;
    const lines: string[] = [];
    for (const relatedItem of atOnePlace(finding.related).slice(
      0,
      finding.count === undefined ? undefined : MAX_RELATED,
    )) {
      if (relatedItem.file !== finding.file)
        lines.push(`${MARGIN}${dim(`${' '.repeat(gutter)} ╭ ${place(relatedItem.file, relatedItem.range)}`)}`);
      lines.push(...this.#frame(relatedItem.file, relatedItem.range, gutter, '-', dim, relatedItem.message));
    }
    if (liveVersions) {
      const [first] = liveVersions as [LiveVersion],
        words = `${liveInWords(liveVersions)}${this.#remotePlace(first.through[0]!, finding)}`,
        isAgentNamed = this.#options.verbose !== true || words.includes(first.agent_id);
      lines.push(...this.#text('', isAgentNamed ? words : `${words} (${first.agent_id})`));
    }
    for (const line of help?.split('\n') ?? []) lines.push(...this.#text('help: ', line));
    if (fix) lines.push(...this.#text('fix: ', `${fix.title} (${fix.safe ? '--fix' : '--fix --unsafe'})`, green));
    if (draftFix !== undefined)
      lines.push(...this.#text('fix: ', `${draftFix} (in a draft of this published version)`));
    const rule = this.#report.rules.get(finding.rule);
    if (isExplained && rule) lines.push(...this.#text('why: ', whyInShort(rule)));
    return lines;
  }

  /** The place of the tag or number through which a version is live, unless it encloses the finding. */
  #remotePlace(
    { file, pointer }: { readonly file: string; readonly pointer: Pointer },
    finding: ReportedFinding,
  ): string {
    const document = this.#report.documentOf(file);
    const isAround =
      file === finding.file && (finding.pointer === pointer || finding.pointer.startsWith(`${pointer}/`));
    return document && !isAround ? `, ${place(file, rangeOf(document, locate(document, pointer)))}` : '';
  }

  #text(label: string, text: string, colour?: (text: string) => string): string[] {
    const [first = '', ...otherLines] = wrapText(printable(text), this.#columns - MARGIN.length - label.length);
    return [
      `${MARGIN}${colour ? colour(label) : this.#paint.cyan(label)}${first}`,
      ...otherLines.map(line => `${MARGIN}${' '.repeat(label.length)}${line}`),
    ];
  }

  #frame(
    file: string,
    range: Range,
    gutter: number,
    mark: string,
    colour: (text: string) => string,
    note = '',
  ): string[] {
    const document = this.#report.documentOf(file);
    if (!document) return note === '' ? [] : this.#text('', `${place(file, range)} ${note}`);
    const { dim } = this.#paint;
    const frame = codeFrame(
      document,
      range,
      this.#secrets(file),
      (Number.isFinite(this.#columns) ? this.#columns : FRAME_COLUMNS) - MARGIN.length - gutter - 3,
    );
    const marks = ' '.repeat(frame.indent) + colour(mark.repeat(frame.marked) + (frame.hasMore ? '…' : ''));
    return [
      `${MARGIN}${dim(`${String(range.start.line).padStart(gutter)} │`)} ${frame.source}`,
      `${MARGIN}${dim(`${' '.repeat(gutter)} │`)} ${marks}${note === '' ? '' : ` ${dim(printable(note))}`}`,
    ];
  }

  /**
   * The lines at the end: the totals, and the fixes that are available.
   * @param isShort whether only the worst findings were listed
   */
  ending(isShort: boolean): string[] {
    const { bold, dim, red, green } = this.#paint;
    const { findings, summary, triedFixes } = this.#report;
    const addition = addedText(this.#report);
    const line = `${totals(this.#report)}${addition ? ` (${addition})` : ''}`;
    const statusLine = findings.length === 0 ? green(line) : line;
    const lines = [bold(summary.errors > 0 ? red(line) : statusLine)];
    // fixes that the run has tried are not offered again
    const safeCount = triedFixes === undefined ? findings.filter(({ fix }) => fix?.safe).length : 0,
      unsafeCount = triedFixes === 'all' ? 0 : findings.filter(({ fix }) => fix && !fix.safe).length;
    const fixesFor = (n: number): string => `${count(n, 'finding')} ${n === 1 ? 'has' : 'have'} a fix for`,
      unsafeOption = '--fix --unsafe (look at what changes: --diff)';
    if (safeCount > 0)
      lines.push(
        dim(`${fixesFor(safeCount)} --fix${unsafeCount > 0 ? `, ${unsafeCount} more for ${unsafeOption}` : ''}`),
      );
    else if (unsafeCount > 0) lines.push(dim(`${fixesFor(unsafeCount)} ${unsafeOption}`));
    const draftCount = triedFixes === undefined ? findings.filter(({ draftFix }) => draftFix !== undefined).length : 0;
    if (draftCount > 0) lines.push(dim(draftOnlyNote(draftCount)));
    if (isShort)
      lines.push(
        dim(
          `the ${WORST_COUNT} worst of ${findings.length} are listed; --format compact lists all, --format pretty shows each`,
        ),
      );
    return lines;
  }
}

/** The indent of the lines below a finding. */
const MARGIN = ' '.repeat(9);

/** The number of related places that are shown for a finding that stands for several findings. */
const MAX_RELATED = 3;
type RelatedPlaces = ReportedFinding['related'];

/** Merges entries about the same place into one, with all of their messages. */
function atOnePlace(relatedPlaces: RelatedPlaces): RelatedPlaces {
  const places = new Map<string, RelatedPlaces[number]>();
  for (const entry of relatedPlaces) {
    const key = `${entry.file} ${JSON.stringify(entry.range)}`;
    const group = places.get(key);
    places.set(key, group ? { ...group, message: `${group.message}, ${entry.message}` } : entry);
  }
  return [...places.values()];
}

const place = (file: string, { start }: Range): string => `${printable(file)}:${start.line}:${start.column}`;

export default { print: pretty, forPeople: true } satisfies ReportFormat;
