import type { RecordKind } from '../shapes/table.ts';

export type CompleteKind = RecordKind | 'agent-list';
/**
 * Facts that the configuration adds because no platform file can contain them: all that rules see of the configuration.
 */
export interface WorkspaceSettings {
  /** The provider of each voice id or `prefix-*`. */
  readonly voices: Readonly<Record<string, string>>;
  /** Kinds whose records are all in the workspace, so that absence is proof. */
  readonly complete: readonly CompleteKind[];
  /** Whether some files are known to be outside the workspace, as in a sparse checkout: then absence proves nothing. */
  readonly isPart?: boolean;
  /**
   * Whether these are the platform's own records: then they are complete without a setting, and no message mentions
   * one.
   */
  readonly isPlatform?: boolean;
  /** The tags that serve callers. */
  readonly liveTags: readonly string[];
  /** The day whose facts about the platform count, `YYYY-MM-DD`; `undefined`: the newest. */
  readonly platform: string | undefined;
  /** Values that the platform has added, by field name. */
  readonly knownValues: Readonly<Record<string, readonly string[]>>;
  readonly accountWebhookUrl: string | undefined;
  /** Names of assumptions that are switched off: anything based on one is unknowable. */
  readonly refusedAssumptions: readonly string[];
  /** Broken references that a team accepts. */
  readonly accept: readonly Acceptance[];
  /** The names and aliases of all rules, mapped to their ids; only a configuration names rules. */
  readonly ruleNames: ReadonlyMap<string, string>;
  /** The team's own rules, by id; only a configuration names them. */
  readonly policies: ReadonlyMap<string, string>;
  /** Today's date, `YYYY-MM-DD`, UTC; core has no clock. */
  readonly today: string;
}

/** A broken reference that a team accepts, with the reason. */
export interface Acceptance {
  /** The target, by id or name: an agent with its version (`agent_desk@prod`), an agent, or another record. */
  readonly reference: string;
  readonly reason: string;
  /** The last day on which it applies, `YYYY-MM-DD`. */
  readonly until?: string;
}
/** The entry that accepts a broken reference. @param names what the reference names, most precise first */
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
