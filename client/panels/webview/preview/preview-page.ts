import type { Element } from '../../../../server/view/element.ts';
import { drawControls } from '../controls.ts';
import { frame, tool } from '../frame.ts';
import type { PlaceShown, PreviewControls } from '../messages.ts';

export const previewPage = (shown: PlaceShown<PreviewControls>): Element =>
  frame(
    shown,
    shown.answer?.canSimulate
      ? [
          tool('simulate', 'simulate', 'Simulate', { title: 'Simulate what is shown here' }),
          tool('prompt', 'prompt', 'Prompt', { title: 'Show what the model gets, as callers get it' }),
        ]
      : [],
    { draw: drawControls(shown.controls) },
  );
