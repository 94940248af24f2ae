import type { NamePairs } from '../core/dialects/names.ts';
import type { Json, JsonObject } from '../core/json/json.ts';
import type { ShapeName } from '../core/shapes/table.ts';
import type { Account } from './account.ts';
import type { Event } from './events.ts';
import { createHash, randomBytes } from 'node:crypto';

/** Creates an id, as the platform does for a new record. */
type NewId = (prefix: string, isTaken: (id: string) => boolean) => string;

/**
 * Returns a function that creates ids.
 * @param seed ids are equal for equal seeds, and random without a seed
 */
export function idsFrom(seed: string | undefined): NewId {
  const counts = new Map<string, number>();
  const next = (prefix: string): string => {
    if (seed === undefined) return prefix + randomBytes(8).toString('hex');
    const count = counts.get(prefix) ?? 0;
    counts.set(prefix, count + 1);
    return prefix + createHash('sha256').update(`${seed}\0${prefix}\0${count}`).digest('hex').slice(0, 16);
  };
  return (prefix, isTaken) => {
    for (;;) {
      const id = next(prefix);
      if (!isTaken(id)) return id;
    }
  };
}

/** The functions of the platform that do not belong to an account. */
export interface Surroundings {
  /**
   * Returns the milliseconds since the epoch. The result always increases, so that no two changes have the same time.
   */
  readonly now: () => number;
  readonly newId: NewId;
}
/** A well-formed request. */
export interface OperationCall extends Surroundings {
  readonly account: Account;
  readonly params: Readonly<Record<string, string>>;
  readonly query: JsonObject;
  /** Sends events to the webhooks and records them in the account. */
  readonly notify: (events: readonly Event[]) => void;
  /** The body, in the names of the specification. */
  readonly body: JsonObject;
  /** The names that the request uses, if they differ from the specification; new records use the same names. */
  readonly names: NamePairs | undefined;
}
/** The body of an answer, in the specification's names; undefined for an empty answer. */
export type AnswerBody = Json | object | void;

export interface Operation {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** The path, with parameters in braces, as the specification writes it. */
  readonly path: string;
  /** Other spellings of the path. */
  readonly aliases?: readonly string[];
  readonly summary: string;
  /**
   * Whether the specification shows the operation. All other operations are from the platform's public client, or
   * additions in the same style.
   */
  readonly isSpecified?: boolean;
  /** The shape of the body. */
  readonly request?: ShapeName;
  /** The field of the body that contains the record; absent if the body is the record. */
  readonly requestIn?: string;
  /** Whether the body may be missing. */
  readonly bodyOptional?: boolean;
  /** The shapes of the query parameters. */
  readonly query?: readonly ('list-parameters' | 'version')[];
  readonly success: { readonly status: 200 | 201 | 204; readonly shape?: ShapeName; readonly list?: boolean };
  /** The shape whose names the answer uses, if the answer has no shape of its own. */
  readonly names?: ShapeName;
  readonly run: (call: OperationCall) => AnswerBody;
}

/** The status for a missing asset: the specification lists no 422 for its two operations. */
export const absentStatus = ({ isSpecified }: Pick<Operation, 'isSpecified'>): 404 | 422 => (isSpecified ? 404 : 422);

/** Returns a clock whose results always increase. */
export function increasingClock(now: () => number): () => number {
  let lastTime = 0;
  return () => (lastTime = Math.max(lastTime + 1, now()));
}
