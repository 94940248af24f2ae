import { agentName } from '../core/workspace/names.ts';
import type { Cursor } from '../core/cursor.ts';
import { groupBy } from '../core/json/multimap.ts';
import { clipped, show } from '../core/wording.ts';
import { similarReference } from '../core/index/lookup.ts';
import { set } from '../core/engine/fixes.ts';
import type { Fix } from '../core/finding.ts';
import { groupsOf } from '../core/json/multimap.ts';
import { keyOf } from '../core/workspace/tables.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { absenceInWords, ownerFields } from './name-references.ts';
import { namesOf, waysToName } from './references.ts';
import {
  isBreak,
  isVersionChange,
  referenceOf,
  type Change,
  type NameChange,
  type Changes,
  type VersionChange,
} from './changes.ts';
import { placeName, tagSuggestion, referencesOf, resolutionOf } from '../core/index/agent-references.ts';
import { recordsOf } from '../core/workspace/records.ts';
import { acceptanceOf } from '../core/workspace/workspace-settings.ts';
import { successorOfRecord } from './successors.ts';

/** An unchanged reference whose target existed before and is missing now. */
interface LostReference {
  /** The current place of the reference. */
  readonly at: Cursor;
  /** Other places of the same reference, such as the agent beside the version. */
  readonly otherPlaces: readonly Cursor[];
  readonly message: string;
  readonly fix?: Fix | undefined;
  /** The place of the tag that caused the loss, if a tag did, and whether the reference names the tag. */
  readonly tag?: { readonly at: Cursor; readonly isNamed: boolean } | undefined;
  /** Other references that are lost because of the same tag; with such references, `at` is the place of the tag. */
  readonly users?: readonly Cursor[];
}

/**
 * The references that a change breaks without touching them. Rules report new references to missing targets, and
 * unreadable files.
 * @param baseName the name of the earlier state in messages
 */
export function lostReferences(
  { changes, unreadableFiles }: Changes,
  before: Workspace,
  after: Workspace,
  baseName: string,
): LostReference[] {
  const brokenFiles = new Set(unreadableFiles.flatMap(file => (file.in === 'base' ? [] : [file.file])));
  const isBroken = ({ file }: { readonly file: string }): boolean => brokenFiles.has(file);
  const batches = new Set<string>();
  const losses = changes.filter(isBreak).flatMap((change): LostReference[] => {
    const loss = isVersionChange(change)
      ? versionLoss(change, after, before, baseName)
      : nameLoss(change, after, baseName);
    if (!loss || isBroken(loss.at.document) || formerTargets(change, before).some(isBroken)) return [];
    const { fromNumber } = isVersionChange(change) ? referenceOf(change) : { fromNumber: null };
    // all calls of one batch that get their agent from the number of the batch have one cause
    const batch = `${loss.at.document.file} ${fromNumber}`;
    if (fromNumber !== null && batches.has(batch)) return [];
    batches.add(batch);
    return [loss];
  });
  return [
    ...mergePerTag(losses),
    ...versionsWithoutRecord(before, after, baseName).filter(({ at }) => !isBroken(at.document)),
  ];
}

/**
 * A finding for each version that is still in a list and selected by references although its file is gone, at the first
 * reference.
 */
function versionsWithoutRecord(before: Workspace, after: Workspace, baseName: string): LostReference[] {
  const records = before.documents.flatMap(document => {
    const current = after.document(document.file);
    if (current === document || current?.readable === false) return [];
    return recordsOf(document).agents.filter(({ id, version }) => {
      const agent = after.agent(id);
      return version !== undefined && agent?.recordPlace(version) === undefined && agent?.versions.has(version);
    });
  });
  if (records.length === 0) return [];
  const byAgent = groupsOf(referencesOf(after), reference => reference.agentId);
  return records.flatMap(({ id, version, file }): LostReference[] => {
    const [first, ...users] = (byAgent.get(id) ?? []).filter(reference => {
      if (reference.kind === 'filter') return false;
      if (acceptanceOf(namesOf(reference, after, before), after.facts)) return false;
      const resolution = resolutionOf(reference, after);
      return resolution.outcome === 'resolved' && resolution.version === version;
    });
    if (!first) return tagWithoutRecord(id, version!, file, after, before, baseName);
    const { at, kind, fromNumber } = first;
    return [
      {
        at: currentPlaceOf(at, kind, fromNumber),
        otherPlaces: [],
        users: users.map(user => user.at),
        message:
          `version ${version} of ${agentName(id, after, before)} was in ${file} in ${baseName} and is gone; ` +
          `${placeName(first, after, before)} selects it`,
      },
    ];
  });
}

/** The loss of a version's file at a tag that selects the version and is no reference, because it is not live. */
function tagWithoutRecord(
  id: string,
  version: number,
  file: string,
  after: Workspace,
  before: Workspace,
  baseName: string,
): LostReference[] {
  for (const [tag, { source }] of after.agent(id)?.tags ?? []) {
    const at = source.get('version');
    if (!source.is('root-tag-state') || at.integer() !== version || after.facts.liveTags.includes(tag)) continue;
    if (acceptanceOf(waysToName({ agentId: id, reference: tag }, after, before), after.facts)) continue;
    const name = agentName(id, after, before),
      message = `version ${version} of ${name} was in ${file} in ${baseName} and is gone; tag ${clipped(tag)} of ${name} selects it`;
    return [{ at, otherPlaces: [], message }];
  }
  return [];
}

/**
 * Merges the references that are lost because of one tag into one finding at the tag, with the message of the first
 * reference that names the tag.
 */
function mergePerTag(losses: readonly LostReference[]): LostReference[] {
  const groups = groupBy(losses, ({ tag }) => tag && keyOf(tag.at));
  return losses.flatMap(reference => {
    const group = reference.tag && groups.get(keyOf(reference.tag.at))!,
      first = group?.find(({ tag }) => tag?.isNamed);
    if (!group || !first) return [reference];
    if (reference !== first) return [];
    const { at } = reference.tag!,
      users = group.filter(loss => keyOf(loss.at) !== keyOf(at)).map(loss => loss.at);
    return [
      { ...reference, at, users, fix: undefined, otherPlaces: group.flatMap(loss => [loss.at, ...loss.otherPlaces]) },
    ];
  });
}

/** The places of a reference's former target, or of the evidence for the target. */
function formerTargets(change: Change, before: Workspace): readonly { readonly file: string }[] {
  if (isVersionChange(change)) {
    const { agentId, fromNumber } = referenceOf(change),
      numbers = fromNumber === null ? [] : (before.tables.phoneNumbers.get(fromNumber) ?? []);
    return [...(before.agent(agentId)?.places ?? []), ...numbers];
  }
  const { lookup } = change.before;
  return lookup.outcome === 'found' ? lookup.records.map(({ document }) => document) : [];
}

function versionLoss(
  { before, after }: VersionChange,
  workspace: Workspace,
  formerWorkspace: Workspace,
  baseName: string,
): LostReference | undefined {
  if (!before || !after || before.resolution.outcome !== 'resolved') return undefined;
  const { resolution, reference: versionReference } = after;
  const { agentId, reference, at, kind, fromNumber } = versionReference;
  const isSame = before.reference.agentId === agentId && before.reference.reference === reference;
  if (!isSame || resolution.outcome === 'resolved') return undefined;
  const formerName = `version ${before.resolution.version}`;
  const agent = workspace.agent(agentId),
    source = resolution.tagAway === null ? undefined : agent?.tags.get(resolution.tagAway)?.source;
  const isNamed = reference === resolution.tagAway,
    tag = source?.is('root-tag-state') ? { at: source.get('version'), isNamed } : undefined;
  const loss = { at: currentPlaceOf(at, kind, fromNumber), otherPlaces: ownerFields(at), tag };
  if (!agent || (agent.versions.size === 0 && agent.records.length === 0))
    return {
      at: loss.otherPlaces[0] ?? loss.at,
      otherPlaces: [loss.at],
      message:
        `agent ${agentName(agentId, workspace, formerWorkspace)} existed in ${baseName} and is gone; ` +
        `${shareOf(at)}${placeName(versionReference, workspace, formerWorkspace)} used its ${formerName}`,
    };
  const change = resolution.outcome === 'missing' ? 'now selects nothing' : 'can no longer be resolved';
  const label = tag?.isNamed ? `tag ${clipped(String(reference))}` : `${loss.at.label} ${show(loss.at.value)}`;
  const subject = fromNumber === null ? label : `calls from ${fromNumber}`;
  const similarName = loss.at.value === reference ? similarReference(resolution) : undefined,
    isResolvable = similarName !== undefined && workspace.resolve(agentId, similarName).outcome === 'resolved';
  return {
    ...loss,
    fix: isResolvable ? set(loss.at, similarName) : undefined,
    message: `${subject} selected ${formerName} in ${baseName} but ${change}: ${resolution.because}${tagSuggestion(resolution)}`,
  };
}

/**
 * The current place of a former reference: for a tag, its version; for a call without an agent, the number of its
 * batch.
 */
function currentPlaceOf(cursor: Cursor, kind: string, fromNumber: string | null): Cursor {
  if (fromNumber !== null) return cursor.within('batch-call')?.get('from_number') ?? cursor;
  const version = kind === 'tag' && cursor.isObject ? cursor.get('version') : cursor;
  return version.exists ? version : cursor;
}

/** The words `10 % of ` for an arm with a share of the traffic, or else an empty text. */
function shareOf(cursor: Cursor): string {
  const weight = cursor.within('agent-weight')?.get('weight').number();
  return weight === undefined || weight >= 1 ? '' : `${Number((weight * 100).toFixed(2))} % of `;
}

function nameLoss({ before, after }: NameChange, workspace: Workspace, baseName: string): LostReference | undefined {
  const { reference, lookup } = after;
  if (before.reference.name !== reference.name) return undefined;
  const { at } = reference;
  const [record] = before.lookup.outcome === 'found' ? before.lookup.records : [];
  const { file } = before.reference.at.document;
  const location = record?.document.file === file ? 'this file' : record?.document.file;
  const formerLocation = location === undefined ? 'was found' : `was in ${location}`;
  // a name that already existed before is no successor of the missing name
  const similarName = lookup.outcome === 'found' ? undefined : lookup.similarName,
    isNew = similarName !== undefined && before.lookup.namespace?.has(similarName) === false,
    successor = (record && successorOfRecord(record, reference.name, workspace)) ?? (isNew ? similarName : undefined);
  return {
    at,
    otherPlaces: ownerFields(at),
    message:
      `${at.label}: ${show(at.value)} ${formerLocation} in ${baseName} and is gone: ${absenceInWords(lookup, reference)}` +
      (successor === undefined ? '' : `; did you mean ${show(successor)}?`),
    fix: successor !== undefined && at.string() !== undefined ? set(at, successor) : undefined,
  };
}
