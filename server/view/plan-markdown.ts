import type { Plan as PlanOutput } from '../core/generated/outputs.js';
import { listed } from '../core/wording.ts';
import type { Cause } from './panels/index.ts';
import { contentsMarkdown } from './contents-markdown.ts';
import { assumedMarkdown, code, escape } from './markdown.ts';
import type { PlanReport } from './plan-report.ts';
import { waysOf } from './plan-words.ts';

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

export const assertionsMarkdown = (assertions: PlanOutput['assertions']): string =>
  assertions
    .map(
      ({ assertion, holds, because, evidence }) =>
        `- ${holds ? '✅' : '❌'} ${code(assertion)}: ${escape(because ?? evidence)}\n`,
    )
    .join('');

/** A comment for a pull request: live effects open, everything else folded. */
export function planMarkdown({
  result,
  headline,
  compared,
  unreadable,
  refused,
  causes,
  contents,
}: PlanReport): string {
  if (refused.length > 0)
    return (
      '### Preflight: nothing is planned\n\n' +
      refused.map(({ edit, because }) => `- ${code(edit)}: ${escape(because ?? '')}\n`).join('')
    );
  const live = causes.filter(cause => cause.live).map(line);
  const parts = [`### Preflight: ${escape(headline)}\n`];
  for (const unread of unreadable) parts.push(`\n> ⚠️ ${escape(unread)}\n`);
  if (compared !== '') parts.push(`\n${escape(compared)}\n`);
  const verdicts = assertionsMarkdown(result.assertions);
  if (verdicts !== '') parts.push(`\n${verdicts}`);
  for (const { edit, outcome, because } of result.edits)
    if (outcome !== 'applied') parts.push(`\n> ${code(edit)}: ${escape(because ?? '')}\n`);
  if (live.length > 0) parts.push(`\n${live.join('')}`);
  parts.push(contentsMarkdown(contents, MAX_LENGTH / 2));
  const assumed = assumedMarkdown(result.assumptions);
  const end =
    assumed.length === 0
      ? ''
      : `\n<details><summary>Assumed where the specification is silent (${assumed.length})</summary>\n\n` +
        `${assumed.join('')}\n</details>\n`;
  const open = cut(parts.join(''));
  const changes = result.changes.length + result.names.length;
  return open + (causes.length > 0 ? folded(causes, changes, MAX_LENGTH - open.length - end.length) : '') + end;
}

/** The effects of one cause, and the references concerned. */
function line(cause: Cause): string {
  const { words, accepted, subjects } = cause,
    [first, ...others] = subjects;
  const meant = accepted === '' ? '' : ` (${escape(accepted)})`;
  const more = others.map(({ subject }) => `  - and **${escape(subject)}**\n`).join('');
  return `- ${markOf(cause)} **${escape(first.subject)}**: ${escape(words)}${meant}\n${more}`;
}
/** A new reference that leads nowhere, or nobody knows where, is not an improvement. */
function markOf({ effect, after }: Cause): string {
  if (effect !== 'added' || after?.outcome === 'resolved') return marks[effect];
  return after?.outcome === 'missing' ? marks.breaks : marks['becomes-unknown'];
}

/** @param changes how many references they are */
function folded(causes: readonly Cause[], changes: number, room: number): string {
  let length = 0;
  const texts: string[] = [];
  for (const cause of causes) {
    const text = details(cause);
    if ((length += text.length) > room) break;
    texts.push(text);
  }
  const left = causes.length - texts.length;
  const more = left > 0 ? `\n${left} more would make this comment too long; \`preflight plan\` shows them.\n` : '';
  return `\n<details><summary>Every change, with its reasons (${changes})</summary>\n${texts.join('')}${more}\n</details>\n`;
}

function details(cause: Cause): string {
  const { live, words, accepted, variables } = cause;
  const heads = cause.subjects.map(({ subject, places }, i) => {
    const [and, effect] = i === 0 ? ['', `: ${escape(words)}`] : ['and ', ''];
    const said = `**${escape(subject)}**${live ? ' (live)' : ''}${effect}`;
    return `\n${markOf(cause)} ${and}${said}<br>\n${code(listed(places, 'and', 4))}\n`;
  });
  const ways = waysOf(cause).map(([label, way]) => {
    const steps = way.map(({ text, spec }) => `${escape(text)}${spec === null ? '' : ` (${spec})`}`);
    return `- ${label}: ${steps.join('; ')}\n`;
  });
  return (
    `${heads.join('')}\n${accepted === '' ? '' : `- ${escape(accepted)}\n`}${ways.join('')}` +
    variables.map(one => `- ${code(one.name)}: ${escape(one.words)}\n`).join('')
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
