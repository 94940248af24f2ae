import './preview.css';
import type { Preview } from '../../../../server/lsp/protocol.ts';
import type { PlaceAction, PlaceShown, PreviewControls } from '../messages.ts';
import { act, draw, keep, say, start } from '../page.ts';
import { nextSeed } from '../seeds.ts';
import { previewPage, previewWords } from '../preview/preview-page.ts';

/** If the tag columns are wider than the panel, the shown one is scrolled into view when it changes. */
let column: string | null | undefined;
function showColumn(): void {
  const current = document.querySelector<HTMLElement>('.matrix thead .current'),
    names = document.querySelector<HTMLElement>('.matrix .corner'),
    table = current?.closest<HTMLElement>('.matrix');
  const label = current?.textContent;
  if (!current || !names || !table || label === column) return;
  column = label;
  // columns to its left are hidden under the names, which stay
  const shown = current.getBoundingClientRect(),
    hidden = shown.left - names.getBoundingClientRect().right,
    beyond = shown.right - table.getBoundingClientRect().right;
  if (hidden < 0) table.scrollLeft += hidden;
  else if (beyond > 0) table.scrollLeft += Math.min(hidden, beyond);
}

let controls: PreviewControls = { calls: 100_000, seed: '0' },
  isPinned = false;
const send = (action: PlaceAction<PreviewControls>): void => act(action);

start<PlaceShown<Preview, PreviewControls>>(
  shown => {
    ({
      controls,
      kept: { isPinned },
    } = shown);
    keep(shown.kept);
    draw(previewPage(shown));
    showColumn();
    if (shown.answer && shown.trouble === null && !shown.busy) say(previewWords(shown.answer));
  },
  (name, target) => {
    switch (name) {
      case 'pin':
        return send({ type: 'pin', isPinned: !isPinned });
      case 'again':
        return send({ type: 'controls', controls: { seed: nextSeed(controls.seed) } });
      case 'seed':
        return send({ type: 'controls', controls: { seed: (target as HTMLInputElement).value } });
      case 'calls':
        return send({ type: 'controls', controls: { calls: Number((target as HTMLSelectElement).value) } });
      case 'restart':
      case 'output':
      case 'simulate':
        return send({ type: name });
    }
  },
);
