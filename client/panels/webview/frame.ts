import { h, keyed, type Child, type Element } from './element.ts';
import { pinSign, pinWords } from './parts.ts';
import type { PlaceShown, Trouble } from './messages.ts';

const troubles: Readonly<Record<Trouble, readonly [title: string, words: string]>> = {
  waiting: [
    'Nothing to show yet',
    'Put the cursor on an agent, a tag, a reference, a phone number or a batch, in a file that Preflight knows.',
  ],
  starting: ['Preflight is starting', 'What is under the cursor is shown in a moment.'],
  stopped: ['Preflight does not run', 'It ended and was not started again. The output says why.'],
  failed: ['Preflight could not answer', 'The output says why. The next change is tried again.'],
  elsewhere: [
    'Nothing to show of this file',
    'Preflight does not know this file, or there is nothing in it that this panel could show.',
  ],
};

/** The line of buttons above everything. */
export const toolbar = (isPinned: boolean, ...more: readonly Child[]): Element =>
  keyed(
    'toolbar',
    h(
      'div',
      { class: 'toolbar', role: 'toolbar', 'aria-label': 'Panel' },
      h(
        'button',
        {
          type: 'button',
          class: 'tool',
          'data-act': 'pin',
          'aria-pressed': String(isPinned),
          title: pinWords,
        },
        h('svg', { viewBox: '0 0 16 16', 'aria-hidden': 'true' }, h('path', { d: pinSign })),
        'Pin',
      ),
      ...more,
    ),
  );

export const tool = (act: string, sign: string, words: string, title: string): Element =>
  h(
    'button',
    { type: 'button', class: 'tool', 'data-act': act, title },
    h('span', { class: 'sign', 'aria-hidden': 'true' }, sign),
    words,
  );

/** The whole page: what is shown, or why nothing is. While an answer is awaited the old one stays, marked as such. */
export function frame<Answer, Controls>(
  { answer, trouble, busy, kept }: PlaceShown<Answer, Controls>,
  tools: readonly Child[],
  content: (answer: Answer) => readonly Child[],
): Element {
  const isOld = answer !== null && (trouble === 'starting' || trouble === 'failed' || trouble === 'stopped');
  return h(
    'div',
    { class: isOld ? 'page old' : 'page', 'aria-busy': String(busy) },
    toolbar(kept.isPinned, ...tools),
    busy ? keyed('busy', h('div', { class: 'busy', role: 'progressbar', 'aria-label': 'Preflight is at work' })) : null,
    trouble === null ? null : troubleBox(trouble),
    answer === null || trouble === 'waiting' || trouble === 'elsewhere'
      ? null
      : keyed('content', h('div', { class: 'content' }, ...content(answer))),
  );
}

function troubleBox(trouble: Trouble): Element {
  const [title, words] = troubles[trouble],
    isError = trouble === 'stopped' || trouble === 'failed';
  return keyed(
    'trouble',
    h(
      'section',
      { class: isError ? 'trouble error' : 'trouble', role: isError ? 'alert' : undefined },
      h('h1', {}, title),
      h('p', {}, words),
      isError
        ? h(
            'p',
            { class: 'buttons' },
            h('button', { type: 'button', class: 'button', 'data-act': 'restart' }, 'Restart Preflight'),
            h('button', { type: 'button', class: 'button second', 'data-act': 'output' }, 'Show output'),
          )
        : null,
    ),
  );
}
