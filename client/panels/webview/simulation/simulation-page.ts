import type { Element } from '../../../../server/view/element.ts';
import { callControls, drawControls, seriesControls } from '../controls.ts';
import { frame, tool } from '../frame.ts';
import type { PlaceShown, SimulationControls } from '../messages.ts';

export const simulationPage = (shown: PlaceShown<SimulationControls>): Element =>
  frame(shown, [shown.answer && tool('preview', 'preview', 'Preview', { title: 'Show what this resolves to' })], {
    draw: drawControls(shown.controls),
    call: callControls(shown.controls),
    series: shown.answer?.series && seriesControls(shown.answer.series, shown.kept.asked?.uri ?? ''),
  });
