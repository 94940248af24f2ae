import { docsOf } from '../core/engine/rule-docs.ts';
import type { Rule } from '../core/engine/rule.ts';

/** A rule's description and examples, as a page of markdown. */
export function rulePage(rule: Rule): string {
  const { summary, why, examples } = docsOf(rule);
  const invalidExamples = examples.invalid.map(
    ({ files, fixedFiles: fixed }) =>
      `${withHeadings(files)}${fixed === undefined ? '' : `\nAfter the fix:\n\n${withHeadings(fixed)}`}`,
  );
  const specification =
    rule.spec === 'domain' ? 'Not in the specification; known from real files.' : `Specification: ${rule.spec}.`;
  const validExamples = examples.valid.map(({ files }) => withHeadings(files)).join('\n');
  const earlierNames = rule.aliases?.length ? ` Earlier: ${rule.aliases.map(name => `\`${name}\``).join(', ')}.` : '';
  return `# ${rule.id}

${summary} Severity: **${rule.severity}**.

${why}

${specification}${earlierNames}

${invalidExamples.join('\n')}${validExamples === '' ? '' : `\n## Fine\n\n${validExamples}`}

To change its severity: \`"rules": { "${rule.id}": "off" }\` in \`preflight.config.json\`, or one of \`info\`, \`warning\`, \`error\`.
`;
}

/** The files of an example, each below its name. */
const withHeadings = (files: string): string =>
  files
    .split(/^(?=-- .+ --$)/m)
    .map(file =>
      file.replace(
        /^(?:-- (.+) --\n)?([^]*)$/,
        (_, name: string | undefined, text: string) => (name === undefined ? '' : `**${name}**\n\n`) + fence(text),
      ),
    )
    .join('\n');

function fence(text: string): string {
  const backticks = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return `${backticks}text\n${text.trimEnd()}\n${backticks}\n`;
}
