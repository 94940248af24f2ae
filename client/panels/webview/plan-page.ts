import { h, withKey, type Element } from '../../../server/view/element.ts';
import { viewElements } from '../../../server/view/html.ts';
import { busyBar, tool, toolbar } from './frame.ts';
import type { PlanData } from './messages.ts';

/** The whole page: first what callers notice, then everything else, and finally the assumptions. */
export function planPage({ report, comparedState, question, isBusy, problem, request }: PlanData): Element {
  const activity = question ?? `Comparing with ${comparedState}`;
  return h(
    'div',
    { class: 'page plan', 'aria-busy': String(isBusy) },
    toolbar(
      'Plan',
      request?.from && tool('back', 'back', 'Back', { title: 'Back to the previous comparison' }),
      tool('other', 'compare', 'Compare with…', { title: 'Compare with another branch, tag or commit' }),
      tool('again', 'again', 'Compare again', { title: 'Compare the current files' }),
      report !== null &&
        request?.exports &&
        tool('takeAll', 'take', 'Take All', { title: 'Take all changes made only on the platform into the files' }),
      report !== null && tool('copy', 'copy', 'Copy as Markdown', { title: 'For a pull request or a message' }),
      report !== null &&
        tool('save', 'save', 'Save as Page…', {
          title: 'A single page with pictures of the versions, to send or keep',
        }),
    ),
    isBusy && busyBar(activity),
    problem !== null &&
      withKey(
        'problem',
        h(
          'section',
          { class: 'trouble error', role: 'alert' },
          h('h1', {}, question ?? `Not compared with ${comparedState}`),
          h('p', {}, problem),
        ),
      ),
    report !== null &&
      withKey(
        'content',
        h(
          'div',
          { class: 'content' },
          question !== null && h('p', { class: 'question' }, question),
          ...viewElements(report.blocks),
        ),
      ),
    report === null && problem === null && withKey('waiting', h('p', { class: 'quiet' }, `${activity}…`)),
  );
}

/** The words that a screen reader announces when a new report arrives. */
export const planWords = ({ report, problem }: PlanData): string => problem ?? report?.words ?? '';
