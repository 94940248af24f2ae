import './simulation.css';
import type { SimulationReport } from '../../../../server/lsp/protocol.ts';
import type { PlaceAction, PlaceShown, SimulationControls } from '../messages.ts';
import { act, draw, keep, say, start } from '../page.ts';
import { nextSeed } from '../seeds.ts';
import { simulationPage, simulationWords } from '../simulation/simulation-page.ts';

let controls: SimulationControls = { calls: 100_000, seed: '0', call: 'silent', outbound: false, digits: '' },
  isPinned = true;
const send = (action: PlaceAction<SimulationControls>): void => act(action);
const set = (changed: Partial<SimulationControls>): void => send({ type: 'controls', controls: changed });

start<PlaceShown<SimulationReport, SimulationControls>>(
  shown => {
    ({
      controls,
      kept: { isPinned },
    } = shown);
    keep(shown.kept);
    draw(simulationPage(shown));
    if (shown.answer && shown.trouble === null && !shown.busy) say(simulationWords(shown.answer));
  },
  (name, target) => {
    const { value } = target as HTMLInputElement | HTMLSelectElement;
    switch (name) {
      case 'pin':
        return send({ type: 'pin', isPinned: !isPinned });
      case 'again':
        return set({ seed: nextSeed(controls.seed) });
      case 'seed':
        return set({ seed: value });
      case 'calls':
        return set({ calls: Number(value) });
      case 'call':
        return set({ call: value as SimulationControls['call'] });
      case 'digits':
        return set({ digits: value });
      case 'outbound':
        return set({ outbound: (target as HTMLInputElement).checked });
      case 'series':
        return set({ series: JSON.parse(value) as NonNullable<SimulationControls['series']> });
      case 'choose':
      case 'restart':
      case 'output':
      case 'preview':
        return send({ type: name });
    }
  },
);
