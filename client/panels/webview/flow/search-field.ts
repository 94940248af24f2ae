import { step } from './find.ts';

/**
 * Handles the keys of the search: Enter goes to the next match, Shift+Enter to the previous match, Escape leaves the
 * search.
 * @param getSelected returns the selected node
 */
export function searchField(
  field: HTMLInputElement,
  getSelected: () => number | null,
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
    // a new search begins at the first match, not at the selected node
    act.select(step(act.matches(), isNew ? null : getSelected(), shiftKey ? -1 : 1));
    isNew = false;
  });
}
