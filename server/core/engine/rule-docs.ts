import { pages } from '../generated/rule-pages.js';
import { examplesOf, type Examples } from './examples.ts';

/** The documentation of a rule, from the page `rules/<id>.md`. */
export interface RuleDocs {
  /** What is wrong, in one sentence. */
  readonly summary: string;
  /** What the platform does with such a file, and what to do about it, in Markdown. */
  readonly why: string;
  readonly examples: Examples;
}

const docsByRule = new Map<string, RuleDocs>();

/** The documentation of a rule. A policy has its own; any other rule has a page, which is read on first use. */
export function docsOf(rule: { readonly id: string; readonly docs?: RuleDocs | undefined }): RuleDocs {
  if (rule.docs) return rule.docs;
  let docs = docsByRule.get(rule.id);
  if (!docs) docsByRule.set(rule.id, (docs = parsePage(pages()[rule.id] ?? '')));
  return docs;
}

/**
 * Parses a page: a title, the summary, paragraphs, and fenced examples. Examples below `## Fine` have no findings, all
 * others have some. A part that the page lacks is empty.
 */
export function parsePage(page: string): RuleDocs {
  const [invalid = '', valid = ''] = page.split(/^## Fine$/m);
  const [, summary = '', reasonText = ''] = /^# .*\n\n(.*)\n\n([^]*?)\s*(?:^```|$(?![^]))/m.exec(invalid) ?? [];
  return { summary, why: reasonText, examples: { invalid: examplesOf(invalid), valid: examplesOf(valid) } };
}
