import type { ProtocolPlace } from '../../../server/lsp/protocol.ts';
import { show } from './dom.ts';
import type { Element as Shown } from '../../../server/view/element.ts';
import type { PageMessage, ShowMessage } from './messages.ts';

interface Editor {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}
declare const acquireVsCodeApi: () => Editor;
const editor = acquireVsCodeApi();
const element = (id: string): HTMLElement => document.getElementById(id)!;
const send = <Action>(message: PageMessage<Action>): void => editor.postMessage(message);

/** The state that the page keeps while it is hidden, and across a reload of the window. */
export const memory = <State extends object>(): Partial<State> => (editor.getState() ?? {}) as Partial<State>;
export const keep = <State extends object>(state: Partial<State>): void =>
  editor.setState({ ...memory<State>(), ...state });
export const act = <Action>(action: Action): void => send<Action>({ type: 'action', action });
/** Updates the content of the page. */
export const draw = (...content: readonly Shown[]): void => show(element('page'), content);
/** Announces a change to users of screen readers. */
export function say(words: string): void {
  const status = element('said');
  if (status.textContent !== words) status.textContent = words;
}

/**
 * Whether an event moves the focus to the place: a key (which has no click count) or a double click, but not a single
 * click.
 */
const isEntering = (event: Event): boolean => !(event instanceof MouseEvent && event.detail === 1);

/**
 * Starts a page. `onShow` gets the data, now and after every change. `onAct` gets the `data-act` of an element that is
 * clicked, chosen or typed into, and the element. A click on an element with `data-place` shows the place.
 */
export function start<Data>(
  onShow: (data: Data) => void,
  onAct: (name: string, target: HTMLElement, event: Event) => void,
): void {
  addEventListener('message', ({ data }: MessageEvent<ShowMessage<Data>>) => {
    if (data.type !== 'show') return;
    onShow(data.data);
    restoreScroll();
  });
  const handle = (event: Event): void => {
    const target = event.target instanceof Element ? event.target.closest('[data-place],[data-act],[data-does]') : null;
    if (!target) return;
    const { place, does: command, act: name } = (target as HTMLElement).dataset,
      isField = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
    if (isField !== (event.type === 'change')) return;
    if (place !== undefined)
      send({ type: 'reveal', place: JSON.parse(place) as ProtocolPlace, isEntered: isEntering(event) });
    else if (command !== undefined)
      send({ type: 'does', ...(JSON.parse(command) as { readonly command: string; readonly argument: unknown }) });
    else if (name !== undefined) onAct(name, target as HTMLElement, event);
  };
  addEventListener('click', handle);
  addEventListener('change', handle);
  addEventListener('keydown', event => {
    // an element that is not a button can be clicked, too: a node of a picture or a row of a table
    const target = event.target instanceof Element ? event.target : null;
    if (
      (event.key !== 'Enter' && event.key !== ' ') ||
      !target?.matches('[data-place],[data-act]') ||
      target instanceof HTMLButtonElement ||
      target instanceof HTMLInputElement ||
      target instanceof HTMLSelectElement
    )
      return;
    event.preventDefault();
    target.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  });
  let timer: number | undefined;
  addEventListener(
    'scroll',
    () => {
      clearTimeout(timer);
      timer = setTimeout(() => keep({ scrolled: scrollY }), 200);
    },
    { passive: true },
  );
  send({ type: 'ready' });
}

let isRestored = false;
/** Restores the scroll position, because a recreated page begins at its top. */
function restoreScroll(): void {
  if (isRestored) return;
  isRestored = true;
  const { scrolled } = memory<{ scrolled: number }>();
  if (scrolled) scrollTo(0, scrolled);
}
