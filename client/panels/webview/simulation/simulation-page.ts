import type { Element } from '../../../../server/view/element.ts';
import { callControls, drawControls, seriesControls } from '../controls.ts';
import { frame, tool } from '../frame.ts';
import type { PlaceData, SimulationControls } from '../messages.ts';

export const simulationPage = (data: PlaceData<SimulationControls>): Element =>
  frame(data, [data.answer && tool('preview', 'preview', 'Preview', { title: 'Show what this resolves to' })], {
    draw: drawControls(data.controls),
    call: callControls(data.controls),
    series: data.answer?.series && seriesControls(data.answer.series, data.memory.request?.uri ?? ''),
  });
