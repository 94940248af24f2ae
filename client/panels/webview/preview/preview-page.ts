import type { Element } from '../../../../server/view/element.ts';
import { drawControls } from '../controls.ts';
import { frame, tool } from '../frame.ts';
import type { PlaceData, PreviewControls } from '../messages.ts';

export const previewPage = (data: PlaceData<PreviewControls>): Element =>
  frame(
    data,
    data.answer?.canSimulate
      ? [
          tool('simulate', 'simulate', 'Simulate', { title: 'Simulate what is shown here' }),
          tool('prompt', 'prompt', 'Prompt', { title: 'Show the prompt that the model gets for a caller' }),
        ]
      : [],
    { draw: drawControls(data.controls) },
  );
