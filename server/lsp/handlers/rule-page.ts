import { docsOf } from '../../core/engine/rule-docs.ts';
import type { RuleLine } from '../protocol.ts';
import { answerRequest } from './handler.ts';
import type { Rule } from '../../core/engine/rule.ts';

export const rulePage = answerRequest('explain', editor => ({ rule }) => {
  const match = editor().diagnosticsContext.ruleOf(rule);
  return match ? pageOf(match) : null;
});

export const ruleLines = answerRequest('rules', editor => (): readonly RuleLine[] => {
  const { rules, state } = editor().session,
    policies = [...state.roots.values()].flatMap(({ settings }) => settings.configuration.policies);
  const byId = new Map([...policies, ...rules.rules].map(rule => [rule.id, rule]));
  return [...byId.values()].map(rule => ({ id: rule.id, summary: docsOf(rule).summary.replaceAll('`', '') }));
});

/** A rule's description and examples, as a page of markdown. */
function pageOf(rule: Rule): string {
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
