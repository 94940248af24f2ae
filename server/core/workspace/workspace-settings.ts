import type { RecordKind } from '../shapes/table.ts';

export type CompleteKind = RecordKind | 'agent-list';
/**
 * Facts that the configuration adds because no file of the platform can contain them. Rules see nothing else of the
 * configuration.
 */
export interface WorkspaceSettings {
  /** The provider of each voice id, or of each pattern `prefix-*`. */
  readonly voices: Readonly<Record<string, string>>;
  /**
   * The kinds whose records are all in the workspace, so that any other record of these kinds certainly does not
   * exist.
   */
  readonly complete: readonly CompleteKind[];
  /**
   * Whether some files are known to be outside the workspace, as in a sparse checkout. Absent records may then exist.
   */
  readonly isPart?: boolean;
  /**
   * Whether the records come from the platform itself: they are complete without a setting, and no message mentions a
   * setting.
   */
  readonly isPlatform?: boolean;
  /** The tags that serve callers. */
  readonly liveTags: readonly string[];
  /** The day whose facts about the platform apply, `YYYY-MM-DD`; undefined for the newest facts. */
  readonly platform: string | undefined;
  /** Values that the platform has added, by field name. */
  readonly knownValues: Readonly<Record<string, readonly string[]>>;
  readonly accountWebhookUrl: string | undefined;
  /** Names of assumptions that are switched off. A result that needs one of them is unknowable. */
  readonly refusedAssumptions: readonly string[];
  /** Broken references that a team accepts. */
  readonly accept: readonly Acceptance[];
  /** The names and aliases of all rules, mapped to the rule ids. Needed to check configurations, which name rules. */
  readonly ruleNames: ReadonlyMap<string, string>;
  /** The team's own rules, by id. Needed to check configurations, which name rules. */
  readonly policies: ReadonlyMap<string, string>;
  /** Today's date in UTC, `YYYY-MM-DD`, passed by the host because core has no clock. */
  readonly today: string;
}

/** A broken reference that a team accepts, with the reason. */
export interface Acceptance {
  /**
   * The target of the reference, by id or name: an agent with its version (`agent_desk@prod`), an agent, or another
   * record.
   */
  readonly reference: string;
  readonly reason: string;
  /** The last day on which the entry applies, `YYYY-MM-DD`. */
  readonly until?: string;
}
/**
 * The entry of the configuration that accepts a broken reference; undefined without such an entry.
 * @param names the names of the target, the most precise first
 */
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
