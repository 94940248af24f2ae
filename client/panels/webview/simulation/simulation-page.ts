import type { SimulationReport } from '../../../../server/lsp/protocol.ts';
import type { Element } from '../../../../server/view/element.ts';
import { viewElements } from '../../../../server/view/html.ts';
import { reportBlocks } from '../../../../server/view/results/simulation.ts';
import { callControls, drawControls, seriesControls } from '../controls.ts';
import { frame, tool } from '../frame.ts';
import type { PlaceShown, SimulationControls } from '../messages.ts';

export const simulationPage = (shown: PlaceShown<SimulationReport, SimulationControls>): Element =>
  frame(
    shown,
    shown.answer ? [tool('preview', 'preview', 'Preview', { title: 'Show what this resolves to' })] : [],
    answer =>
      viewElements(reportBlocks(answer), {
        draw: drawControls(shown.controls),
        call: callControls(shown.controls),
        series: answer.alert && answer.place && seriesControls(answer.alert, answer.place.uri),
      }),
  );
