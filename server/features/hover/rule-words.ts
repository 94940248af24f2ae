import type { Cursor } from '../../core/cursor.ts';
import type { Document } from '../../core/document.ts';
import { liveInWords } from '../../core/domain/live-places.ts';
import { pointerOf, type LiveVersion } from '../../core/finding.ts';
import { spanOf } from '../../core/locate.ts';
import type { ShownFinding } from '../context.ts';
import { bullets, code, plainMarkdown, prose } from './markdown.ts';

/** The description of a rule, as plain data. */
export interface RuleWords {
  readonly summary: string;
  /** Markdown: what the platform does with such a file, and how to correct the file. */
  readonly why: string;
  /** URL of the page about the rule; empty if it has no page. */
  readonly page: string;
}

/**
 * Explains the rules of the findings that touch an offset, each rule once; the editor itself shows the messages.
 * @param cursor the place of the offset; without a place, all findings are considered
 */
export function reasonFor(
  document: Document,
  offset: number,
  cursor: Cursor | undefined,
  findings: readonly ShownFinding[],
  ruleWords: (id: string) => RuleWords | undefined,
): string | undefined {
  const rules = new Map<string, boolean>();
  let liveVersions: readonly LiveVersion[] = [];
  const base = cursor?.pointer ?? '';
  for (const { finding, isBaselined: baselined } of findings) {
    const pointer = pointerOf(finding.target);
    // a finding about a missing place is shown at the bracket of the object around it
    if (!finding.span && pointer !== base && !pointer.startsWith(`${base}/`)) continue;
    const { start, end } = spanOf(document, finding);
    if (offset < start || offset > end) continue;
    rules.set(finding.rule, (rules.get(finding.rule) ?? true) && baselined);
    if (liveVersions.length === 0) liveVersions = finding.live ?? [];
  }
  const lines = [...rules].flatMap(([id, isBaselined]) => {
    const words = ruleWords(id);
    if (!words) return [];
    const name = words.page === '' ? code(id) : `[${code(id)}](${words.page})`;
    return [`${name}${isBaselined ? ' (in the baseline)' : ''}: ${prose(firstSentence(words.why) || words.summary)}`];
  });
  return bullets(
    liveVersions.length > 0 && lines.length > 0 ? [...lines, plainMarkdown(liveInWords(liveVersions))] : lines,
  );
}

/** The first sentence of a markdown text; a full stop within a code span does not end it. */
function firstSentence(text: string): string {
  const flatText = text.trim().replace(/\s+/g, ' ');
  const match = /^(?:`[^`]*`|[^`])*?[.!?](?=\s|$)/.exec(flatText);
  return match?.[0] ?? flatText;
}
