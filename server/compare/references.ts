import { agentName, recordName, referenceName } from '../core/workspace/names.ts';
import { stablePointer } from '../core/configuration/stable-pointer.ts';
import {
  identityOf,
  placeName,
  referencesOf,
  resolutionOf,
  spellingFor,
  type VersionReference,
} from '../core/index/agent-references.ts';
import type { Lookup } from '../core/index/lookup.ts';
import { placeId } from '../core/workspace/records.ts';
import type { Resolution } from '../core/workspace/resolve.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import type { Identification } from './match-references.ts';
import { lookupOf, nameInWords, namesIn, type NameReference } from './name-references.ts';

/** A reference to a version of an agent, or by name to any other record. */
export type Reference = VersionReference | NameReference;
export const isVersion = (reference: Reference): reference is VersionReference => 'agentId' in reference;

/** One reference in one state of the files. */
export type Side = VersionSide | NameSide;
export interface VersionSide {
  readonly reference: VersionReference;
  readonly resolution: Resolution;
  /**
   * Whether one of several agents is drawn for each call: the reference is not lost, but its target cannot be
   * predicted.
   */
  readonly isDrawn?: boolean;
}
export interface NameSide {
  readonly reference: NameReference;
  readonly lookup: Lookup;
}
export const isVersionSide = (side: Side): side is VersionSide => 'resolution' in side;

/** The outcome of a reference, in the terms of version references. */
export function outcomeOf(side: Side): Resolution['outcome'] {
  if (isVersionSide(side)) return side.resolution.outcome;
  return side.lookup.outcome === 'found' ? 'resolved' : side.lookup.outcome;
}

/** All references of a workspace; references to versions come first. */
export const referencesIn = (workspace: Workspace): Reference[] => [...referencesOf(workspace), ...namesIn(workspace)];

/** The target of a reference; undefined if the reference is not in this state. */
export function sideIn(reference: VersionReference, workspace: Workspace): VersionSide;
export function sideIn(reference: NameReference, workspace: Workspace): NameSide | undefined;
export function sideIn(reference: Reference, workspace: Workspace): Side | undefined {
  if (isVersion(reference)) return { reference: reference, resolution: resolutionOf(reference, workspace) };
  const lookup = lookupOf(reference, workspace);
  return lookup && { reference: reference, lookup };
}

export const identification: Identification<Reference> = {
  identity: reference =>
    isVersion(reference)
      ? identityOf(reference)
      : placeId({ file: fileOf(reference), pointer: stablePointer(reference.at.document, reference.at.pointer) }),
  contentOf: reference =>
    isVersion(reference) ? `${JSON.stringify(reference.reference)} ${reference.agentId}` : reference.name,
  subjectOf: reference => (isVersion(reference) ? reference.agentId : reference.name),
  isElsewhere: reference => isVersion(reference) && reference.kind === 'tag',
};
const fileOf = ({ at }: Reference): string => at.document.file;

/** The names by which an `accept` entry may identify a reference. */
export const namesOf = (reference: Reference, ...workspaces: readonly Workspace[]): string[] =>
  isVersion(reference)
    ? waysToName(reference, ...workspaces)
    : [reference.name, recordName(reference.kind, reference.name, ...workspaces)];
/** The names of a reference to a version for `accept`: the id or name of the agent, with or without the version. */
export const waysToName = (
  { agentId, reference }: Pick<VersionReference, 'agentId' | 'reference'>,
  ...workspaces: readonly Workspace[]
): string[] => [agentId, agentName(agentId, ...workspaces)].flatMap(name => [spellingFor(name, reference), name]);

/** A reference in words: `inbound_agents of +14155550100 (Front desk@prod)`, `llm_id engine of Front desk`. */
export const referenceInWords = (reference: Reference, ...workspaces: readonly Workspace[]): string =>
  isVersion(reference)
    ? `${placeName(reference, ...workspaces)} (${referenceName(reference.agentId, reference.reference, ...workspaces)})`
    : nameInWords(reference, ...workspaces);
