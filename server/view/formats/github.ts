import { liveInWords } from '../../core/domain/live-places.ts';
import type { ReportedFinding } from '../../core/engine/report.ts';
import { count, listed } from '../../core/wording.ts';
import { withUnchecked } from '../judged.ts';
import { worstFirst, type Printer, type ReportFormat } from '../report.ts';
import { withoutCommands, withoutControls } from '../printable.ts';

const commands = { error: 'error', warning: 'warning', info: 'notice' } as const;

/** The maximum number of annotations per level that GitHub shows for a step; it drops the rest. */
const MAX_ANNOTATIONS = 10;

/**
 * Prints workflow commands for the worst findings, each at its line in the pull request, and a notice with the number
 * of all other findings.
 */
const github: Printer = report => {
  const sortedFindings = worstFirst(withUnchecked(report).findings),
    first = firstOfEach(sortedFindings);
  if (first.length === sortedFindings.length) return first.map(annotation).join('');
  // the notice takes the place of one finding of level info
  const visibleFindings = firstOfEach(sortedFindings, MAX_ANNOTATIONS - 1);
  const hiddenFindings = sortedFindings.filter(finding => !visibleFindings.includes(finding));
  return visibleFindings.map(annotation).join('') + remainderNotice(hiddenFindings);
};

function firstOfEach(findings: readonly ReportedFinding[], infos = MAX_ANNOTATIONS): readonly ReportedFinding[] {
  const remainingCounts = { error: MAX_ANNOTATIONS, warning: MAX_ANNOTATIONS, info: infos };
  return findings.filter(({ severity }) => remainingCounts[severity]-- > 0);
}

function remainderNotice(hiddenFindings: readonly ReportedFinding[]): string {
  const counts = (['error', 'warning', 'info'] as const).flatMap(level => {
    const n = hiddenFindings.filter(({ severity }) => severity === level).length;
    return n > 0 ? [count(n, level)] : [];
  });
  return (
    `::notice title=preflight::${listed(counts, 'and')} not shown: GitHub shows ${MAX_ANNOTATIONS} annotations of each ` +
    'level per step; "preflight lint --format compact" lists all findings\n'
  );
}

function annotation({
  file,
  range: { start, end },
  severity,
  rule,
  message,
  help,
  live: liveVersions,
}: ReportedFinding): string {
  const properties = {
    file,
    line: start.line,
    endLine: end.line,
    // columns count only within one line, and the last column is inclusive
    ...(start.line === end.line && { col: start.column, endColumn: Math.max(start.column, end.column - 1) }),
    title: rule,
  };
  const list = Object.entries(properties)
    .map(([name, value]) => `${name}=${property(String(value))}`)
    .join(',');
  const lines = [message, ...(help === undefined ? [] : [help]), ...(liveVersions ? [liveInWords(liveVersions)] : [])];
  return `::${commands[severity]} ${list}::${messageData(lines.join('\n'))}\n`;
}

const encode = (text: string): string =>
  withoutControls(text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A'));
const messageData = (text: string): string => withoutCommands(encode(text));
const property = (text: string): string => withoutCommands(encode(text).replaceAll(':', '%3A').replaceAll(',', '%2C'));

export default { print: github, ownCommands: true } satisfies ReportFormat;
