import type { Rule } from '../core/engine/rule.ts';
import { count } from '../core/words.ts';
import { command, formatOption } from './terminal/command.ts';
import { rules as allRules } from '../../rules/index.ts';
import { ruleLink } from '../printers/links.ts';
import { dedented } from '../printers/prose.ts';
import { markdownTable, table } from '../printers/table.ts';

/** Lists every rule: `preflight rules`. */
export const rules = command(
  {
    name: 'rules',
    about: `Lists every rule: id, severity, whether it has a fix, and what it finds.`,
    options: {
      format: formatOption(['table', 'json', 'markdown']),
    },
    more: `Examples
  preflight rules
  preflight rules --format json
  preflight explain RULE              tells all about one`,
  },
  ({ values }, io) => {
    const format = values.format ?? 'table';
    const sorted = [...allRules].sort((a, b) => (a.id < b.id ? -1 : 1));
    if (format === 'json')
      io.stdout.write(`${JSON.stringify({ version: 1, rules: sorted.map(entry) }, undefined, 2)}\n`);
    else if (format === 'markdown')
      io.stdout.write(
        markdownTable(
          ['Rule', 'Severity', 'Fix', 'What'],
          sorted.map(rule => [`[\`${rule.id}\`](${ruleLink(rule.id)})`, ...columns(rule)]),
        ),
      );
    else {
      io.stdout.write(
        table(
          sorted.map(rule => [rule.id, ...columns(rule)]),
          io.stdout.columns,
        ),
      );
      io.stderr.write(`${count(sorted.length, 'rule')}; "preflight explain RULE" tells all about one\n`);
    }
    return Promise.resolve(0);
  },
);

/** Whether some of a rule's findings can be fixed: its examples must show every fix that it has. */
const fixable = (rule: Rule): boolean => rule.examples.invalid.some(({ fixed }) => fixed !== undefined);
const columns = (rule: Rule): string[] => [rule.severity, fixable(rule) ? 'fix' : '', rule.summary];

const entry = (rule: Rule): object => ({
  id: rule.id,
  severity: rule.severity,
  summary: rule.summary,
  why: dedented(rule.why),
  spec: rule.spec,
  aliases: rule.aliases ?? [],
  fixable: fixable(rule),
  link: ruleLink(rule.id),
});
