import { h, withKey, type Attributes, type Child, type Element } from '../../../server/view/element.ts';
import { viewElements } from '../../../server/view/html.ts';
import type { PlaceData, Trouble } from './messages.ts';

/** The icon of the button that pins a panel, for every panel that follows the cursor. */
export const pinSign = 'M6 2h4l-.5 4.5L12 9v1H4V9l2.5-2.5zM8 10v4.5';
export const pinWords = 'Pin: do not follow the cursor';

const troubles: Readonly<Record<Trouble, readonly [title: string, words: string]>> = {
  waiting: [
    'Nothing to show yet',
    'Put the cursor on an agent, a tag, a reference, a phone number or a batch, in a file that Preflight recognizes.',
  ],
  starting: ['Preflight is starting', 'The record under the cursor is shown in a moment.'],
  stopped: ['Preflight does not run', 'The server has stopped and was not restarted. The output says why.'],
  failed: ['Preflight could not answer', 'The output says why. Preflight tries again at the next change.'],
  elsewhere: [
    'Nothing to show for this file',
    'Preflight does not recognize it: rename it (desk.agent.json), or add a glob to files in the configuration.',
  ],
};

/** The toolbar at the top of a page. */
export const toolbar = (label: string, ...tools: readonly Child[]): Element =>
  withKey('toolbar', h('div', { class: 'toolbar', role: 'toolbar', 'aria-label': label }, ...tools));

/** The bar that is shown while an answer is pending. */
export const busyBar = (label: string): Element =>
  withKey('busy', h('div', { class: 'busy', role: 'progressbar', 'aria-label': label }));

/** Paths of icons in a square of 16 pixels, in the style of the editor's icons. */
const icons = {
  pin: pinSign,
  back: 'M13.5 8h-11M7 3.5L2.5 8 7 12.5',
  compare: 'M2.5 5h9M9 2.5L11.5 5 9 7.5M13.5 11h-9M7 8.5L4.5 11 7 13.5',
  again: 'M13 8a5 5 0 1 1-1.6-3.7M13 2.5v3h-3',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  take: 'M8 2v7M5 6.5L8 9.5l3-3M2.5 10v3.5h11V10',
  save: 'M8 2v8M4.5 6.5L8 10l3.5-3.5M2.5 13.5h11',
  preview: 'M1.5 8s2.5-4.5 6.5-4.5S14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM8 6a2 2 0 1 0 .01 0',
  prompt: 'M2.5 3h11v7.5H8L5 13v-2.5H2.5zM5 5.5h6M5 8h4',
  simulate: 'M5 3.5v9l7-4.5z',
} as const;

export const tool = (act: string, sign: keyof typeof icons, words: string, attributes: Attributes): Element =>
  h(
    'button',
    { type: 'button', class: 'tool', 'data-act': act, ...attributes },
    h('svg', { viewBox: '0 0 16 16', 'aria-hidden': 'true' }, h('path', { d: icons[sign] })),
    words,
  );

/**
 * The whole page: the answer, or the reason why there is none. While a new answer is pending, the old one is still
 * shown and marked as pending.
 */
export function frame<Controls>(
  { answer, trouble, isBusy, memory }: PlaceData<Controls>,
  tools: readonly Child[],
  slots: Readonly<Record<string, Child>>,
): Element {
  const isOld = answer !== null && (trouble === 'starting' || trouble === 'failed' || trouble === 'stopped');
  return h(
    'div',
    { class: isOld ? 'page old' : 'page', 'aria-busy': String(isBusy) },
    toolbar('Panel', tool('pin', 'pin', 'Pin', { 'aria-pressed': String(memory.isPinned), title: pinWords }), ...tools),
    isBusy && busyBar('Preflight is working'),
    trouble !== null && troubleBox(trouble),
    answer !== null &&
      trouble !== 'waiting' &&
      trouble !== 'elsewhere' &&
      withKey('content', h('div', { class: 'content' }, ...viewElements(answer.blocks, slots))),
  );
}

function troubleBox(trouble: Trouble): Element {
  const [title, words] = troubles[trouble],
    isError = trouble === 'stopped' || trouble === 'failed';
  return withKey(
    'trouble',
    h(
      'section',
      { class: isError ? 'trouble error' : 'trouble', role: isError ? 'alert' : undefined },
      h('h1', {}, title),
      h('p', {}, words),
      isError &&
        h(
          'p',
          { class: 'buttons' },
          h('button', { type: 'button', class: 'button', 'data-act': 'restart' }, 'Restart Preflight'),
          h('button', { type: 'button', class: 'button second', 'data-act': 'output' }, 'Show output'),
        ),
    ),
  );
}
