import type { Cursor } from '../cursor.ts';
import { groupBy } from '../json/multimap.ts';
import { collectTable, type Column } from '../workspace/tables.ts';
import { MapView } from '../workspace/views.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Occurrence } from './occurrences.ts';
import { occurrencesIn } from './occurrences-in.ts';
import { childEntry, entryOf, marksOf, rootOf } from '../shapes/table.ts';

/** The names of the analysis items that the platform fills on its own, for calls and for chats. */
const presets = (): readonly string[] =>
  (['call-preset-analysis-data', 'chat-preset-analysis-data'] as const).flatMap(
    shape => marksOf(childEntry(rootOf(shape), 'name'))['x-known-values'] ?? [],
  );

/** The names that the platform predefines for a list of analysis data. */
export function presetsOf(list: Cursor): readonly string[] {
  const preset = entryOf(entryOf(list.entry).items ?? -1).variants?.of['system-presets'];
  return preset === undefined ? [] : (marksOf(childEntry(preset, 'name'))['x-known-values'] ?? []);
}

/** Whether an analysis item with this name is built into the platform, for calls or for chats. */
export const isPreset = (name: string): boolean => presets().includes(name);

/** The preset of the other channel with the same meaning: `call_summary` for `chat_summary`. */
export function presetOfOtherChannel(name: string, ownPresets: readonly string[]): string | undefined {
  const topic = name.replace(/^[a-z]+_/, '');
  return isPreset(name) && !ownPresets.includes(name)
    ? ownPresets.find(preset => preset.endsWith(`_${topic}`))
    : undefined;
}

interface AnalysisFields {
  /** The places that define each field, by name. */
  readonly definitions: ReadonlyMap<string, readonly Cursor[]>;
  /** The names alone. Always the same object, so that searches in it can be cached. */
  readonly names: ReadonlyMap<string, unknown>;
  /** The names of fields that the platform extracts on its own. */
  readonly presets: readonly string[];
  /** The records of the agents that the filter names, by id; undefined if the filter applies to any agent. */
  readonly agents: ReadonlyMap<string, readonly Cursor[]> | undefined;
}

/**
 * The fields that an alert filter can use: those of its agents if all their records are in the workspace, otherwise
 * those of all agents.
 */
export function analysisFieldsFor(filter: Cursor | undefined, workspace: Workspace): AnalysisFields {
  const agents = filter && workspace.memory.remember(recordsOf, filter.value, () => recordsOf(filter, workspace));
  if (agents) {
    const definitions = workspace.memory.remember(fieldsOf, filter!.value, () =>
      groupBy([...agents.values()].flat().flatMap(fieldsOf), cursor => cursor.string()),
    );
    return { definitions, names: definitions, presets: presets(), agents };
  }
  const places = workspace.memory.remember(collectTable, declarations, () =>
    collectTable(declarations, workspace.documents),
  );
  const allDefinitions = new MapView(places, list => list.map(workspace.at));
  return { definitions: allDefinitions, names: places, presets: presets(), agents: undefined };
}

/** The definitions of fields, by name. */
const declarations: Column<Occurrence> = document =>
  [...occurrencesIn(document, 'analysis-field')].flatMap(([name, list]) =>
    list.filter(({ role }) => role === 'declares').map(occurrence => [name, occurrence] as const),
  );

/** The records of the agents that a filter names, by id; undefined if some of them are not in the workspace. */
function recordsOf(filter: Cursor, workspace: Workspace): ReadonlyMap<string, readonly Cursor[]> | undefined {
  const filterAgents = filter.get('agent').items();
  const ids = new Set(filterAgents.map(agent => agent.get('agent_id').string() ?? ''));
  const records = new Map([...ids].map(id => [id, workspace.agent(id)?.records ?? []]));
  return records.size > 0 && [...records.values()].every(list => list.length > 0) ? records : undefined;
}

const fieldsOf = (agent: Cursor): Cursor[] =>
  ['post_call_analysis_data', 'post_chat_analysis_data']
    .flatMap(list => agent.get(list).items())
    .map(item => item.get('name'));
