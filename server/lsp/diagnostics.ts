import { compareTexts } from '../core/wording.ts';
import { DiagnosticSeverity, DiagnosticTag, type Diagnostic } from 'vscode-languageserver/node';
import type { Document } from '../core/document.ts';
import { liveInWords } from '../core/domain/live-places.ts';
import type { Rule } from '../core/engine/rule.ts';
import { listable } from '../core/engine/report.ts';
import type { Finding, Related } from '../core/finding.ts';
import { spanOf, locate } from '../core/locate.ts';
import type { ShownFinding } from '../features/context.ts';
import type { Client } from './client.ts';
import { rangeIn } from './convert.ts';
import type { Root } from './root.ts';

/** Converts findings to the protocol's diagnostics. */
export interface DiagnosticsContext {
  readonly client: Client;
  /** A rule, or a policy of one of the workspaces. */
  ruleOf(id: string): Rule | undefined;
  /** The URI of a rule's documentation; absolute. */
  rulePage(rule: string): string | undefined;
  uriOf(root: string, file: string): string;
}

const severities = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
} as const;
const tags = { unnecessary: DiagnosticTag.Unnecessary, deprecated: DiagnosticTag.Deprecated } as const;

/** The findings of one document, in text order. Findings in the baseline and in superseded versions are hints. */
export function diagnosticsOf(
  root: Root,
  document: Document,
  shown: readonly ShownFinding[],
  to: DiagnosticsContext,
): Diagnostic[] {
  const placed = shown.map(one => ({ ...one, document, span: spanOf(document, one.finding) }));
  placed.sort(
    (a, b) =>
      a.span.start - b.span.start ||
      compareTexts(a.finding.rule, b.finding.rule) ||
      compareTexts(a.finding.message, b.finding.message),
  );
  return listable(placed).map(({ finding, baselined, span }) => {
    const { rule, severity, message, help, superseded } = finding;
    const page = to.client.codeDescription ? to.rulePage(rule) : undefined,
      shows = to.ruleOf(rule)?.shows;
    const others = to.client.relatedInformation
      ? relatedTo(finding).flatMap(({ file, target, span: at, message }) => {
          const other = root.workspace.document(file);
          return other
            ? [
                {
                  location: { uri: to.uriOf(root.key, file), range: rangeIn(other, at ?? locate(other, target)) },
                  message,
                },
              ]
            : [];
        })
      : [];
    return {
      range: rangeIn(document, span),
      severity: baselined || superseded ? DiagnosticSeverity.Hint : severities[severity],
      code: rule,
      source: 'preflight',
      message: help === undefined ? message : `${message}\n${help}`,
      ...(page !== undefined && { codeDescription: { href: page } }),
      ...(shows && to.client.diagnosticTags && { tags: [tags[shows]] }),
      ...(others.length > 0 && { relatedInformation: others }),
    };
  });
}

/** The places that explain a finding; last, the one through which callers reach it. */
const relatedTo = ({ related, live }: Finding): readonly Related[] =>
  live
    ? [
        ...related,
        { file: live[0]!.through[0]!.file, target: live[0]!.through[0]!.pointer, message: liveInWords(live) },
      ]
    : related;
