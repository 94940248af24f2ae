import { lintWorkspace } from '../core/configuration/lint-workspace.ts';
import { defaultConfiguration } from '../core/configuration/configuration.ts';
import { readConfiguration } from '../core/configuration/read.ts';
import { RuleSet } from '../core/engine/lint.ts';
import type { Rule, RunRule } from '../core/engine/rule.ts';
import type { Finding } from '../core/finding.ts';
import { decode } from '../host/text.ts';
import wrongType from '../../rules/wrong-type.ts';
import { annotate } from './annotate.ts';
import { fixtureOf } from './fixture.ts';

/** The findings of a rule about the run, drawn into the files they are about. Its examples may name this one other rule. */
const other: Rule = wrongType;

export function reportRun(rule: RunRule, fixture: string): string {
  const { workspace, config } = fixtureOf(fixture);
  const read = config === undefined ? undefined : readConfiguration(config, [rule, other]);
  if (read?.configuration === undefined && read)
    throw new Error(read.problems.map(({ line, message }) => `${line}: ${message}`).join('\n'));
  const configuration = read?.configuration ?? defaultConfiguration;
  const { findings } = lintWorkspace(workspace, new RuleSet([rule, other]), configuration);
  const unread = workspace.documents.flatMap(({ file, text }): Finding[] => {
    const { problem } = decode(bytesOf(text));
    return problem
      ? [
          {
            rule: 'unreadable-file',
            severity: 'error',
            file,
            target: '',
            span: problem,
            message: problem.message,
            related: [],
          },
        ]
      : [];
  });
  const own = [...findings, ...unread].filter(finding => finding.rule === rule.id);
  return [...(configuration.document ? [configuration.document] : []), ...workspace.documents]
    .map(
      document =>
        `-- ${document.file} --\n${annotate(
          document,
          own.filter(({ file }) => file === document.file),
        )}`,
    )
    .join('');
}

/** The bytes of a text in which U+DC80 to U+DCFF, alone, stand for bytes that are not UTF-8. */
function bytesOf(text: string): Buffer {
  return Buffer.concat(
    text
      .split(/((?<![\ud800-\udbff])[\udc80-\udcff])/)
      .map((part, i) => (i % 2 === 1 ? Buffer.from([part.charCodeAt(0) & 0xff]) : Buffer.from(part))),
  );
}
