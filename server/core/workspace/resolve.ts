import { clipped, listed, show } from '../wording.ts';
import type { Agent, AgentTag, AgentVersion } from './agents.ts';
import { refusalOf, type Assumption } from './assumptions.ts';
import { mayDefine, unreadFiles } from './unread.ts';
import type { WorkspaceSettings } from './workspace-settings.ts';

/** One step of a resolution, with the clause of the specification that it applies. */
export interface Step {
  readonly text: string;
  readonly spec: string | null;
}
export type { Assumption };
type MissingKind = 'agent' | 'version' | 'published version' | 'tag';

interface Answer {
  readonly agentId: string;
  /** The reference as written; null if absent, which means `latest`. */
  readonly reference: string | number | null;
  readonly isPublished: boolean | null;
  /** The kind of name that is missing or unknowable; null if resolved. */
  readonly missing: MissingKind | null;
  readonly knownNames: readonly (string | number)[];
  /** The reason for the outcome. For `resolved`: why the configuration withholds the variables, if it does. */
  readonly because: string | null;
  readonly candidates: readonly number[] | null;
  /** For `unknowable`: files that cannot be read and may define the name. */
  readonly unread: readonly string[];
  /** The tag that is assigned to a version outside the workspace, if the outcome has this reason. */
  readonly tagAway: string | null;
  /** Whether the reference is a tag that exists but is unassigned. */
  readonly unassignedTag: boolean;
  readonly variablesFrom: string | null;
  readonly variables: Readonly<Record<string, string>> | null;
  readonly variablesOutcome: 'resolved' | 'none' | 'unknowable';
  readonly assumptions: readonly Assumption[];
  readonly steps: readonly Step[];
}
/** The outcome of a resolution. Only a resolved reference has a version. */
type Outcome =
  | { readonly outcome: 'resolved'; readonly version: number }
  | { readonly outcome: 'missing' | 'unknowable'; readonly version: null };
/** The version that a reference selects, with the steps of the resolution. */
export type Resolution = Answer & Outcome;

/** A resolution without a version and steps, only with the reason why it is unknowable. */
export const unknownResolution = (agentId: string, reference: string | number | null, reason: string): Resolution => ({
  agentId,
  reference,
  outcome: 'unknowable',
  version: null,
  isPublished: null,
  missing: null,
  knownNames: [],
  because: reason,
  candidates: null,
  unread: [],
  tagAway: null,
  unassignedTag: false,
  variablesFrom: null,
  variables: null,
  variablesOutcome: 'unknowable',
  assumptions: [],
  steps: [{ text: reason, spec: null }],
});

interface SelectedVersion {
  readonly version?: number;
  readonly missing?: MissingKind;
  readonly knownNames?: readonly (string | number)[];
  readonly because?: string;
  readonly candidates?: readonly number[];
  readonly unread?: readonly string[];
  readonly tagAway?: string;
  readonly isUnassigned?: boolean;
}

/**
 * Resolves a reference to an agent version. Spec: Versioning 3 and 4. The function is pure, and no other code decides
 * this.
 * @param missingAgent the reason why there is no agent, if there is none
 */
export function resolve(
  agent: Agent | undefined,
  agentId: string,
  reference: string | number | null,
  facts: WorkspaceSettings,
  missingAgent?: WithoutAgent,
): Resolution {
  const steps: Step[] = [],
    assumptions = new Set<Assumption>(),
    variableAssumptions = new Set<Assumption>(),
    { refusedAssumptions: refusals } = facts;
  const say = (text: string, spec: string | null = 'Versioning 3'): void => {
    steps.push({ text, spec });
  };
  if (reference === null) {
    assumptions.add('default-version');
    say('no version given, so `latest` applies', null);
  }

  const choice = agent ? select(agent, reference ?? 'latest', say, assumptions) : missingAgentVersion(missingAgent!);
  const refusal = choice.version === undefined ? undefined : refusalOf(assumptions, refusals);
  // a withheld result depends on no assumption
  if (refusal !== undefined) assumptions.clear();
  const selection: SelectedVersion =
    refusal === undefined ? choice : { because: refusal, ...(choice.isUnassigned && { isUnassigned: true }) };
  const versionFacts = selection.version === undefined ? undefined : agent?.versions.get(selection.version);
  const outcome = outcomeOf(selection);
  if (selection.because) say(selection.because, null);
  const applicableVariables: Variables =
    agent && outcome.outcome !== 'missing'
      ? variablesOf(agent, reference ?? 'latest', selection, versionFacts, say, variableAssumptions)
      : unknownVariables;
  const reason = applicableVariables.outcome === 'unknowable' ? undefined : refusalOf(variableAssumptions, refusals);
  if (reason !== undefined) say(`the choice of variables ${reason}`, null);
  const variables: Variables =
    reason === undefined ? applicableVariables : { ...applicableVariables, values: null, outcome: 'unknowable' };
  return {
    agentId,
    reference,
    ...outcome,
    isPublished: versionFacts?.isPublished ?? null,
    missing: selection.missing ?? null,
    knownNames: selection.knownNames ?? [],
    because: selection.because ?? (reason === undefined ? null : `the choice of variables ${reason}`),
    candidates: selection.candidates ?? null,
    unread: selection.unread ?? [],
    tagAway: selection.tagAway ?? null,
    unassignedTag: selection.isUnassigned ?? false,
    variablesFrom: variables.from,
    variables: variables.values,
    variablesOutcome: variables.outcome,
    assumptions: [...new Set([...assumptions, ...variableAssumptions])].filter(name => !refusals.includes(name)).sort(),
    steps,
  };
}

type Say = (text: string, spec?: string | null) => void;

export interface WithoutAgent {
  readonly reason: string;
  readonly isMissing: boolean;
  /** Files that cannot be read and may define the agent. */
  readonly unreadFiles: readonly string[];
}
function missingAgentVersion({ reason, isMissing, unreadFiles }: WithoutAgent): SelectedVersion {
  if (unreadFiles.length > 0) return withUnread(unreadFiles, reason);
  return isMissing ? { missing: 'agent', because: reason } : { because: reason };
}

/** The reason, with the unreadable files that may refute it. */
const withUnread = (files: readonly string[], reason: string): Pick<SelectedVersion, 'unread' | 'because'> => ({
  because: `${reason}${mayDefine(files)}`,
  unread: files,
});

function outcomeOf({ version, missing }: SelectedVersion): Outcome {
  return version === undefined
    ? { outcome: missing ? 'missing' : 'unknowable', version: null }
    : { outcome: 'resolved', version };
}

function select(agent: Agent, reference: string | number, say: Say, assumptions: Set<Assumption>): SelectedVersion {
  if (typeof reference === 'number') return selectNumber(agent, reference, say);
  if (reference === 'latest') return selectLatest(agent, say, assumptions);
  if (reference === 'latest_published') return selectPublished(agent, say, assumptions);
  const tag = agent.tags.get(reference);
  if (!tag) {
    const tags = tagNamesOf(agent);
    return agent.tagsComplete
      ? {
          missing: 'tag',
          knownNames: tags,
          because: `${agent.label} has no tag ${show(reference)}; its tags: ${list(tags)}`,
        }
      : {
          knownNames: tags,
          ...withUnread(
            agent.unreadTags,
            `no agent list here says whether ${agent.label} has a tag ${show(reference)}; known tags: ${list(tags)}`,
          ),
        };
  }
  if (tag.version === null) {
    say(`tag ${reference} is unassigned, so it resolves to \`latest\``);
    return { ...selectLatest(agent, say, assumptions), isUnassigned: true };
  }
  if (tag.version === undefined) return contestedTag(agent, tag);
  say(`tag ${reference} is assigned to version ${tag.version}`);
  if (agent.versions.has(tag.version)) return { version: tag.version };
  return agent.versionsComplete
    ? {
        missing: 'version',
        tagAway: reference,
        knownNames: numbersOf(agent),
        because: `tag ${clipped(reference)} points to version ${tag.version}, which ${agent.label} does not have${filelessNote(agent)}`,
      }
    : {
        tagAway: reference,
        ...withUnread(
          agent.unread,
          `tag ${clipped(reference)} points to version ${tag.version}, which is not in this workspace`,
        ),
      };
}

function contestedTag(agent: Agent, { name, claims }: AgentTag): SelectedVersion {
  const tag = `tag ${clipped(name)} of ${agent.label}`;
  if (claims.length > 1)
    return { candidates: claims, because: `${tag} is assigned to several versions: ${list(claims)}` };
  return {
    because:
      claims.length === 1
        ? `whether ${tag} is assigned to version ${claims[0]} is not known, because the files disagree`
        : `the agent list assigns ${tag} to something that is not a version`,
  };
}

/** The names of an agent's tags. Cached, because every reference that selects nothing lists them. */
const tagNamesOf = (agent: Agent): readonly string[] =>
    agent.memory.remember(tagNamesOf, undefined, () => [...agent.tags.keys()].sort()),
  numbersOf = (agent: Agent): readonly number[] =>
    agent.memory.remember(numbersOf, undefined, () => [...agent.versions.keys()]);

const filelessNote = ({ isFileless }: Agent): string =>
  isFileless ? ', because no file has its record (config: "complete" includes agent)' : '';

function selectNumber(agent: Agent, version: number, say: Say): SelectedVersion {
  say(`a number selects exactly that version: ${version}`);
  if (agent.versions.has(version)) return { version };
  const numbers = numbersOf(agent);
  return agent.versionsComplete
    ? {
        missing: 'version',
        knownNames: numbers,
        because: `${agent.label} has no version ${version}${filelessNote(agent) || `; its versions: ${list(numbers)}`}`,
      }
    : {
        knownNames: numbers,
        ...withUnread(agent.unread, `${agent.label} has no version ${version} here; known versions: ${list(numbers)}`),
      };
}

function selectLatest(agent: Agent, say: Say, assumptions: Set<Assumption>): SelectedVersion {
  const version = [...agent.versions.keys()].at(-1);
  if (version === undefined)
    return {
      ...(agent.versionsComplete && { missing: 'version' as const }),
      because: `${agent.label} has no numbered version here${filelessNote(agent)}`,
    };
  const claim = versionElsewhere(agent, number => number > version);
  if (claim) return { ...claim, because: `${claim.because}, so which version is its latest is not known` };
  say(`latest selects the largest version number: ${version}`);
  if (!agent.versionsComplete) assumptions.add('workspace-complete');
  return { version };
}

/**
 * The reason why a version outside the workspace may be the selected one: a tag is assigned to it, or an unreadable
 * file may be its record.
 */
function versionElsewhere(
  { label, tags, versions, versionsComplete, unread }: Agent,
  isMeant: (version: number) => boolean,
): (Pick<SelectedVersion, 'unread' | 'tagAway'> & { readonly because: string }) | undefined {
  if (versionsComplete) return undefined;
  for (const { name, claims } of tags.values()) {
    const claimedVersion = claims.findLast(version => isMeant(version) && !versions.has(version));
    if (claimedVersion !== undefined)
      return {
        tagAway: name,
        because: `tag ${clipped(name)} of ${label} points to version ${claimedVersion}, which is not in this workspace`,
      };
  }
  return unread.length === 0
    ? undefined
    : { because: `${unreadFiles(unread)} and may be a newer version of ${label}`, unread };
}

/** Selects `latest_published`. Candidates are versions that may be published, and are not older than a published one. */
function selectPublished(agent: Agent, say: Say, assumptions: Set<Assumption>): SelectedVersion {
  const versions = numbersOf(agent);
  const candidates = [...agent.versions.values()].filter(v => v.isPublished !== false);
  const publishedVersions = candidates.filter(v => v.isPublished);
  if (candidates.length === 0) {
    if (versions.length === 0)
      return {
        ...(agent.versionsComplete && { missing: 'published version' as const }),
        because: `${agent.label} has no numbered version here${filelessNote(agent)}`,
      };
    return agent.versionsComplete
      ? { missing: 'published version', knownNames: versions, because: `${agent.label} has no published version` }
      : {
          knownNames: versions,
          because: `${agent.label} has no published version here; known versions: ${list(versions)}`,
        };
  }
  // an older version may have been published later, so its number does not rule it out
  const claim = versionElsewhere(agent, () => true);
  if (claim) return { ...claim, because: `${claim.because}, so whether that is published is not known` };
  if (publishedVersions.length === 0)
    return {
      because: `whether version ${list(numbers(candidates))} of ${agent.label} is published is not known`,
      candidates: numbers(candidates),
    };
  const [onlyVersion] = candidates;
  if (!agent.versionsComplete) assumptions.add('workspace-complete');
  if (candidates.length === 1) {
    say(`the only published version is ${onlyVersion!.version}`);
    return { version: onlyVersion!.version };
  }
  const newestTime = Math.max(...publishedVersions.map(v => v.modifiedAt ?? -Infinity));
  const contenders = candidates.filter(v => v.modifiedAt === undefined || v.modifiedAt >= newestTime);
  if (contenders.length > 1) {
    const draft = contenders.find(v => !v.isPublished),
      undatedVersion = contenders.find(v => v.modifiedAt === undefined);
    const reason = undatedVersion
      ? `when ${undatedVersion.version} was modified is not known`
      : 'were modified at the same time';
    return {
      candidates: numbers(contenders),
      because: draft
        ? `whether version ${draft.version} of ${agent.label} is published is not known`
        : `versions ${list(numbers(contenders))} of ${agent.label} are published and ${reason}`,
    };
  }
  assumptions.add('publish-order');
  say(`of the published versions ${list(numbers(publishedVersions))}, ${contenders[0]!.version} was modified last`);
  return { version: contenders[0]!.version };
}

const numbers = (versions: readonly AgentVersion[]): number[] => versions.map(v => v.version);

interface Variables {
  readonly from: string | null;
  readonly values: Readonly<Record<string, string>> | null;
  readonly outcome: Resolution['variablesOutcome'];
}

const unknownVariables: Variables = { from: null, values: null, outcome: 'unknowable' };

function variablesOf(
  agent: Agent,
  reference: string | number,
  selection: SelectedVersion,
  version: AgentVersion | undefined,
  say: Say,
  assumptions: Set<Assumption>,
): Variables {
  const tagVariables = (tag: string): Variables => {
    const values = agent.tags.get(tag)?.variables;
    if (values === undefined) {
      say(`no agent list here has the variables of tag ${tag}`, 'Versioning 4');
      return { from: tag, values: null, outcome: 'unknowable' };
    }
    return { from: tag, values, outcome: 'resolved' };
  };
  if (typeof reference === 'string' && reference !== 'latest' && reference !== 'latest_published') {
    // the variables belong to the tag's assignment, so they are known even if the version is not
    if (!agent.tags.has(reference)) return unknownVariables;
    if (selection.isUnassigned) assumptions.add('unassigned-tag-variables');
    say(`the variables of tag ${reference} apply`, 'Versioning 4');
    return tagVariables(reference);
  }
  if (selection.version === undefined) return unknownVariables;
  const tagChoice = preferredTag(agent, selection.version, version?.assignedTags);
  if ('reason' in tagChoice) {
    say(tagChoice.reason, 'Versioning 4');
    return unknownVariables;
  }
  if (tagChoice.tag === undefined) {
    say('the version has no tags, so no variables apply', 'Versioning 4');
    return { from: null, values: null, outcome: 'none' };
  }
  say(`the variables of the version's preferred tag ${tagChoice.tag} apply`, 'Versioning 4');
  return tagVariables(tagChoice.tag);
}

/** The tag whose variables apply. A list item contains tags, but only the version's own record has their order. */
function preferredTag(
  agent: Agent,
  version: number,
  assignedTags: readonly string[] | undefined,
): { readonly tag: string | undefined } | { readonly reason: string } {
  const unclearTag = (tag: string) => ({ reason: `which version tag ${tag} is assigned to is not known` });
  if (!agent.tagsComplete) {
    if (assignedTags === undefined) return { reason: 'the tags of this version are not known' };
    const [tag] = assignedTags;
    return tag === undefined || agent.tags.get(tag)?.version === version ? { tag } : unclearTag(tag);
  }
  const disputedTag = [...agent.tags.values()].find(tag => tag.version === undefined);
  if (disputedTag) return unclearTag(disputedTag.name);
  const tags = [...agent.tags.values()].filter(tag => tag.version === version).map(tag => tag.name);
  if (tags.length < 2) return { tag: tags[0] };
  if (tags.every(tag => assignedTags?.includes(tag))) return { tag: assignedTags?.find(tag => tags.includes(tag)) };
  const tagList = list(tags.toSorted());
  return { reason: `version ${version} has the tags ${tagList}; only its own file says which is preferred` };
}

const list = (values: readonly (string | number)[]): string => (values.length === 0 ? 'none' : listed(values, 'and'));
