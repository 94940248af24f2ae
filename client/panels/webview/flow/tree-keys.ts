/** The keyboard of the text tree: one tab stop, arrows, Home, End. The page handles Enter and space. */
export function treeKeys(outline: HTMLElement): {
  take(item: HTMLElement | null, isFocused: boolean): void;
  first(): void;
} {
  let stop: HTMLElement | undefined;
  const take = (item: HTMLElement | null, isFocused: boolean): void => {
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
  outline.addEventListener('keydown', event => {
    const item = (event.target as Element).closest<HTMLElement>('[role=treeitem]');
    if (!item || event.ctrlKey || event.altKey || event.metaKey) return;
    const all = [...outline.querySelectorAll<HTMLElement>('[role=treeitem]')],
      index = all.indexOf(item);
    const isStep = item.classList.contains('step');
    const next = {
      ArrowDown: all[index + 1],
      ArrowUp: all[index - 1],
      Home: all[0],
      End: all.at(-1),
      ArrowRight: isStep ? item.querySelector<HTMLElement>('[role=treeitem]') : null,
      ArrowLeft: isStep ? null : item.parentElement?.closest<HTMLElement>('[role=treeitem]'),
    }[event.key];
    if (next === undefined || next === null) return;
    event.preventDefault();
    event.stopPropagation();
    take(next, true);
  });
  return { take, first: () => take(outline.querySelector<HTMLElement>('[role=treeitem]'), false) };
}
