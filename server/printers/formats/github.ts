import { liveInWords } from '../../core/domain/live-places.ts';
import { worstFirst, type Printer, type ReportFormat } from '../report.ts';
import { withoutCommands, withoutControls } from '../printable.ts';

const commands = { error: 'error', warning: 'warning', info: 'notice' } as const;

/** Workflow commands: GitHub Actions shows each at its line of the pull request, the first ones of a run only. */
const github: Printer = report =>
  worstFirst(report.findings)
    .map(({ file, range: { start, end }, severity, rule, message, help, live }) => {
      const properties = {
        file,
        line: start.line,
        endLine: end.line,
        // columns are understood within one line only, and the last one is meant inclusively
        ...(start.line === end.line && { col: start.column, endColumn: Math.max(start.column, end.column - 1) }),
        title: rule,
      };
      const list = Object.entries(properties)
        .map(([name, value]) => `${name}=${property(String(value))}`)
        .join(',');
      const lines = [message, ...(help === undefined ? [] : [help]), ...(live ? [liveInWords(live)] : [])];
      return `::${commands[severity]} ${list}::${data(lines.join('\n'))}\n`;
    })
    .join('');

const encoded = (text: string): string =>
  withoutControls(text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A'));
const data = (text: string): string => withoutCommands(encoded(text));
const property = (text: string): string => withoutCommands(encoded(text).replaceAll(':', '%3A').replaceAll(',', '%2C'));

export default { print: github, ownCommands: true } satisfies ReportFormat;
