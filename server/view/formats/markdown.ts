import type { ReportedFinding } from '../../core/engine/report.ts';
import { liveInWords } from '../../core/domain/live-places.ts';
import { count } from '../../core/wording.ts';
import { ruleAddress } from '../prose.ts';
import { worstFirst, type LintReport, type Printer, type ReportFormat } from '../report.ts';
import { judgedLines } from '../judged.ts';
import { code, escape } from '../markdown.ts';
import { addedText, totals } from '../totals.ts';

/** The number of rows that are visible without unfolding. */
const OPEN_ROWS = 10;
/** The maximum number of characters; a comment on GitHub may have 65,536. */
const MAX_LENGTH = 60_000;
const marks = { error: '🔴 error', warning: '🟡 warning', info: '🔵 info' } as const;
const head = '| | Where | What | Rule |\n| --- | --- | --- | --- |\n';

/** Prints a comment for a pull request: the worst findings first, the rest folded. */
const markdown: Printer = report => {
  const { verdict, table } = findingsMarkdown(report);
  return `### Preflight: ${verdict}\n${table === '' ? '' : `\n${table}`}`;
};

/**
 * The totals in one line, a table of the findings, worst first, with the rest folded, and the effects of altered
 * settings.
 */
export function findingsMarkdown(report: LintReport): {
  readonly verdict: string;
  readonly table: string;
  /** The messages of the findings. */
  readonly statedMessages: ReadonlySet<string>;
} {
  const addition = addedText(report),
    reasons = [...(report.judgement?.reasons ?? []), ...(report.reasons ?? [])].map(text => `; ${text}`).join(''),
    verdict = `${totals(report)}${addition ? ` (${addition})` : ''}${reasons}`;
  const rows = worstFirst(report.findings).map(row);
  const openRows = rows.slice(0, OPEN_ROWS);
  const foldedRows: string[] = [];
  let length = verdict.length + openRows.join('').length;
  for (const text of rows.slice(OPEN_ROWS)) {
    if ((length += text.length) > MAX_LENGTH) break;
    foldedRows.push(text);
  }
  const remainingCount = rows.length - openRows.length - foldedRows.length,
    judgementItems = judgedLines(report.judgement).map(line => `- ${escape(line)}\n`);
  const table =
    (openRows.length > 0 ? `${head}${openRows.join('')}` : '') +
    (foldedRows.length > 0
      ? `\n<details><summary>${foldedRows.length} more</summary>\n\n${head}${foldedRows.join('')}\n</details>\n`
      : '') +
    (remainingCount > 0
      ? `\n${count(remainingCount, 'finding')} more would make this comment too long; \`preflight lint\` shows them.\n`
      : '') +
    (openRows.length > 0 && judgementItems.length > 0 ? '\n' : '') +
    judgementItems.join('');
  return { verdict, table, statedMessages: new Set(report.findings.map(({ message }) => message)) };
}

function row({ severity, file, range: { start }, message, help, rule, live: liveVersions }: ReportedFinding): string {
  const address = ruleAddress(rule);
  const lines = [message, ...(help === undefined ? [] : [help]), ...(liveVersions ? [liveInWords(liveVersions)] : [])];
  return (
    `| ${marks[severity]} | ${code(`${file}:${start.line}:${start.column}`)} | ` +
    `${lines.map(escape).join('<br>')} | ` +
    `${address ? `[${code(rule)}](${address})` : code(rule)} |\n`
  );
}

export default { print: markdown } satisfies ReportFormat;
