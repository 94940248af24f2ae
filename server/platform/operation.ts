import type { NamePairs } from '../core/dialects/names.ts';
import type { Json, JsonObject } from '../core/json/json.ts';
import type { ShapeName } from '../core/shapes/table.ts';
import type { Account } from './account.ts';
import type { Event } from './events.ts';
import type { NewId } from './ids.ts';

/** What the platform has beside what an account owns. */
export interface Surroundings {
  /** Milliseconds since the epoch; later than any before, so that of two changes one is always the last. */
  readonly now: () => number;
  readonly newId: NewId;
}
/** A request that is well formed. */
export interface OperationCall extends Surroundings {
  readonly account: Account;
  readonly params: Readonly<Record<string, string>>;
  readonly query: JsonObject;
  /** Sends events to the webhooks and records them in the account. */
  readonly notify: (events: readonly Event[]) => void;
  /** In the specification's names. */
  readonly body: JsonObject;
  /** How the request spells the platform's names, if in another way than the specification; what is made of it is spelled so. */
  readonly names: NamePairs | undefined;
}
export interface OperationAnswer {
  readonly status: 200 | 201 | 204;
  readonly body?: Json | object;
}

export interface Operation {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** With parameters in braces, as the specification writes them. */
  readonly path: string;
  /** Other spellings of the path. */
  readonly aliases?: readonly string[];
  readonly summary: string;
  /** Whether the specification shows it. All others are those of the family's public client, or ours in its style. */
  readonly specified: boolean;
  /** The shape of the body that it takes. */
  readonly request?: ShapeName;
  /** The field of the body that holds it, where it is not the body itself. */
  readonly requestIn?: string;
  /** Whether the request may have no body. */
  readonly bodyOptional?: boolean;
  /** Shapes of its query parameters. */
  readonly query?: readonly ('list-parameters' | 'version')[];
  readonly success: { readonly status: 200 | 201 | 204; readonly shape?: ShapeName; readonly list?: boolean };
  /** The shape whose names an answer uses that has no shape of its own. */
  readonly names?: ShapeName;
  readonly run: (call: OperationCall) => OperationAnswer;
}

/** What is said of an asset that is not there: the two operations of the specification list no 422. */
export const absentStatus = ({ specified }: Pick<Operation, 'specified'>): 404 | 422 => (specified ? 404 : 422);

/** The clock that gives no moment twice. */
export function laterEach(now: () => number): () => number {
  let last = 0;
  return () => (last = Math.max(last + 1, now()));
}
