import { variableChanges } from '../simulator/plan.ts';
import { headline, refused, type PlanReport } from './plan-report.ts';
import { code, escape } from './markdown.ts';
import {
  comparisonInWords,
  effectInWords,
  groupedChanges,
  placesInWords,
  sameWay,
  subject,
  variableInWords,
  type ChangeGroup,
} from './plan-words.ts';
import { assumedLines } from '../simulator/resolution-words.ts';

/** A comment on GitHub may have 65,536 characters. */
const MAX_LENGTH = 55_000;
const marks = {
  version: '🔵',
  variables: '🔵',
  'version+variables': '🔵',
  breaks: '🔴',
  heals: '🟢',
  'becomes-unknown': '🟡',
  'becomes-known': '🟢',
  added: '🟢',
  removed: '🟠',
} as const;

/** A comment for a pull request: live effects open, everything else folded. */
export function planMarkdown(report: PlanReport): string {
  const impossible = refused(report);
  if (impossible.length > 0)
    return (
      '### Preflight: nothing is planned\n\n' +
      impossible.map(({ edit, because }) => `- ${code(edit.text)}: ${escape(because ?? '')}\n`).join('')
    );
  const groups = groupedChanges(report.changes),
    live = groups.filter(({ first }) => first.live);
  const compared = comparisonInWords(report);
  const parts = [`### Preflight: ${escape(headline(report))}\n`];
  if (compared !== '') parts.push(`\n${escape(compared)}\n`);
  const verdicts = report.assertions.map(
    ({ text, verdict: { holds, because } }) =>
      `- ${holds ? '✅' : '❌'} ${code(text)}${because === null ? '' : `: ${escape(because)}`}\n`,
  );
  if (verdicts.length > 0) parts.push(`\n${verdicts.join('')}`);
  for (const { edit, outcome, because } of report.edits)
    if (outcome !== 'applied') parts.push(`\n> ${code(edit.text)}: ${escape(because ?? '')}\n`);
  if (live.length > 0) parts.push(`\n${live.map(group => line(group, report)).join('')}`);
  const assumed = assumedLines(report.assumptions);
  const end =
    assumed.length === 0
      ? ''
      : `\n<details><summary>Assumed where the specification is silent (${assumed.length})</summary>\n\n` +
        `${assumed.map(([name, assumes]) => `- ${code(name)}: ${assumes}\n`).join('')}\n</details>\n`;
  const open = cut(parts.join(''));
  return open + (groups.length > 0 ? folded(groups, report, MAX_LENGTH - open.length - end.length) : '') + end;
}

const line = (group: ChangeGroup, report: PlanReport): string =>
  `- ${marks[group.first.effect]} **${escape(subject(group, report))}**: ${escape(effectInWords(group.first))}\n`;

function folded(groups: readonly ChangeGroup[], report: PlanReport, room: number): string {
  let length = 0,
    shown = 0;
  const texts: string[] = [];
  for (const group of groups) {
    const text = details(group, report);
    if ((length += text.length) > room) break;
    texts.push(text);
    shown++;
  }
  const left = groups.length - shown;
  const more = left > 0 ? `\n${left} more would make this comment too long; \`preflight plan\` shows them.\n` : '';
  return `\n<details><summary>Every change, with its reasons (${report.changes.length})</summary>\n${texts.join('')}${more}\n</details>\n`;
}

function details(group: ChangeGroup, report: PlanReport): string {
  const { first } = group;
  const side = (label: string, one: typeof first.before): string =>
    one
      ? `- ${label}: ${one.resolution.steps.map(({ text, spec }) => `${escape(text)}${spec === null ? '' : ` (${spec})`}`).join('; ')}\n`
      : '';
  const variables = variableChanges(first);
  const head =
    `${marks[first.effect]} **${escape(subject(group, report))}**${first.live ? ' (live)' : ''}: ` +
    `${escape(effectInWords(first))}<br>`;
  return (
    `\n${head}\n${code(placesInWords(first, report.shown))}\n\n` +
    (sameWay(first) ? side('as before', first.after) : side('was', first.before) + side('now', first.after)) +
    variables.map(one => `- ${code(one.name)}: ${escape(variableInWords(one))}\n`).join('')
  );
}

/** Very many live effects: what does not fit is left to the terminal. */
function cut(text: string): string {
  if (text.length <= MAX_LENGTH) return text;
  return (
    `${text.slice(0, text.lastIndexOf('\n', MAX_LENGTH))}\n\n` +
    'More would make this comment too long; `preflight plan` shows all of it.\n'
  );
}
