import type { Element } from '../../../server/view/element.ts';
import { drawControls, promptControls, callControls, seriesControls } from './controls.ts';
import { frame, tool } from './frame.ts';
import type { PlaceData, PreviewControls, PromptControls, SimulationControls } from './messages.ts';

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

export const promptPage = (data: PlaceData<PromptControls>): Element =>
  frame(data, [data.answer && tool('preview', 'preview', 'Preview', { title: 'Show what this resolves to' })], {
    choices: promptControls(data.answer?.choices ?? [], data.controls),
  });

export const simulationPage = (data: PlaceData<SimulationControls>): Element =>
  frame(data, [data.answer && tool('preview', 'preview', 'Preview', { title: 'Show what this resolves to' })], {
    draw: drawControls(data.controls),
    call: callControls(data.controls),
    series: data.answer?.series && seriesControls(data.answer.series, data.memory.request?.uri ?? ''),
  });
