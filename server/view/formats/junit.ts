import type { ReportedFinding } from '../../core/engine/report.ts';
import type { ReportFormat, Printer } from '../report.ts';
import { withUnchecked } from '../judged.ts';
import { count } from '../../core/wording.ts';
import { totals } from '../totals.ts';
import { groupsOf } from '../../core/json/multimap.ts';

/**
 * Prints a suite for each file and a case for each finding. Only errors are failures, as for the exit code; other
 * findings are the output of passed cases, because no case was skipped.
 */
const junit: Printer = plainReport => {
  const report = withUnchecked(plainReport);
  const { files } = report.summary,
    errors = report.findings.filter(({ severity }) => severity === 'error').length;
  const suites = [...groupsOf(report.findings, ({ file }) => file)].map(([file, findings]) => suite(file, findings));
  if (suites.length === 0)
    suites.push(
      '  <testsuite name="preflight" tests="1" failures="0" errors="0" skipped="0">\n' +
        `    <testcase classname="preflight" name="${escape(totals(report))}"/>\n  </testsuite>\n`,
    );
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<testsuites name="preflight, ${count(files, 'file')}" tests="${Math.max(1, report.findings.length)}" ` +
    `failures="${errors}" errors="0" skipped="0">\n${suites.join('')}</testsuites>\n`
  );
};

function suite(file: string, findings: readonly ReportedFinding[]): string {
  const failures = findings.filter(({ severity }) => severity === 'error').length;
  const name = escape(file);
  return (
    `  <testsuite name="${name}" tests="${findings.length}" failures="${failures}" errors="0" skipped="0">\n` +
    `${findings.map(finding => testCase(name, finding)).join('')}  </testsuite>\n`
  );
}

function testCase(name: string, { rule, severity, file, range: { start }, message, help }: ReportedFinding): string {
  const text = `${file}:${start.line}:${start.column} ${message}${help === undefined ? '' : `\n${help}`}`;
  const body =
    severity === 'error'
      ? `<failure type="${escape(rule)}" message="${escape(message)}">${escape(text)}</failure>`
      : `<system-out>${escape(`${severity}: ${text}`)}</system-out>`;
  return (
    `    <testcase classname="${name}" name="${escape(`${rule} at ${start.line}:${start.column}`)}" ` +
    `file="${name}" line="${start.line}">\n      ${body}\n    </testcase>\n`
  );
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
};
// XML 1.0 cannot represent these characters
const invalidCharacters =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const escape = (text: string): string =>
  text
    .replace(invalidCharacters, char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replace(/[&<>"'\n\r\t]/g, char => entities[char]!);

export default { print: junit } satisfies ReportFormat;
