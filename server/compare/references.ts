import { agentName, recordName, referenceName } from '../core/workspace/names.ts';
import { stablePointer } from '../core/configuration/stable-pointer.ts';
import {
  identityOf,
  placeName,
  referencesOf,
  resolutionOf,
  written,
  type VersionReference,
} from '../core/index/agent-references.ts';
import type { Lookup } from '../core/index/lookup.ts';
import type { Resolution } from '../core/workspace/resolve.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import type { Naming } from './match-references.ts';
import { lookupOf, nameInWords, namesIn, type NameReference } from './name-references.ts';

/** A reference to a version of an agent, or by name to any other record. */
export type Reference = VersionReference | NameReference;
export const isVersion = (one: Reference): one is VersionReference => 'agentId' in one;

/** One reference in one state of the files. */
export type Side = VersionSide | NameSide;
export interface VersionSide {
  readonly placed: VersionReference;
  readonly resolution: Resolution;
  /**
   * Whether one of several agents is drawn for each call: the reference is not lost, but its target cannot be
   * predicted.
   */
  readonly drawn?: boolean;
}
export interface NameSide {
  readonly placed: NameReference;
  readonly lookup: Lookup;
}
export const isVersionSide = (side: Side): side is VersionSide => 'resolution' in side;

/** Whether a reference leads somewhere, in the words of versions. */
export function outcomeOf(side: Side): Resolution['outcome'] {
  if (isVersionSide(side)) return side.resolution.outcome;
  return side.lookup.outcome === 'found' ? 'resolved' : side.lookup.outcome;
}

/** All references of a workspace; those to versions first. */
export const referencesIn = (workspace: Workspace): Reference[] => [...referencesOf(workspace), ...namesIn(workspace)];

/** What a reference leads to; undefined if it is none in this state. */
export function sideIn(placed: VersionReference, workspace: Workspace): VersionSide;
export function sideIn(placed: NameReference, workspace: Workspace): NameSide | undefined;
export function sideIn(placed: Reference, workspace: Workspace): Side | undefined {
  if (isVersion(placed)) return { placed, resolution: resolutionOf(placed, workspace) };
  const lookup = lookupOf(placed, workspace);
  return lookup && { placed, lookup };
}

export const naming: Naming<Reference> = {
  identity: one =>
    isVersion(one) ? identityOf(one) : `${fileOf(one)}#${stablePointer(one.at.document, one.at.pointer)}`,
  saying: one => (isVersion(one) ? `${JSON.stringify(one.reference)} ${one.agentId}` : one.name),
  about: one => (isVersion(one) ? one.agentId : one.name),
  isElsewhere: one => isVersion(one) && one.kind === 'tag',
};
const fileOf = ({ at }: Reference): string => at.document.file;

/** What an `accept` entry may call it. */
export const namesOf = (one: Reference, ...workspaces: readonly Workspace[]): string[] =>
  isVersion(one) ? waysToName(one, ...workspaces) : [one.name, recordName(one.kind, one.name, ...workspaces)];
/** With its version or without, by its id or its name. */
export const waysToName = (
  { agentId, reference }: Pick<VersionReference, 'agentId' | 'reference'>,
  ...workspaces: readonly Workspace[]
): string[] => [agentId, agentName(agentId, ...workspaces)].flatMap(name => [written(name, reference), name]);

/** `inbound_agents of +14155550100 (Front desk@prod)`, `llm_id engine of Front desk` */
export const referenceInWords = (one: Reference, ...workspaces: readonly Workspace[]): string =>
  isVersion(one)
    ? `${placeName(one, ...workspaces)} (${referenceName(one.agentId, one.reference, ...workspaces)})`
    : nameInWords(one, ...workspaces);
