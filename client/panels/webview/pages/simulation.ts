import './simulation.css';
import type { SimulationReport } from '../../../../server/lsp/protocol.ts';
import type { SimulationControls } from '../messages.ts';
import { startPlacePage } from '../place-page.ts';
import { reportWords } from '../../../../server/view/results/simulation.ts';
import { simulationPage } from '../simulation/simulation-page.ts';

startPlacePage<SimulationReport, SimulationControls>(
  { page: simulationPage, words: reportWords },
  {
    call: ({ value }) => ({ call: value as SimulationControls['call'] }),
    digits: ({ value }) => ({ digits: value }),
    outbound: field => ({ outbound: (field as HTMLInputElement).checked }),
    series: ({ value }) => ({ series: JSON.parse(value) as NonNullable<SimulationControls['series']> }),
  },
);
