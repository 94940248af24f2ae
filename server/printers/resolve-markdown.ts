import { markdownTable } from './table.ts';
import { written } from '../simulator/references.ts';
import { code, escape } from './markdown.ts';
import { assumedLines, selects, sourceInWords, variablesInShort } from '../simulator/resolution-words.ts';
import { assumptionsOf, grouped, usesInShort, whyOf, type FollowedReference } from './resolve-text.ts';

/** For a page or a comment. */
export function resolveMarkdown(
  answers: readonly FollowedReference[],
  { explain }: { readonly explain: boolean },
): string {
  const groups = grouped(answers);
  const rows = groups.map(({ first, count }) => {
    const { resolution, placed, file } = first;
    const why = whyOf(first);
    const where = placed ? `${code(`${file} ${placed.at.pointer}`)}${count > 1 ? ` and ${count - 1} more` : ''}` : '';
    return [
      code(written(resolution.agentId, resolution.reference)),
      `${selects(resolution)}${why === '' ? '' : `: ${escape(why)}`}`,
      escape(variablesInShort(resolution)),
      where,
    ];
  });
  const assumed = assumedLines(answers.flatMap(assumptionsOf));
  return (
    (groups.length === 0
      ? 'There are no references to agents in this workspace.\n'
      : tableOf(['Reference', 'Selects', 'Variables', 'Where'], rows)) +
    (explain ? groups.map(({ first }) => trace(first)).join('') : '') +
    (assumed.length > 0
      ? `\nAssumed:\n\n${assumed.map(([name, assumes]) => `- ${code(name)}: ${assumes}\n`).join('')}`
      : '')
  );
}

/** Cells are escaped already. */
const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  markdownTable(
    head,
    rows.map(row => row.map(cell => cell.replaceAll('\\|', '|'))),
  );

function trace(answer: FollowedReference): string {
  const { resolution, variables } = answer;
  const steps = resolution.steps
    .map(({ text, spec }, i) => `${i + 1}. ${escape(text)}${spec === null ? '' : ` (${spec})`}\n`)
    .join('');
  const rests = assumptionsOf(answer);
  const rows = (resolution.outcome === 'missing' ? [] : (variables?.variables ?? [])).map(one => [
    code(one.name),
    escape(sourceInWords(one, resolution, variables?.withheld)),
    escape(usesInShort(one, answer)),
  ]);
  return (
    `\n#### ${code(written(resolution.agentId, resolution.reference))}: ${selects(resolution)}\n\n${steps}` +
    (rests.length > 0 ? `\nAssumes ${rests.map(code).join(', ')}.\n` : '') +
    (rows.length > 0 ? `\n${tableOf(['Variable', 'Value', 'Used'], rows)}` : '') +
    (variables?.open ? `\n${escape(variables.open)}\n` : '')
  );
}
