import { assumed, blocksOf, link, slot, title, words, type Block } from '../blocks.ts';
import type { SimulationReport, Simulations } from '../panels/index.ts';
import { alertBlocks } from './alert-replay.ts';
import { simulationBlocks } from './simulations.ts';

/** What the platform would do. What can be chosen has the slots `draw`, `call` and `series`. */
export function reportBlocks(report: SimulationReport): readonly Block[] {
  const { alert, done, assumptions, place } = report;
  return blocksOf(
    title(link(report.title, place)),
    isDrawn(report) && slot('draw'),
    done.some(({ subject }) => subject === 'call') && slot('call'),
    alert !== null && place !== null && slot('series'),
    notesOf(report).map(note => words(note, 'note')),
    alert && alertBlocks(alert),
    simulationBlocks(report, true),
    assumed(assumptions),
  );
}

/** Whether another seed could change anything that is shown. */
const isDrawn = ({ done }: Simulations): boolean =>
  done.some(({ subject }) => subject === 'weights' || subject === 'asr-routing');

/** The notes on what is shown, each once; those of a batch are in its section. */
const notesOf = ({ done }: Simulations): readonly string[] => [
  ...new Set(done.flatMap(({ subject, notes }) => (subject === 'batch' ? [] : notes))),
];

/** The same in one sentence, to be read aloud when it changes. */
export function reportWords({ title, done, not }: SimulationReport): string {
  const call = done.find(({ subject }) => subject === 'call');
  if (call?.subject === 'call') return `${title}: ends by ${call.result.disconnection_reason.replaceAll('_', ' ')}`;
  return done.length === 0 ? (not[0]?.because ?? title) : title;
}
