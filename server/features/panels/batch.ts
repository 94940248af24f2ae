import type { Cursor } from '../../core/cursor.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import type { BatchView } from '../../protocol/index.ts';
import { diallingInWords, versionCount } from '../../printers/batch-words.ts';
import { summaryOf } from '../../simulator/batch-summary.ts';
import { tasksOf, type TaskCall } from '../../simulator/batch.ts';
import { diallingOf } from '../../simulator/dialling.ts';
import { placeOfValue, type FilePlace } from '../file-place.ts';
import { nameOf } from './resolutions.ts';

/** What a batch does, with its tasks. */
export interface BatchFound {
  readonly view: BatchView<FilePlace>;
  readonly tasks: readonly TaskCall[];
  readonly assumptions: readonly string[];
}

/**
 * What all tasks of a batch come to. Remembered with the workspace: a batch may have fifty thousand.
 * @param now milliseconds since the epoch, for a batch that begins at once; undefined: then its moment is not known
 */
export function batchView(batch: Cursor, workspace: Workspace, now: number | undefined): BatchFound | undefined {
  if (!batch.isObject) return undefined;
  const tasks = workspace.memory.remember(batchView, batch.value, () => tasksOf(batch, workspace));
  const dialling = diallingOf(batch, now, workspace.facts.refusedAssumptions),
    summary = summaryOf(tasks, dialling);
  const first = new Map<string, TaskCall>();
  for (const task of tasks) for (const name of task.unset ?? []) if (!first.has(name)) first.set(name, task);
  const assumptions = new Set<string>(dialling.at === undefined ? [] : dialling.assumptions);
  for (const list of new Set(tasks.map(task => task.assumptions))) for (const name of list) assumptions.add(name);
  return {
    tasks,
    assumptions: [...assumptions],
    view: {
      tasks: summary.tasks,
      resolved: summary.resolved,
      missing: summary.missing,
      unknowable: summary.unknowable,
      versions: summary.versions.map(one => ({
        agentId: one.agent_id,
        agentName: nameOf(one.agent_id, workspace),
        version: one.agent_version,
        outcome: one.outcome as 'resolved' | 'missing' | 'unknowable',
        words: versionCount(one),
        tasks: one.tasks,
      })),
      tasksWithUnsetVariables: summary.tasks_with_unset_variables,
      tasksWithUnknownNeeds: summary.tasks_with_unknown_needs,
      unsetVariables: Object.entries(summary.unset_variables).map(([name, n]) => ({
        name,
        tasks: n,
        place: placeOfValue(first.get(name)!.at),
      })),
      overridesWithoutEffect: summary.overrides_without_effect,
      dialling: diallingInWords(summary),
    },
  };
}
