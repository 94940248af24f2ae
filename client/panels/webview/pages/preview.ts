import './preview.css';
import { startPlacePage } from '../place-page.ts';
import { previewPage } from '../preview/preview-page.ts';

/** If the tag columns are wider than the panel, the shown one is scrolled into view when it changes. */
let column: string | null | undefined;
function showColumn(): void {
  const current = document.querySelector<HTMLElement>('.wide thead .current'),
    names = document.querySelector<HTMLElement>('.wide thead th'),
    table = current?.closest<HTMLElement>('.wide');
  const label = current?.textContent;
  if (!current || !names || !table || label === column) return;
  column = label;
  // columns to its left are hidden under the names, which stay
  const area = current.getBoundingClientRect(),
    hidden = area.left - names.getBoundingClientRect().right,
    beyond = area.right - table.getBoundingClientRect().right;
  if (hidden < 0) table.scrollLeft += hidden;
  else if (beyond > 0) table.scrollLeft += Math.min(hidden, beyond);
}

startPlacePage({ page: previewPage, onDrawn: showColumn });
