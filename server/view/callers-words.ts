import { entryOf, shareOf, type CallersChange } from '../compare/callers.ts';
import { destinationsOf, movesInWords, nameOf } from '../compare/callers-words.ts';
import type { Entry, EntryArm } from '../compare/entries.ts';
import type { Plan as PlanOutput } from '../core/generated/outputs.js';
import { groupsOf } from '../core/json/multimap.ts';
import type { CallersWords } from './panels/index.ts';

interface Told {
  readonly callers: readonly CallersChange[];
  /** A path of the workspace, as shown. */
  shown(file: string): string;
}
type Output = PlanOutput['callers'][number];

/** What the published schema describes, one object an entry. */
export const callersOutput = (change: CallersChange, shown: Told['shown']): Output => ({
  entry: outputOf(entryOf(change), shown),
  moved: change.moved,
  variables: change.variables,
  before: (change.before?.arms ?? []).map(armOutput),
  after: (change.after?.arms ?? []).map(armOutput),
});

/** An entry as outputs name it. */
const outputOf = ({ kind, text, file, pointer }: Entry, shown: Told['shown']): Output['entry'] => ({
  kind,
  text,
  file: shown(file),
  pointer,
});

const armOutput = ({
  agentId,
  version,
  reference,
  variablesFrom,
  share,
  because,
}: EntryArm): Output['before'][number] => ({
  agent_id: agentId,
  agent_version: version,
  reference,
  variables_from: variablesFrom,
  share,
  because,
});

/** The entries whose callers get something else, those to which the same happens together, the worst first. */
export function callersInWords({ callers, shown }: Told): readonly CallersWords[] {
  const same = groupsOf(callers, change => `${entryOf(change).kind} ${movesInWords(change)}`);
  return [...same.values()]
    .map((changes): CallersWords => {
      const [{ before, after, moved }] = changes;
      return {
        kind: entryOf(changes[0]).kind,
        entries: changes.map(change => {
          const { text, file, pointer } = entryOf(change);
          return { text, file: shown(file), pointer, isThere: change.after !== undefined };
        }),
        words: movesInWords(changes[0]).replaceAll(' %', '\u00a0%'),
        moved,
        before: sharesOf(before),
        after: sharesOf(after),
      };
    })
    .sort((a, b) => (b.moved ?? 0) - (a.moved ?? 0) || Number(a.kind === 'batch') - Number(b.kind === 'batch'));
}

const sharesOf = (entry: Entry | undefined): CallersWords['before'] =>
  destinationsOf(entry?.arms ?? []).map(arm => ({ name: nameOf(arm), share: shareOf(entry, arm.to) }));
