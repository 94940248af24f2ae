import { expect, test } from 'vitest';
import { kinds } from '../core/kinds.ts';
import { Document } from '../core/document.ts';
import { applyTextEdits } from '../core/fixing/apply.ts';
import { actingIn, applied } from '../testing/acting.ts';
import { beside, desk, draft, number } from '../testing/desk.ts';
import { fixtureOf } from '../testing/fixture.ts';
import { Random } from '../testing/fuzz/random.ts';
import { oddTexts } from '../testing/odd-texts.ts';
import { actionsAt } from './actions/actions.ts';
import { completionsAt } from './completion/completion.ts';
import { describe as words } from './completion/describe.ts';
import type { DocumentContext, PositionContext } from './context.ts';
import { codeLenses } from './decorations/code-lenses.ts';
import { inlayHints } from './decorations/inlay-hints.ts';
import { resolveLens } from './decorations/resolve-lens.ts';
import { semanticTokens, tokenModifiers, tokenTypes } from './decorations/semantic-tokens.ts';
import { formatEdits } from './formatting/format.ts';
import { formatOnType } from './formatting/format-on-type.ts';
import { hoverAt } from './hover/hover.ts';
import { callItemsAt, incomingCalls, outgoingCalls } from './navigation/calls.ts';
import { definitionsAt } from './navigation/definitions.ts';
import { documentSymbols, type DocumentSymbol } from './navigation/document-symbols.ts';
import { foldingRanges } from './navigation/folding.ts';
import { documentLinks } from './navigation/links.ts';
import { highlightsAt, referencesAt } from './navigation/references.ts';
import { isRefused, prepareRename, renameAt } from './navigation/rename.ts';
import { selectionRanges } from './navigation/selection.ts';
import { workspaceSymbols } from './navigation/workspace-symbols.ts';
import { agentTree, flowView, planBetween, planText, previewAt, shownPlan, simulationReport } from './panels/index.ts';

const others = beside(desk, draft, number);
const base = fixtureOf(`${others}-- b.agent-list.json --
[{ "agent_id": "agent_b", "agent_name": "B", "tags": { "prod": { "version": 1, "dynamic_variables": { "x": "y" } } } }]
`).workspace;
const contextOf = (file: string, text: string): DocumentContext => {
  const document = new Document(file, text, 1);
  return { workspace: base.with(document), saved: base, document };
};
const all = ({ text }: Document): number[] => Array.from({ length: text.length + 3 }, (_, i) => i - 1);
/** About so many offsets, distributed evenly. */
const some = ({ text }: Document, most: number): number[] => {
  const step = Math.max(1, Math.ceil(text.length / most));
  return Array.from({ length: Math.floor(text.length / step) + 1 }, (_, i) => i * step);
};

/** Checks that every span within an answer is in the text of the file that the answer names, or of the document. */
function inText(answer: unknown, { workspace, document }: DocumentContext, file = document.file): void {
  if (typeof answer !== 'object' || answer === null) return;
  const { start, end, file: its = file } = answer as { start?: number; end?: number; file?: string };
  if (start !== undefined && end !== undefined) {
    const { length } = (its === document.file ? document : workspace.document(its)!).text;
    if (!(start >= 0 && start <= end && end <= length))
      throw new Error(`${start}–${end} is not in ${its}, which has ${length} characters`);
  }
  for (const part of Object.values(answer)) inText(part, { workspace, document, saved: workspace }, its);
}
const holds = (outer: { start: number; end: number }, inner: { start: number; end: number }): boolean =>
  outer.start <= inner.start && inner.end <= outer.end;

function navigate(asked: PositionContext): void {
  inText([definitionsAt(asked), referencesAt(asked, true), referencesAt(asked, false), highlightsAt(asked)], asked);
  const name = prepareRename(asked);
  if (!isRefused(name)) {
    inText(name.span, asked);
    expect(name.span.start <= asked.offset + 1 && asked.offset - 1 <= name.span.end).toBe(true);
  }
  for (const newName of ['', 'a', 'other', '__proto__', '"\\']) inText(renameAt(asked, newName), asked);
  const [ranges] = selectionRanges(asked, [asked.offset]);
  inText(ranges, asked);
  for (const [i, outer] of ranges!.slice(1).entries()) expect(holds(outer, ranges![i]!)).toBe(true);
  for (const item of callItemsAt(asked)) inText([item, incomingCalls(asked, item), outgoingCalls(asked, item)], asked);
}
function complete(asked: PositionContext): void {
  const { text } = asked.document;
  for (const snippets of [true, false])
    for (const item of completionsAt(asked, { snippets, ruleIds: ['wrong-type'] }).items) {
      const { label, insert, additional = [], resolve, detail, filter } = item;
      inText([insert.span, additional], asked);
      if (!holds(insert.span, { start: asked.offset, end: asked.offset }))
        throw new Error(`${label} is not at the caret`);
      if (applyTextEdits(text, [{ ...insert.span, text: insert.text }, ...additional]) === undefined)
        throw new Error(`the edits of ${label} overlap at ${asked.offset} of ${text}`);
      if (typeof detail !== 'string' || typeof filter !== 'string') throw new Error(`${label} is not whole`);
      if (resolve) words(resolve);
    }
}
function hover(asked: PositionContext): void {
  const hovered = hoverAt(asked, [], () => undefined);
  if (!hovered) return;
  inText(hovered.span, asked);
  expect(holds(hovered.span, { start: asked.offset, end: asked.offset })).toBe(true);
}
function decorate(asked: DocumentContext): void {
  const { document } = asked,
    { length } = document.text;
  for (const { offset } of inlayHints({ ...asked, range: { start: 0, end: length } }))
    expect(offset >= 0 && offset <= length).toBe(true);
  let last = 0;
  for (const { start, end, type, modifiers } of semanticTokens(asked)) {
    expect([start >= last, end > start, end <= length, tokenTypes.includes(type)]).toEqual([true, true, true, true]);
    expect(modifiers.filter(one => !tokenModifiers.includes(one))).toEqual([]);
    expect(document.text.slice(start, end)).not.toMatch(/[\r\n]/);
    last = end;
  }
  for (const { span, subject } of codeLenses(asked)) {
    inText(span, asked);
    if (subject) inText(resolveLens(asked, subject)?.places, asked);
  }
  inText(formatEdits({ document }, { tabSize: 2, insertSpaces: true }), asked);
}
function decorateAt(asked: PositionContext): void {
  const { document, offset } = asked,
    range = { start: offset, end: offset + 3 };
  inlayHints({ ...asked, range });
  semanticTokens(asked, range);
  inText(formatEdits({ document }, { tabSize: 4, insertSpaces: false }, range), asked);
  for (const typed of ['\n', '}', ']'])
    inText(formatOnType({ document, offset }, typed, { tabSize: 0, insertSpaces: true }), asked);
}
function outline(asked: DocumentContext): void {
  inText([foldingRanges(asked), documentLinks(asked), documentSymbols(asked)], asked);
  const check = (symbols: readonly DocumentSymbol[], outer: { start: number; end: number }): void => {
    for (const { span, selection, children } of symbols) {
      expect(holds(outer, span) && holds(span, selection)).toBe(true);
      check(children, span);
    }
  };
  check(documentSymbols(asked), { start: 0, end: asked.document.text.length });
}

const named = oddTexts.map(([file, text]) => [file, text.slice(0, 40), text] as const);

test.each(named)('every offset of %s %j has an answer', (file, _, text) => {
  const asked = contextOf(file, text);
  // in a deep text each of them takes as long as it is deep
  for (const offset of text.length < 2000 ? all(asked.document) : some(asked.document, 10)) {
    navigate({ ...asked, offset });
    if (offset >= 0 && offset <= text.length) complete({ ...asked, offset });
  }
  outline(asked);
});

test.each(named)('%s %j is decorated and explained as any kind', (file, _, text) => {
  for (const kind of ['as it is', ...Object.keys(kinds)]) {
    const asked = contextOf(kind === 'as it is' ? file : `x.${kind}.json`, text);
    decorate(asked);
    for (const offset of text.length < 400 ? all(asked.document) : some(asked.document, 10)) {
      decorateAt({ ...asked, offset });
      if (offset >= 0 && offset <= text.length) hover({ ...asked, offset });
    }
  }
});

test.each(named)('no action on %s %j fails', (file, _, text) => {
  const { asked, findings, context } = actingIn({ [file]: text }, file, { start: 0, end: 0 });
  for (const start of [-1, ...some(asked.document, 100), text.length + 1])
    for (const end of [start, start + 3, text.length])
      for (const action of actionsAt({ ...asked, span: { start, end } }, findings, context))
        applied({ [file]: text }, action.edits);
});

test.each(named)('panels show %s %j', (file, _, text) => {
  const { workspace, document } = contextOf(file, text);
  for (const saved of [workspace, base])
    for (const offset of some(document, 60)) {
      const asked = { workspace, saved, document, offset };
      expect(previewAt(asked, { calls: 10 }).title).toBeTypeOf('string');
      expect(flowView(asked)?.svg ?? '').not.toContain('NaN');
      simulationReport(asked, { calls: 10 });
    }
  expect(agentTree(workspace).length).toBeGreaterThan(0);
  const plan = planBetween(base, workspace, 'main');
  expect(shownPlan(plan, workspace).result.unchanged).toBe(plan.unchanged);
  expect(planText(plan, 'html')).toContain('</html>');
});

test('texts that are cut and mixed have answers', () => {
  const random = new Random(7);
  for (let i = 0; i < 500; i++) {
    const [file, text] = random.pick(oddTexts),
      [, other] = random.pick(oddTexts),
      from = random.upTo(text.length + 1),
      put = random.chance(0.5)
        ? other.slice(random.upTo(other.length + 1)).slice(0, random.upTo(80))
        : random.pick(['', '"', '{', '}', '\\', ',', '\n', '{{']);
    const asked = contextOf(file, text.slice(0, from) + put + text.slice(from + random.upTo(12)));
    for (const offset of [from, random.upTo(asked.document.text.length + 1)]) navigate({ ...asked, offset });
    decorate(asked);
    outline(asked);
  }
});

test('a search in all of them has an answer', () => {
  const everything = oddTexts.reduce(
    (before, [file, text], i) => before.with(new Document(`${i}/${file}`, text)),
    base,
  );
  for (const query of ['', 'a', 'hello', '\\', '__proto__', 'ü '])
    inText(workspaceSymbols(everything, query), { ...contextOf('x.json', ''), workspace: everything });
});
