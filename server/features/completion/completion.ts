import { showsCredential } from '../../core/secrets.ts';
import { compareTexts } from '../../core/wording.ts';
import type { Document } from '../../core/document.ts';
import { dialectForNewNames } from '../../core/domain/in-dialect.ts';
import { indentAt, styleOf } from '../../core/fixing/print.ts';
import type { Span } from '../../core/syntax/lines.ts';
import { decode, NodeType } from '../../core/syntax/syntax-nodes.ts';
import type { PositionContext } from '../context.ts';
import type { Candidate, CompletionItem, CompletionList, CompletionOptions } from './item.ts';
import { keysFor } from './keys.ts';
import { renderPieces, type SnippetParts, type Rendered } from './snippet.ts';
import { caretPlace } from './subject.ts';
import { type SkeletonContext, type InsertionLayout } from './skeletons.ts';
import { containerOf, countBefore, contextAt, type CompletionContext } from './context.ts';
import { objectCandidates, valuesFor } from './values.ts';
import { isTextPlace } from '../../core/domain/named-in-text.ts';
import { openName } from './names.ts';
import { openTemplate, variablesAt } from './variables.ts';

export type { CompletionItem, CompletionOptions } from './item.ts';

/**
 * The maximum number of items in a list, which a person can still scroll through. A longer list is limited to items
 * that match the typed letters.
 */
const MAX_ITEMS = 1000;
/**
 * The first character of the sort text. It sorts these items before the values that editors guess, which are sorted by
 * a label that begins with a quote.
 */
const SORT_PREFIX = '!';
const completionList: CompletionList = { items: [], isIncomplete: false };

/**
 * The possible insertions at the caret of a document of the workspace, or of a configuration. Works on half-typed and
 * broken text. The edits of an item include the commas and quotes that a person would type. Returns an empty list if
 * nothing can be inserted.
 */
export function completionsAt(
  { workspace, document, offset }: PositionContext,
  options: CompletionOptions = {},
): CompletionList {
  if (!document.kind) return completionList;
  const caretContext = contextAt(document, offset);
  if (!caretContext) return completionList;
  const { container, cursor, original } = caretPlace(document, caretContext);
  const context: SkeletonContext = {
    layout: layoutAt(document, caretContext, offset),
    list: [container, container?.parent].find(place => place?.isArray),
    container,
    today: workspace.facts.today,
    names: dialectForNewNames({ workspace, document }),
  };
  const itemMaker = new ItemMaker(document, caretContext, offset, { ...options, names: context.names });
  if (caretContext.part === 'key') {
    const startCandidates = caretContext.token ? [] : objectCandidates(cursor, context);
    const keys = keysFor(cursor, workspace, context, options);
    const items = keys.map((key, i) => itemMaker.key(key, i));
    const layout = emptyIn(document, caretContext, offset) ? context.layout : undefined;
    return itemMaker.list([...startCandidates.map((start, i) => itemMaker.start(start, layout, i)), ...items]);
  }
  if (caretContext.token?.quote) {
    const { token } = caretContext,
      place = caretContext.key === undefined ? original : original.get(caretContext.key);
    const innerSpan = {
      start: token.start + 1,
      end: document.text[token.end - 1] === token.quote && token.end > token.start + 1 ? token.end - 1 : token.end,
    };
    const openBraces =
      cursor.marks['x-template'] === undefined ? undefined : openTemplate(document.text, innerSpan, offset);
    if (openBraces) {
      const variables = variablesAt(place, workspace, document.text.slice(openBraces.span.start, openBraces.wordEnd));
      return itemMaker.list(variables.map((candidate, i) => itemMaker.itemWithin(candidate, openBraces, i)));
    }
    const name =
      token.quote === '"' && isTextPlace(place)
        ? openName(document.text, innerSpan, offset, place, workspace)
        : undefined;
    if (name) return itemMaker.list(name.candidates.map((candidate, i) => itemMaker.itemWithin(candidate, name, i)));
  }
  const { keptCandidates, isIncomplete } = itemMaker.cutItems(
    valuesFor(cursor, workspace, context, options, !caretContext.token?.quote),
  );
  return { ...itemMaker.list(keptCandidates.map((value, i) => itemMaker.value(value, i))), isIncomplete };
}

/** Whether the caret is in an empty object, on the line of its opening bracket. */
const emptyIn = ({ text, parsed: { nodes } }: Document, { container }: CompletionContext, offset: number): boolean =>
  container !== undefined &&
  nodes.children(container).length === 0 &&
  /^[ \t]*$/.test(text.slice(nodes.start(container) + 1, offset));

function layoutAt(document: Document, { container, token }: CompletionContext, offset: number): InsertionLayout {
  const {
      text,
      parsed: { nodes },
    } = document,
    style = styleOf(document);
  const base = indentAt(text, token?.start ?? offset);
  if (container === undefined) return { ...style, base, isFlat: false };
  const start = token?.start ?? offset,
    sibling = nodes.children(container)[countBefore(nodes, container, start) - 1];
  const isOneLine = (from: number, end: number): boolean => end - from < 2000 && !/[\r\n]/.test(text.slice(from, end));
  if (sibling !== undefined && (token === undefined || nodes.keySpan(sibling)?.start !== token.start)) {
    const isFlat =
      nodes.type(container) === NodeType.object
        ? isOneLine(nodes.start(container), nodes.keySpan(sibling)?.start ?? offset)
        : nodes.type(sibling) === NodeType.object && isOneLine(nodes.start(sibling), nodes.end(sibling));
    return { ...style, base, isFlat };
  }
  const outerContainer = containerOf(nodes, container);
  return { ...style, base, isFlat: outerContainer !== undefined && isOneLine(nodes.start(outerContainer), start) };
}

/** A half-typed name within a string, and the text that belongs before and after it. */
interface NameSpan {
  readonly span: Span;
  readonly wordEnd: number;
  readonly before?: string;
  readonly after: string;
}

type ItemOptions = CompletionOptions & Pick<SkeletonContext, 'names'>;
/** Turns candidates into items that fit the text at a caret. */
class ItemMaker {
  readonly #document: Document;
  readonly #caretContext: CompletionContext;
  readonly #span: Span;
  readonly #typedText: string;
  /** The value at the caret, if it is complete. */
  readonly #currentValue: string | undefined;
  readonly #options: ItemOptions;
  constructor(document: Document, context: CompletionContext, offset: number, options: ItemOptions) {
    this.#document = document;
    this.#caretContext = context;
    this.#span = context.token
      ? { start: context.token.start, end: context.token.end }
      : { start: offset, end: offset };
    this.#typedText = document.text.slice(this.#span.start, offset);
    this.#currentValue = context.token && currentOf(document.text, context.token);
    this.#options = options;
  }

  key(key: Candidate, order: number): CompletionItem {
    const { follower, hasCommaAfter } = this.#caretContext,
      { isCompact: compact } = styleOf(this.#document);
    const name = JSON.stringify(key.label),
      colon = `:${compact ? '' : ' '}`;
    const allPieces = [`${name}${colon}`, ...piecesOf(key), ...(hasCommaAfter ? [','] : [])];
    const pieces: SnippetParts = follower === undefined ? allPieces : [follower === 'colon' ? name : `${name}:`];
    return this.#item(
      follower === undefined ? key : omit(key, 'opens'),
      this.#span,
      this.#render(pieces),
      this.#quote(key.label),
      order,
    );
  }
  /**
   * The item for a candidate at the start of a value.
   * @param layout puts the members of an empty object on lines of their own
   */
  start(candidate: Candidate, layout: InsertionLayout | undefined, order: number): CompletionItem {
    const pieces = piecesOf(candidate),
      { hasCommaAfter } = this.#caretContext;
    const inLines = layout && !layout.isCompact && !layout.isFlat ? onOwnLines(pieces, layout) : pieces;
    return this.#item(
      candidate,
      this.#span,
      this.#render([...inLines, ...(hasCommaAfter ? [','] : [])]),
      candidate.label,
      order,
    );
  }
  value(candidate: Candidate, order: number): CompletionItem {
    const typedText = [candidate.label, candidate.alias].filter(Boolean).join(' ');
    return this.#item(
      candidate,
      this.#span,
      this.#render([...piecesOf(candidate), ...(this.#caretContext.hasCommaAfter ? [','] : [])]),
      this.#quote(typedText),
      order,
    );
  }
  /** The item for a name within a string. */
  itemWithin(candidate: Candidate, { span, wordEnd, before = '', after }: NameSpan, order: number): CompletionItem {
    const name = JSON.stringify(candidate.label).slice(1, -1),
      { token, hasCommaAfter, commaAt } = this.#caretContext;
    const ending = (token?.isUnclosed ? token.quote : '') + (hasCommaAfter ? ',' : ''),
      end = this.#span.end;
    // the client requires that an edit that touches the insertion is part of it
    const text = before + name + after + (end <= span.end ? ending : '');
    const additionalEdits = [
      ...(commaAt === undefined ? [] : [{ start: commaAt, end: commaAt, text: ',' }]),
      ...(ending !== '' && end > span.end ? [{ start: end, end, text: ending }] : []),
    ];
    const item = this.#item(candidate, span, { text, isSnippet: false }, before + candidate.label, order),
      // without a closing quote, it is not certain where the string ends
      isReplaceable = wordEnd > span.end && (ending === '' || wordEnd < end);
    return {
      ...item,
      ...(isReplaceable && { insert: { ...item.insert, wordEnd } }),
      ...(additionalEdits.length > 0 && { additionalEdits }),
    };
  }

  /** The candidates that match the typed letters if there are too many to read; otherwise all candidates. */
  cutItems(candidates: readonly Candidate[]): {
    readonly keptCandidates: readonly Candidate[];
    readonly isIncomplete: boolean;
  } {
    if (candidates.length <= MAX_ITEMS) return { keptCandidates: candidates, isIncomplete: false };
    const typedText = this.#typedText.replace(/^["']/, '').toLowerCase();
    const fittingCandidates = candidates.filter(({ label, alias = '' }) =>
      isTyped(typedText, `${label} ${alias}`.toLowerCase()),
    );
    return {
      keptCandidates: fittingCandidates.toSorted((a, b) => (a.rank ?? 1) - (b.rank ?? 1)).slice(0, MAX_ITEMS),
      isIncomplete: true,
    };
  }
  /** The completion list of these items. The existing value is preselected; a credential is never offered. */
  list(allItems: readonly CompletionItem[]): CompletionList {
    const items = allItems.filter(({ label }) => !showsCredential(label));
    const currentItem = items.find(({ label }) => label === this.#currentValue);
    const chosenItems = currentItem
      ? items.map(({ preselect: _, ...item }) =>
          item.label === currentItem.label ? { ...item, preselect: true } : item,
        )
      : items;
    return { items: chosenItems.toSorted((a, b) => compareTexts(a.sortText, b.sortText)), isIncomplete: false };
  }

  /** The text that a person types for an item, with the same quotes as the existing text. */
  #quote(text: string): string {
    return (this.#caretContext.token?.quote ?? '') + text;
  }
  #render(pieces: SnippetParts): Rendered {
    return renderPieces(pieces, this.#options.hasSnippets === true);
  }
  #item(
    candidate: Omit<Candidate, 'insert'>,
    span: Span,
    { text, isSnippet }: Rendered,
    filter: string,
    order: number,
  ): CompletionItem {
    const { kind, rank = 1, deprecated, preselect, opens, resolve } = candidate,
      { commaAt } = this.#caretContext;
    // names from the schemas are the platform's; all others are spelled as in the files
    const names = resolve && this.#options.names,
      inDialect = (words: string): string => names?.inDialect(words, () => false) ?? words;
    // two insertions at one offset have no defined order, so the comma becomes part of the item
    const isJoined = commaAt === span.start,
      comma = styleOf(this.#document).isCompact ? ',' : ', ';
    return {
      label: inDialect(candidate.label),
      kind,
      detail: inDialect(candidate.detail ?? ''),
      insert: { span, text: inDialect(isJoined ? comma + text : text), snippet: isSnippet },
      filter: inDialect(filter),
      sortText: `${SORT_PREFIX}${rank + 1}${String(order).padStart(5, '0')}`,
      ...(commaAt !== undefined && !isJoined && { additionalEdits: [{ start: commaAt, end: commaAt, text: ',' }] }),
      ...(deprecated && { deprecated }),
      ...(preselect && { preselect }),
      ...(opens && isSnippet && { opens }),
      ...(resolve && { resolve }),
    };
  }
}

const piecesOf = ({ insert }: Candidate): SnippetParts =>
  'value' in insert ? [JSON.stringify(insert.value)] : insert.pieces;

/** The value of a complete token. */
function currentOf(
  text: string,
  { start, end, quote, isUnclosed }: NonNullable<CompletionContext['token']>,
): string | undefined {
  const raw = text.slice(start, end);
  if (quote === '') return raw;
  return isUnclosed || raw.length < 2 || !raw.endsWith(quote) ? undefined : decode(raw);
}

/** The pieces with each member on a separate line, for an empty object. */
function onOwnLines(pieces: SnippetParts, { eol, base, indent }: InsertionLayout): SnippetParts {
  const line = eol + base,
    innerIndent = line + indent;
  return [
    innerIndent,
    ...pieces.map(piece => (typeof piece === 'string' ? piece.replaceAll(line, innerIndent) : piece)),
    line,
  ];
}

function omit<T extends object, K extends keyof T>(object: T, key: K): Omit<T, K> {
  const { [key]: _, ...others } = object;
  return others;
}

/** Whether the typed letters occur in a text, in the same order. */
function isTyped(typedText: string, text: string): boolean {
  let index = 0;
  for (const letter of typedText) {
    index = text.indexOf(letter, index) + 1;
    if (index === 0) return false;
  }
  return true;
}
