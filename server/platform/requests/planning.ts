import { accountRecords, type AccountRecord } from '../../compare/drift-records.ts';
import type { Cursor } from '../../core/cursor.ts';
import { inDialectOf } from '../../core/domain/in-dialect.ts';
import type { JsonObject } from '../../core/json/json.ts';
import { showsCredential } from '../../core/secrets.ts';
import { clipped } from '../../core/wording.ts';
import { recordName } from '../../core/workspace/names.ts';
import type { Place } from '../../core/workspace/records.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import type { Account } from '../account.ts';
import { namesOfDialect } from '../dialect.ts';
import { ApiError } from '../errors.ts';
import { idsFrom, type Operation, type Surroundings } from '../operation.ts';
import { operations } from '../operations.ts';
import { resourceTypes, type ResourceType } from '../resources.ts';
import { isPrintable, type Field } from './fields.ts';

/** A planned call of the API. */
export interface PlannedRequest {
  readonly operation: Operation;
  readonly params: Readonly<Record<string, string>>;
  readonly version: number | undefined;
  readonly fields: readonly Field[];
  readonly record: AccountRecord;
  /** The name of the record. */
  readonly label: string;
  /** The key of the new record's id in the answer, and the provisional id in the planned requests. */
  readonly answer: { readonly key: string; readonly id: string } | undefined;
}
/** A difference that no request can resolve, with its place. */
interface Obstacle extends Place {
  readonly text: string;
}
export interface RequestPlan {
  readonly requests: readonly PlannedRequest[];
  readonly obstacles: readonly Obstacle[];
}
export interface Goal {
  /** The current account, in which the requests are carried out. */
  readonly account: Account;
  /** The target state of the account. */
  readonly target: Workspace;
  /** Whether to remove records that are missing from the files. */
  readonly canDelete: boolean;
  /** The ids in other workspaces; records with these ids must not be removed. */
  readonly idsElsewhere: ReadonlySet<string>;
  /**
   * The requests to undo. Records that these requests created are removed, and records that they removed are not
   * created again.
   */
  readonly undoes: RequestPlan | undefined;
  readonly now: Surroundings['now'];
}

/**
 * The phases, in order: a record comes before the records that refer to it, and callers notice nothing until all
 * records exist.
 */
export const phases = ['component', 'engine', 'agent', 'contents', 'publish', 'tag', 'number', 'rest', 'gone'] as const;
export type Phase = (typeof phases)[number];
export interface Task {
  readonly phase: Phase;
  readonly record: AccountRecord;
  /**
   * Sends the requests of the task.
   * @param isLast whether no other task can be done first
   * @throws ApiError if the task cannot be done yet, or not at all
   */
  run(isLast: boolean): void;
}

export const isAround = (outerPlace: Place, innerPlace: Place): boolean =>
  outerPlace.file === innerPlace.file &&
  (outerPlace.pointer === innerPlace.pointer || innerPlace.pointer.startsWith(`${outerPlace.pointer}/`));
export const typeOf = ({ kind }: Pick<AccountRecord, 'kind'>): ResourceType =>
  resourceTypes.find(type => type.kind === kind)!;
const byId = new Map(operations.map(operation => [operation.id, operation]));
export const methodOf = (id: string): Operation['method'] => byId.get(id)!.method;

/** The requests planned so far, with the account after these requests. */
export class Planning implements RequestPlan {
  readonly account: Account;
  readonly target: Workspace;
  readonly goal: Goal;
  readonly requests: PlannedRequest[] = [];
  readonly obstacles: Obstacle[] = [];
  /** The tasks that are not done yet. */
  remainingTasks: readonly Task[] = [];
  readonly #namedWorkspaces: readonly Workspace[];
  #recordsById: ReadonlyMap<string, AccountRecord> | undefined;
  readonly #newId = idsFrom('requests');

  constructor(goal: Goal) {
    ({ account: this.account, target: this.target } = goal);
    this.goal = goal;
    this.#namedWorkspaces = [goal.target, goal.account.workspace];
  }

  /**
   * Sends a request to the stand-in of the account.
   * @param id the id of the operation
   * @throws ApiError
   */
  send(
    id: string,
    record: AccountRecord,
    { params = {}, version, fields = [], key }: Partial<PlannedRequest> & { readonly key?: string | undefined } = {},
  ): void {
    const operation = byId.get(id)!,
      { account } = this,
      secretField = fields.find(field => !isPrintable(field));
    if (secretField) throw new ApiError(400, `${secretField.key}: a key or a number in it looks like a credential`);
    if (Object.values(params).some(showsCredential)) throw new ApiError(400, 'its id looks like a credential');
    const result = operation.run({
      account,
      params,
      query: version === undefined ? {} : { version: String(version) },
      body: Object.fromEntries(fields.map(({ key, value }) => [key, value])),
      names: namesOfDialect(account.names),
      now: this.goal.now,
      newId: (prefix, isTaken) => (record.id !== '' && !isTaken(record.id) ? record.id : this.#newId(prefix, isTaken)),
      notify: () => {},
    });
    account.takeRemarks();
    const answer = key === undefined ? undefined : { key, id: (result as JsonObject)[key] as string };
    this.requests.push({ operation, record, label: this.labelOf(record), params, version, fields, answer });
  }
  /**
   * Runs a task unless a request is refused.
   * @returns the refusal
   */
  refusalOf(run: () => void): ApiError | undefined {
    try {
      run();
      return undefined;
    } catch (error) {
      if (error instanceof ApiError) return error;
      throw error;
    }
  }

  refuse({ file, pointer }: Place, message: string): void {
    const document = this.target.document(file) ?? this.account.workspace.document(file),
      text = document ? inDialectOf(document, message) : message;
    if (
      !this.obstacles.some(obstacle => obstacle.text === text && obstacle.file === file && obstacle.pointer === pointer)
    )
      this.obstacles.push({ text, file, pointer });
  }
  /** Reports a difference, unless another difference at that place is already reported. */
  refuseOnce(place: Place, message: string): void {
    if (!this.obstacles.some(obstacle => isAround(obstacle, place) || isAround(place, obstacle)))
      this.refuse(place, message);
  }
  /** The record that must be created first, if the creation of a record is refused because the record refers to it. */
  blockerOf({ message }: ApiError, record: AccountRecord): AccountRecord | undefined {
    const isNamed = ({ id }: AccountRecord): boolean => id !== record.id && message.includes(JSON.stringify(id));
    return this.remainingTasks.find(task => isNamed(task.record))?.record;
  }

  /** The task that removes a record, if the record may be removed. */
  deletion(task: Task, label: string): readonly Task[] {
    const { canDelete, idsElsewhere } = this.goal,
      isElsewhere = idsElsewhere.has(task.record.id);
    if (canDelete && !isElsewhere) return [task];
    const reason = isElsewhere ? 'it is in the files of another workspace' : '--delete removes it';
    this.refuse(task.record, `${label} is no longer in the files; ${reason}`);
    return [];
  }

  /** The record in the account. */
  recordOf(record: AccountRecord): Cursor | undefined {
    const { id, version } = record,
      { account } = this;
    if (record.kind === 'agent') {
      const agent = account.workspace.agent(id),
        place = agent?.recordPlace(version ?? Math.max(...agent.versions.keys()));
      return place && account.cursorAt(place);
    }
    const resources = account.find(typeOf(record), id),
      isAnyVersion = version === undefined || resources.every(resource => resource.version === undefined),
      heldResource =
        resources.find(resource => resource.version === version) ?? (isAnyVersion ? resources.at(-1) : undefined);
    return heldResource && account.cursorAt(heldResource);
  }
  /** The name of a record in messages. */
  labelOf({ kind, id, version, name, file }: AccountRecord): string {
    if (id === '') return name === undefined ? file : clipped(name);
    const ownName = recordName(kind.startsWith('agent') ? 'agent' : kind, id, ...this.#namedWorkspaces),
      label = ownName === clipped(id) && name !== undefined ? clipped(name) : ownName;
    return `${label}${version === undefined ? '' : ` v${version}`}`;
  }
  /** A refusal, with names instead of ids. */
  inWords({ message }: ApiError): string {
    this.#recordsById ??= new Map(this.#namedWorkspaces.flatMap(accountRecords).map(record => [record.id, record]));
    return message.replaceAll('\n', '; ').replace(/[\w-]{4,}/g, word => {
      const record = this.#recordsById!.get(word);
      return record ? this.labelOf({ ...record, version: undefined }) : word;
    });
  }
}
