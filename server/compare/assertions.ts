import { recordName, referenceName, versionName } from '../core/workspace/names.ts';
import { liveVersions } from '../core/domain/live-versions.ts';
import type { Kind } from '../core/kinds.ts';
import { clipped, count, didYouMean, listed } from '../core/wording.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import type { ContentGroup } from './contents.ts';
import { isLostName, lostNameInWords, type LostName } from './lost-names.ts';
import { isLoss, isReachBreak, reachInWords, type ReachChange } from './reach-changes.ts';
import { effectOf, isBreak, isVersionChange, referenceOf, type Change, type Changes } from './changes.ts';
import { entryOf, type CallersChange } from './callers.ts';
import { describeEntryMove } from './callers-words.ts';
import { moveLimitReason, movesEvidence, readMost, type MoveLimit } from './callers-assertion.ts';
import { outcomeOf, referenceInWords } from './references.ts';
import {
  agentCalled,
  ambiguity,
  isMalformed,
  readReference,
  readTag,
  readVersion,
  type MalformedReference,
} from '../core/domain/typed-reference.ts';
import type { UnreadableFile } from './unreadable-files.ts';

/**
 * An assertion about a plan:
 *
 *     no breaks | no changes | no live changes | no results are lost | no new suppressions
 *     at most N % of callers move
 *     TAG unchanged
 *     AGENT[@REF] unchanged
 *     AGENT[@REF] is published | draft | missing | VERSION
 *
 * AGENT is an id, or a name that only one agent has; names may contain spaces.
 */
export type Assertion =
  | { readonly kind: 'no'; readonly what: (typeof nothings)[number] }
  | MoveLimit
  | { readonly kind: 'tag unchanged'; readonly tag: string }
  | { readonly kind: 'unchanged'; readonly agent: string; readonly reference: string | number | null }
  | {
      readonly kind: 'is';
      readonly agent: string;
      readonly reference: string | number | null;
      readonly state: 'published' | 'draft' | 'missing' | number;
    };

export const assertionGrammar = `no breaks | no changes | no live changes | no results are lost | no new suppressions
at most N % of callers move
TAG unchanged
AGENT[@REF] unchanged
AGENT[@REF] is published | draft | missing | VERSION`;

/** The assertions that name no agent or tag. */
export const usualAssertions = (): readonly string[] => [
  ...nothings.map(kind => `no ${kind}`),
  'at most 10 % of callers move',
];

const nothings = ['breaks', 'changes', 'live changes', 'results are lost', 'new suppressions'] as const;
const states = ['published', 'draft', 'missing'] as const;

/** Parses an assertion; errors have a position in the text. */
export function readAssertion(text: string): Assertion | MalformedReference {
  const start = text.length - text.trimStart().length;
  const words = [...text.matchAll(/\S+/g)].map(match => ({ word: match[0], at: match.index }));
  if (words.length === 0) return { at: 0, message: 'the assertion is empty' };
  const [first, ...otherWords] = words;
  if (first!.word === 'no') {
    const rest = otherWords.map(({ word }) => word).join(' '),
      kind = nothings.find(name => name === rest);
    if (kind) return { kind: 'no', what: kind };
    return {
      at: otherWords[0]?.at ?? text.length,
      message: `"no" must be followed by ${listed(nothings, 'or')}${rest === '' ? '' : didYouMean(rest, nothings)}`,
    };
  }
  if (/^at most(?: |$)/.test(words.map(({ word }) => word).join(' '))) return readMost(text, words[1]!.at + 4);
  // the name of an agent may contain spaces, "is" and "unchanged", so the last of these two words is the keyword
  const verb = words.findLast(({ word }, i) => i > 0 && (word === 'is' || word === 'unchanged'));
  if (!verb) {
    const finalWord = words.length > 1 ? words.at(-1)! : undefined;
    const hint = finalWord ? didYouMean(finalWord.word, ['unchanged']) : '';
    return {
      at: hint ? finalWord!.at : (words[1]?.at ?? text.length),
      message: `"is" or "unchanged" is missing${hint}`,
    };
  }
  const subject = text.slice(start, verb.at).trimEnd(),
    rest = words.filter(({ at }) => at > verb.at);
  if (verb.word === 'unchanged') {
    if (rest.length > 0) return { at: rest[0]!.at, message: '"unchanged" must end the assertion' };
    if (!subject.includes('@') && !isMalformed(toObject(readTag(subject))))
      return { kind: 'tag unchanged', tag: subject };
    const reference = readReference(subject);
    return isMalformed(reference) ? { ...reference, at: reference.at + start } : { kind: 'unchanged', ...reference };
  }
  const reference = readReference(subject);
  if (isMalformed(reference)) return { ...reference, at: reference.at + start };
  const lastWord = rest.map(({ word }) => word).join(' ');
  if (lastWord === '')
    return { at: text.length, message: '"is" must be followed by published, draft, missing or a version number' };
  const state = states.find(name => name === lastWord);
  if (state) return { kind: 'is', ...reference, state };
  const number = readVersion(lastWord.replace(/^v(?=\d+$)/, ''));
  if (typeof number === 'number') return { kind: 'is', ...reference, state: number };
  return {
    at: rest[0]!.at,
    message: `"is" must be followed by published, draft, missing or a version number${didYouMean(lastWord, states)}`,
  };
}

const toObject = (value: string | MalformedReference): object => (typeof value === 'string' ? {} : value);

/** The result of an assertion. */
export interface Verdict {
  readonly holds: boolean;
  /** The reason why the assertion fails; null if it holds. */
  readonly because: string | null;
  /** The evidence of the result: `23 references (9 to versions) in 2 workspaces`. */
  readonly evidence: string;
}
/** One workspace in the two compared states. */
export interface ComparedStates {
  readonly plan: Changes;
  readonly before: Workspace;
  readonly after: Workspace;
  /** The entries of `suppress` and `accept` that the change adds, in words; empty without a comparison. */
  readonly newSuppressions?: () => readonly string[];
}

/**
 * Checks an assertion against the plans of all workspaces. The assertion fails if its answer is unknown or depends on
 * an unreadable file, or if there is nothing to check.
 * @returns the result, or a message if the name of an agent is ambiguous
 */
export function judge(
  assertion: Assertion,
  states: readonly ComparedStates[],
): Verdict | { readonly ambiguous: string } {
  const comparedCount = states.reduce((sum, { plan }) => sum + plan.examinedCount, 0),
    toVersions = states.reduce((sum, { plan }) => sum + plan.toVersions, 0),
    scopeNote = `in ${count(states.length, 'workspace')}`;
  // the unchanged references of a plan are references to versions only, so their number is printed, too
  const referenceCount = toVersions === comparedCount ? '' : ` (${toVersions || 'none'} to versions)`;
  const evidence =
    assertion.kind === 'at most'
      ? movesEvidence(states, scopeNote)
      : `${count(comparedCount, 'reference')}${referenceCount} ${scopeNote}`;
  const reason = reasonAgainst(assertion, states, comparedCount) ?? unreadReason(assertion, states);
  if (typeof reason === 'object') return reason;
  return { holds: reason === undefined, because: reason ?? null, evidence };
}

type Reason = string | { readonly ambiguous: string } | undefined;

function reasonAgainst(assertion: Assertion, comparedStates: readonly ComparedStates[], count: number): Reason {
  if (assertion.kind === 'no') {
    if (assertion.what === 'results are lost') return resultsAgainst(comparedStates);
    if (assertion.what === 'new suppressions') return suppressionsAgainst(comparedStates);
    return changesAgainst(assertion.what, comparedStates, count);
  }
  if (assertion.kind === 'at most') return moveLimitReason(assertion, comparedStates);
  if (assertion.kind === 'tag unchanged') return tagAgainst(assertion.tag, comparedStates);
  const states = statesOf(comparedStates);
  const agent = agentCalled(assertion.agent, ...states);
  if ('ambiguous' in agent) return { ambiguous: ambiguity(assertion.agent, agent.ambiguous) };
  const id = 'id' in agent ? agent.id : assertion.agent;
  const statesWithAgent = comparedStates.filter(({ before, after }) => before.agent(id) ?? after.agent(id));
  const hint = 'unknown' in agent ? agent.unknown : '';
  if (assertion.kind === 'unchanged' && statesWithAgent.length === 0)
    return `no agent ${clipped(id)} in this workspace${hint}`;
  const judgedStates = statesWithAgent.length > 0 ? statesWithAgent : comparedStates.slice(0, 1);
  return firstOf(judgedStates, ({ before, after }) =>
    assertion.kind === 'unchanged'
      ? changeAgainst(id, assertion.reference, before, after)
      : stateAgainst(id, assertion, after, hint),
  );
}

/**
 * The reason why an assertion fails because of an unreadable file. Any file may have contained a reference, and files
 * of agents define which versions exist.
 */
function unreadReason(assertion: Assertion, states: readonly ComparedStates[]): string | undefined {
  // an unreadable configuration has already ended the run
  if (assertion.kind === 'no' && assertion.what === 'new suppressions') return undefined;
  const isOnlyNow = assertion.kind === 'is';
  const files = states
    .flatMap(({ plan }) => plan.unreadableFiles)
    .filter(file => !isOnlyNow || file.in !== 'base')
    .filter(
      ({ kind }) =>
        assertion.kind === 'no' || assertion.kind === 'at most' || kind === undefined || evidenceKinds.has(kind),
    );
  if (files.length === 0) return undefined;
  const fileNames = (files: readonly UnreadableFile[]): string =>
    listed(
      files.map(({ file }) => file),
      'and',
      5,
    );
  const formerUnreadable = files.filter(file => file.in === 'base'),
    currentUnreadable = files.filter(file => file.in !== 'base');
  return [
    ...(formerUnreadable.length > 0
      ? [`the former contents of ${fileNames(formerUnreadable)} are not known here`]
      : []),
    ...(currentUnreadable.length > 0 ? [`${fileNames(currentUnreadable)} cannot be read`] : []),
  ].join(', and ');
}
/** The kinds of file that define which agents, versions and tags exist. */
const evidenceKinds: ReadonlySet<Kind> = new Set<Kind>(['agent', 'agent-list', 'agent-versions']);

function firstOf<T>(items: readonly T[], find: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const reason = find(item);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

function suppressionsAgainst(states: readonly ComparedStates[]): string | undefined {
  const [first, ...otherSuppressions] = states.flatMap(({ newSuppressions = () => [] }) => newSuppressions());
  if (first === undefined) return undefined;
  return otherSuppressions.length === 0
    ? `${first} is new`
    : `${otherSuppressions.length + 1} are new, the first is ${first}`;
}

interface Countable {
  readonly reference: (change: Change) => boolean;
  readonly contents: (group: ContentGroup) => boolean;
  readonly callers: (change: CallersChange) => boolean;
  readonly reach: (change: ReachChange) => boolean;
  readonly lostName: (loss: LostName) => boolean;
  readonly sort: string;
  readonly verbs: readonly [one: string, many: string];
}
const changeWords = ['changes', 'change'] as const;
const countedKinds: Readonly<
  Record<Exclude<(typeof nothings)[number], 'results are lost' | 'new suppressions'>, Countable>
> = {
  breaks: {
    reference: isBreak,
    contents: () => false,
    callers: change => change.isCutOff && !change.isAccepted,
    reach: isReachBreak,
    lostName: isLostName,
    sort: 'references',
    verbs: ['is broken now', 'are broken now'],
  },
  changes: {
    reference: () => true,
    contents: () => true,
    callers: () => true,
    reach: () => true,
    lostName: () => false,
    sort: 'references',
    verbs: changeWords,
  },
  'live changes': {
    reference: ({ isLive, acceptance }) => isLive && !acceptance,
    contents: ({ isLive }) => isLive,
    callers: change => entryOf(change).kind !== 'batch' && change.isNoticeable && !change.isAccepted,
    reach: change => isLoss(change) && !change.acceptance && change.entry.kind !== 'batch',
    lostName: () => false,
    sort: 'live references',
    verbs: changeWords,
  },
};
function changesAgainst(
  assertionKind: keyof typeof countedKinds,
  states: readonly ComparedStates[],
  count: number,
): string | undefined {
  const { reference, contents, callers, reach, lostName, sort, verbs } = countedKinds[assertionKind];
  const changes = states.flatMap(({ plan }) => plan.changes.filter(reference));
  const [first] = changes;
  const [editedGroup] = states.flatMap(({ plan }) => plan.contents).filter(contents),
    [change] = states.flatMap(({ plan }) => plan.callers).filter(callers),
    [firstGroup, ...otherGroups] = states.flatMap(({ plan }) => plan.reach.groups(reach));
  if (!first && change) return describeEntryMove(change);
  if (!first && firstGroup)
    return `${reachInWords(firstGroup)}${otherGroups.length === 0 ? '' : `, and ${otherGroups.length} more`}`;
  if (!first)
    for (const { plan, after } of states)
      for (const loss of plan.lostNames) if (lostName(loss)) return lostNameInWords(loss, after);
  if (!first && editedGroup) return contentsInWords(editedGroup, statesOf(states));
  if (!first) return count === 0 ? 'no reference was checked, so the assertion has no evidence' : undefined;
  const verbPhrase =
    assertionKind === 'breaks' && changes.every(isStillResolved) ? 'have variables that are no longer known' : verbs[1];
  const verb = referenceInWords(referenceOf(first), ...statesOf(states));
  if (changes.length > 1) return `${changes.length} ${sort} ${verbPhrase}, the first is ${verb}`;
  return `${verb} ${(assertionKind === 'breaks' ? versionBreakInWords(first) : undefined) ?? verbs[0]}`;
}
const statesOf = (states: readonly ComparedStates[]): readonly Workspace[] =>
  states.flatMap(({ before, after }) => [after, before]);

function resultsAgainst(states: readonly ComparedStates[]): string | undefined {
  const [first, ...furtherResults] = states.flatMap(({ plan }) => plan.results);
  if (first) {
    const name = versionName(first.agentId, first.version, ...statesOf(states));
    const otherResults = furtherResults.length === 0 ? '' : ` and ${count(furtherResults.length, 'other result')}`;
    const verb = furtherResults.length === 0 ? 'is' : 'are';
    return `${first.field} of ${name}${otherResults} ${verb} lost: ${first.effect}`;
  }
  const isLive = states.some(({ before, after }) =>
    [before, after].some(workspace => liveVersions(workspace).size > 0),
  );
  return isLive ? undefined : 'no version is live, so the assertion has no evidence';
}

function contentsInWords(
  { part, version, changes: [first, ...otherChanges] }: ContentGroup,
  states: readonly Workspace[],
): string {
  const otherValues = otherChanges.length === 0 ? '' : ` and ${count(otherChanges.length, 'other value')}`;
  const name = part.id === '' ? part.file : recordName(part.kind, part.id, ...states),
    label = version === undefined ? name : `${name} v${version}`;
  const change = otherChanges.length === 0 ? 'changes' : 'change',
    number = version === undefined ? '' : ' under the same number';
  return `${first!.pointer || 'the record'}${otherValues} of ${label} ${change}${number}`;
}

const isStillResolved = ({ after }: Change): boolean => after !== undefined && outcomeOf(after) === 'resolved';
function versionBreakInWords(change: Change): string | undefined {
  if (!isVersionChange(change)) return undefined;
  if (isStillResolved(change)) return 'has variables that are no longer known';
  return change.after?.resolution.outcome === 'missing' ? 'selects nothing now' : 'can no longer be resolved';
}

function tagAgainst(tag: string, states: readonly ComparedStates[]): string | undefined {
  const having = ({ before, after }: ComparedStates): string[] =>
    [...new Set([before, after].flatMap(workspace => [...workspace.agents.values()]))]
      .filter(agent => agent.tags.has(tag))
      .map(({ id }) => id);
  const idsByComparison = states.map(states => ({ one: states, ids: [...new Set(having(states))].sort() }));
  if (idsByComparison.every(({ ids }) => ids.length === 0)) {
    const tags = states.flatMap(({ after }) => [...after.agents.values()].flatMap(agent => [...agent.tags.keys()]));
    return `no agent has a tag ${tag}${didYouMean(tag, tags)}`;
  }
  return firstOf(idsByComparison, ({ one: { before, after }, ids }) =>
    firstOf(ids, id => changeAgainst(id, tag, before, after)),
  );
}

function changeAgainst(
  id: string,
  reference: string | number | null,
  before: Workspace,
  after: Workspace,
): string | undefined {
  const formerResolution = before.resolve(id, reference),
    currentResolution = after.resolve(id, reference);
  const effect = effectOf(formerResolution, currentResolution),
    name = referenceName(id, reference, after, before);
  if (effect === undefined) return undefined;
  if (effect === 'variables') return `${name} gets other dynamic variables`;
  const describe = ({ outcome, version }: typeof formerResolution): string =>
    outcome === 'resolved' ? `version ${version}` : outcome;
  return describe(formerResolution) === describe(currentResolution)
    ? `${name} is still ${describe(currentResolution)}, but changes: ${effect}`
    : `${name} was ${describe(formerResolution)} and is ${describe(currentResolution)}`;
}

function stateAgainst(
  id: string,
  { reference, state }: Assertion & { readonly kind: 'is' },
  after: Workspace,
  hint: string,
): string | undefined {
  const current = after.resolve(id, reference),
    name = referenceName(id, reference, after);
  if (state === 'missing') {
    if (current.outcome === 'missing') return undefined;
    return current.outcome === 'resolved'
      ? `${name} is version ${current.version}`
      : `whether ${name} is missing is unknown: ${current.because}${hint}`;
  }
  if (current.outcome !== 'resolved')
    return `${current.outcome === 'missing' ? `${name} is missing` : `the state of ${name} is unknown`}: ${current.because}${hint}`;
  if (typeof state === 'number') return current.version === state ? undefined : `${name} is version ${current.version}`;
  if (current.isPublished === null) return `whether ${name} (version ${current.version}) is published is not known`;
  if (current.isPublished === (state === 'published')) return undefined;
  return `${name} is version ${current.version}, which is ${current.isPublished ? 'published' : 'a draft'}`;
}
