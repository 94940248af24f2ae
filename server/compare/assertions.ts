import { recordName, referenceName, versionName } from '../core/workspace/names.ts';
import { liveVersions } from '../core/domain/live-versions.ts';
import type { Kind } from '../core/kinds.ts';
import { clipped, count, didYouMean, listed } from '../core/wording.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import type { ContentGroup } from './contents.ts';
import { isLostName, lostNameInWords, type LostName } from './lost-names.ts';
import { isLoss, isReachBreak, reachInWords, type ReachChange } from './reach-changes.ts';
import { effectOf, isBreak, isVersionChange, placedOf, type Change, type Changes } from './changes.ts';
import { entryOf, type CallersChange } from './callers.ts';
import { describeEntryMove } from './callers-words.ts';
import { movesAgainst, movesEvidence, readMost, type Most } from './callers-assertion.ts';
import { outcomeOf, referenceInWords } from './references.ts';
import {
  agentCalled,
  ambiguity,
  isMalformed,
  readReference,
  readTag,
  readVersion,
  type Malformed,
} from '../core/domain/typed-reference.ts';
import type { Unreadable } from './unreadable-files.ts';

/**
 * An assertion about a plan:
 *
 *     no breaks | no changes | no live changes | no results are lost | no new suppressions
 *     at most N % of callers move
 *     TAG unchanged
 *     AGENT[@REF] unchanged
 *     AGENT[@REF] is published | draft | missing | VERSION
 *
 * AGENT is an id, or a name that only one agent has; it may contain spaces.
 */
export type Assertion =
  | { readonly kind: 'no'; readonly what: (typeof nothings)[number] }
  | Most
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
  ...nothings.map(what => `no ${what}`),
  'at most 10 % of callers move',
];

const nothings = ['breaks', 'changes', 'live changes', 'results are lost', 'new suppressions'] as const;
const states = ['published', 'draft', 'missing'] as const;

/** Parses an assertion; errors have a position in the text. */
export function readAssertion(text: string): Assertion | Malformed {
  const start = text.length - text.trimStart().length;
  const words = [...text.matchAll(/\S+/g)].map(match => ({ word: match[0], at: match.index }));
  if (words.length === 0) return { at: 0, message: 'the assertion is empty' };
  const [first, ...more] = words;
  if (first!.word === 'no') {
    const typed = more.map(({ word }) => word).join(' '),
      what = nothings.find(name => name === typed);
    if (what) return { kind: 'no', what };
    return {
      at: more[0]?.at ?? text.length,
      message: `after "no" comes ${listed(nothings, 'or')}${typed === '' ? '' : didYouMean(typed, nothings)}`,
    };
  }
  if (/^at most(?: |$)/.test(words.map(({ word }) => word).join(' '))) return readMost(text, words[1]!.at + 4);
  // names of agents may contain spaces and words like these, so the last one is the keyword
  const verb = words.findLast(({ word }, i) => i > 0 && (word === 'is' || word === 'unchanged'));
  if (!verb) {
    const last = words.length > 1 ? words.at(-1)! : undefined;
    const near = last ? didYouMean(last.word, ['unchanged']) : '';
    return { at: near ? last!.at : (words[1]?.at ?? text.length), message: `"is" or "unchanged" is missing${near}` };
  }
  const subject = text.slice(start, verb.at).trimEnd(),
    rest = words.filter(({ at }) => at > verb.at);
  if (verb.word === 'unchanged') {
    if (rest.length > 0) return { at: rest[0]!.at, message: 'nothing comes after "unchanged"' };
    if (!subject.includes('@') && !isMalformed(asObject(readTag(subject))))
      return { kind: 'tag unchanged', tag: subject };
    const reference = readReference(subject);
    return isMalformed(reference) ? { ...reference, at: reference.at + start } : { kind: 'unchanged', ...reference };
  }
  const reference = readReference(subject);
  if (isMalformed(reference)) return { ...reference, at: reference.at + start };
  const ending = rest.map(({ word }) => word).join(' ');
  if (ending === '')
    return { at: text.length, message: 'after "is" comes published, draft, missing or a version number' };
  const state = states.find(name => name === ending);
  if (state) return { kind: 'is', ...reference, state };
  const number = readVersion(ending.replace(/^v(?=\d+$)/, ''));
  if (typeof number === 'number') return { kind: 'is', ...reference, state: number };
  return {
    at: rest[0]!.at,
    message: `after "is" comes published, draft, missing or a version number${didYouMean(ending, states)}`,
  };
}

const asObject = (value: string | Malformed): object => (typeof value === 'string' ? {} : value);

/** The result of an assertion. */
export interface Verdict {
  readonly holds: boolean;
  /** Why it fails. */
  readonly because: string | null;
  /** What it was checked against: `23 references (9 to versions) in 2 workspaces`. */
  readonly evidence: string;
}
/** One workspace in the two compared states. */
export interface ComparedStates {
  readonly plan: Changes;
  readonly before: Workspace;
  readonly after: Workspace;
  /** The entries of `suppress` and `accept` that the change adds, in words; empty if nothing is compared. */
  readonly newSuppressions?: () => readonly string[];
}

/**
 * Checks assertions against the plans of all workspaces. An assertion fails if its answer is unknown, depends on an
 * unreadable file, or is backed by nothing.
 * @returns a message instead if the name of an agent is ambiguous
 */
export function judge(
  assertion: Assertion,
  compared: readonly ComparedStates[],
): Verdict | { readonly ambiguous: string } {
  const examined = compared.reduce((sum, { plan }) => sum + plan.examined, 0),
    toVersions = compared.reduce((sum, { plan }) => sum + plan.toVersions, 0),
    where = `in ${count(compared.length, 'workspace')}`;
  // a plan counts references to versions alone as unchanged
  const counted = toVersions === examined ? '' : ` (${toVersions || 'none'} to versions)`;
  const evidence =
    assertion.kind === 'at most'
      ? movesEvidence(compared, where)
      : `${count(examined, 'reference')}${counted} ${where}`;
  const reason = reasonAgainst(assertion, compared, examined) ?? unreadReason(assertion, compared);
  if (typeof reason === 'object') return reason;
  return { holds: reason === undefined, because: reason ?? null, evidence };
}

type Reason = string | { readonly ambiguous: string } | undefined;

function reasonAgainst(assertion: Assertion, compared: readonly ComparedStates[], examined: number): Reason {
  if (assertion.kind === 'no') {
    if (assertion.what === 'results are lost') return resultsAgainst(compared);
    if (assertion.what === 'new suppressions') return suppressionsAgainst(compared);
    return changesAgainst(assertion.what, compared, examined);
  }
  if (assertion.kind === 'at most') return movesAgainst(assertion, compared);
  if (assertion.kind === 'tag unchanged') return tagAgainst(assertion.tag, compared);
  const states = statesOf(compared);
  const called = agentCalled(assertion.agent, ...states);
  if ('ambiguous' in called) return { ambiguous: ambiguity(assertion.agent, called.ambiguous) };
  const id = 'id' in called ? called.id : assertion.agent;
  const holding = compared.filter(({ before, after }) => before.agent(id) ?? after.agent(id));
  const hint = 'unknown' in called ? called.unknown : '';
  if (assertion.kind === 'unchanged' && holding.length === 0) return `no agent ${clipped(id)} in this workspace${hint}`;
  const judged = holding.length > 0 ? holding : compared.slice(0, 1);
  return firstOf(judged, ({ before, after }) =>
    assertion.kind === 'unchanged'
      ? changeAgainst(id, assertion.reference, before, after)
      : stateAgainst(id, assertion, after, hint),
  );
}

/**
 * What depends on an unreadable file does not hold: any file may have contained a reference, and agents' files define
 * what exists.
 */
function unreadReason(assertion: Assertion, compared: readonly ComparedStates[]): string | undefined {
  // a configuration that cannot be read ends the run
  if (assertion.kind === 'no' && assertion.what === 'new suppressions') return undefined;
  const isOnlyNow = assertion.kind === 'is';
  const files = compared
    .flatMap(({ plan }) => plan.unreadable)
    .filter(one => !isOnlyNow || one.in !== 'base')
    .filter(
      ({ kind }) =>
        assertion.kind === 'no' || assertion.kind === 'at most' || kind === undefined || evidenceKinds.has(kind),
    );
  if (files.length === 0) return undefined;
  const named = (some: readonly Unreadable[]): string =>
    listed(
      some.map(({ file }) => file),
      'and',
      5,
    );
  const past = files.filter(one => one.in === 'base'),
    now = files.filter(one => one.in !== 'base');
  return [
    ...(past.length > 0 ? [`what ${named(past)} said before is not known here`] : []),
    ...(now.length > 0 ? [`${named(now)} cannot be read`] : []),
  ].join(', and ');
}
/** Kinds of file that define which agents, versions and tags exist. */
const evidenceKinds: ReadonlySet<Kind> = new Set<Kind>(['agent', 'agent-list', 'agent-versions']);

function firstOf<T>(all: readonly T[], find: (one: T) => string | undefined): string | undefined {
  for (const one of all) {
    const reason = find(one);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

function suppressionsAgainst(compared: readonly ComparedStates[]): string | undefined {
  const [first, ...more] = compared.flatMap(({ newSuppressions = () => [] }) => newSuppressions());
  if (first === undefined) return undefined;
  return more.length === 0 ? `${first} is new` : `${more.length + 1} are new, the first is ${first}`;
}

interface Counted {
  readonly reference: (change: Change) => boolean;
  readonly contents: (group: ContentGroup) => boolean;
  readonly callers: (change: CallersChange) => boolean;
  readonly reach: (change: ReachChange) => boolean;
  readonly lostName: (lost: LostName) => boolean;
  readonly sort: string;
  readonly verbs: readonly [one: string, many: string];
}
const changing = ['changes', 'change'] as const;
const counted: Readonly<Record<Exclude<(typeof nothings)[number], 'results are lost' | 'new suppressions'>, Counted>> =
  {
    breaks: {
      reference: isBreak,
      contents: () => false,
      callers: () => false,
      reach: isReachBreak,
      lostName: isLostName,
      sort: 'references',
      verbs: ['leads nowhere now', 'lead nowhere now'],
    },
    changes: {
      reference: () => true,
      contents: () => true,
      callers: () => true,
      reach: () => true,
      lostName: () => false,
      sort: 'references',
      verbs: changing,
    },
    'live changes': {
      reference: ({ live, accepted }) => live && !accepted,
      contents: ({ isLive }) => isLive,
      callers: change => entryOf(change).kind !== 'batch' && change.isNoticeable && !change.accepted,
      reach: change => isLoss(change) && !change.accepted && change.entry.kind !== 'batch',
      lostName: () => false,
      sort: 'live references',
      verbs: changing,
    },
  };
function changesAgainst(
  what: keyof typeof counted,
  compared: readonly ComparedStates[],
  examined: number,
): string | undefined {
  const { reference, contents, callers, reach, lostName, sort, verbs } = counted[what];
  const changes = compared.flatMap(({ plan }) => plan.changes.filter(reference));
  const [first] = changes;
  const [edited] = compared.flatMap(({ plan }) => plan.contents).filter(contents),
    [shifted] = compared.flatMap(({ plan }) => plan.callers).filter(callers),
    [lost, ...others] = compared.flatMap(({ plan }) => plan.reach.groups(reach));
  if (!first && shifted) return describeEntryMove(shifted);
  if (!first && lost) return `${reachInWords(lost)}${others.length === 0 ? '' : `, and ${others.length} more`}`;
  if (!first)
    for (const { plan, after } of compared)
      for (const one of plan.lostNames) if (lostName(one)) return lostNameInWords(one, after);
  if (!first && edited) return contentsInWords(edited, statesOf(compared));
  if (!first) return examined === 0 ? 'no reference was checked, so there is no evidence for it' : undefined;
  const many =
    what === 'breaks' && changes.every(isStillResolved) ? 'have variables that are no longer known' : verbs[1];
  const says = referenceInWords(placedOf(first), ...statesOf(compared));
  if (changes.length > 1) return `${changes.length} ${sort} ${many}, the first is ${says}`;
  return `${says} ${(what === 'breaks' ? versionBreakInWords(first) : undefined) ?? verbs[0]}`;
}
const statesOf = (compared: readonly ComparedStates[]): readonly Workspace[] =>
  compared.flatMap(({ before, after }) => [after, before]);

function resultsAgainst(compared: readonly ComparedStates[]): string | undefined {
  const [first, ...more] = compared.flatMap(({ plan }) => plan.results);
  if (first) {
    const name = versionName(first.agentId, first.version, ...statesOf(compared));
    const others = more.length === 0 ? '' : ` and ${count(more.length, 'other result')}`;
    const are = more.length === 0 ? 'is' : 'are';
    return `${first.field} of ${name}${others} ${are} lost: ${first.effect}`;
  }
  const isLive = compared.some(({ before, after }) => [before, after].some(one => liveVersions(one).size > 0));
  return isLive ? undefined : 'no version is live, so there is no evidence for it';
}

function contentsInWords(
  { part, version, changes: [first, ...more] }: ContentGroup,
  states: readonly Workspace[],
): string {
  const others = more.length === 0 ? '' : ` and ${count(more.length, 'other value')}`;
  const name = part.id === '' ? part.file : recordName(part.kind, part.id, ...states),
    of = version === undefined ? name : `${name} v${version}`;
  const change = more.length === 0 ? 'changes' : 'change',
    number = version === undefined ? '' : ' under the same number';
  return `${first!.pointer || 'the record'}${others} of ${of} ${change}${number}`;
}

const isStillResolved = ({ after }: Change): boolean => after !== undefined && outcomeOf(after) === 'resolved';
function versionBreakInWords(change: Change): string | undefined {
  if (!isVersionChange(change)) return undefined;
  if (isStillResolved(change)) return 'has variables that are no longer known';
  return change.after?.resolution.outcome === 'missing' ? 'selects nothing now' : 'can no longer be resolved';
}

function tagAgainst(tag: string, compared: readonly ComparedStates[]): string | undefined {
  const having = ({ before, after }: ComparedStates): string[] =>
    [...new Set([before, after].flatMap(workspace => [...workspace.agents.values()]))]
      .filter(agent => agent.tags.has(tag))
      .map(({ id }) => id);
  const all = compared.map(one => ({ one, ids: [...new Set(having(one))].sort() }));
  if (all.every(({ ids }) => ids.length === 0)) {
    const tags = compared.flatMap(({ after }) => [...after.agents.values()].flatMap(agent => [...agent.tags.keys()]));
    return `no agent has a tag ${tag}${didYouMean(tag, tags)}`;
  }
  return firstOf(all, ({ one: { before, after }, ids }) => firstOf(ids, id => changeAgainst(id, tag, before, after)));
}

function changeAgainst(
  id: string,
  reference: string | number | null,
  before: Workspace,
  after: Workspace,
): string | undefined {
  const former = before.resolve(id, reference),
    now = after.resolve(id, reference);
  const effect = effectOf(former, now),
    name = referenceName(id, reference, after, before);
  if (effect === undefined) return undefined;
  if (effect === 'variables') return `${name} gets other dynamic variables`;
  const describe = ({ outcome, version }: typeof former): string =>
    outcome === 'resolved' ? `version ${version}` : outcome;
  return describe(former) === describe(now)
    ? `${name} is still ${describe(now)}, but changes: ${effect}`
    : `${name} was ${describe(former)} and is ${describe(now)}`;
}

function stateAgainst(
  id: string,
  { reference, state }: Assertion & { readonly kind: 'is' },
  after: Workspace,
  hint: string,
): string | undefined {
  const now = after.resolve(id, reference),
    name = referenceName(id, reference, after);
  if (state === 'missing') {
    if (now.outcome === 'missing') return undefined;
    return now.outcome === 'resolved'
      ? `${name} is version ${now.version}`
      : `whether ${name} is missing cannot be known: ${now.because}${hint}`;
  }
  if (now.outcome !== 'resolved')
    return `${now.outcome === 'missing' ? `${name} is missing` : `what ${name} is cannot be known`}: ${now.because}${hint}`;
  if (typeof state === 'number') return now.version === state ? undefined : `${name} is version ${now.version}`;
  if (now.isPublished === null) return `whether ${name} (version ${now.version}) is published is not known`;
  if (now.isPublished === (state === 'published')) return undefined;
  return `${name} is version ${now.version}, which is ${now.isPublished ? 'published' : 'a draft'}`;
}
