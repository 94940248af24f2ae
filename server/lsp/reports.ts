import type { Diagnostic } from 'vscode-languageserver/node';
import { configurationName } from '../core/configuration/configuration.ts';
import { Document } from '../core/document.ts';
import type { RuleSet } from '../core/engine/lint.ts';
import type { Finding } from '../core/finding.ts';
import { fnv1a } from '../core/hash.ts';
import type { ShownFinding } from '../features/asked.ts';
import { configurationDiagnostics, diagnosticsOf, type Diagnosing } from './diagnostics.ts';
import { findingsOf, settingsFindings, type Root } from './root.ts';

/** What is wrong with one file, and a name for exactly that. */
export interface Report {
  readonly items: readonly Diagnostic[];
  readonly id: string;
}

export const nothing: Report = { items: [], id: '0' };

/** What is wrong with a document. @param language as the editor calls it, of a document that it has open */
export function reportOf(root: Root, document: Document, rules: RuleSet, to: Diagnosing, language?: string): Report {
  const shown = findingsOf(root, document, rules);
  const kept =
    language !== undefined && to.client.options.reportsSyntax === true
      ? shown.filter(one => !saidByEditor(document, one, language))
      : shown;
  return kept.length === 0
    ? nothing
    : root.workspace.memory.remember(reportOf, document, () => reportWith(diagnosticsOf(root, document, kept, to)));
}

/** What is wrong with the settings: why they cannot be used, else what in them has no use. */
export function settingsReport(root: Root, rules: RuleSet, to: Diagnosing): Report {
  if (root.problems.length > 0)
    return reportWith(configurationDiagnostics(root.problems.filter(({ file }) => file === configurationName)));
  const { document } = root.settings.configuration;
  return document ? reportWith(diagnosticsOf(root, document, settingsFindings(root, rules), to)) : nothing;
}

/** What is wrong with a file that could not be read at all. */
export const unreadableReport = (root: Root, finding: Finding, to: Diagnosing): Report =>
  reportWith(diagnosticsOf(root, new Document(finding.file, ''), [{ finding, baselined: false }], to));

const reportWith = (items: readonly Diagnostic[]): Report =>
  items.length === 0 ? nothing : { items, id: idOf(JSON.stringify(items)) };

/** A name for a text: its length and a hash of it. */
export const idOf = (text: string): string => `${text.length.toString(36)}-${fnv1a(text)}`;

/**
 * Whether the editor's own support for JSON says it already. It knows no comments in `json`, and takes them in `jsonc`; of a merge conflict
 * it sees a heap of slips, and of equal keys not which one counts.
 */
function saidByEditor({ text }: Document, { finding: { rule, span } }: ShownFinding, language: string): boolean {
  if (rule !== 'invalid-json' || (language !== 'json' && language !== 'jsonc')) return false;
  const start = text.slice(span?.start ?? 0, (span?.start ?? 0) + MARKER);
  return !(isConflictMarker.test(start) || (language === 'jsonc' && /^\/[/*]/.test(start)));
}
const MARKER = 7;
const isConflictMarker = /^(?:<{7}|\|{7}|={7}|>{7})/;
