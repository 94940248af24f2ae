/** A text in the details that opens as a document. */
const textOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('.text[data-fact]') : null;

/** Opens the text that is clicked twice, at the word there. @returns what Enter does: whether the focus is in a text */
export function textClicks(open: (text: HTMLElement, offset?: number) => void): () => boolean {
  document.addEventListener('dblclick', ({ target }) => {
    const text = textOf(target);
    // a double click selects the word
    if (text) open(text, getSelection()?.anchorOffset);
  });
  return () => {
    const text = textOf(document.activeElement);
    if (text) open(text);
    return text !== null;
  };
}
