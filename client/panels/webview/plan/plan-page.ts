import { count, grouped, type ShownChange, type ShownPlan } from '../../../../server/lsp/protocol.ts';
import { h, keyed, type Element } from '../element.ts';
import { busyBar, tool, toolbar } from '../frame.ts';
import { assumptionsSection, section } from '../parts.ts';
import { contentsSection } from '../preview/contents.ts';
import { changeItem } from '../preview/comparison.ts';
import type { PlanData } from './plan-messages.ts';

/** More changes than this are not drawn in one list; the saved page and the markdown have them all. */
const MOST = 300;

/** The whole page: what callers notice first, then everything else, then the assumptions. */
export function planPage({ report, against, question, busy, problem }: PlanData): Element {
  const doing = question ?? `Comparing with ${against}`,
    live = report?.changes.filter(change => change.live) ?? [],
    others = report?.changes.filter(change => !change.live) ?? [];
  return h(
    'div',
    { class: 'page plan', 'aria-busy': String(busy) },
    toolbar(
      'Plan',
      tool('other', 'compare', 'Compare with…', { title: 'Compare with another branch, tag or commit' }),
      tool('again', 'again', 'Compare again', { title: 'Compare the current files' }),
      report !== null && tool('copy', 'copy', 'Copy as Markdown', { title: 'For a pull request or a message' }),
      report !== null &&
        tool('save', 'save', 'Save as Page…', {
          title: 'One page with pictures of the versions, to be sent or kept',
        }),
    ),
    busy && busyBar(doing),
    problem !== null &&
      keyed(
        'problem',
        h(
          'section',
          { class: 'trouble error', role: 'alert' },
          h('h1', {}, question ?? `Not compared with ${against}`),
          h('p', {}, problem),
        ),
      ),
    report !== null &&
      keyed(
        'content',
        h(
          'div',
          { class: 'content' },
          keyed(
            'heading',
            h(
              'header',
              { class: 'heading' },
              question !== null && h('p', { class: 'question' }, question),
              h('h1', {}, report.headline),
              ...report.unreadable.map(line => h('p', { class: 'trouble error', role: 'alert' }, line)),
              question === null && h('p', { class: 'quiet' }, report.compared),
            ),
          ),
          report.changes.length + report.contents.length === 0 &&
            h(
              'p',
              { class: 'explanation' },
              'Every reference to an agent selects the same version, with the same variables, as before.',
            ),
          live.length > 0 && changesSection('live', 'What callers notice', live, report),
          contentsSection('contents', report),
          others.length > 0 &&
            changesSection('others', live.length > 0 ? 'What else changes' : 'What changes', others, report),
          keyed('unchanged', h('p', { class: 'quiet' }, `${count(report.result.unchanged, 'reference')} unchanged.`)),
          assumptionsSection(report.assumptions),
        ),
      ),
    report === null && problem === null && keyed('waiting', h('p', { class: 'quiet' }, `${doing}…`)),
  );
}

/** Breaks come first; otherwise in the order of the report. */
function changesSection(key: string, title: string, changes: readonly ShownChange[], plan: ShownPlan): Element {
  const ordered = [...changes].sort((a, b) => Number(b.effect === 'breaks') - Number(a.effect === 'breaks'));
  return section(
    key,
    title,
    { count: grouped(changes.length) },
    h(
      'ol',
      { class: 'changes', 'aria-label': title },
      ordered.slice(0, MOST).map((change, i) => changeItem(change, plan, `${key} ${change.subject} ${i}`)),
    ),
    ordered.length > MOST &&
      h('p', { class: 'quiet' }, `and ${grouped(ordered.length - MOST)} more, which the saved page has`),
  );
}

/** What a screen reader announces when it arrives. */
export const planWords = ({ report, problem }: PlanData): string => problem ?? report?.headline ?? '';
