import { rangeOf, type Range, type ReportedFinding } from '../../core/engine/report.ts';
import { locate } from '../../core/locate.ts';
import type { Pointer } from '../../core/json/pointer.ts';
import { liveInWords } from '../../core/domain/live-places.ts';
import { count } from '../../core/words.ts';
import { ruleLink } from '../links.ts';
import { worstFirst } from '../order.ts';
import type { LintReport, Format, Printer, PrinterOptions } from '../report.ts';
import { codeFrame } from '../code-frame.ts';
import { printable } from '../printable.ts';
import { paint, type Paint } from '../paint.ts';
import { whyInShort, wrapped } from '../prose.ts';
import { secretsOf } from '../secrets.ts';
import { besides, byRule, totals } from '../totals.ts';

/** From so many findings on, the end of the report says which rules they come from, and so many rules it names. */
const MANY = 10,
  MOST = 15;

/** For people: the worst first, those of one file together, the text under each finding, and why it matters once per rule. */
const pretty: Printer = (report, options) => {
  const view = new View(report, options);
  const out: string[] = [];
  const explained = new Set<string>();
  for (const group of byFile(worstFirst(report.findings))) {
    out.push(view.fileHeader(group), '');
    for (const finding of group) {
      out.push(...view.finding(finding, !explained.has(finding.rule)), '');
      explained.add(finding.rule);
    }
  }
  out.push(...view.ending());
  return `${out.join('\n')}\n`;
};

/** Findings that stand one after the other in the same file. */
function byFile(findings: readonly ReportedFinding[]): [ReportedFinding, ...ReportedFinding[]][] {
  const groups: [ReportedFinding, ...ReportedFinding[]][] = [];
  for (const finding of findings) {
    const last = groups.at(-1);
    if (last?.[0].file === finding.file) last.push(finding);
    else groups.push([finding]);
  }
  return groups;
}

class View {
  readonly #report: LintReport;
  readonly #columns: number;
  readonly #paint: Paint;
  readonly #secrets: ReturnType<typeof secretsOf>;
  constructor(report: LintReport, options: PrinterOptions) {
    this.#report = report;
    this.#columns = Math.max(40, options.columns);
    this.#paint = paint(options.colours);
    this.#secrets = secretsOf(report);
  }

  fileHeader(group: readonly [ReportedFinding, ...ReportedFinding[]]): string {
    const found = group.reduce((sum, { stands = 1 }) => sum + stands, 0);
    return `${this.#paint.bold(printable(group[0].file))} ${this.#paint.dim(count(found, 'finding'))}`;
  }

  finding(finding: ReportedFinding, explain: boolean): string[] {
    const { bold, dim, green, severity } = this.#paint;
    const { range, help, fix, live } = finding;
    const gutter = Math.max(range.end.line, ...finding.related.map(r => r.range.start.line)).toString().length;
    const lines = [
      `  ${severity(finding.severity, finding.severity)} ${bold(finding.rule)} ${dim(place(finding.file, range))}`,
      ...this.#text('', finding.message),
    ];
    lines.push(...this.#frame(finding.file, range, gutter, '^', text => severity(finding.severity, text)));
    for (const related of atOnePlace(finding.related).slice(0, finding.count === undefined ? undefined : FEW_ALIKE)) {
      if (related.file !== finding.file)
        lines.push(`  ${dim(`${' '.repeat(gutter)} ╭ ${place(related.file, related.range)}`)}`);
      lines.push(...this.#frame(related.file, related.range, gutter, '-', dim, related.message));
    }
    if (live) lines.push(...this.#text('', `${liveInWords(live)}${this.#away(live[0]!.through[0]!, finding)}`));
    if (help !== undefined) lines.push(...this.#text('help: ', help));
    if (fix) lines.push(...this.#text('fix: ', `${fix.title} (${fix.safe ? '--fix' : '--fix --unsafe'})`, green));
    const rule = this.#report.rules.get(finding.rule);
    if (explain && rule) lines.push(...this.#text('why: ', whyInShort(rule)));
    if (explain && rule && !('policy' in rule)) lines.push(`  ${dim(`see: ${ruleLink(rule.id)}`)}`);
    return lines;
  }

  /** Where a tag or a number is, if not around the finding itself. */
  #away({ file, pointer }: { readonly file: string; readonly pointer: Pointer }, finding: ReportedFinding): string {
    const document = this.#report.documentOf(file);
    const around = file === finding.file && (finding.pointer === pointer || finding.pointer.startsWith(`${pointer}/`));
    return document && !around ? `, ${place(file, rangeOf(document, locate(document, pointer)))}` : '';
  }

  #text(label: string, text: string, colour?: (text: string) => string): string[] {
    const [first = '', ...rest] = wrapped(printable(text), this.#columns - 2 - label.length);
    return [
      `  ${colour ? colour(label) : this.#paint.cyan(label)}${first}`,
      ...rest.map(line => `  ${' '.repeat(label.length)}${line}`),
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
    const frame = codeFrame(document, range, this.#secrets(file), this.#columns - gutter - 5);
    const marks = ' '.repeat(frame.indent) + colour(mark.repeat(frame.marked) + (frame.more ? '…' : ''));
    return [
      `  ${dim(`${String(range.start.line).padStart(gutter)} │`)} ${frame.source}`,
      `  ${dim(`${' '.repeat(gutter)} │`)} ${marks}${note === '' ? '' : ` ${dim(printable(note))}`}`,
    ];
  }

  ending(): string[] {
    const { bold, dim, red, green } = this.#paint;
    const { findings, summary } = this.#report;
    const rules = byRule(this.#report);
    const out: string[] = [];
    if (findings.length >= MANY && rules.length > 1 && this.#report.firstRun !== true) {
      const width = String(rules[0]![1]).length;
      const rest = rules.slice(MOST);
      out.push(...rules.slice(0, MOST).map(([rule, n]) => `  ${String(n).padStart(width)} ${rule}`));
      if (rest.length > 0)
        out.push(
          `  ${String(rest.reduce((sum, [, n]) => sum + n, 0)).padStart(width)} from ${count(rest.length, 'other rule')}`,
        );
      out.push('');
    }
    const aside = besides(summary);
    const line = `${totals(this.#report)}${aside ? ` (${aside})` : ''}`;
    const calm = findings.length === 0 ? green(line) : line;
    out.push(bold(summary.errors > 0 ? red(line) : calm));
    const safe = findings.filter(({ fix }) => fix?.safe).length,
      unsafe = findings.filter(({ fix }) => fix && !fix.safe).length;
    if (safe > 0)
      out.push(
        dim(
          `${count(safe, 'finding')} can be fixed with --fix` +
            (unsafe > 0 ? `, ${unsafe} more with --fix --unsafe (look at what they change: --diff)` : ''),
        ),
      );
    else if (unsafe > 0)
      out.push(dim(`${count(unsafe, 'finding')} can be fixed with --fix --unsafe (look at what they change: --diff)`));
    return out;
  }
}

/** Of places that are all alike a few are enough to know them by. */
const FEW_ALIKE = 3;
type Related = ReportedFinding['related'];

/** Of places that are the same one is left, with all that is said of it. */
function atOnePlace(related: Related): Related {
  const places = new Map<string, Related[number]>();
  for (const entry of related) {
    const key = `${entry.file} ${JSON.stringify(entry.range)}`;
    const known = places.get(key);
    places.set(key, known ? { ...known, message: `${known.message}, ${entry.message}` } : entry);
  }
  return [...places.values()];
}

const place = (file: string, { start }: Range): string => `${printable(file)}:${start.line}:${start.column}`;

export default { print: pretty, forPeople: true } satisfies Format;
