import { nameWithId, recordName } from '../workspace/names.ts';
import type { Cursor } from '../cursor.ts';
import { hasVariable } from '../domain/fields.ts';
import { nearestId } from '../domain/ids.ts';
import type { Severity } from '../finding.ts';
import { hasTagForm, idAt, reservedReferences, selectionAt } from '../workspace/version-references.ts';
import type { Resolution } from '../workspace/resolve.ts';
import { mayDefine } from '../workspace/unread.ts';
import type { CompleteKind } from '../workspace/workspace-settings.ts';
import type { Kind } from '../kinds.ts';
import { memoryOf } from '../memory.ts';
import type { RecordKind } from '../shapes/table.ts';
import { clipped, listed, nearest, show } from '../wording.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Absence, KnownNames, Namespace } from './namespace.ts';
import { namespaceOf } from './namespaces.ts';

/** The reason why the target of a reference is unknown. */
type UnknowableReason =
  | Exclude<Absence, 'missing'>
  /** The place describes the past, so the record may have been deleted since then. */
  | 'history'
  /** A variable provides the name when the call is made. */
  | 'filled-in'
  /** Too little is known about the agent's versions or tags; the resolution contains the reason. */
  | 'unresolved';

/** The target of a reference. Rules, plans and all editor features show this result. */
export type Lookup =
  /** The records, best evidence first; empty for a name that the platform itself provides. */
  | { readonly outcome: 'found'; readonly records: readonly Cursor[]; readonly namespace: Namespace }
  | {
      readonly outcome: 'missing';
      /** All existing names of this kind. */
      readonly names: KnownNames;
      /** The most similar existing name. */
      readonly similarName: string | undefined;
      readonly namespace: Namespace;
    }
  | {
      readonly outcome: 'unknowable';
      readonly reason: UnknowableReason;
      readonly names: KnownNames;
      readonly similarName: string | undefined;
      readonly namespace: Namespace | undefined;
    };

export type FailedLookup = Exclude<Lookup, { readonly outcome: 'found' }>;

/**
 * The target of the reference at a place. Undefined if the place is no reference: its schema has no `x-reference`, its
 * value is empty or of another type, or it is a version without an agent.
 */
export function lookupAt(place: Cursor, workspace: Workspace): Lookup | undefined {
  const mark = place.marks['x-reference'];
  return mark && lookupAs(mark.to, place, workspace);
}

/** Looks up a reference that no schema marks, such as the name of a mocked tool. */
export function lookupAs(kind: RecordKind, place: Cursor, workspace: Workspace): Lookup | undefined {
  if (kind === 'agent-version') return versionLookup(place, workspace);
  const name = nameAt(place);
  if (name === undefined) return undefined;
  if (hasVariable(name)) return unknowableLookup('filled-in', undefined, name);
  const namespace = namespaceOf(kind, place, workspace);
  if (namespace.has(name)) return new FoundRecords(namespace, name);
  if (place.within('alert-incident')) return unknowableLookup('history', namespace, name);
  return namespace.absence === 'missing'
    ? missingLookup(namespace, name)
    : unknowableLookup(namespace.absence, namespace, name);
}

function nameAt({ value }: Cursor): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A lookup that found records. It loads them only on demand, because most callers do not need them. */
class FoundRecords {
  readonly outcome = 'found';
  readonly namespace: Namespace;
  readonly #name: string;
  constructor(namespace: Namespace, name: string) {
    this.namespace = namespace;
    this.#name = name;
  }
  get records(): readonly Cursor[] {
    return this.namespace.records(this.#name);
  }
}

/**
 * A lookup that found no record. It searches for a similar name only on demand, because a long batch may name
 * thousands of missing records.
 */
class MissingRecord {
  readonly outcome: 'missing' | 'unknowable';
  readonly reason: UnknowableReason | undefined;
  readonly namespace: Namespace | undefined;
  readonly #name: string;
  constructor(reason: UnknowableReason | undefined, namespace: Namespace | undefined, name: string) {
    this.outcome = reason === undefined ? 'missing' : 'unknowable';
    this.reason = reason;
    this.namespace = namespace;
    this.#name = name;
  }
  get names(): KnownNames {
    return this.namespace?.names() ?? new Set();
  }
  get similarName(): string | undefined {
    if (!this.namespace) return undefined;
    const { namespace } = this;
    const displayName = namespace.idByName?.(this.#name);
    if (displayName !== undefined || namespace.nearest) return displayName ?? namespace.nearest!(this.#name);
    return (namespace.isGenerated ? nearestId : nearest)(this.#name, namespace.names());
  }
}
const missingLookup = (namespace: Namespace, name: string): Lookup =>
  new MissingRecord(undefined, namespace, name) as Lookup;
const unknowableLookup = (reason: UnknowableReason, namespace: Namespace | undefined, name: string): Lookup =>
  new MissingRecord(reason, namespace, name) as Lookup;

/** The resolution of a reference to an agent version, in the form of a lookup. */
function versionLookup(place: Cursor, workspace: Workspace): Lookup | undefined {
  const selection = selectionAt(place);
  if (!selection) {
    return idAt(place) === undefined && typeof place.value === 'string' && hasVariable(place.value)
      ? unknowableLookup('filled-in', undefined, place.value)
      : undefined;
  }
  const { agentId, reference } = selection;
  const { outcome, version, knownNames: knownVersions } = workspace.resolve(agentId, reference);
  const namespace = namespaceOf('agent-version', place, workspace);
  if (outcome === 'resolved') {
    const records = version === null ? [] : (workspace.agent(agentId)?.versions.get(version)?.sources ?? []);
    return { outcome: 'found', records, namespace };
  }
  const names = new Set(knownVersions.map(String)),
    similarName = similarReference({ reference, knownNames: knownVersions });
  return outcome === 'missing'
    ? { outcome, names, similarName: similarName, namespace }
    : { outcome, reason: workspace.agent(agentId) ? 'unresolved' : 'not-here', names, similarName, namespace };
}

/** The tag or reserved name that is most similar to a reference. */
export function similarReference({
  reference,
  knownNames: candidates,
}: Pick<Resolution, 'reference' | 'knownNames'>): string | undefined {
  // a similar number is a different version, and a reserved name is not a typo
  if (typeof reference !== 'string' || reservedReferences.includes(reference)) return undefined;
  // all references to the agent that select nothing have the same candidates; a malformed tag cannot be selected
  const names = memoryOf(candidates).remember(similarReference, undefined, () => [
    ...candidates.filter(name => typeof name === 'string').filter(hasTagForm),
    ...reservedReferences,
  ]);
  return nearest(reference, names);
}

/**
 * The severity of a reference whose target is missing: an error if the files prove that the target does not exist,
 * even in a shape that the specification does not show.
 */
export function severityOf(lookup: FailedLookup): Severity {
  if (lookup.outcome === 'missing') return 'error';
  return lookup.reason === 'not-here' ? 'warning' : 'info';
}

/**
 * The place where a name was searched, ` in this workspace (config: "complete" includes agent)`; empty if a similar
 * name is suggested instead.
 */
export function placeSearched(lookup: Lookup, workspace: Workspace, ...kinds: readonly CompleteKind[]): string {
  if (lookup.outcome === 'found' || lookup.similarName !== undefined) return '';
  return ` in this workspace${lookup.outcome === 'missing' ? workspace.provenBy(...kinds) : ''}`;
}

const MAX_KNOWN_NAMES = 3;
/**
 * The names of the existing records: `Front desk (agent_desk), Billing (agent_bill), Night line (agent_night) and 3
 * more`.
 */
export function knownInWords(kind: RecordKind, knownNames: KnownNames, workspace: Workspace): string {
  const names: string[] = [];
  for (const id of knownNames.keys()) {
    if (names.length === MAX_KNOWN_NAMES) return `${names.join(', ')} and ${knownNames.size - MAX_KNOWN_NAMES} more`;
    names.push(nameWithId(kind, id, workspace));
  }
  return listed(names, 'and');
}
/** The suggestion of a similar record, `; did you mean "agent_desk" (Front desk)?`; empty if there is none. */
export function recordSuggestion(kind: RecordKind, { similarName }: FailedLookup, workspace: Workspace): string {
  if (similarName === undefined) return '';
  const name = recordName(kind, similarName, workspace);
  return `; did you mean ${show(similarName, 64)}${name === clipped(similarName) ? '' : ` (${name})`}?`;
}

/**
 * The clause about unreadable files, ` in this workspace; desk.llm.json cannot be read and may define it`; undefined
 * if every file can be read. An unreadable file is a likelier reason than a typo, so no similar name is suggested.
 */
export const unreadInWords = (
  lookup: Lookup,
  workspace: Pick<Workspace, 'unread'>,
  ...kinds: readonly Kind[]
): string | undefined =>
  lookup.outcome === 'unknowable' && lookup.reason === 'unread'
    ? ` in this workspace${mayDefine(workspace.unread(...kinds))}`
    : undefined;
