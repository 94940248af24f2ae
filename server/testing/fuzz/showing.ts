import { codeLenses } from '../../features/decorations/code-lenses.ts';
import { inlayHints } from '../../features/decorations/inlay-hints.ts';
import { resolveLens } from '../../features/decorations/resolve-lens.ts';
import { semanticTokens, tokenModifiers, tokenTypes } from '../../features/decorations/semantic-tokens.ts';
import { documentSymbols, type DocumentSymbol } from '../../features/navigation/document-symbols.ts';
import { foldingRanges } from '../../features/navigation/selection.ts';
import { documentLinks } from '../../features/navigation/links.ts';
import { workspaceSymbols } from '../../features/navigation/workspace-symbols.ts';
import { agentTree, planBetween, planPanel, planText } from '../../features/panels/index.ts';
import { Document } from '../../core/document.ts';
import type { Span } from '../../core/syntax/lines.ts';
import { Workspace } from '../../core/workspace/workspace.ts';
import { contains } from './asking.ts';
import { edit } from './mutations.ts';
import { firstDifference, type Violations } from './reading.ts';
import type { Subject } from './subject.ts';

/* Laws of the answers about a whole document. */

/** Hints, tokens and lenses are within the text. Tokens do not overlap, do not span lines, and have known types. */
export function* decorates(subject: Subject): Violations {
  const { context: positionContext } = subject,
    { text } = positionContext.document;
  for (const { offset } of inlayHints({ ...positionContext, range: { start: 0, end: text.length } }))
    yield* subject.invalidSpans({ start: offset, end: offset });
  let last = 0;
  for (const { start, end, type, modifiers } of semanticTokens(positionContext)) {
    yield* subject.invalidSpans({ start, end });
    if (start < last || end <= start) yield `the token ${start} to ${end} follows one that ends at ${last}`;
    if (!tokenTypes.includes(type) || modifiers.some(modifier => !tokenModifiers.includes(modifier)))
      yield `a token of type ${type} ${modifiers.join()}`;
    if (/[\r\n]/.test(text.slice(start, end))) yield 'a token goes over the end of its line';
    last = end;
  }
  for (const { span, subject: about } of codeLenses(positionContext)) {
    yield* subject.invalidSpans(span);
    if (about) yield* subject.invalidSpans(resolveLens(positionContext, about)?.places);
  }
}

/** The items of an outline are within the text and within their parents. */
export function* outlines(subject: Subject): Violations {
  const { context: positionContext } = subject;
  yield* subject.invalidSpans([
    foldingRanges(positionContext),
    documentLinks(positionContext),
    documentSymbols(positionContext),
  ]);
  yield* nestedProblems(documentSymbols(positionContext), { start: 0, end: positionContext.document.text.length });
}
function* nestedProblems(symbols: readonly DocumentSymbol[], outer: Span): Violations {
  for (const { span, selection, children } of symbols) {
    if (!contains(outer, span) || !contains(span, selection))
      yield `the symbol at ${span.start} is not in what it is under`;
    yield* nestedProblems(children, span);
  }
}

/** Views of the whole workspace are complete, and refer to existing places. */
export function* showsWorkspace(subject: Subject): Violations {
  const { workspace, savedWorkspace: saved } = subject.context;
  if (agentTree(workspace).length === 0 && agentTree(saved.withoutDocument(subject.context.document.file)).length > 0)
    yield 'no agents, although other files have some';
  const plan = planBetween({ workspace: saved }, { workspace }, 'main');
  yield* subject.invalidSpans(planPanel(plan, workspace).blocks);
  if (!planText(plan, 'html').includes('</html>')) yield 'a page that does not end';
  for (const query of ['', subject.random.pick(['a', 'hello', '\\', '__proto__', 'ü ', 'prod'])])
    yield* subject.invalidSpans(workspaceSymbols(workspace, query));
}

/** After edits a workspace gives the same answers as a workspace built from the same texts. */
export function* answersAnew({ context: positionContext, input: { source }, random }: Subject): Violations {
  const wordsOf = (workspace: Workspace, { file, text }: Document): string => {
    const document = workspace.document(file)!,
      context = { workspace, savedWorkspace: workspace, document };
    const { changes, unchangedCount: unchanged } = planBetween(
      { workspace: positionContext.savedWorkspace },
      { workspace },
      'main',
    );
    return JSON.stringify([
      [...semanticTokens(context)],
      inlayHints({ ...context, range: { start: 0, end: text.length } }),
      codeLenses(context).map(({ span }) => span),
      [documentSymbols(context), foldingRanges(context), documentLinks(context)],
      agentTree(workspace),
      [changes.map(({ effect, isLive: live }) => [effect, live]), unchanged],
    ]);
  };
  let { workspace, document } = positionContext;
  for (let remaining = 1 + random.upTo(3); remaining > 0; remaining--) {
    // asks after some edits, so that later workspaces can reuse the results
    if (random.chance(0.5)) wordsOf(workspace, document);
    document = document.withChanges([edit(document.text, random)]);
    workspace = workspace.withDocument(document);
  }
  const freshWorkspace = new Workspace(
    workspace.documents.map(({ file, text }) => new Document(file, text, 1, source.configuration.kindOf(file))),
    workspace.facts,
  );
  const [actual, expected] = [workspace, freshWorkspace].map(workspace => wordsOf(workspace, document)) as [
    string,
    string,
  ];
  if (actual !== expected)
    yield `an edited workspace answers otherwise than a new one: ${firstDifference(actual, expected)}`;
}
