import type { Cursor } from '../core/cursor.ts';
import { canonical, isObject } from '../core/json/json.ts';
import { nestedEngines, type Kind } from '../core/kinds.ts';
import { agentIdInName } from '../core/workspace/version-references.ts';
import { placeOf, type Place } from '../core/workspace/records.ts';
import { keyOf } from '../core/workspace/tables.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { pairThings, type Pair } from './pairs.ts';
import { recordsIn } from './record-pairs.ts';
import { listed } from '../core/wording.ts';
import type { Finding } from '../core/finding.ts';
import { troubleOf } from './unreadable-files.ts';

/** A record of the platform, in one account or folder. */
export interface AccountRecord extends Place {
  readonly kind: Kind;
  /** The id of the record; '' if it has none. */
  readonly id: string;
  readonly version: number | undefined;
  /** The name of the record, if it has one. An engine has the name of the agents that run it. */
  readonly name: string | undefined;
  /**
   * Whether the record only repeats facts of other records. Such a record is compared, but its absence is no
   * difference.
   */
  readonly isEvidence: boolean;
}

/** Every record of the configuration, referenced records first. A part of a flow or agent is no record. */
export function accountRecords(workspace: Workspace): readonly AccountRecord[] {
  return workspace.memory.remember(accountRecords, undefined, () => {
    const records = recordsIn(workspace).map(({ kind, id, file, pointer }) => ({
      kind: kind as Kind,
      id,
      file,
      pointer,
    }));
    const flows = new Map<string, string[]>();
    for (const { kind, file, pointer } of records)
      if (kind === 'conversation-flow') flows.set(file, [...(flows.get(file) ?? []), pointer]);
    const isPart = ({ kind, file, pointer }: (typeof records)[number]): boolean =>
      kind === 'flow-component' && (flows.get(file) ?? []).some(flow => pointer.startsWith(`${flow}/`));
    return [
      ...records.filter(record => !isPart(record)),
      ...workspace.roots(...idKeys.keys()).map(root => {
        const kind = root.recordKind!,
          id = root.get(idKeys.get(kind)!).string() || (kind === 'agent-versions' ? summarizedAgent(root) : '');
        return { kind, id: id ?? '', ...placeOf(root) };
      }),
    ].map(record => {
      const cursor = workspace.at(record);
      return {
        ...record,
        version: cursor.get('version').integer(),
        name: nameOf(record, cursor, workspace),
        isEvidence: record.kind === 'agent-list' || record.kind === 'agent-versions',
      };
    });
  });
}

/** The kinds of record that callers do not notice, with the key of their id. */
const idKeys = new Map<Kind, string>([
  ['agent-list', 'agent_id'],
  ['agent-versions', 'agent_id'],
  ['test-case', 'test_case_definition_id'],
]);

/** The agent whose versions a list contains. */
const summarizedAgent = (summary: Cursor): string | undefined =>
  summary.document.top.get('agent_id').string() ?? agentIdInName(summary);

function nameOf(
  { kind, id }: Pick<AccountRecord, 'kind' | 'id'>,
  cursor: Cursor,
  workspace: Workspace,
): string | undefined {
  const agentNameOf = (record: Cursor): string | undefined => record.get('agent_name').string() || undefined;
  switch (kind) {
    case 'agent':
    case 'agent-list':
      return agentNameOf(cursor);
    case 'agent-versions':
      return workspace.agent(id)?.name;
    case 'llm':
    case 'conversation-flow':
      return (
        [...new Set(workspace.agentsRunning(cursor).flatMap(agent => agentNameOf(agent) ?? []))].sort().join('\n') ||
        undefined
      );
    case 'phone-number':
      return cursor.get('nickname').string() || undefined;
    default:
      return cursor.get('name').string() || undefined;
  }
}

/** The name of a record in any of its versions; undefined if no record has the id, or none has a name. */
export const ownName = (kind: Kind, id: string, workspace: Workspace): string | undefined =>
  workspace.memory
    .remember(ownName, undefined, () => new Map(accountRecords(workspace).map(record => [idKey(record), record.name])))
    .get(JSON.stringify([kind, id]));

export const identityOf = ({ kind, id, version }: AccountRecord): string | undefined =>
  id === '' ? undefined : JSON.stringify([kind, id, version ?? null]);

type Key = (record: AccountRecord) => string | undefined;
const keyUnless =
  (condition: (record: AccountRecord) => boolean, key: Key): Key =>
  record =>
    condition(record) ? undefined : key(record);
const hasVersion: (record: AccountRecord) => boolean = ({ version }) => version !== undefined;
const hasId: (record: AccountRecord) => boolean = ({ id }) => id !== '';
const idKey: Key = ({ kind, id }) => (id === '' ? undefined : JSON.stringify([kind, id]));
const nameKey: Key = ({ kind, name }) => (name === undefined ? undefined : JSON.stringify([kind, name]));
const numberKey: Key = record => {
  const key = nameKey(record);
  return key === undefined ? undefined : `${key} ${record.version ?? ''}`;
};

const isTold = ({ id, name }: AccountRecord): boolean => id !== '' || name !== undefined;
const fileKey: Key = ({ kind, file }) => `${kind} ${file.slice(file.lastIndexOf('/') + 1)}`;

/** Two accounts, and the records to pair. */
interface Accounts {
  readonly filesWorkspace: Workspace;
  readonly accountWorkspace: Workspace;
  readonly recordsHere: readonly AccountRecord[];
  readonly recordsThere: readonly AccountRecord[];
}
export interface RecordPairs {
  readonly pairs: readonly (readonly [here: AccountRecord, there: AccountRecord])[];
  readonly hereOnly: readonly AccountRecord[];
  readonly thereOnly: readonly AccountRecord[];
}

/**
 * Pairs the records of two accounts.
 * @param byName whether records with different ids are paired if their names are equal
 */
export function pairRecords(
  { filesWorkspace, accountWorkspace, recordsHere, recordsThere }: Accounts,
  byName: boolean,
): RecordPairs {
  const pairs: (readonly [AccountRecord, AccountRecord])[] = [];
  let [hereOnly, thereOnly] = [recordsHere, recordsThere];
  const addPairs = (allPairs: readonly Pair<AccountRecord>[]): void => {
    pairs.push(...allPairs.flatMap(({ before, after }) => (before && after ? [[before, after] as const] : [])));
    hereOnly = allPairs.flatMap(({ before, after }) => (before && !after ? [before] : []));
    thereOnly = allPairs.flatMap(({ before, after }) => (after && !before ? [after] : []));
  };
  /** Pairs records by keys that exactly one remaining record of each side has. */
  const next = (keyHere: Key, keyThere: Key): void =>
    addPairs(pairThings(hereOnly, thereOnly, [], (record, side) => (side === 'before' ? keyHere : keyThere)(record)));
  addPairs(pairThings(recordsHere, recordsThere, [identityOf]));
  // if one of two records has no version number, their ids are enough
  next(keyUnless(hasVersion, idKey), idKey);
  next(idKey, keyUnless(hasVersion, idKey));
  // if one of two records has no id, as in an export of the dashboard, the number or the name is enough
  for (const key of [numberKey, nameKey]) {
    next(keyUnless(hasId, key), key);
    next(key, keyUnless(hasId, key));
  }
  if (byName) next(numberKey, numberKey);
  // records without an id are paired if their contents are equal
  const ownIdentity = (record: AccountRecord, side: 'before' | 'after'): string | undefined =>
    record.id === ''
      ? `${record.kind} ${contentOf((side === 'before' ? filesWorkspace : accountWorkspace).at(record))}`
      : undefined;
  addPairs(pairThings(hereOnly, thereOnly, [ownIdentity]));
  // an engine without an id is paired with the engine of the paired agent
  const agents = pairs.filter(([{ kind }]) => kind === 'agent'),
    runHere = runBy(
      filesWorkspace,
      agents.map(([record]) => record),
    ),
    runThere = runBy(
      accountWorkspace,
      agents.map(([, record]) => record),
    );
  next(keyUnless(hasId, runHere), runThere);
  next(runHere, keyUnless(hasId, runThere));
  // the remaining records are paired by the name of the file, or if each side has only one record of the kind left
  for (const key of [keyUnless(isTold, fileKey), keyUnless(isTold, ({ kind }) => kind)]) next(key, key);
  return { pairs, hereOnly, thereOnly };
}

/** The contents of a record; for an agent's record, without the nested engine. */
const contentOf = ({ value = null }: Cursor): string =>
  isObject(value)
    ? canonical(
        Object.fromEntries(
          Object.entries(value).filter(([key]) => !nestedEngines().some(([agentId]) => agentId === key)),
        ),
      )
    : '';

/** Returns a key for the engines of the given agents: the kind of the engine and the position of its agent. */
function runBy(workspace: Workspace, agents: readonly AccountRecord[]): Key {
  const engines = new Map(
    agents.flatMap((agent, i) => {
      const engine = workspace.engineOf(workspace.at(agent));
      return engine ? [[keyOf(placeOf(engine)), `${engine.is('llm') ? 'llm' : 'flow'} ${i}`] as const] : [];
    }),
  );
  return record => engines.get(keyOf(record));
}

interface Exports {
  readonly workspace: Workspace;
  readonly unreadableFindings: readonly Finding[];
  readonly files: readonly string[];
}

/**
 * The reason why files cannot be compared as an export of the platform; undefined if they can.
 * @param paths the paths as typed
 */
export function exportTrouble(
  { workspace, unreadableFindings, files }: Exports,
  paths: readonly string[],
): string | undefined {
  const [unreadableFinding] = unreadableFindings;
  if (unreadableFinding) return `${unreadableFinding.file}: ${unreadableFinding.message}`;
  const cutDocument = workspace.documents.find(({ readable }) => !readable);
  if (cutDocument)
    return `${cutDocument.file} cannot be read as an export: ${troubleOf(cutDocument)}; is the file cut off? export it again`;
  const recordFiles = new Set(accountRecords(workspace).map(({ file }) => file)),
    empty = files.find(file => !recordFiles.has(file) && !isEmptyList(workspace.document(file)?.value));
  if (empty !== undefined) return `${empty} has no records of the platform, so it is not an export`;
  return recordFiles.size === 0 && files.length === 0
    ? `there are no records of the platform in ${listed(paths, 'and')}`
    : undefined;
}

/** Whether a value is an empty list, such as the export of an account without phone numbers. */
const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
