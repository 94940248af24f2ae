import { didYouMean } from '../core/words.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { effectOf, isBreak, type Plan, type Change } from './plan.ts';
import { placeName, written } from './references.ts';
import {
  agentCalled,
  ambiguity,
  isMalformed,
  readReference,
  readTag,
  readVersion,
  type Malformed,
} from './typed-reference.ts';

/**
 * What somebody demands of a plan:
 *
 *     no breaks | no changes | no live changes
 *     TAG unchanged
 *     AGENT[@REF] unchanged
 *     AGENT[@REF] is published | draft | missing | VERSION
 *
 * AGENT is an id, or a name that only one agent has; it may hold spaces.
 */
export type Assertion =
  | { readonly kind: 'no'; readonly what: 'breaks' | 'changes' | 'live changes' }
  | { readonly kind: 'tag unchanged'; readonly tag: string }
  | { readonly kind: 'unchanged'; readonly agent: string; readonly reference: string | number | null }
  | {
      readonly kind: 'is';
      readonly agent: string;
      readonly reference: string | number | null;
      readonly state: 'published' | 'draft' | 'missing' | number;
    };

export const assertionGrammar = `no breaks | no changes | no live changes
TAG unchanged
AGENT[@REF] unchanged
AGENT[@REF] is published | draft | missing | VERSION`;

const nothings = ['breaks', 'changes', 'live changes'] as const;
const states = ['published', 'draft', 'missing'] as const;

/** Reads an assertion; what is wrong is told with its place in the text. */
export function readAssertion(text: string): Assertion | Malformed {
  const start = text.length - text.trimStart().length;
  const words = [...text.matchAll(/\S+/g)].map(match => ({ word: match[0], at: match.index }));
  if (words.length === 0) return { at: 0, message: 'the assertion is empty' };
  const [first, ...more] = words;
  if (first!.word === 'no') {
    const said = more.map(({ word }) => word).join(' '),
      what = nothings.find(name => name === said);
    if (what) return { kind: 'no', what };
    return {
      at: more[0]?.at ?? text.length,
      message: `after "no" comes breaks, changes or live changes${said === '' ? '' : didYouMean(said, nothings)}`,
    };
  }
  // names of agents may hold spaces and words like these, so the last one divides
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
  const said = rest.map(({ word }) => word).join(' ');
  if (said === '')
    return { at: text.length, message: 'after "is" comes published, draft, missing or a version number' };
  const state = states.find(name => name === said);
  if (state) return { kind: 'is', ...reference, state };
  const number = readVersion(said.replace(/^v(?=\d+$)/, ''));
  if (typeof number === 'number') return { kind: 'is', ...reference, state: number };
  return {
    at: rest[0]!.at,
    message: `after "is" comes published, draft, missing or a version number${didYouMean(said, states)}`,
  };
}

const asObject = (value: string | Malformed): object => (typeof value === 'string' ? {} : value);

/** What became of an assertion; `because` says why it fails. */
export interface Verdict {
  readonly holds: boolean;
  readonly because: string | null;
}

/**
 * Whether a plan does what is demanded. What the files leave open does not hold.
 * @returns a message instead where the name of an agent is ambiguous
 */
export function judge(
  assertion: Assertion,
  plan: Plan,
  before: Workspace,
  after: Workspace,
): Verdict | { readonly ambiguous: string } {
  if (assertion.kind === 'no') return judgeNone(assertion.what, plan);
  if (assertion.kind === 'tag unchanged') return judgeTag(assertion.tag, before, after);
  const called = agentCalled(assertion.agent, after, before);
  if ('ambiguous' in called) return { ambiguous: ambiguity(assertion.agent, called.ambiguous) };
  const id = 'id' in called ? called.id : assertion.agent;
  const now = after.resolve(id, assertion.reference),
    name = written(id, assertion.reference);
  const hint = 'unknown' in called ? called.unknown : '';
  if (assertion.kind === 'unchanged') return judgeUnchanged(name, id, assertion.reference, before, after, hint);
  if (assertion.state === 'missing')
    return verdict(
      now.outcome === 'missing',
      now.outcome === 'resolved'
        ? `${name} is version ${now.version}`
        : `whether ${name} is missing cannot be known: ${now.because}`,
    );
  if (now.outcome !== 'resolved')
    return verdict(
      false,
      `${now.outcome === 'missing' ? `${name} is missing` : `what ${name} is cannot be known`}: ${now.because}${hint}`,
    );
  if (typeof assertion.state === 'number')
    return verdict(now.version === assertion.state, `${name} is version ${now.version}`);
  if (now.isPublished === null)
    return verdict(false, `no file says whether version ${now.version}, which ${name} is, is published`);
  return verdict(
    now.isPublished === (assertion.state === 'published'),
    `${name} is version ${now.version}, which is ${now.isPublished ? 'published' : 'a draft'}`,
  );
}

const verdict = (holds: boolean, because: string): Verdict => ({ holds, because: holds ? null : because });

const counted = {
  breaks: isBreak,
  changes: () => true,
  'live changes': ({ live }: Change) => live,
};
function judgeNone(what: keyof typeof counted, { changes }: Plan): Verdict {
  const found = changes.filter(counted[what]);
  const first = found[0] && (found[0].after ?? found[0].before)!.placed;
  const where = first && `${placeName(first)} (${written(first.agentId, first.reference)})`;
  const verb = what === 'breaks' ? ['selects nothing now', 'select nothing now'] : ['changes', 'change'];
  const sort = what === 'live changes' ? 'live references' : 'references';
  return verdict(
    found.length === 0,
    found.length === 1 ? `${where} ${verb[0]}` : `${found.length} ${sort} ${verb[1]}, the first is ${where}`,
  );
}

function judgeTag(tag: string, before: Workspace, after: Workspace): Verdict {
  const having = (workspace: Workspace): string[] =>
    [...workspace.agents.values()].filter(agent => agent.tags.has(tag)).map(({ id }) => id);
  const ids = [...new Set([...having(before), ...having(after)])].sort();
  if (ids.length === 0)
    return verdict(
      false,
      `no agent has a tag ${tag}${didYouMean(
        tag,
        [...after.agents.values()].flatMap(agent => [...agent.tags.keys()]),
      )}`,
    );
  for (const id of ids) {
    const found = judgeUnchanged(written(id, tag), id, tag, before, after, '');
    if (!found.holds) return found;
  }
  return verdict(true, '');
}

function judgeUnchanged(
  name: string,
  id: string,
  reference: string | number | null,
  before: Workspace,
  after: Workspace,
  hint: string,
): Verdict {
  const was = before.resolve(id, reference),
    now = after.resolve(id, reference);
  if (!before.agent(id) && !after.agent(id)) return verdict(false, `no file holds agent ${id}${hint}`);
  const effect = effectOf(was, now);
  const said = ({ outcome, version }: typeof was): string => (outcome === 'resolved' ? `version ${version}` : outcome);
  const isSame = said(was) === said(now);
  const moved = isSame
    ? `is ${said(now)} as before, and yet changes: ${effect}`
    : `was ${said(was)} and is ${said(now)}`;
  return verdict(effect === undefined, `${name} ${effect === 'variables' ? 'gets other dynamic variables' : moved}`);
}
