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
