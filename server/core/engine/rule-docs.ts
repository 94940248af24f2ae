import { pages } from '../generated/rule-pages.js';

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

/** An example of a rule. */
export interface Example {
  /**
   * The files of a workspace in one text; each begins with a line `-- name --`. A line of carets below a place
   * announces a finding at that place: `^^^^ warning: message`, without a severity for an error. A long message
   * continues on lines that begin with `|`. `preflight.config.json` may be one of the files.
   */
  readonly files: string;
  /** The changed files after all fixes. */
  readonly fixedFiles?: string;
}
interface Examples {
  /** Examples that must have exactly the findings that their carets mark. Empty if no file can violate the rule. */
  readonly invalid: readonly Example[];
  readonly valid: readonly Example[];
}

/**
 * The fenced examples of a page. A line `=> text` contains the line above as it is after all fixes, with its
 * indentation; a line `=>` means that fixes remove the line above.
 */
export const examplesOf = (page: string): readonly Example[] =>
  [...page.matchAll(/^(`{3,})text\n([^]*?)^\1$/gm)].map(([, , text]) => exampleOf(bytesIn(text!)));

/** Writes lone surrogates as escapes, because UTF-8 cannot encode them. */
const bytesIn = (text: string): string =>
  text.replace(/\\u(d[89a-f][0-9a-f]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));

function exampleOf(text: string): Example {
  const changedFiles = text.split(/^(?=-- .+ --$)/m).filter(file => /^ *=>/m.test(file));
  return {
    files: text.replace(/^ *=>.*\n/gm, ''),
    ...(changedFiles.length > 0 && { fixedFiles: changedFiles.map(afterFixes).join('') }),
  };
}
const afterFixes = (file: string): string =>
  withoutCarets(file).replace(/^( *).*\n((?: *=>.*\n)+)/gm, (_, indent: string, arrows: string) =>
    arrows.replace(/^ *=>(?: (.*))?\n/gm, (_, line?: string) => (line === undefined ? '' : `${indent}${line}\n`)),
  );

/**
 * The files of an example without the lines of carets. No line of JSON starts with `^` or `|`, so carets need no
 * comment syntax.
 */
export const withoutCarets = (text: string): string => text.replace(/^ *\^.*(?:\n *\| .*)*(?:\n|$)/gm, '');
