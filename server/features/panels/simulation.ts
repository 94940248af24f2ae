import { agentName } from '../../core/workspace/names.ts';
import type { Cursor } from '../../core/cursor.ts';
import type { Subject } from '../../core/generated/outputs.js';
import { agentOf } from '../../core/workspace/records.ts';
import { assumed, badge, blocksOf, link, slot, title, words, type Block } from '../../view/blocks.ts';
import type { PanelAnswer } from '../../view/panel-answer.ts';
import { simulationBlocks } from '../../view/results/simulations.ts';
import { callKinds } from '../../simulator/call.ts';
import {
  isWithheld,
  SimulationRefused,
  type Options,
  type Request,
  type Simulation,
} from '../../simulator/simulation.ts';
import { simulations, type SubjectAnswers } from '../../simulator/subjects/index.ts';
import { withoutCredentials } from '../../simulator/credentials.ts';
import type { PositionContext } from '../context.ts';
import { placeOfValue, type FilePlace } from '../../core/locate.ts';
import { listed } from '../../core/wording.ts';
import { offsetContext } from '../offset-context.ts';
import { alertReplay, type SeriesChoice } from './alert.ts';
import { guideTo } from './places.ts';
import { agentsToShow, isEngine } from '../shown-agent.ts';

/** The choices of the user in a panel. */
export interface SimulationOptions {
  readonly calls?: number;
  readonly seed?: string;
  readonly call?: string;
  readonly outbound?: boolean;
  readonly digits?: string;
  /** The current time in milliseconds since the epoch, at which a batch without a start time begins. */
  readonly now?: number;
  /** The series over which an alert rule is replayed. */
  readonly series?: SeriesChoice;
}

const DEFAULT_CALLS = 100_000,
  MAX_CALLS = 10_000_000;

/** The options of the command; values out of bounds are clamped. */
function optionsOf({ calls = DEFAULT_CALLS, seed = '0', call: callId, outbound, digits }: SimulationOptions): Options {
  const call = callKinds.find(kind => kind === callId) ?? 'silent';
  return {
    calls: String(Number.isFinite(calls) ? Math.max(1, Math.min(MAX_CALLS, Math.floor(calls))) : DEFAULT_CALLS),
    seed,
    call,
    outbound: outbound === true,
    ...(call === 'dtmf' && digits !== undefined && /^[0-9*#]{1,100}$/.test(digits) && { digits }),
  };
}

/** The simulations of the record at a place. */
interface Simulations {
  /** The answers without credentials: for an agent a call and outages, for a phone number one answer for each list. */
  readonly answers: readonly SubjectAnswers[Subject][];
  /** The reason why a subject has no answer; undefined if every subject has one. */
  readonly reason: string | undefined;
  readonly blocks: readonly Block[];
}

/**
 * Everything that can be simulated with the file around an offset; undefined if nothing can. Never throws.
 * @param subjects the subjects to simulate in short form; without them, all subjects of the kind of file in full
 */
export function simulationsAt(
  context: PositionContext,
  chosenOptions: SimulationOptions,
  subjects?: readonly Subject[],
): Simulations | undefined {
  const { workspace, savedWorkspace, offset } = context,
    record = recordAt(context),
    document = record?.document ?? context.document;
  const fittingSimulations = (subjects ?? (Object.keys(simulations) as Subject[])).flatMap(
    (subject): readonly Simulation[] =>
      simulations[subject].kinds.some(kind => kind === document.kind) ? [simulations[subject]] : [],
  );
  if (fittingSimulations.length === 0) return undefined;
  const ownRequest = requestOf(context, record),
    isChanged = savedWorkspace !== workspace && savedWorkspace.document(document.file) !== undefined;
  const answers: SubjectAnswers[Subject][] = [],
    refusals: { readonly because: string; readonly at?: Cursor | undefined }[] = [];
  const run = (simulation: Simulation, options: Options): void => {
    const validOptions = Object.entries(options).filter(([name]) => Object.hasOwn(simulation.options, name));
    try {
      const answer = simulation.run({
        ...ownRequest,
        options: Object.fromEntries(validOptions),
        now: chosenOptions.now ?? 0,
      });
      if (isWithheld(answer)) refusals.push({ because: `no result, because it ${answer.withheld}` });
      else answers.push(safe(answer as SubjectAnswers[Subject]));
    } catch (error) {
      if (!(error instanceof SimulationRefused)) throw error;
      // the saved file may not be comparable
      const { against, ...others } = options;
      if (against !== undefined) return run(simulation, others);
      refusals.push({ because: error.message, at: error.cursor });
    }
  };
  for (const simulation of fittingSimulations)
    for (const part of simulation.each?.(ownRequest) ?? [{}])
      run(simulation, { ...optionsOf(chosenOptions), ...(isChanged && { against: document.file }), ...part });
  const cursor = document === context.document ? offsetContext(document, offset)?.cursor : record;
  return {
    answers,
    reason: refusals[0]?.because,
    blocks: [
      ...refusals.map(({ because: reason, at }) => refusalBlock(reason, at && placeOfValue(at))),
      ...simulationBlocks(answers, {
        pointer: cursor?.pointer ?? null,
        isFull: subjects === undefined,
        guide: guideTo(workspace, workspace, document),
        nameOf: id => agentName(id, workspace),
      }),
    ],
  };
}

/** The answer without credentials, and with its warnings added to its notes. */
function safe<A extends SubjectAnswers[Subject]>(answer: A): A {
  const safeAnswer = withoutCredentials(answer);
  return { ...safeAnswer, notes: [...safeAnswer.notes, ...(safeAnswer.warnings ?? [])] };
}

const refusalBlock = (reason: string, place?: FilePlace | null): Block =>
  words([{ badge: badge('bad', '✕', 'no result') }, ' ', link(reason, place)]);

export const assumptionsOf = (answers: Simulations['answers']): readonly string[] =>
  answers.flatMap(({ result }) => ('assumptions' in result ? result.assumptions : []));

/**
 * The record at the offset, or the first record; for an engine or component, the agent that runs it, if there is one.
 */
function recordAt({ document, workspace, offset }: PositionContext): Cursor | undefined {
  const cursor = offsetContext(document, offset)?.cursor,
    record = (cursor && rootAround(cursor)) ?? document.roots[0];
  if (!isEngine(document.kind)) return record;
  const [agent] = [cursor, record].flatMap(place => (place ? agentsToShow(place, workspace) : []));
  return (agent && rootAround(agent)) ?? record;
}
const rootAround = ({ document, pointer, root: top }: Cursor): Cursor | undefined =>
  document.roots.find(root => root === top || pointer === root.pointer || pointer.startsWith(`${root.pointer}/`));

/**
 * A report on what the platform would do with the file around an offset; null if the file is not recognized. Never
 * throws.
 */
export function simulationReport(context: PositionContext, options: SimulationOptions = {}): PanelAnswer | null {
  const record = recordAt(context),
    document = record?.document ?? context.document;
  const place = record ? placeOfValue(record.recordKind === 'agent' ? agentOf(record) : record) : null;
  const page = (name: string, { answers, reason, blocks }: Simulations, alert?: Block): PanelAnswer => {
    const call = answers.find(({ subject }) => subject === 'call') as SubjectAnswers['call'] | undefined,
      // only these results depend on the seed
      isDrawn = answers.some(({ subject }) => subject === 'weights' || subject === 'asr-routing');
    // a batch shows its notes in a section of the batch
    const notes = new Set(answers.flatMap(answer => (answer.subject === 'batch' ? [] : answer.notes)));
    const end = call && `${name}: ends by ${call.result.disconnection_reason.replaceAll('_', ' ')}`;
    return {
      words: end ?? (answers.length === 0 ? reason : undefined) ?? name,
      blocks: blocksOf(
        title(link(name, place)),
        isDrawn && slot('draw'),
        call && slot('call'),
        alert && slot('series'),
        [...notes].map(note => words(note, 'note')),
        alert,
        blocks,
        assumed(assumptionsOf(answers)),
      ),
    };
  };
  const refusal = (reason: string): PanelAnswer =>
    page(document.file, { answers: [], reason, blocks: [refusalBlock(reason, place)] });
  if (document.kind !== 'alert-rule') {
    const allSimulations = simulationsAt(context, options);
    if (allSimulations || !document.kind)
      return allSimulations ? page(allSimulations.answers[0]?.title ?? document.file, allSimulations) : null;
    const kinds = [...new Set(Object.values(simulations).flatMap(value => value.kinds))].sort();
    return refusal(
      isEngine(document.kind)
        ? 'no agent in this workspace runs it, so there is no call to simulate'
        : `a file of kind ${document.kind} cannot be simulated; what can: ${listed(kinds, 'and', 20)}`,
    );
  }
  try {
    if (!record) throw new SimulationRefused('there is no rule in this file');
    const { otherFiles, chosenFile } = options.series ?? { otherFiles: [], chosenFile: null },
      { title: name, block, answer } = alertReplay(requestOf(context, record), chosenFile);
    return {
      ...page(name, { answers: answer ? [safe(answer)] : [], reason: undefined, blocks: [] }, block),
      series: { chosenFile: chosenFile && { uri: chosenFile.uri, name: chosenFile.name }, otherFiles },
    };
  } catch (error) {
    if (!(error instanceof SimulationRefused)) throw error;
    return refusal(error.message);
  }
}

function requestOf(
  { document: editorDocument, workspace, savedWorkspace }: PositionContext,
  record: Cursor | undefined,
): Request {
  const document = record?.document ?? editorDocument;
  return {
    document,
    workspace,
    roots: record ? [record] : [],
    file: document.file,
    options: {},
    now: 0,
    pathOf: file => file,
    openOther: () => {
      const otherDocument = savedWorkspace.document(document.file)!;
      return { document: otherDocument, roots: otherDocument.roots, workspace: savedWorkspace, file: document.file };
    },
    read: () => '',
  };
}
