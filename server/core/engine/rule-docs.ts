import { pages } from '../generated/rule-pages.js';
import { examplesOf, type Examples } from './examples.ts';

/** What the page of a rule says, `rules/<id>.md`. */
export interface RuleDocs {
  /** One sentence: what is wrong. */
  readonly summary: string;
  /** Markdown: what the platform does with such a file, and what to do. */
  readonly why: string;
  readonly examples: Examples;
}

const docsByRule = new Map<string, RuleDocs>();

/** The documentation of a rule: a policy has its own; any other rule has a page, which is read on first use. */
export function docsOf(rule: { readonly id: string; readonly docs?: RuleDocs | undefined }): RuleDocs {
  if (rule.docs) return rule.docs;
  let docs = docsByRule.get(rule.id);
  if (!docs) docsByRule.set(rule.id, (docs = parsePage(pages()[rule.id] ?? '')));
  return docs;
}

/**
 * A page is a title, the summary, paragraphs, and fenced examples: those with findings, and below `## Fine` those
 * without. A part that the page lacks is empty.
 */
export function parsePage(page: string): RuleDocs {
  const [invalid = '', valid = ''] = page.split(/^## Fine$/m);
  const [, summary = '', reasonText = ''] = /^# .*\n\n(.*)\n\n([^]*?)\s*(?:^```|$(?![^]))/m.exec(invalid) ?? [];
  return { summary, why: reasonText, examples: { invalid: examplesOf(invalid), valid: examplesOf(valid) } };
}
