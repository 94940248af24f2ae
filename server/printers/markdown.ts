import type { ReportedFinding } from '../core/engine/report.ts';
import { liveInWords } from '../core/domain/live-places.ts';
import { count } from '../core/words.ts';
import { ruleAddress } from './links.ts';
import { worstFirst } from './order.ts';
import type { Printer } from './report.ts';
import { printable } from './printable.ts';
import { besides, totals } from './totals.ts';

/** Rows that are seen without unfolding. */
const OPEN_ROWS = 10;
/** A comment on GitHub may have 65,536 characters. */
const MAX_LENGTH = 60_000;
const marks = { error: '🔴 error', warning: '🟡 warning', info: '🔵 info' } as const;
const head = '| | Where | What | Rule |\n| --- | --- | --- | --- |\n';

/** A comment for a pull request: the worst first, the rest folded. */
export const markdown: Printer = report => {
  const aside = besides(report.summary);
  const title = `### Preflight: ${totals(report)}${aside ? ` (${aside})` : ''}\n`;
  const rows = worstFirst(report.findings).map(row);
  const open = rows.slice(0, OPEN_ROWS);
  const folded: string[] = [];
  let length = title.length + open.join('').length;
  for (const text of rows.slice(OPEN_ROWS)) {
    if ((length += text.length) > MAX_LENGTH) break;
    folded.push(text);
  }
  const left = rows.length - open.length - folded.length;
  return (
    title +
    (open.length > 0 ? `\n${head}${open.join('')}` : '') +
    (folded.length > 0
      ? `\n<details><summary>${folded.length} more</summary>\n\n${head}${folded.join('')}\n</details>\n`
      : '') +
    (left > 0
      ? `\n${count(left, 'finding')} more would make this comment too long; \`preflight lint\` shows them.\n`
      : '')
  );
};

function row({ severity, file, range: { start }, message, help, rule, live }: ReportedFinding): string {
  const address = ruleAddress(rule);
  const lines = [message, ...(help === undefined ? [] : [help]), ...(live ? [liveInWords(live)] : [])];
  return (
    `| ${marks[severity]} | ${code(`${file}:${start.line}:${start.column}`)} | ` +
    `${lines.map(escape).join('<br>')} | ` +
    `${address ? `[${code(rule)}](${address})` : code(rule)} |\n`
  );
}

/** A code span in a table: no back-tick inside ends it, no bar ends its cell. */
export function code(text: string): string {
  const runs = [...text.matchAll(/`+/g)].map(run => run[0].length);
  const fence = '`'.repeat(Math.max(0, ...runs) + 1);
  const pad = runs.length > 0 ? ' ' : '';
  return fence + pad + printable(text).replaceAll('|', '\\|') + pad + fence;
}

/** Text that renders as itself; names of people and numbers of issues in it call nobody. */
export const escape = (text: string): string =>
  printable(text)
    .replace(/[\\`*_~[\]|]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/([@#])(?=\w)/g, '$1<!-- -->');
