import type { Format, Printer } from '../report.ts';
import { printable } from '../printable.ts';

/** One line a finding, for editors and `grep`: `file:line:col: severity message [rule]`. */
const compact: Printer = report =>
  report.findings
    .map(
      ({ file, range: { start }, severity, message, rule }) =>
        `${printable(file)}:${start.line}:${start.column}: ${severity} ${printable(message)} [${rule}]\n`,
    )
    .join('');

export default { print: compact, forPeople: true } satisfies Format;
