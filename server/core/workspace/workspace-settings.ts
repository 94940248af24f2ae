import type { RecordKind } from '../shapes/table.ts';

export type CompleteKind = RecordKind | 'agent-list';
/** What the configuration says about the world that no platform file can; all of it that rules can see. */
export interface WorkspaceSettings {
  /** Voice id, or `prefix-*`, to its provider. */
  readonly voices: Readonly<Record<string, string>>;
  /** Kinds of record that are all in the workspace, so that absence is proof. */
  readonly complete: readonly CompleteKind[];
  /** Whether files are known to be elsewhere, as in a sparse checkout: then what is here proves nothing of the rest. */
  readonly isPart?: boolean;
  /** Whether these are the platform's own records: then no setting makes them complete, and no message suggests one. */
  readonly isPlatform?: boolean;
  /** The tags that serve callers. */
  readonly liveTags: readonly string[];
  /** The day whose facts about the platform count, `YYYY-MM-DD`; `undefined`: the newest. */
  readonly platform: string | undefined;
  /** Field name to values that the platform has added since. */
  readonly knownValues: Readonly<Record<string, readonly string[]>>;
  readonly accountWebhookUrl: string | undefined;
  /** Names of assumptions that are switched off: anything based on one is unknowable. */
  readonly refusedAssumptions: readonly string[];
  /** Breaks that are accepted on purpose. */
  readonly accept: readonly Acceptance[];
  /** The names and aliases of all rules, mapped to their ids; only a configuration names rules. */
  readonly ruleNames: ReadonlyMap<string, string>;
  /** For a configuration: the team's own rules, by id. */
  readonly policies: ReadonlyMap<string, string>;
  /** Today's date, `YYYY-MM-DD`, UTC; core has no clock. */
  readonly today: string;
}

/** A break that a team accepts on purpose. */
export interface Acceptance {
  /** What the reference names, by id or name: an agent with its version (`agent_desk@prod`), an agent, another record. */
  readonly reference: string;
  readonly reason: string;
  /** The last day on which it applies, `YYYY-MM-DD`. */
  readonly until?: string;
}
/** The entry that accepts a reference that leads nowhere. @param names what it names, most precise first */
export function acceptanceOf(names: readonly string[], { accept, today }: WorkspaceSettings): Acceptance | undefined {
  if (accept.length === 0) return undefined;
  return accept.find(({ reference, until }) => names.includes(reference) && (until === undefined || until >= today));
}

export const defaultSettings: WorkspaceSettings = {
  voices: {},
  complete: [],
  liveTags: ['prod', 'production'],
  platform: undefined,
  knownValues: {},
  accountWebhookUrl: undefined,
  refusedAssumptions: [],
  accept: [],
  ruleNames: new Map(),
  policies: new Map(),
  today: '1970-01-01',
};
