import type { NotSimulated, SimulatedOf, Simulations, Subject } from '../../../../server/lsp/protocol.ts';
import { h, keyed, type Child } from '../element.ts';
import { badge, toPlace } from '../parts.ts';
import { agentListFilterSection } from './agent-list-filter.ts';
import { asrRoutingSection } from './asr-routing.ts';
import { batchSection } from './batch.ts';
import { callSection } from './call.ts';
import { outageSection } from './outage.ts';
import { weightsSections } from './weights.ts';

type Section<S extends Subject> = (all: readonly SimulatedOf<S>[], pointer: string | null, inFull: boolean) => Child;

/** How the results of each subject are drawn, in the order of a page. */
const sections: { readonly [S in Subject]: Section<S> } = {
  weights: weightsSections,
  'asr-routing': all => all.map(asrRoutingSection),
  call: all => all.map(callSection),
  outage: outageSection,
  batch: (all, _, inFull) => all.map(one => batchSection(one, inFull)),
  'agent-list-filter': all => all.map(agentListFilterSection),
  // a replay is drawn with its series: `alertReplaySection`
  alert: () => null,
};

/** @param inFull with single tasks and the like */
export function simulationSections({ done, not, pointer }: Simulations, inFull: boolean): readonly Child[] {
  const drawn = (subject: Subject): Child => {
    const all = done.filter(one => one.subject === subject);
    // a subject's results only ever reach that subject's section
    return all.length === 0 ? null : (sections[subject] as Section<never>)(all as never, pointer, inFull);
  };
  return [...not.map(notSimulated), ...(Object.keys(sections) as Subject[]).map(drawn)];
}

const notSimulated = ({ because, place }: NotSimulated, index: number): Child =>
  keyed(`not-${index}`, h('p', { class: 'because' }, badge('missing', '✕', 'no result'), ' ', toPlace(place, because)));

/** Whether another seed could change anything that is shown. */
export const isDrawn = ({ done }: Simulations): boolean =>
  done.some(({ subject }) => subject === 'weights' || subject === 'asr-routing');

/** The notes on what is shown, each once; those of a batch are in its section. */
export const notesOf = ({ done }: Simulations): readonly string[] => [
  ...new Set(done.flatMap(({ subject, notes }) => (subject === 'batch' ? [] : notes))),
];
