import type { Memory } from '../memory.ts';
import type { EngineRecord, Place, Records, Runner } from './records.ts';
import { columns, enginePlace, keyOf, engineKey, type Tables, type Column, type InFile } from './tables.ts';

/** The parts of a workspace that these functions read. */
interface Files {
  readonly sharedMemory: Memory;
  readonly tables: Tables;
  records(file: string): Records | undefined;
  table<T extends InFile>(column: Column<T>): ReadonlyMap<string, readonly T[]>;
}
const emptyList: readonly never[] = [];

/**
 * The place of an agent's engine; `undefined` if it is not in this workspace. @param agent the place of the agent's
 * record
 */
export function engineAt(agent: Place, workspace: Files): Place | undefined {
  const runner = enginesIn(agent.file, workspace).runners.get(agent.pointer);
  return runner && enginePlace(runner.engine, runner.file, workspace.tables);
}

/** The agents that run the engine at a place, in file order. */
export function runnersOf(engine: Place, workspace: Files): readonly Runner[] {
  const { records, holders } = enginesIn(engine.file, workspace);
  const holderRunners = holders.get(engine.pointer) ?? emptyList,
    record = records.get(engine.pointer),
    runners = record ? (runnersNaming(record, workspace).get(keyOf(engine)) ?? emptyList) : emptyList;
  if (holderRunners.length === 0) return runners;
  return runners.length === 0
    ? holderRunners
    : [...holderRunners, ...runners].sort((a, b) => Number(a.file > b.file) - Number(a.file < b.file));
}

interface Engines {
  readonly runners: ReadonlyMap<string, Runner>;
  readonly records: ReadonlyMap<string, EngineRecord>;
  /** The agents that contain an engine in their file, by the pointer of that engine. */
  readonly holders: ReadonlyMap<string, readonly Runner[]>;
}
/** The agents and engines of a file, by their pointers. */
const enginesIn = (file: string, workspace: Files): Engines =>
  workspace.sharedMemory.remember(enginesIn, file, () => {
    const { engines = emptyList, runners = emptyList } = workspace.records(file) ?? {};
    const holders = new Map<string, readonly Runner[]>();
    for (const runner of runners)
      if (runner.engine && 'nested' in runner.engine) holders.set(runner.engine.nested, [runner]);
    return {
      runners: new Map(runners.map(runner => [runner.pointer, runner])),
      records: new Map(engines.map(record => [record.pointer, record])),
      holders,
    };
  });

/** Agents that name an engine, by the place of that engine's record. */
const runnersNaming = ({ kind, id }: EngineRecord, workspace: Files): ReadonlyMap<string, readonly Runner[]> =>
  workspace.sharedMemory.remember(runnersNaming, engineKey(kind, id), () => {
    const { tables } = workspace,
      byPlace = new Map<string, Runner[]>();
    for (const runner of workspace.table(columns.runners).get(engineKey(kind, id)) ?? emptyList) {
      const place = enginePlace(runner.engine, runner.file, tables),
        otherRunners = place && byPlace.get(keyOf(place));
      if (otherRunners) otherRunners.push(runner);
      else if (place) byPlace.set(keyOf(place), [runner]);
    }
    return byPlace;
  });
