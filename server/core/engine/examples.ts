/** Files of a workspace in one text: each begins with a line `-- name --`. */
export interface Example {
  /**
   * A line of carets below a place announces a finding there: `^^^^ warning: message`, without a severity if it is an
   * error. A long message continues on the next lines, which begin with `|`. `preflight.config.json` may be among the
   * files.
   */
  readonly files: string;
  /** The files that fixes change, after all fixes. */
  readonly fixed?: string;
}
export interface Examples {
  /** Every one must have exactly the findings that its carets announce. Empty if no file can show the rule. */
  readonly invalid: readonly Example[];
  readonly valid: readonly Example[];
}

/**
 * Examples as a template literal, indented like the code around it. A line `====` begins the next one. A line
 * `=> text` is what fixes make of the line above, at its indentation; a line `=>` says that they remove it.
 */
export const files = (strings: TemplateStringsArray, ...values: readonly unknown[]): readonly Example[] =>
  unindented(String.raw({ raw: strings.raw }, ...values))
    .split(/^====\n/m)
    .map(exampleOf);

/** The text of a template literal without the indentation of the code around it. */
export function unindented(text: string): string {
  const lines = text
    .replace(/^\n/, '')
    .replace(/\n[ \t]*$/, '\n')
    .split('\n');
  const indents = lines.filter(line => line.trim() !== '').map(line => line.length - line.trimStart().length);
  const indent = Math.min(...indents);
  return lines.map(line => line.slice(indent)).join('\n');
}

function exampleOf(text: string): Example {
  const changed = text.split(/^(?=-- .+ --$)/m).filter(file => /^ *=>/m.test(file));
  return {
    files: text.replace(/^ *=>.*\n/gm, ''),
    ...(changed.length > 0 && { fixed: changed.map(afterFixes).join('') }),
  };
}
const afterFixes = (file: string): string =>
  withoutCarets(file).replace(/^( *).*\n((?: *=>.*\n)+)/gm, (_, indent: string, arrows: string) =>
    arrows.replace(/^ *=>(?: (.*))?\n/gm, (_, line?: string) => (line === undefined ? '' : `${indent}${line}\n`)),
  );

/** No JSON line starts with `^` or `|`, so carets need no comment syntax. */
export const withoutCarets = (text: string): string => text.replace(/^ *\^.*(?:\n *\| .*)*(?:\n|$)/gm, '');
