import './simulation.css';
import type { SimulationControls } from '../messages.ts';
import { startPlacePage } from '../place-page.ts';
import { simulationPage } from '../place-pages.ts';

startPlacePage<SimulationControls>(
  { page: simulationPage },
  {
    call: ({ value }) => ({ call: value as SimulationControls['call'] }),
    digits: ({ value }) => ({ digits: value }),
    outbound: field => ({ outbound: (field as HTMLInputElement).checked }),
    series: ({ value }) => ({ series: JSON.parse(value) as NonNullable<SimulationControls['series']> }),
  },
);
