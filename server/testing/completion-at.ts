import { Document } from '../core/document.ts';
import { applyTextEdits } from '../core/fixing/apply.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import type { PositionContext } from '../features/context.ts';
import { completionsAt, type CompletionItem, type CompletionOptions } from '../features/completion/completion.ts';
import { contextAt, CARET } from './caret.ts';

/** The context of a completion request at the caret of a configuration. */
export function askedInConfiguration(text: string, workspace = new Workspace([])): PositionContext {
  const offset = text.indexOf(CARET);
  return {
    workspace,
    savedWorkspace: workspace,
    document: new Document('preflight.config.json', text.replace(CARET, '')),
    offset,
  };
}

/**
 * The text after a completion item is accepted, with placeholders shown as `‹start›` or `‹a|b›`.
 * @param isReplaced whether the item replaces the word at the caret
 */
export function textAfter(
  { document }: PositionContext,
  { insert, additionalEdits: additional = [] }: CompletionItem,
  isReplaced = false,
): string {
  const text = insert.snippet ? plainText(insert.text) : insert.text,
    { start, end } = insert.span,
    edit = { start, end: isReplaced ? (insert.wordEnd ?? end) : end, text };
  return applyTextEdits(document.text, [edit, ...additional]) ?? 'the edits overlap';
}

/** The text of the file with the caret, after the item with this label is accepted. */
export function accepted(
  fixture: string | PositionContext,
  label: string,
  options: CompletionOptions = { hasSnippets: true },
  isReplaced = false,
): string {
  const context = typeof fixture === 'string' ? contextAt(fixture) : fixture;
  const { items } = completionsAt(context, options);
  const item = items.find(item => item.label === label);
  return item ? textAfter(context, item, isReplaced) : `no ${label} among: ${items.map(item => item.label).join(', ')}`;
}

/** Each completion item as `label — detail`, in display order. */
export function labels(
  fixture: string | PositionContext,
  options: CompletionOptions = { hasSnippets: true },
): string[] {
  const context = typeof fixture === 'string' ? contextAt(fixture) : fixture;
  const { items } = completionsAt(context, options);
  return items.map(
    ({ label, detail, deprecated }) =>
      `${deprecated ? '(deprecated) ' : ''}${label}${detail === '' ? '' : ` — ${detail}`}`,
  );
}

const stop = /(?<!\\)\$(?:\{\d+:((?:\\.|[^}\\])*)\}|\{\d+\|((?:\\.|[^|\\])*)\|\}|\d+)/g;
const plainText = (snippet: string): string =>
  snippet
    .replace(
      stop,
      (_, start: string | undefined, choices: string | undefined) =>
        `‹${start ?? choices?.replace(/(?<!\\),/g, '|') ?? ''}›`,
    )
    .replace(/\\([\\$}|,])/g, '$1');
