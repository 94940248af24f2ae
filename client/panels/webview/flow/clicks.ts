/** The time limit for a second click, in milliseconds. */
const DOUBLE_CLICK_MS = 300;

/** Distinguishes single from double clicks: the action of a click runs if no second click follows in time. */
interface Clicks {
  first(act: () => void): void;
  /** Whether the action of a first click has not run yet. */
  isPending(): boolean;
  /** Drops a pending click, because another action came after it. */
  forget(): void;
}

/** @param second runs at the second click, whatever element is below the pointer at that time */
export function clicksOf(second: () => void): Clicks {
  let timer: ReturnType<typeof setTimeout> | undefined,
    isFirst = false;
  addEventListener(
    'click',
    event => {
      if (event.detail > 1 && isFirst) {
        event.stopPropagation();
        forget();
        second();
      }
      isFirst = false;
    },
    true,
  );
  const forget = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  // the action of a first click must not run after a later action
  addEventListener('keydown', forget, true);
  addEventListener('mousedown', event => event.detail > 1 || forget(), true);
  return {
    first(act) {
      clearTimeout(timer);
      timer = setTimeout(() => {
        timer = undefined;
        act();
      }, DOUBLE_CLICK_MS);
      isFirst = true;
    },
    isPending: () => timer !== undefined,
    forget,
  };
}

/** The text in the details that contains an element and opens as a document. */
const textOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('.text[data-fact]') : null;

/**
 * Opens a text at the word that is double-clicked.
 * @returns the handler of Enter, which opens the text with the focus and returns whether there is one
 */
export function textClicks(openText: (text: HTMLElement, offset?: number) => void): () => boolean {
  document.addEventListener('dblclick', ({ target }) => {
    const text = textOf(target);
    // a double click also selects the word, which is the offset
    if (text) openText(text, getSelection()?.anchorOffset);
  });
  return () => {
    const text = textOf(document.activeElement);
    if (text) openText(text);
    return text !== null;
  };
}
