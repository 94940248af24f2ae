import type { Cursor } from '../../core/cursor.ts';
import { isChatAgent } from '../../core/kinds.ts';
import { count } from '../../core/words.ts';
import type { SimulationReport } from '../../protocol/index.ts';
import { titleOf as alertTitle } from '../../printers/alert-words.ts';
import { isTelling, remarks } from '../../printers/batch-words.ts';
import { filterAgents } from '../../simulator/agent-filter.ts';
import { alertReplay, type SeriesAsked } from './alert-replay.ts';
import { ruleOf } from '../../simulator/alert-rule.ts';
import { routeCalls, routingOf } from '../../simulator/asr.ts';
import { overridesOf, type TaskCall } from '../../simulator/batch.ts';
import { selectsShort } from '../../simulator/resolution-words.ts';
import { withheld } from '../../simulator/withheld.ts';
import type { Asked } from '../asked.ts';
import { placeAt } from '../place.ts';
import { simulatedAgent, type CallAsked } from './agent-call.ts';
import { batchView } from './batch.ts';
import { placeOfValue, type FilePlace } from '../file-place.ts';
import { assumptionNotes, placeOf } from './places.ts';
import { weightLists } from './weights.ts';

export interface SimulationOptions extends CallAsked {
  readonly calls?: number;
  readonly seed?: string;
  /** Milliseconds since the epoch, for a batch that begins at once. */
  readonly now?: number;
  /** Of an alert rule: what it can be replayed over. */
  readonly series?: SeriesAsked;
}
type Report = SimulationReport<FilePlace>;

const CALLS = 100_000,
  MOST_CALLS = 10_000_000,
  MOST_TASKS = 50;
const SAMPLE = 'a draw is a sample, not a prediction: the platform picks at random, and this is one seeded draw';
const empty: Omit<Report, 'title'> = {
  notes: [],
  because: null,
  place: null,
  lists: [],
  batch: null,
  call: null,
  alert: null,
  outages: [],
  routes: [],
  agents: [],
  assumptions: [],
};
const refused = (title: string, because: string, place: FilePlace | null = null): Report => ({
  ...empty,
  title,
  because,
  place,
});

/** What the platform would do with the file around an offset; null for a file of which nothing can be simulated. Never throws. */
export function simulationReport(
  asked: Asked,
  { calls = CALLS, seed = '0', now, series = { beside: [], chosen: null }, ...call }: SimulationOptions = {},
): Report | null {
  const { document, workspace, saved, offset } = asked,
    { kind, file } = document,
    at = placeAt(document, offset)?.at;
  const sampling = {
    calls: Number.isFinite(calls) ? Math.max(1, Math.min(MOST_CALLS, Math.floor(calls))) : CALLS,
    seed,
  };
  const record =
    (at &&
      document.roots.find(
        root => root === at.root || at.pointer === root.pointer || at.pointer.startsWith(`${root.pointer}/`),
      )) ??
    document.roots[0];
  switch (kind) {
    case 'agent-weights':
    case 'phone-number': {
      const { lists, assumptions } = weightLists(document, workspace, saved, at?.pointer, sampling);
      return {
        ...empty,
        title: file,
        notes: [SAMPLE],
        lists,
        because: lists.length === 0 ? 'no list of agents is in this file, so nothing is drawn' : null,
        assumptions: assumptionNotes(assumptions),
      };
    }
    case 'batch-call':
      return record ? batch(record, asked, now) : refused(file, 'the file holds no batch');
    case 'asr-routing':
      return record ? routing(record, asked, sampling) : refused(file, 'the file holds no routing');
    case 'agent-list-filter':
      return record ? filter(record, asked) : refused(file, 'the file holds no filter');
    case 'alert-rule': {
      if (!record) return refused(file, 'the file holds no rule');
      const rule = ruleOf(record);
      if ('missing' in rule) {
        const missing = `${rule.missing.join(', ')} missing or not known, so the rule cannot be replayed`;
        return refused(file, missing, placeOfValue(record));
      }
      const { view, notes, assumptions } = alertReplay(record, rule, series),
        not = view.series && withheld(assumptions, workspace);
      if (not) return refused(alertTitle(record, rule), `no result, because it ${not}`, placeOfValue(record));
      return {
        ...empty,
        title: alertTitle(record, rule),
        place: placeOfValue(record),
        alert: view,
        notes,
        assumptions: assumptionNotes(assumptions),
      };
    }
    case 'agent': {
      const agent = record?.is('agent-export') ? record.get('agent') : record;
      if (!agent?.isObject) return refused(file, 'the file holds no agent');
      if (isChatAgent(agent.value))
        return refused(file, 'this is a chat agent: it takes no calls', placeOfValue(agent));
      return { ...empty, ...simulatedAgent(agent, workspace, call), place: placeOfValue(agent) };
    }
    default:
      return null;
  }
}

function batch(record: Cursor, { workspace, document }: Asked, now: number | undefined): Report {
  const found = batchView(record, workspace, now);
  if (!found) return refused(document.file, 'a batch call is an object', placeOfValue(record));
  const telling = found.tasks.filter(isTelling);
  const chosen = telling.length > 0 ? telling : found.tasks;
  const left = chosen.length - MOST_TASKS;
  const more = `${count(left, 'more task', 'more tasks')}${telling.length > 0 ? ' with something to say' : ''}`;
  return {
    ...empty,
    title: record.get('name').string() || document.file,
    place: placeOfValue(record),
    assumptions: assumptionNotes(found.assumptions),
    notes: left > 0 ? [`${more} not shown: preflight simulate ${document.file} --all`] : [],
    batch: { ...found.view, shown: chosen.slice(0, MOST_TASKS).map(shownTask) },
  };
}

function shownTask(task: TaskCall): NonNullable<Report['batch']>['shown'][number] {
  const { at, toNumber, resolution, unset, because } = task;
  return {
    place: placeOfValue(at),
    index: Number(at.segment),
    to: toNumber ?? '(no number)',
    gets: resolution ? `${resolution.agentId} ${selectsShort(resolution)}` : 'unknown agent',
    outcome: resolution?.outcome ?? 'unknowable',
    remarks: remarks(unset, overridesOf(task), because),
  };
}

function routing(
  record: Cursor,
  { workspace, document }: Asked,
  { calls, seed }: { readonly calls: number; readonly seed: string },
): Report {
  const found = routingOf(record);
  if ('because' in found)
    return refused(document.file, `${found.because}, so no call can be routed`, placeOfValue(found.at));
  const not = withheld(found.assumptions, workspace);
  if (not !== undefined) return refused(document.file, `no result, because it ${not}`, placeOfValue(record));
  return {
    ...empty,
    title: document.file,
    place: placeOfValue(record),
    assumptions: assumptionNotes(found.assumptions),
    notes: found.isSplit
      ? ['the buckets of the platform are not known, so which call falls where is a sample']
      : ['there is no split, so every call gets the same'],
    routes: routeCalls(found, calls, seed).map(({ share, calls: n, part, interval95 }) => ({
      place: placeOfValue(share.at),
      provider: share.provider,
      expected: share.expected,
      calls: n,
      share: part,
      interval95,
    })),
  };
}

function filter(record: Cursor, { workspace, document }: Asked): Report {
  const found = filterAgents(record, workspace);
  if ('because' in found)
    return refused(document.file, `${found.because}, so the filter cannot be tried`, placeOfValue(found.at));
  const selected = found.agents.filter(one => one.selected === true).length;
  return {
    ...empty,
    title: `${document.file} selects ${selected} of ${count(found.agents.length, 'agent')}`,
    place: placeOfValue(record),
    assumptions: assumptionNotes(found.assumptions),
    notes: found.complete ? [] : ['agents that are in no file may be selected too'],
    agents: found.agents.map(({ agent, selected: is, because }) => {
      const own = agent.listItems[0] ?? agent.records[0];
      return {
        place: own ? placeOf(own, workspace) : null,
        agentId: agent.id,
        name: agent.name ?? null,
        selected: is,
        because,
      };
    }),
  };
}
