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
type Missing = 'agent' | 'version' | 'published version' | 'tag';

interface Answer {
  readonly agentId: string;
  /** As written; null if absent, which means `latest`. */
  readonly reference: string | number | null;
  readonly isPublished: boolean | null;
  /** For `missing` and `unknowable`: what was searched for, and the known names of that kind. */
  readonly missing: Missing | null;
  readonly known: readonly (string | number)[];
  /** For `resolved`: why its variables are withheld, if the configuration is the reason. */
  readonly because: string | null;
  readonly candidates: readonly number[] | null;
  /** For `unknowable`: files that cannot be read and may define what was searched for. */
  readonly unread: readonly string[];
  /** The tag that is assigned to a version which is not here, if that is the reason. */
  readonly tagAway: string | null;
  /** Set if the reference is a tag that exists but is unassigned. */
  readonly unassignedTag: boolean;
  readonly variablesFrom: string | null;
  readonly variables: Readonly<Record<string, string>> | null;
  readonly variablesOutcome: 'resolved' | 'none' | 'unknowable';
  readonly assumptions: readonly Assumption[];
  readonly steps: readonly Step[];
}
/** A version where it resolves, and none otherwise. */
type Outcome =
  | { readonly outcome: 'resolved'; readonly version: number }
  | { readonly outcome: 'missing' | 'unknowable'; readonly version: null };
/** What a reference to an agent version selects, and how that was found. */
export type Resolution = Answer & Outcome;

/** An answer without a version, only with the reason. */
export const unknownResolution = (agentId: string, reference: string | number | null, because: string): Resolution => ({
  agentId,
  reference,
  outcome: 'unknowable',
  version: null,
  isPublished: null,
  missing: null,
  known: [],
  because,
  candidates: null,
  unread: [],
  tagAway: null,
  unassignedTag: false,
  variablesFrom: null,
  variables: null,
  variablesOutcome: 'unknowable',
  assumptions: [],
  steps: [{ text: because, spec: null }],
});

interface Selected {
  readonly version?: number;
  readonly missing?: Missing;
  readonly known?: readonly (string | number)[];
  readonly because?: string;
  readonly candidates?: readonly number[];
  readonly unread?: readonly string[];
  readonly tagAway?: string;
  readonly unassigned?: boolean;
}

/**
 * Resolves a reference to an agent version. Spec: Versioning 3 and 4. Pure; the only place that answers questions about
 * a reference.
 * @param without what is known of an agent that is not here
 */
export function resolve(
  agent: Agent | undefined,
  agentId: string,
  reference: string | number | null,
  facts: WorkspaceSettings,
  without?: WithoutAgent,
): Resolution {
  const steps: Step[] = [],
    assumptions = new Set<Assumption>(),
    ofVariables = new Set<Assumption>(),
    { refusedAssumptions: refused } = facts;
  const say = (text: string, spec: string | null = 'Versioning 3'): void => {
    steps.push({ text, spec });
  };
  if (reference === null) {
    assumptions.add('default-version');
    say('no version given, so `latest` applies', null);
  }

  const choice: Selected = agent ? select(agent, reference ?? 'latest', say, assumptions) : withoutAgent(without!);
  const refusal = choice.version === undefined ? undefined : refusalOf(assumptions, refused);
  // a withheld result depends on nothing
  if (refusal !== undefined) assumptions.clear();
  const selected: Selected =
    refusal === undefined ? choice : { because: refusal, ...(choice.unassigned && { unassigned: true }) };
  const facts_ = selected.version === undefined ? undefined : agent?.versions.get(selected.version);
  const outcome = outcomeOf(selected);
  if (selected.because) say(selected.because, null);
  const applying: Variables =
    agent && outcome.outcome !== 'missing'
      ? variablesOf(agent, reference ?? 'latest', selected, facts_, say, ofVariables)
      : unknownVariables;
  const withheld = applying.outcome === 'unknowable' ? undefined : refusalOf(ofVariables, refused);
  if (withheld !== undefined) say(`the choice of variables ${withheld}`, null);
  const variables: Variables = withheld === undefined ? applying : { ...applying, values: null, outcome: 'unknowable' };
  return {
    agentId,
    reference,
    ...outcome,
    isPublished: facts_?.isPublished ?? null,
    missing: selected.missing ?? null,
    known: selected.known ?? [],
    because: selected.because ?? (withheld === undefined ? null : `the choice of variables ${withheld}`),
    candidates: selected.candidates ?? null,
    unread: selected.unread ?? [],
    tagAway: selected.tagAway ?? null,
    unassignedTag: selected.unassigned ?? false,
    variablesFrom: variables.from,
    variables: variables.values,
    variablesOutcome: variables.outcome,
    assumptions: [...new Set([...assumptions, ...ofVariables])].filter(name => !refused.includes(name)).sort(),
    steps,
  };
}

type Say = (text: string, spec?: string | null) => void;

export interface WithoutAgent {
  readonly because: string;
  /** Whether it does not exist. */
  readonly isMissing: boolean;
  /** Files that cannot be read and may define it. */
  readonly unread: readonly string[];
}
function withoutAgent({ because, isMissing, unread }: WithoutAgent): Selected {
  if (unread.length > 0) return unless(unread, because);
  return isMissing ? { missing: 'agent', because } : { because };
}

/** Not found in what can be read. */
const unless = (unread: readonly string[], because: string): Pick<Selected, 'unread' | 'because'> => ({
  because: `${because}${mayDefine(unread)}`,
  unread,
});

function outcomeOf({ version, missing }: Selected): Outcome {
  return version === undefined
    ? { outcome: missing ? 'missing' : 'unknowable', version: null }
    : { outcome: 'resolved', version };
}

function select(agent: Agent, reference: string | number, say: Say, assumptions: Set<Assumption>): Selected {
  if (typeof reference === 'number') return selectNumber(agent, reference, say);
  if (reference === 'latest') return selectLatest(agent, say, assumptions);
  if (reference === 'latest_published') return selectPublished(agent, say, assumptions);
  const tag = agent.tags.get(reference);
  if (!tag) {
    const tags = tagNamesOf(agent);
    return agent.tagsComplete
      ? {
          missing: 'tag',
          known: tags,
          because: `${agent.label} has no tag ${show(reference)}; its tags: ${list(tags)}`,
        }
      : {
          known: tags,
          ...unless(
            agent.unreadTags,
            `no agent list here says whether ${agent.label} has a tag ${show(reference)}; known tags: ${list(tags)}`,
          ),
        };
  }
  if (tag.version === null) {
    say(`tag ${reference} is unassigned, so it resolves to \`latest\``);
    return { ...selectLatest(agent, say, assumptions), unassigned: true };
  }
  if (tag.version === undefined) return contested(agent, tag);
  say(`tag ${reference} is assigned to version ${tag.version}`);
  if (agent.versions.has(tag.version)) return { version: tag.version };
  return agent.versionsComplete
    ? {
        missing: 'version',
        tagAway: reference,
        known: numbersOf(agent),
        because: `tag ${clipped(reference)} points to version ${tag.version}, which ${agent.label} does not have${withoutFile(agent)}`,
      }
    : {
        tagAway: reference,
        ...unless(
          agent.unread,
          `tag ${clipped(reference)} points to version ${tag.version}, which is not in this workspace`,
        ),
      };
}

function contested(agent: Agent, { name, claims }: AgentTag): Selected {
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

/** What is known of an agent, as lists; cached, because every reference that selects nothing names them. */
const tagNamesOf = (agent: Agent): readonly string[] =>
    agent.memory.remember(tagNamesOf, undefined, () => [...agent.tags.keys()].sort()),
  numbersOf = (agent: Agent): readonly number[] =>
    agent.memory.remember(numbersOf, undefined, () => [...agent.versions.keys()]);

const withoutFile = ({ isFileless }: Agent): string =>
  isFileless ? ', because no file has its record (config: "complete" includes agent)' : '';

function selectNumber(agent: Agent, version: number, say: Say): Selected {
  say(`a number selects exactly that version: ${version}`);
  if (agent.versions.has(version)) return { version };
  const numbers = numbersOf(agent);
  return agent.versionsComplete
    ? {
        missing: 'version',
        known: numbers,
        because: `${agent.label} has no version ${version}${withoutFile(agent) || `; its versions: ${list(numbers)}`}`,
      }
    : {
        known: numbers,
        ...unless(agent.unread, `${agent.label} has no version ${version} here; known versions: ${list(numbers)}`),
      };
}

function selectLatest(agent: Agent, say: Say, assumptions: Set<Assumption>): Selected {
  const version = [...agent.versions.keys()].at(-1);
  if (version === undefined)
    return {
      ...(agent.versionsComplete && { missing: 'version' as const }),
      because: `${agent.label} has no numbered version here${withoutFile(agent)}`,
    };
  const other = versionElsewhere(agent, number => number > version);
  if (other) return { ...other, because: `${other.because}, so which version is its latest is not known` };
  say(`latest selects the largest version number: ${version}`);
  if (!agent.versionsComplete) assumptions.add('workspace-complete');
  return { version };
}

/**
 * Why a version that is not here may be the selected one: a tag is assigned to it, or an unreadable file may be its
 * record.
 */
function versionElsewhere(
  { label, tags, versions, versionsComplete, unread }: Agent,
  isMeant: (version: number) => boolean,
): (Pick<Selected, 'unread' | 'tagAway'> & { readonly because: string }) | undefined {
  if (versionsComplete) return undefined;
  for (const { name, claims } of tags.values()) {
    const absent = claims.findLast(version => isMeant(version) && !versions.has(version));
    if (absent !== undefined)
      return {
        tagAway: name,
        because: `tag ${clipped(name)} of ${label} points to version ${absent}, which is not in this workspace`,
      };
  }
  return unread.length === 0
    ? undefined
    : { because: `${unreadFiles(unread)} and may be a newer version of ${label}`, unread };
}

/** A version that may or may not be published is a candidate, unless it is older than a published one. */
function selectPublished(agent: Agent, say: Say, assumptions: Set<Assumption>): Selected {
  const known = numbersOf(agent);
  const possible = [...agent.versions.values()].filter(v => v.isPublished !== false);
  const published = possible.filter(v => v.isPublished);
  if (possible.length === 0) {
    if (known.length === 0)
      return {
        ...(agent.versionsComplete && { missing: 'published version' as const }),
        because: `${agent.label} has no numbered version here${withoutFile(agent)}`,
      };
    return agent.versionsComplete
      ? { missing: 'published version', known, because: `${agent.label} has no published version` }
      : {
          known,
          because: `${agent.label} has no published version here; known versions: ${list(known)}`,
        };
  }
  // the date of an older version's publication is not known either
  const other = versionElsewhere(agent, () => true);
  if (other) return { ...other, because: `${other.because}, so whether that is published is not known` };
  if (published.length === 0)
    return {
      because: `whether version ${list(numbers(possible))} of ${agent.label} is published is not known`,
      candidates: numbers(possible),
    };
  const [only] = possible;
  if (!agent.versionsComplete) assumptions.add('workspace-complete');
  if (possible.length === 1) {
    say(`the only published version is ${only!.version}`);
    return { version: only!.version };
  }
  const newest = Math.max(...published.map(v => v.modified ?? -Infinity));
  const contenders = possible.filter(v => v.modified === undefined || v.modified >= newest);
  if (contenders.length > 1) {
    const unclear = contenders.find(v => !v.isPublished),
      undated = contenders.find(v => v.modified === undefined);
    const open = undated ? `when ${undated.version} was modified is not known` : 'were modified at the same time';
    return {
      candidates: numbers(contenders),
      because: unclear
        ? `whether version ${unclear.version} of ${agent.label} is published is not known`
        : `versions ${list(numbers(contenders))} of ${agent.label} are published and ${open}`,
    };
  }
  assumptions.add('publish-order');
  say(`of the published versions ${list(numbers(published))}, ${contenders[0]!.version} was modified last`);
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
  selected: Selected,
  version: AgentVersion | undefined,
  say: Say,
  assumptions: Set<Assumption>,
): Variables {
  const of = (tag: string): Variables => {
    const values = agent.tags.get(tag)?.variables;
    if (values === undefined) {
      say(`no agent list here has the variables of tag ${tag}`, 'Versioning 4');
      return { from: tag, values: null, outcome: 'unknowable' };
    }
    return { from: tag, values, outcome: 'resolved' };
  };
  if (typeof reference === 'string' && reference !== 'latest' && reference !== 'latest_published') {
    // they belong to the assignment, so they are known even if the version is not
    if (!agent.tags.has(reference)) return unknownVariables;
    if (selected.unassigned) assumptions.add('unassigned-tag-variables');
    say(`the variables of tag ${reference} apply`, 'Versioning 4');
    return of(reference);
  }
  if (selected.version === undefined) return unknownVariables;
  const preferred = preferredTag(agent, selected.version, version?.assignedTags);
  if ('because' in preferred) {
    say(preferred.because, 'Versioning 4');
    return unknownVariables;
  }
  if (preferred.tag === undefined) {
    say('the version has no tags, so no variables apply', 'Versioning 4');
    return { from: null, values: null, outcome: 'none' };
  }
  say(`the variables of the version's preferred tag ${preferred.tag} apply`, 'Versioning 4');
  return of(preferred.tag);
}

/** The list item says which tags a version has; only the version's own record says which comes first. */
function preferredTag(
  agent: Agent,
  version: number,
  assigned: readonly string[] | undefined,
): { readonly tag: string | undefined } | { readonly because: string } {
  const unclear = (tag: string) => ({ because: `which version tag ${tag} is assigned to is not known` });
  if (!agent.tagsComplete) {
    if (assigned === undefined) return { because: 'the tags of this version are not known' };
    const [tag] = assigned;
    return tag === undefined || agent.tags.get(tag)?.version === version ? { tag } : unclear(tag);
  }
  const contested = [...agent.tags.values()].find(tag => tag.version === undefined);
  if (contested) return unclear(contested.name);
  const tags = [...agent.tags.values()].filter(tag => tag.version === version).map(tag => tag.name);
  if (tags.length < 2) return { tag: tags[0] };
  if (assigned && tags.every(tag => assigned.includes(tag))) return { tag: assigned.find(tag => tags.includes(tag)) };
  return {
    because: `version ${version} has the tags ${list(tags.toSorted())}; only its own file says which is preferred`,
  };
}

const list = (values: readonly (string | number)[]): string => (values.length === 0 ? 'none' : listed(values, 'and'));
