import type { AgentFacts, VersionFacts } from './agents.ts';
import type { Facts } from './facts.ts';

/** One step of a resolution, with the clause of the specification it follows. */
export interface Step { readonly text: string; readonly spec: string | null }
/** What had to be taken for true because specification and files are silent. */
export type Assumption = 'default-version' | 'workspace-complete' | 'publish-order' | 'unassigned-tag-variables';
export type Missing = 'agent' | 'version' | 'published version' | 'tag';

/** What an agent version reference selects, and how that was found. */
export interface Resolution {
  readonly agentId: string;
  /** As written; null where the file gives none, which means `latest`. */
  readonly reference: string | number | null;
  readonly outcome: 'resolved' | 'missing' | 'unknowable';
  readonly version: number | null;
  readonly isPublished: boolean | null;
  /** For `missing` and `unknowable`: what was looked for, and what there is of that sort. */
  readonly missing: Missing | null;
  readonly known: readonly (string | number)[];
  readonly because: string | null;
  readonly candidates: readonly number[] | null;
  /** Set when the reference is a tag that exists and is assigned nowhere. */
  readonly unassignedTag: boolean;
  readonly variablesFrom: string | null;
  readonly variables: Readonly<Record<string, string>> | null;
  readonly variablesOutcome: 'resolved' | 'none' | 'unknowable';
  readonly assumptions: readonly Assumption[];
  readonly steps: readonly Step[];
}

interface Selected { readonly version?: number; readonly missing?: Missing; readonly known?: readonly (string | number)[]; readonly because?: string; readonly candidates?: readonly number[]; readonly unassigned?: boolean }

/** Follows an agent version reference. Spec: Versioning 3 and 4. Pure; every question about a reference is answered here and nowhere else. */
export function resolve(agent: AgentFacts | undefined, agentId: string, reference: string | number | null, facts: Facts): Resolution {
  const steps: Step[] = [], assumptions = new Set<Assumption>();
  const say = (text: string, spec: string | null = 'Versioning 3'): void => { steps.push({ text, spec }); };
  if (reference === null) { assumptions.add('default-version'); say(`no version is given, so \`latest\` is meant`, null); }

  const selected = agent
    ? select(agent, reference ?? 'latest', say, assumptions)
    : facts.complete.includes('agent')
      ? { missing: 'agent' as const, because: `no file holds agent ${agentId}, and the configuration says that all agents are here` }
      : { because: `no file holds agent ${agentId}` };
  const facts_ = selected.version === undefined ? undefined : agent?.versions.get(selected.version);
  const outcome = selected.version !== undefined ? 'resolved' : selected.missing ? 'missing' : 'unknowable';
  if (selected.because) say(selected.because, null);
  const variables = outcome === 'resolved' ? variablesOf(agent!, reference ?? 'latest', selected, facts_, say, assumptions) : { from: null, values: null, outcome: 'unknowable' as const };
  return {
    agentId, reference, outcome,
    version: selected.version ?? null,
    isPublished: facts_?.isPublished ?? null,
    missing: selected.missing ?? null,
    known: selected.known ?? [],
    because: selected.because ?? null,
    candidates: selected.candidates ?? null,
    unassignedTag: selected.unassigned ?? false,
    variablesFrom: variables.from, variables: variables.values, variablesOutcome: variables.outcome,
    assumptions: [...assumptions].sort(), steps,
  };
}

type Say = (text: string, spec?: string | null) => void;

function select(agent: AgentFacts, reference: string | number, say: Say, assumptions: Set<Assumption>): Selected {
  if (typeof reference === 'number') return selectNumber(agent, reference, say);
  if (reference === 'latest') return selectLatest(agent, say, assumptions);
  if (reference === 'latest_published') return selectPublished(agent, say, assumptions);
  const tag = agent.tags.get(reference);
  if (!tag) {
    const known = [...agent.tags.keys()].sort();
    return agent.tagsComplete
      ? { missing: 'tag', known, because: `agent ${agent.id} has no tag ${JSON.stringify(reference)}; its list item has ${list(known)}` }
      : { known, because: `no list item of agent ${agent.id} is in the workspace, so its tags are not known completely; known are ${list(known)}` };
  }
  if (tag.version === null) {
    say(`tag ${reference} exists and is assigned to no version, so it means \`latest\``);
    return { ...selectLatest(agent, say, assumptions), unassigned: true };
  }
  say(`tag ${reference} is assigned to version ${tag.version}`);
  const holders = [...agent.versions.values()].filter(v => v.assignedTags?.includes(reference));
  if (!agent.tagsComplete && holders.length > 1) return { because: `several versions say that they have tag ${reference}`, candidates: holders.map(v => v.version) };
  if (agent.versions.has(tag.version)) return { version: tag.version };
  return agent.versionsComplete
    ? { missing: 'version', known: [...agent.versions.keys()], because: `version ${tag.version}, which tag ${reference} is assigned to, is in no file and not among the version summaries` }
    : { because: `version ${tag.version}, which tag ${reference} is assigned to, is in no file` };
}

function selectNumber(agent: AgentFacts, version: number, say: Say): Selected {
  say(`a number selects that version: ${version}`);
  if (agent.versions.has(version)) return { version };
  const known = [...agent.versions.keys()];
  return agent.versionsComplete
    ? { missing: 'version', known, because: `agent ${agent.id} has no version ${version}; its versions are ${list(known)}` }
    : { known, because: `version ${version} of agent ${agent.id} is in no file; the files hold ${list(known)}, and no version summaries say whether that is all` };
}

function selectLatest(agent: AgentFacts, say: Say, assumptions: Set<Assumption>): Selected {
  const version = [...agent.versions.keys()].at(-1);
  if (version === undefined) return { because: `no file holds a numbered version of agent ${agent.id}` };
  say(`latest is the largest number: ${version}`);
  if (!agent.versionsComplete) assumptions.add('workspace-complete');
  return { version };
}

function selectPublished(agent: AgentFacts, say: Say, assumptions: Set<Assumption>): Selected {
  const versions = [...agent.versions.values()];
  const published = versions.filter(v => v.isPublished === true);
  const unclear = versions.filter(v => v.isPublished === undefined).map(v => v.version);
  if (unclear.length > 0 && published.length === 0) return { because: `no file says whether version ${list(unclear)} is published`, candidates: unclear };
  if (published.length === 0) {
    return agent.versionsComplete
      ? { missing: 'published version', known: versions.map(v => v.version), because: `no version of agent ${agent.id} is published` }
      : { known: versions.map(v => v.version), because: `none of the versions of agent ${agent.id} in the files (${list(versions.map(v => v.version))}) is published, and no version summaries say whether that is all` };
  }
  if (!agent.versionsComplete || unclear.length > 0) assumptions.add('workspace-complete');
  const [only] = published;
  if (published.length === 1) { say(`the only published version is ${only!.version}`); return { version: only!.version }; }
  const candidates = published.map(v => v.version);
  if (published.some(v => v.modified === undefined)) return { because: `several versions are published (${list(candidates)}) and not each has a time`, candidates };
  const newest = published.reduce((a, b) => (b.modified! > a.modified! ? b : a));
  const ties = published.filter(v => v.modified === newest.modified);
  if (ties.length > 1) return { because: `versions ${list(ties.map(v => v.version))} are published and have the same time`, candidates: ties.map(v => v.version) };
  assumptions.add('publish-order');
  say(`of the published versions ${list(candidates)}, ${newest.version} was modified last`);
  return { version: newest.version };
}

interface Variables { readonly from: string | null; readonly values: Readonly<Record<string, string>> | null; readonly outcome: Resolution['variablesOutcome'] }

function variablesOf(agent: AgentFacts, reference: string | number, selected: Selected, version: VersionFacts | undefined, say: Say, assumptions: Set<Assumption>): Variables {
  const of = (tag: string): Variables => {
    const values = agent.tags.get(tag)?.variables;
    if (values === undefined) { say(`the variables of tag ${tag} are in no list item`, 'Versioning 4'); return { from: tag, values: null, outcome: 'unknowable' }; }
    return { from: tag, values, outcome: 'resolved' };
  };
  if (typeof reference === 'string' && reference !== 'latest' && reference !== 'latest_published') {
    if (selected.unassigned) assumptions.add('unassigned-tag-variables');
    say(`the variables of tag ${reference} apply`, 'Versioning 4');
    return of(reference);
  }
  let tags = version?.assignedTags;
  if (tags === undefined) {
    if (!agent.tagsComplete) { say('no file says which tags this version has', 'Versioning 4'); return { from: null, values: null, outcome: 'unknowable' }; }
    tags = [...agent.tags.values()].filter(tag => tag.version === selected.version).map(tag => tag.name);
    if (tags.length > 1) { say(`version ${selected.version} has the tags ${list(tags.toSorted())}; which one is preferred only its own record can tell`, 'Versioning 4'); return { from: null, values: null, outcome: 'unknowable' }; }
  }
  const [preferred] = tags;
  if (preferred === undefined) { say('the version has no tag, so no variables apply', 'Versioning 4'); return { from: null, values: null, outcome: 'none' }; }
  say(`the variables of the version's preferred tag ${preferred} apply`, 'Versioning 4');
  return of(preferred);
}

const list = (values: readonly (string | number)[]): string => (values.length === 0 ? 'none' : values.join(', '));
