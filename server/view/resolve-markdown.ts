import { assumedBy } from '../simulator/resolution-words.ts';
import { code, escape } from './markdown.ts';
import { grouped, type FollowedReference } from './resolve-report.ts';
import { markdownTable } from './table.ts';

/** For a page or a comment. */
export function resolveMarkdown(
  answers: readonly FollowedReference[],
  { explain }: { readonly explain: boolean },
): string {
  const groups = grouped(answers);
  const rows = groups.map(({ first: { result, place, ...first }, count }) => {
    const more = count > 1 ? ` and ${count - 1} more` : '';
    return [
      code(first.written),
      `${first.selects}${first.why === '' ? '' : `: ${escape(first.why)}`}`,
      escape(first.variablesInShort),
      place ? `${code(`${result.file} ${result.pointer}`)}${more}` : '',
    ];
  });
  const assumed = assumedBy(answers.flatMap(({ assumptions }) => assumptions));
  return (
    (groups.length === 0
      ? 'There are no references to agents in this workspace.\n'
      : tableOf(['Reference', 'Selects', 'Variables', 'Where'], rows)) +
    (explain ? groups.map(({ first }) => trace(first)).join('') : '') +
    (assumed.length > 0
      ? `\nAssumed:\n\n${assumed.map(({ name, assumes }) => `- ${code(name)}: ${assumes}\n`).join('')}`
      : '')
  );
}

/** Cells are escaped already. */
const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  markdownTable(
    head,
    rows.map(row => row.map(cell => cell.replaceAll('\\|', '|'))),
  );

function trace({ result, written, selects, assumptions, variables }: FollowedReference): string {
  const steps = result.steps
    .map(({ text, spec }, i) => `${i + 1}. ${escape(text)}${spec === null ? '' : ` (${spec})`}\n`)
    .join('');
  const told = result.outcome === 'missing' ? [] : (variables?.rows ?? []);
  const rows = told.map(({ name, words, use }) => [code(name), escape(words), escape(use)]);
  return (
    `\n#### ${code(written)}: ${selects}\n\n${steps}` +
    (assumptions.length > 0 ? `\nAssumes ${assumptions.map(code).join(', ')}.\n` : '') +
    (rows.length > 0 ? `\n${tableOf(['Variable', 'Value', 'Used'], rows)}` : '') +
    (variables?.open ? `\n${escape(variables.open)}\n` : '')
  );
}
