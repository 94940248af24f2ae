/**
 * Handles the keys of the outline, which has one tab stop: arrows, Home and End move in it; Enter, space and clicks go
 * to the item.
 * @param goTo `isEntered`: whether the focus moves to the text of the item
 */
export function treeKeys(
  outline: HTMLElement,
  goTo: (target: Element, isEntered: boolean) => void,
): {
  focusItem(item: HTMLElement | null, isFocused: boolean): void;
  first(): void;
} {
  let stop: HTMLElement | undefined;
  const focusItem = (item: HTMLElement | null, isFocused: boolean): void => {
    if (!item) return;
    if (stop) {
      stop.tabIndex = -1;
      stop.querySelector<HTMLElement>(':scope > .row > button')?.setAttribute('tabindex', '-1');
    }
    stop = item;
    item.tabIndex = 0;
    item.querySelector<HTMLElement>(':scope > .row > button')?.setAttribute('tabindex', '0');
    if (isFocused) item.focus();
  };
  outline.addEventListener('click', event => {
    const target = event.target as Element;
    if (!target.closest('[data-act]')) goTo(target, false);
  });
  outline.addEventListener('keydown', event => {
    if ((event.key !== 'Enter' && event.key !== ' ') || (event.target as Element).closest('[data-act]')) return;
    event.preventDefault();
    goTo(event.target as Element, true);
  });
  outline.addEventListener('keydown', event => {
    const item = (event.target as Element).closest<HTMLElement>('[role=treeitem]');
    if (!item || event.ctrlKey || event.altKey || event.metaKey) return;
    const items = [...outline.querySelectorAll<HTMLElement>('[role=treeitem]')],
      index = items.indexOf(item);
    const isStep = item.classList.contains('step');
    const next = {
      ArrowDown: items[index + 1],
      ArrowUp: items[index - 1],
      Home: items[0],
      End: items.at(-1),
      ArrowRight: isStep ? item.querySelector<HTMLElement>('[role=treeitem]') : null,
      ArrowLeft: isStep ? null : item.parentElement?.closest<HTMLElement>('[role=treeitem]'),
    }[event.key];
    if (next === undefined || next === null) return;
    event.preventDefault();
    event.stopPropagation();
    focusItem(next, true);
  });
  return { focusItem, first: () => focusItem(outline.querySelector<HTMLElement>('[role=treeitem]'), false) };
}
