import type { Range, ReportedFinding } from '../core/engine/report.ts';
import { count } from '../core/words.ts';
import { ruleLink } from './links.ts';
import type { LintReport, Printer, PrinterOptions } from './report.ts';
import { codeFrame } from './code-frame.ts';
import { printable } from './printable.ts';
import { paint, type Paint } from './paint.ts';
import { whyInShort, wrapped } from './prose.ts';
import { secretsOf } from './secrets.ts';
import { besides, byRule, totals } from './totals.ts';

/** From so many findings on, the end of the report says which rules they come from, and so many rules it names. */
const MANY = 10,
  MOST = 15;

/** For people: grouped by file, the text under each finding, and why it matters once per rule. */
export const pretty: Printer = (report, options) => {
  const view = new View(report, options);
  const out: string[] = [];
  const explained = new Set<string>();
  let file: string | undefined;
  for (const finding of report.findings) {
    if (finding.file !== file) out.push(view.fileHeader((file = finding.file)), '');
    out.push(...view.finding(finding, !explained.has(finding.rule)), '');
    explained.add(finding.rule);
  }
  out.push(...view.ending());
  return `${out.join('\n')}\n`;
};

class View {
  readonly #report: LintReport;
  readonly #columns: number;
  readonly #paint: Paint;
  readonly #secrets: ReturnType<typeof secretsOf>;
  readonly #counts: ReadonlyMap<string, number>;
  constructor(report: LintReport, options: PrinterOptions) {
    this.#report = report;
    this.#columns = Math.max(40, options.columns);
    this.#paint = paint(options.colours);
    this.#secrets = secretsOf(report);
    const counts = new Map<string, number>();
    for (const { file, stands = 1 } of report.findings) counts.set(file, (counts.get(file) ?? 0) + stands);
    this.#counts = counts;
  }

  fileHeader(file: string): string {
    return `${this.#paint.bold(printable(file))} ${this.#paint.dim(count(this.#counts.get(file)!, 'finding'))}`;
  }

  finding(finding: ReportedFinding, explain: boolean): string[] {
    const { bold, dim, green, severity } = this.#paint;
    const { range, help, fix } = finding;
    const gutter = Math.max(range.end.line, ...finding.related.map(r => r.range.start.line)).toString().length;
    const lines = [
      `  ${severity(finding.severity, finding.severity)} ${bold(finding.rule)} ${dim(place(finding.file, range))}`,
      ...this.#text('', finding.message),
    ];
    lines.push(...this.#frame(finding.file, range, gutter, '^', text => severity(finding.severity, text)));
    for (const related of atOnePlace(finding.related)) {
      if (related.file !== finding.file)
        lines.push(`  ${dim(`${' '.repeat(gutter)} ╭ ${place(related.file, related.range)}`)}`);
      lines.push(...this.#frame(related.file, related.range, gutter, '-', dim, related.message));
    }
    if (help !== undefined) lines.push(...this.#text('help: ', help));
    if (fix) lines.push(...this.#text('fix: ', `${fix.title} (${fix.safe ? '--fix' : '--fix --unsafe'})`, green));
    const rule = this.#report.rules.get(finding.rule);
    if (explain && rule) lines.push(...this.#text('why: ', whyInShort(rule)), `  ${dim(`see: ${ruleLink(rule.id)}`)}`);
    return lines;
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
