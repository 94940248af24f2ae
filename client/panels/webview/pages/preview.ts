import './preview.css';
import { startPlacePage } from '../place-page.ts';
import { previewPage } from '../place-pages.ts';

/**
 * The label of the column that is shown. If the tag columns are wider than the panel, the column is scrolled into view
 * when it changes.
 */
let column: string | null | undefined;
function showColumn(): void {
  const currentColumn = document.querySelector<HTMLElement>('.wide thead .current'),
    names = document.querySelector<HTMLElement>('.wide thead th'),
    table = currentColumn?.closest<HTMLElement>('.wide');
  const label = currentColumn?.textContent;
  if (!currentColumn || !names || !table || label === column) return;
  column = label;
  // the names do not scroll, and hide the columns to their left
  const area = currentColumn.getBoundingClientRect(),
    hiddenLeft = area.left - names.getBoundingClientRect().right,
    hiddenRight = area.right - table.getBoundingClientRect().right;
  if (hiddenLeft < 0) table.scrollLeft += hiddenLeft;
  else if (hiddenRight > 0) table.scrollLeft += Math.min(hiddenLeft, hiddenRight);
}

startPlacePage({ page: previewPage, onDrawn: showColumn });
