import { step } from './find.ts';

/**
 * The keys of the search: Enter goes to the next match, Shift+Enter to the last one, Escape leaves.
 * @param selected the selected node
 */
export function searchField(
  field: HTMLInputElement,
  selected: () => number | null,
  act: {
    search(query: string): void;
    matches(): readonly number[];
    select(node: number | undefined): void;
    leave(): void;
  },
): void {
  let isNew = false;
  field.addEventListener('input', () => {
    isNew = true;
    act.search(field.value);
  });
  field.addEventListener('keydown', ({ key, shiftKey }) => {
    if (key === 'Escape') act.leave();
    if (key !== 'Enter') return;
    // a new search begins at the first match, wherever the selected node is
    act.select(step(act.matches(), isNew ? null : selected(), shiftKey ? -1 : 1));
    isNew = false;
  });
}
