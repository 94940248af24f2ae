import { docsOf } from '../../core/engine/rule-docs.ts';
import { applyTextEdits } from '../../core/fixing/apply.ts';
import type { Document } from '../../core/document.ts';
import type { TextEdit } from '../../core/finding.ts';
import type { Span } from '../../core/syntax/lines.ts';
import { actionsAt } from '../../features/actions/actions.ts';
import { completionsAt } from '../../features/completion/completion.ts';
import { describe } from '../../features/completion/describe.ts';
import { inlayHints } from '../../features/decorations/inlay-hints.ts';
import { semanticTokens } from '../../features/decorations/semantic-tokens.ts';
import { hoverAt } from '../../features/hover/hover.ts';
import { definitionsAt } from '../../features/navigation/definitions.ts';
import { highlightsAt, referencesAt } from '../../features/navigation/references.ts';
import { isRefused, prepareRename, renameAt } from '../../features/navigation/rename.ts';
import { selectionRanges } from '../../features/navigation/selection.ts';
import { flowSvg } from '../../view/flow/flow-svg.ts';
import { flowView, previewAt, simulationReport } from '../../features/panels/index.ts';
import { withFileEdits } from '../actions-at.ts';
import type { Violations } from './reading.ts';
import type { Subject } from './subject.ts';

/* Laws of the answers about one position. */

export const contains = (outer: Span, inner: Span): boolean => outer.start <= inner.start && inner.end <= outer.end;
const isAt = (span: Span, offset: number): boolean => contains(span, { start: offset, end: offset });

/** A hover covers the caret and is not empty. */
export function* hovers(subject: Subject): Violations {
  if (!subject.isInText) return;
  const { context, findings, rules } = subject;
  const result = findings.map(finding => ({ finding, isBaselined: false }));
  const hover = hoverAt(context, result, id => {
    const rule = rules.rules.find(rule => rule.id === id);
    return rule && { ...docsOf(rule), page: '' };
  });
  if (!hover) return;
  yield* subject.invalidSpans(hover.span);
  if (!isAt(hover.span, context.offset)) yield 'a hover about something else';
  if (hover.markdown.trim() === '') yield 'an empty hover';
}

/** A completion replaces text at the caret, and its edits do not overlap. */
export function* completes(subject: Subject): Violations {
  if (!subject.isInText) return;
  const { context, rules } = subject,
    { document, offset } = context;
  for (const snippets of [true, false])
    for (const item of completionsAt(context, { hasSnippets: snippets, ruleIds: rules.rules.map(({ id }) => id) })
      .items) {
      const { label, insert, additionalEdits: additional = [], resolve, detail, filter } = item;
      yield* subject.invalidSpans([insert.span, additional]);
      if (!isAt(insert.span, offset)) yield `${label} is inserted elsewhere than at the caret`;
      const { span, text, wordEnd = span.end } = insert;
      if (wordEnd < span.end) yield `${label} replaces less than it inserts`;
      if ([span.end, wordEnd].some(end => !applyTextEdits(document.text, [{ ...span, end, text }, ...additional])))
        yield `the edits of ${label} overlap`;
      if (typeof detail !== 'string' || typeof filter !== 'string') yield `${label} is not whole`;
      if (resolve) describe(resolve);
    }
}

/** Targets of navigation are within their files, and each selection range contains the previous one. */
export function* navigates(subject: Subject): Violations {
  const { context } = subject;
  yield* subject.invalidSpans([
    definitionsAt(context),
    referencesAt(context, true),
    referencesAt(context, false),
    highlightsAt(context),
  ]);
  const [ranges = []] = selectionRanges(context, [context.offset]);
  yield* subject.invalidSpans(ranges);
  for (const [i, outer] of ranges.slice(1).entries())
    if (!contains(outer, ranges[i]!)) yield `the selection ${outer.start} to ${outer.end} does not grow`;
}

/** A rename makes edits that do not overlap, and keeps JSON valid. */
export function* renames(subject: Subject): Violations {
  const { context, random } = subject,
    prepared = prepareRename(context);
  if (!isRefused(prepared)) {
    yield* subject.invalidSpans(prepared.span);
    const { start, end } = prepared.span,
      [from, to] = context.offset < start ? [context.offset, start] : [Math.min(end, context.offset), context.offset];
    // a variable is also renamed with the caret beside its braces
    if (!/^(?:.?|\{{0,2} *| *\}{0,2})$/s.test(context.document.text.slice(from, to))) yield 'a name elsewhere';
  }
  for (const name of ['another_name', '', random.pick(['a', '"\\', '__proto__', 'ü \\'])]) {
    const result = renameAt(context, name);
    if (isRefused(result)) continue;
    for (const change of result) {
      if ('from' in change) continue;
      yield* subject.invalidSpans(change);
      const document = context.workspace.document(change.file);
      if (document) yield* wrongEdits(document, change.edits, `the name ${name}`);
    }
  }
}
function* wrongEdits(document: Document, edits: readonly TextEdit[], subject: string): Violations {
  const text = applyTextEdits(document.text, edits);
  if (text === undefined) yield `the edits of ${subject} overlap`;
  else if (document.valid && !document.withChanges([{ start: 0, end: document.text.length, text }]).valid)
    yield `${subject} breaks ${document.file}`;
}

/** Every action changes its files by edits that do not overlap, and keeps JSON valid. */
export function* offersActions(subject: Subject): Violations {
  const { context, findings, rules, random, input } = subject,
    { document, offset, workspace } = context;
  const start = (random.chance(0.5) ? random.pick(findings)?.span?.start : undefined) ?? offset;
  const result = findings.map(finding => ({ finding, isBaselined: false })),
    asksLater = random.chance(0.5),
    settings = { configuration: input.source.configuration, settings: undefined, baseline: undefined };
  const actions = [start, start + 3, document.text.length].flatMap(end =>
    actionsAt({ ...context, span: { start, end } }, result, { rules, ...settings, isTrusted: true, asksLater }),
  );
  for (const { title, edits, select } of actions) {
    const key = JSON.stringify([title, edits, select]);
    if (subject.checkedActions.has(key)) continue;
    subject.checkedActions.add(key);
    for (const change of edits) {
      if (!('edits' in change)) continue;
      const changedDocument = workspace.document(change.file);
      if (!changedDocument) continue;
      yield* subject.invalidSpans(change);
      yield* wrongEdits(changedDocument, change.edits, title);
      if (change.edits.length > 0 && applyTextEdits(changedDocument.text, change.edits) === changedDocument.text)
        yield `${title} changes nothing in ${change.file}`;
    }
    if (select) {
      const texts = Object.fromEntries(workspace.documents.map(document => [document.file, document.text]));
      if (select.span.end > withFileEdits(texts, edits)[select.file]!.length)
        yield `${title} selects what is not there`;
    }
  }
}

/** The decorations of a range are within the text. */
export function* decoratesAt(subject: Subject): Violations {
  const { offset } = subject.context,
    range = { start: offset, end: offset + 3 };
  for (const hint of inlayHints({ ...subject.context, range }))
    yield* subject.invalidSpans({ start: hint.offset, end: hint.offset });
  for (const token of semanticTokens(subject.context, range)) yield* subject.invalidSpans(token);
}

/** Panels can be drawn for any position, in saved and unsaved files. */
export function* showsPanels(subject: Subject): Violations {
  const { context: positionContext } = subject;
  for (const savedWorkspace of [positionContext.workspace, positionContext.savedWorkspace]) {
    const context = { ...positionContext, savedWorkspace };
    const { blocks } = previewAt(context, { calls: 10 });
    if (blocks[0]?.is !== 'title') yield 'a preview without a title';
    yield* subject.invalidSpans([blocks, simulationReport(context, { calls: 10 })?.blocks]);
    const view = flowView(context);
    if (view && flowSvg(view).includes('NaN')) yield 'a drawing with NaN';
  }
}
