import { DiagnosticSeverity, type Diagnostic } from 'vscode-languageserver/node';
import type { ConfigurationProblem } from '../core/configuration/read.ts';
import { Document } from '../core/document.ts';
import type { RuleSet } from '../core/engine/lint.ts';
import type { Finding } from '../core/finding.ts';
import { fnv1a } from '../core/json/by-text.ts';
import type { ShownFinding } from '../features/context.ts';
import { diagnosticsOf, type DiagnosticsContext } from './diagnostics.ts';
import { baselineName } from '../core/settings-files.ts';
import { findingsOf, settingsFindings, type Root } from './root.ts';

/** The findings of one file, with an id that changes with the findings. */
export interface Report {
  readonly items: readonly Diagnostic[];
  readonly id: string;
}

export const emptyReport: Report = { items: [], id: '0' };

/**
 * The report of a document.
 * @param language the language id of the editor, if the document is open
 */
export const reportFor = (
  root: Root,
  document: Document,
  rules: RuleSet,
  context: DiagnosticsContext,
  language?: string,
): Report =>
  root.memory.remember(reportFor, document, () => {
    const findings = findingsOf(root, document, rules),
      // superseded versions cannot be changed, so their findings are only shown while the file is open
      visibleFindings = root.openDocuments.has(document.file)
        ? findings
        : findings.filter(({ finding }) => !finding.superseded);
    const keptFindings =
      language !== undefined && context.client.options.reportsSyntax === true
        ? visibleFindings.filter(finding => !isReportedByEditor(document, finding, language))
        : visibleFindings;
    return reportWith(diagnosticsOf(root, document, keptFindings, context));
  });

/** The report of each configuration file, by file: the reason why it cannot be used, or its entries without effect. */
export function settingsReports(root: Root, rules: RuleSet, context: DiagnosticsContext): ReadonlyMap<string, Report> {
  const brokenDocuments = new Set(root.problems.flatMap(({ source }) => source?.document ?? []));
  const ofRules = [...root.settings.configuration.layers, ...brokenDocuments].map(document => {
    const findings = settingsFindings(root, document, rules);
    return [document.file, reportWith(diagnosticsOf(root, document, findings, context))] as const;
  });
  // no rule reports a file that cannot be read
  const unreadableReports = root.problems.flatMap(problem =>
    problem.source || problem.file === baselineName ? [] : [[problem.file, problemReport(problem)] as const],
  );
  return new Map([...ofRules, ...unreadableReports]);
}
const problemReport = ({ line, column, message }: ConfigurationProblem): Report => {
  const start = { line: line - 1, character: column - 1 };
  return reportWith([
    {
      range: { start, end: start },
      severity: DiagnosticSeverity.Error,
      source: 'preflight',
      code: 'unreadable-file',
      message,
    },
  ]);
};

/** The report of a file that could not be read at all. */
export const unreadableReport = (root: Root, finding: Finding, context: DiagnosticsContext): Report =>
  reportWith(diagnosticsOf(root, new Document(finding.file, ''), [{ finding, isBaselined: false }], context));

const reportWith = (items: readonly Diagnostic[]): Report =>
  items.length === 0 ? emptyReport : { items, id: idOf(JSON.stringify(items)) };

/** An id of a text: its length and a hash. */
export const idOf = (text: string): string => `${text.length.toString(36)}-${fnv1a(text)}`;

/**
 * Whether the JSON support of the editor already reports the finding. It reports comments in `json` but allows them in
 * `jsonc`, reports a merge conflict as many syntax errors, and does not say which of several equal keys has an effect.
 */
function isReportedByEditor({ text }: Document, { finding: { rule, span } }: ShownFinding, language: string): boolean {
  if (rule !== 'invalid-json' || (language !== 'json' && language !== 'jsonc')) return false;
  const start = text.slice(span?.start ?? 0, (span?.start ?? 0) + MARKER_LENGTH);
  return !(isConflictMarker.test(start) || (language === 'jsonc' && /^\/[/*]/.test(start)));
}
const MARKER_LENGTH = 7;
const isConflictMarker = /^(?:<{7}|\|{7}|={7}|>{7})/;
