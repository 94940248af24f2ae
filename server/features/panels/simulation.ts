import { assumedBy } from '../../simulator/resolution-words.ts';
import type { Cursor } from '../../core/cursor.ts';
import type { Subject } from '../../core/generated/outputs.js';
import { agentOf } from '../../core/workspace/records.ts';
import type { AlertReplay, NotSimulated, Simulated, SimulationReport, Simulations } from '../../view/panels/index.ts';
import { callKinds } from '../../simulator/call.ts';
import {
  isWithheld,
  SimulationRefused,
  type Asked as Options,
  type Request,
  type Simulation,
} from '../../simulator/simulation.ts';
import { simulations } from '../../simulator/subjects/index.ts';
import type { PositionContext } from '../context.ts';
import { placeOfValue, type FilePlace } from '../file-place.ts';
import { listed } from '../../core/wording.ts';
import { offsetContext } from '../offset-context.ts';
import { alertReplay, type SeriesAsked } from './alert-replay.ts';
import { simulated } from './results.ts';
import { agentsToShow, isEngine } from './shown-agent.ts';

/** The choices that a panel offers. */
export interface SimulationOptions {
  readonly calls?: number;
  readonly seed?: string;
  readonly call?: string;
  readonly outbound?: boolean;
  readonly digits?: string;
  /** Milliseconds since the epoch, for a batch that starts at once. */
  readonly now?: number;
  /** For an alert rule: what it can be replayed over. */
  readonly series?: SeriesAsked;
}

const CALLS = 100_000,
  MOST_CALLS = 10_000_000;

/** The command's options; values out of bounds are clamped. */
function optionsOf({ calls = CALLS, seed = '0', call: asked, outbound, digits }: SimulationOptions): Options {
  const call = callKinds.find(kind => kind === asked) ?? 'silent';
  return {
    calls: String(Number.isFinite(calls) ? Math.max(1, Math.min(MOST_CALLS, Math.floor(calls))) : CALLS),
    seed,
    call,
    outbound: outbound === true,
    ...(call === 'dtmf' && digits !== undefined && /^[0-9*#]{1,100}$/.test(digits) && { digits }),
  };
}

/**
 * Everything that can be simulated with the file around an offset; undefined if nothing can. Never throws.
 * @param only these subjects, instead of all of the file's kind
 */
export function simulationsAt(
  context: PositionContext,
  chosen: SimulationOptions = {},
  only: readonly Subject[] = Object.keys(simulations) as Subject[],
): Simulations<FilePlace> | undefined {
  const { workspace, saved, offset } = context,
    record = recordAt(context),
    document = record?.document ?? context.document;
  const fitting = only.flatMap((subject): readonly Simulation[] =>
    simulations[subject].kinds.some(kind => kind === document.kind) ? [simulations[subject]] : [],
  );
  if (fitting.length === 0) return undefined;
  const own = requestOf(context, record),
    isChanged = saved !== workspace && saved.document(document.file) !== undefined;
  const done: Simulated<FilePlace>[] = [],
    not: NotSimulated<FilePlace>[] = [];
  const run = (simulation: Simulation, options: Options): void => {
    const taken = Object.entries(options).filter(([name]) => Object.hasOwn(simulation.options, name));
    try {
      const answer = simulation.run({ ...own, asked: Object.fromEntries(taken), now: chosen.now ?? 0 });
      if (isWithheld(answer))
        not.push({ title: document.file, because: `no result, because it ${answer.withheld}`, place: null });
      else done.push(simulated(answer, document, workspace));
    } catch (error) {
      if (!(error instanceof SimulationRefused)) throw error;
      // what is saved may not be comparable
      const { against, ...rest } = options;
      if (against !== undefined) return run(simulation, rest);
      const { message, at } = error;
      not.push({ title: document.file, because: message, place: at ? placeOfValue(at) : null });
    }
  };
  for (const simulation of fitting)
    for (const each of simulation.each?.(own) ?? [{}])
      run(simulation, { ...optionsOf(chosen), ...(isChanged && { against: document.file }), ...each });
  const at = document === context.document ? offsetContext(document, offset)?.at : record;
  return { done, not, pointer: at?.pointer ?? null };
}

/** The record at the offset, or the first; for an engine or component, that of the agent that runs it, if any does. */
function recordAt({ document, workspace, offset }: PositionContext): Cursor | undefined {
  const at = offsetContext(document, offset)?.at,
    record = (at && rootAround(at)) ?? document.roots[0];
  if (!isEngine(document.kind)) return record;
  const [agent] = [at, record].flatMap(place => (place ? agentsToShow(place, workspace) : []));
  return (agent && rootAround(agent)) ?? record;
}
const rootAround = ({ document, pointer, root: top }: Cursor): Cursor | undefined =>
  document.roots.find(root => root === top || pointer === root.pointer || pointer.startsWith(`${root.pointer}/`));

const none = { done: [], not: [], pointer: null };

/** What the platform would do with the file around an offset; null if it is not recognized. Never throws. */
export function simulationReport(
  context: PositionContext,
  options: SimulationOptions = {},
): SimulationReport<FilePlace> | null {
  const { workspace } = context,
    record = recordAt(context),
    document = record?.document ?? context.document;
  const place = record ? placeOfValue(record.recordKind === 'agent' ? agentOf(record) : record) : null;
  const report = (found: Simulations<FilePlace>, alert: AlertReplay | null): SimulationReport<FilePlace> => ({
    ...found,
    title: found.done[0]?.title ?? document.file,
    place,
    alert,
    assumptions: assumedBy(found.done.flatMap(({ result }) => ('assumptions' in result ? result.assumptions : []))),
  });
  if (document.kind !== 'alert-rule') {
    const found = simulationsAt(context, options);
    if (found || !document.kind) return found ? report(found, null) : null;
    const kinds = [...new Set(Object.values(simulations).flatMap(one => one.kinds))].sort();
    const because = isEngine(document.kind)
      ? 'is run by no agent in this workspace, so there is no call to simulate'
      : `is a file of kind ${document.kind}, and that cannot be simulated; what can: ${listed(kinds, 'and', 20)}`;
    return report({ ...none, not: [{ title: document.file, because, place }] }, null);
  }
  try {
    if (!record) throw new SimulationRefused('there is no rule in this file');
    const { title, view, answer } = alertReplay(
      requestOf(context, record),
      options.series ?? { beside: [], chosen: null },
    );
    return { ...report({ ...none, done: answer ? [simulated(answer, document, workspace)] : [] }, view), title };
  } catch (error) {
    if (!(error instanceof SimulationRefused)) throw error;
    return report({ ...none, not: [{ title: document.file, because: error.message, place }] }, null);
  }
}

const requestOf = (
  { document: asked, workspace, saved }: PositionContext,
  record: Cursor | undefined,
  document = record?.document ?? asked,
): Request => ({
  document,
  workspace,
  roots: record ? [record] : [],
  file: document.file,
  asked: {},
  now: 0,
  shown: file => file,
  other: () => ({ document: saved.document(document.file)!, workspace: saved, file: document.file }),
  read: () => '',
});
