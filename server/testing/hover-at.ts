import type { ShownFinding } from '../features/context.ts';
import { hoverAt, type RuleWords } from '../features/hover/hover.ts';
import { contextAt } from './caret.ts';

/**
 * The text to which a hover at the caret of a fixture applies, in brackets, and below it the shown Markdown. For the
 * other parameters see `contextAt` and `hoverAt`.
 */
export function hovered(
  text: string,
  saved: Readonly<Record<string, string>> = {},
  findings: readonly ShownFinding[] = [],
  words: (id: string) => RuleWords | undefined = () => undefined,
): string {
  const context = contextAt(text, saved),
    hover = hoverAt(context, findings, words);
  return hover ? `[${context.document.text.slice(hover.span.start, hover.span.end)}]\n${hover.markdown}` : 'nothing';
}
