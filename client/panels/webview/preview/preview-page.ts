import type { Preview } from '../../../../server/lsp/protocol.ts';
import type { Element } from '../../../../server/view/element.ts';
import { viewElements } from '../../../../server/view/html.ts';
import { previewBlocks } from '../../../../server/view/results/preview.ts';
import { drawControls } from '../controls.ts';
import { frame, tool } from '../frame.ts';
import type { PlaceShown, PreviewControls } from '../messages.ts';

const canSimulate = new Set<Preview['subject']>(['agent', 'version', 'tag', 'reference', 'weights', 'batch', 'alert']);

export const previewPage = (shown: PlaceShown<Preview, PreviewControls>): Element =>
  frame(
    shown,
    shown.answer && canSimulate.has(shown.answer.subject)
      ? [tool('simulate', 'simulate', 'Simulate', { title: 'Simulate what is shown here' })]
      : [],
    answer => viewElements(previewBlocks(answer), { draw: drawControls(shown.controls) }),
  );
