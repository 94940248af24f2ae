import type { RecordKind } from '../shapes/table.ts';
import type { Acceptance } from './acceptance.ts';

/** What the configuration says about the world that no platform file can; rules see nothing else of it. */
export interface Facts {
  /** Voice id, or `prefix-*`, to its provider. */
  readonly voices: Readonly<Record<string, string>>;
  /** Kinds of record of which the workspace holds all there are, so that absence is proof. */
  readonly complete: readonly (RecordKind | 'agent-list')[];
  /** Whether these are the platform's own records: then no setting makes them complete, and no message names one. */
  readonly isPlatform?: boolean;
  /** Tags that callers are served by. */
  readonly liveTags: readonly string[];
  /** Field name to values that the platform has added since. */
  readonly knownValues: Readonly<Record<string, readonly string[]>>;
  readonly accountWebhookUrl: string | undefined;
  /** Names of assumptions that are not to be made: what would rest on one is unknowable. */
  readonly refusedAssumptions: readonly string[];
  /** Breaks that are made on purpose. */
  readonly accept: readonly Acceptance[];
  /** What the rules that there are may be called, to their ids; only a configuration names rules. */
  readonly ruleNames: ReadonlyMap<string, string>;
  /** Of a configuration: the rules that its team has written itself, by id. */
  readonly policies: ReadonlyMap<string, string>;
  /** The day it is, `YYYY-MM-DD`, UTC; core has no clock. */
  readonly today: string;
}

/** ` (config: "complete" includes agent)`: what shows that a record of these kinds does not exist; '' where no setting does. */
export function provenBy({ complete, isPlatform }: Facts, ...kinds: readonly Facts['complete'][number][]): string {
  const kind = isPlatform ? undefined : kinds.find(one => complete.includes(one));
  return kind === undefined ? '' : ` (config: "complete" includes ${kind})`;
}

export const defaultFacts: Facts = {
  voices: {},
  complete: [],
  liveTags: ['prod', 'production'],
  knownValues: {},
  accountWebhookUrl: undefined,
  refusedAssumptions: [],
  accept: [],
  ruleNames: new Map(),
  policies: new Map(),
  today: '1970-01-01',
};
