import { compareTexts } from '../core/wording.ts';
import { DiagnosticSeverity, DiagnosticTag, type Diagnostic } from 'vscode-languageserver/node';
import type { Document } from '../core/document.ts';
import { liveInWords } from '../core/domain/live-places.ts';
import type { Rule } from '../core/engine/rule.ts';
import { alsoRelated, listable } from '../core/engine/report.ts';
import type { Finding, Related } from '../core/finding.ts';
import { spanOf, locate } from '../core/locate.ts';
import type { ShownFinding } from '../features/context.ts';
import type { Client } from './client.ts';
import type { Span } from '../core/syntax/lines.ts';
import { rangeIn } from './convert.ts';
import type { MarkData } from './protocol.ts';
import type { Root } from './root.ts';

/** Converts findings to the protocol's diagnostics. */
export interface DiagnosticsContext {
  readonly client: Client;
  /** Returns a built-in rule, or a policy of one of the workspaces. */
  ruleOf(id: string): Rule | undefined;
  /** The absolute URI of the documentation of a rule. */
  rulePage(rule: string): string | undefined;
  uriOf(root: string, file: string): string;
}

const severities = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
} as const;
const tags = { unnecessary: DiagnosticTag.Unnecessary, deprecated: DiagnosticTag.Deprecated } as const;

interface ListedFinding extends ShownFinding {
  readonly document: Document;
  readonly span: Span;
}

/** The findings of one document that an editor lists, in text order: one finding for each cause. */
export function listedOf(document: Document, findings: readonly ShownFinding[]): readonly ListedFinding[] {
  const placedFindings = findings.map(finding => ({ ...finding, document, span: spanOf(document, finding.finding) }));
  placedFindings.sort(
    (a, b) =>
      a.span.start - b.span.start ||
      compareTexts(a.finding.rule, b.finding.rule) ||
      compareTexts(a.finding.message, b.finding.message),
  );
  return listable(placedFindings);
}

/** Matches advice to run a command; an editor already shows its output in the next line of the message. */
const LISTS_ALL = /; preflight lint --verbose lists all$/m;

/** The maximum number of marked places of one finding. */
const MAX_MARKED_PLACES = 200;

/**
 * The diagnostics of one document. Findings in the baseline and in superseded versions are hints. The further places
 * of a finding are also hints, which editors mark without listing them; their `data` contains the severity.
 */
export function diagnosticsOf(
  root: Root,
  document: Document,
  findings: readonly ShownFinding[],
  context: DiagnosticsContext,
): Diagnostic[] {
  return listedOf(document, findings).flatMap(entry => {
    const { finding, isBaselined, span } = entry,
      { rule, severity, message, help, superseded, also = [] } = finding;
    const page = context.client.codeDescription ? context.rulePage(rule) : undefined,
      tag = context.ruleOf(rule)?.shows;
    const relatedOf = (places: readonly Related[]): Pick<Diagnostic, 'relatedInformation'> => {
      const relatedPlaces = (context.client.relatedInformation ? places : []).flatMap(
        ({ file, target, span, message }) => {
          const otherDocument = root.workspace.document(file);
          return otherDocument
            ? [
                {
                  location: {
                    uri: context.uriOf(root.key, file),
                    range: rangeIn(otherDocument, span ?? locate(otherDocument, target)),
                  },
                  message,
                },
              ]
            : [];
        },
      );
      return relatedPlaces.length > 0 ? { relatedInformation: relatedPlaces } : {};
    };
    const isFaint = isBaselined || superseded === true;
    const mainDiagnostic: Diagnostic = {
      range: rangeIn(document, span),
      severity: isFaint ? DiagnosticSeverity.Hint : severities[severity],
      code: rule,
      source: 'preflight',
      message: help === undefined ? message : `${message}\n${help.replace(LISTS_ALL, '')}`,
      ...(page !== undefined && { codeDescription: { href: page } }),
      ...(tag && context.client.diagnosticTags && { tags: [tags[tag]] }),
    };
    const firstPlace = {
      file: document.file,
      target: finding.target,
      span,
      message: `the first of ${also.length + 1} places`,
    };
    const marks = also.slice(0, MAX_MARKED_PLACES).map(place => ({
      ...mainDiagnostic,
      range: rangeIn(document, place.span ?? locate(document, place.target)),
      severity: DiagnosticSeverity.Hint,
      ...relatedOf([firstPlace]),
      ...(!isFaint && { data: { severity } satisfies MarkData }),
    }));
    return [
      { ...mainDiagnostic, ...relatedOf([...relatedTo(finding), ...alsoRelated(entry, MAX_MARKED_PLACES)]) },
      ...marks,
    ];
  });
}

/** The places that explain a finding; the last place is the place through which callers reach it. */
const relatedTo = ({ related, live }: Finding): readonly Related[] =>
  live
    ? [
        ...related,
        { file: live[0]!.through[0]!.file, target: live[0]!.through[0]!.pointer, message: liveInWords(live) },
      ]
    : related;
