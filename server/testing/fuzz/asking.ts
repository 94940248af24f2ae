import type { Document } from '../../core/document.ts';
import { applyTextEdits } from '../../core/fixing/apply.ts';
import type { TextEdit } from '../../core/finding.ts';
import type { Span } from '../../core/syntax/lines.ts';
import { actionsAt } from '../../features/actions/actions.ts';
import { completionsAt } from '../../features/completion/completion.ts';
import { describe } from '../../features/completion/describe.ts';
import { codeLenses } from '../../features/decorations/code-lenses.ts';
import { formatOnType, formatTriggers } from '../../features/formatting/format-on-type.ts';
import { inlayHints } from '../../features/decorations/inlay-hints.ts';
import { semanticTokens } from '../../features/decorations/semantic-tokens.ts';
import { hoverAt } from '../../features/hover/hover.ts';
import { definitionsAt } from '../../features/navigation/definitions.ts';
import { documentSymbols, type DocumentSymbol } from '../../features/navigation/document-symbols.ts';
import { foldingRanges } from '../../features/navigation/folding.ts';
import { documentLinks } from '../../features/navigation/links.ts';
import { highlightsAt, referencesAt } from '../../features/navigation/references.ts';
import { isRefused, prepareRename, renameAt } from '../../features/navigation/rename.ts';
import { selectionRanges } from '../../features/navigation/selection.ts';
import type { FuzzFindings } from './reading.ts';
import { wrongSpan, type FuzzSubject } from './subject.ts';

function* within(document: Document, spans: readonly Span[]): FuzzFindings {
  for (const span of spans) {
    const wrong = wrongSpan(document, span);
    if (wrong !== undefined) yield wrong;
  }
}
function* inFiles(
  { asked: { workspace } }: FuzzSubject,
  places: readonly { readonly file: string; readonly span: Span }[],
): FuzzFindings {
  for (const { file, span } of places) {
    const document = workspace.document(file);
    if (document) yield* within(document, [span]);
    else yield `${file} is no file of the workspace`;
  }
}
function* fitting(document: Document, edits: readonly TextEdit[]): FuzzFindings {
  yield* within(document, edits);
  if (applyTextEdits(document.text, edits) === undefined) yield 'edits overlap';
}

export function* hovers({ asked: context, findings, rules }: FuzzSubject): FuzzFindings {
  const shown = findings.map(finding => ({ finding, baselined: false }));
  const found = hoverAt(context, shown, id => {
    const rule = rules.rules.find(one => one.id === id);
    return rule && { summary: rule.summary, why: rule.why, page: '' };
  });
  if (!found) return;
  yield* within(context.document, [found.span]);
  if (found.markdown.trim() === '') yield 'an empty hover';
}

export function* completes({ asked: context, rules, random }: FuzzSubject): FuzzFindings {
  const { items } = completionsAt(context, { snippets: random.chance(0.5), ruleIds: rules.rules.map(({ id }) => id) });
  const { document, offset } = context;
  for (const { insert, additional = [], label } of items) {
    yield* fitting(
      document,
      [...additional, insert.span].map(one => ({ text: '', ...one })),
    );
    if (insert.span.start > offset || insert.span.end < offset)
      yield `${label} is inserted elsewhere than at the caret`;
  }
  const one = random.pick(items)?.resolve;
  if (one) describe(one);
}

export function* finds(subject: FuzzSubject): FuzzFindings {
  const { asked: context } = subject;
  for (const { file, span, selection } of definitionsAt(context))
    yield* inFiles(
      subject,
      [span, selection].map(one => ({ file, span: one })),
    );
  yield* inFiles(
    subject,
    referencesAt(context, true).map(({ file, selection }) => ({ file, span: selection })),
  );
  yield* within(
    context.document,
    highlightsAt(context).map(({ span }) => span),
  );
}

export function* renames(subject: FuzzSubject): FuzzFindings {
  const { asked: context, random } = subject,
    prepared = prepareRename(context);
  if (!isRefused(prepared)) yield* within(context.document, [prepared.span]);
  const found = renameAt(context, random.pick(['another_name', 'a', '', '"', '__proto__', 'ü \\']));
  if (isRefused(found)) return;
  for (const change of found) {
    if ('from' in change) continue;
    const document = context.workspace.document(change.file);
    if (!document) {
      yield `${change.file} is no file of the workspace`;
      continue;
    }
    yield* fitting(document, change.edits);
    const text = applyTextEdits(document.text, change.edits);
    if (text !== undefined && document.valid && !document.edited([{ start: 0, end: document.text.length, text }]).valid)
      yield `a new name breaks ${change.file}`;
  }
}

export function* offersActions({ asked: context, findings, rules, configuration, random }: FuzzSubject): FuzzFindings {
  const { document, offset } = context,
    finding = random.chance(0.7) ? random.pick(findings) : undefined;
  const start = finding?.span?.start ?? offset;
  const found = actionsAt(
    { ...context, span: { start, end: Math.min(document.text.length, start + random.upTo(30)) } },
    findings.map(one => ({ finding: one, baselined: false })),
    { rules, configuration, settings: undefined, baseline: undefined, trusted: true, asksLater: true },
  );
  for (const { title, edits } of found)
    for (const change of edits) {
      const changed = 'edits' in change ? context.workspace.document(change.file) : undefined;
      if (!changed || !('edits' in change)) continue;
      for (const wrong of fitting(changed, change.edits)) yield `${title}: ${wrong}`;
    }
}

export function* outlines({ asked: context, random }: FuzzSubject): FuzzFindings {
  const { document, offset } = context,
    symbols = (list: readonly DocumentSymbol[]): Span[] =>
      list.flatMap(({ span, selection, children }) => [span, selection, ...symbols(children)]);
  yield* within(document, symbols(documentSymbols(context)));
  yield* within(document, foldingRanges(context));
  yield* within(document, selectionRanges(context, [offset]).flat());
  yield* within(
    document,
    documentLinks(context).map(({ span }) => span),
  );
  yield* within(
    document,
    codeLenses(context).map(({ span }) => span),
  );
  yield* within(document, formatOnType(context, random.pick(formatTriggers), { tabSize: 2, insertSpaces: true }));
  const hints = inlayHints({ ...context, range: { start: 0, end: document.text.length } });
  yield* within(
    document,
    hints.map(({ offset: at }) => ({ start: at, end: at })),
  );
  for (const token of semanticTokens(context)) {
    yield* within(document, [token]);
    if (/[\r\n]/.test(document.text.slice(token.start, token.end))) yield 'a token goes over the end of its line';
  }
}
