import { matchesIn, anyOf } from '../server/core/json/by-text.ts';
import type { Flow } from '../server/core/domain/flows.ts';
import { ownersOf, toolNamesIn, transitionTo } from '../server/core/domain/tools.ts';
import { drawnFlow, namedNode } from '../server/core/domain/loose-edges.ts';
import { lazy } from '../server/core/memory.ts';
import { defineRule, nearest, rewrite, show, suggest, type Cursor, type Problem } from '../server/core/engine/rule.ts';

const orders =
  /\b(?:transition|route)(?:s|ing)?\s+(?:directly\s+|straight\s+|back\s+)?to\s+(?:the\s+)?(?:node\s+)?["'`“]?/gi;
/** Words of which a prompt contains at least one if it asks to take an edge. */
const mentions = /\b(?:transition|rout)|\b(?:state|node)\b/i;
/** The minimum length of a name. Shorter names may be ordinary words. */
const MIN_LENGTH = 4;

export default defineRule({
  id: 'prompt-names-missing-edge',
  group: 'flows',
  severity: 'warning',
  spec: 'domain',
  at: {
    'node-instruction': '/text',
    'llm-state': '/state_prompt',
    llm: '/general_prompt',
    'conversation-flow': '/global_prompt',
  },

  when: { text: mentions },

  *check(text): Generator<Problem> {
    const engine = text.within('llm'),
      steps = engine ? statesOf(text, engine) : nodesOf(text);
    if (steps && steps.names.size > 0) yield* stepsIn(text, steps);
    if (!engine) yield* nodesNamedIn(text);
  },
});

/** Reports nodes that an instruction names without the word "node", as in "transition to Billing desk". */
function* nodesNamedIn(text: Cursor): Generator<Problem> {
  const prompt = text.string()!,
    node = text.parent?.parent,
    place = text.within('conversation-flow', 'flow-component'),
    flow = place && drawnFlow(place),
    id = node?.is('node') ? node.get('id').string() : undefined;
  if (!flow || id === undefined) return;
  const reportedNames = new Set<string>(),
    isNext = reachabilityFrom(id, flow);
  for (const match of matchesIn(prompt, orders)) {
    const start = match.index + match[0].length,
      mentionedNode = nodeNamedAt(prompt, start, place);
    if (!mentionedNode || reportedNames.has(mentionedNode.id) || isNext(mentionedNode.id)) continue;
    reportedNames.add(mentionedNode.id);
    const otherNode = place.get('nodes').get(flow.nodes.get(mentionedNode.id)!);
    yield {
      at: { within: text.pointer, start, end: start + mentionedNode.length },
      message:
        `the prompt routes to ${show(prompt.slice(start, start + mentionedNode.length))}, ` +
        `but ${namedNode(node!)} has no edge to it`,
      related: [{ at: otherNode.get('id'), message: 'the node it names' }],
    };
  }
}

/** The states or nodes to which texts of an engine can refer. */
interface Steps {
  readonly noun: 'node' | 'state';
  /** The names as they are compared with texts. Names of nodes are in lower case. */
  readonly names: ReadonlySet<string>;
  readonly isNamed: (name: string, offset: number) => boolean;
  /** The words of the names, in lower case. */
  readonly words: () => ReadonlySet<string>;
  /** The state or node of the text, as named in messages; `undefined` if the text applies to all. */
  readonly stepName?: string;
  readonly leadsTo?: (name: string) => boolean;
}

/**
 * An expression for orders to go to a state or node. The noun is required, because a prompt may also transition to a
 * topic, or route to a person.
 */
const ordersTo = (noun: string, ...otherPatterns: readonly RegExp[]): RegExp => {
  const goTo = String.raw`\b(?:transition|move|switch|go|jump|proceed|return)(?:s|ing)?\s+(?:back\s+|directly\s+)?(?:in)?to\s+(?:the\s+)?`,
    quotedKeys = String.raw`["'\`“](\S[^"'\`”\n]{0,80})["'\`”]`;
  return anyOf(
    'gi',
    new RegExp(`${goTo}${noun}\\s+(?:${quotedKeys}|["'\`“]?([\\w-]+))`),
    new RegExp(`${goTo}(?:${quotedKeys}|([\\w-]+(?:[ \\t][\\w-]+){0,4}?))\\s+${noun}\\b`),
    ...otherPatterns,
  );
};
const stepOrders = {
  node: ordersTo('node'),
  // `transition_to_<state>`, the tool that moves to a state, and another common spelling
  state: ordersTo(
    'state',
    /\b(?:transition|move|switch|go)(?:s|ing)?\s+(?:back\s+)?(?:in)?to\s+(?:the\s+)?\[([\w-]+)\]/,
    /\btransition_to_([\w-]+)/,
  ),
};

function* stepsIn(text: Cursor, steps: Steps): Generator<Problem> {
  const { noun, names, isNamed, stepName, leadsTo } = steps;
  const prompt = text.string()!,
    reportedNames = new Set<string>();
  for (const match of matchesIn(prompt, stepOrders[noun])) {
    const word = match.slice(1).find(group => group !== undefined)!,
      start = match.index + match[0].lastIndexOf(word),
      end = start + word.length,
      isThere = isNamed(word, start),
      similarName = isThere ? undefined : nearest(word, names);
    // a name without the word "node" is reported by `nodesNamedIn`
    if (isThere && noun === 'node' && /^(?:transition|route)/i.test(match[0])) continue;
    // "the next state" and "the booked state" contain no name of a state
    const isName =
      similarName !== undefined ||
      /[_\d]/.test(word) ||
      match[0].startsWith(transitionTo('')) ||
      isQuoted(prompt, start, end) ||
      (isLabel(word, prompt, end, noun) && !isAbbreviation(word, steps));
    if (reportedNames.has(word) || (isThere ? leadsTo?.(word) !== false || isRefused(prompt, match.index) : !isName))
      continue;
    reportedNames.add(word);
    const part = { within: text.pointer, start, end };
    yield {
      at: part,
      fix: similarName === undefined ? undefined : rewrite(part, similarName, `Use ${show(similarName)}`),
      message: isThere
        ? `the prompt routes to ${show(word)}, but ${stepName} has no edge to it`
        : `the prompt routes to ${show(word)}, but there is no such ${noun}${suggest(similarName)}`,
    };
  }
}

/**
 * Whether a word without quotes names a step by its position or capital letters: "the Survey node", "the state solar."
 * @param end the offset after the word
 */
function isLabel(word: string, text: string, end: number, noun: string): boolean {
  if (word.split(/[ \t]/).some(part => commonWords.test(part))) return false;
  const before = text.slice(end - word.length - noun.length - 1, end - word.length - 1);
  return before === noun
    ? /^\s*(?:[.,;:!?)\n]|$)/.test(text.slice(end, end + 2))
    : text.startsWith(` ${noun}`, end) && word.split(/[ \t]/).every(part => /^[A-Z][a-z]/.test(part));
}
/** Words beside "node" or "state" that name none. */
const commonWords = new RegExp(
  String.raw`^(?:again|now|next|previous|first|last|current|final|initial|same|start|starting|end|ending|below|above|instead|only` +
    '|when|if|once|here|there|machine|this|that|which|where|then|and|or|in|of|for|with|as|at|to|global|correct|right' +
    String.raw`|relevant|appropriate|other|new|\w+ly)$`,
  'i',
);
/** Whether the words of a name occur in names of steps, as those of "Survey" in "Customer survey". */
const isAbbreviation = (word: string, { words }: Steps): boolean => wordsOf(word).every(part => words().has(part));
const wordsOf = (name: string): string[] => name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

const isQuoted = (text: string, start: number, end: number): boolean =>
  /["'`“]/.test(text[start - 1] ?? '') && /["'`”]/.test(text[end] ?? '');
/** Whether the text negates the order, as in "do not go to the booking state". */
const isRefused = (text: string, offset: number): boolean =>
  /(?:\bnot|\bnever|n['’]t)\b[^.!?\n]{0,120}$/i.test(text.slice(Math.max(0, offset - 130), offset));

function statesOf(text: Cursor, engine: Cursor): Steps {
  const names = engine.remember(
      statesOf,
      () =>
        new Set(
          engine
            .get('states')
            .items()
            .flatMap(state => state.get('name').string() || []),
        ),
    ),
    state = text.parent?.is('llm-state') ? text.parent : undefined,
    stateName = state?.get('name').value,
    next =
      state &&
      new Set(
        state
          .get('edges')
          .items()
          .map(edge => edge.get('destination_state_name').value),
      );
  return {
    noun: 'state',
    names,
    words: () => engine.remember(wordsOf, () => new Set([...names].flatMap(wordsOf))),
    isNamed: name => names.has(name) || toolNamesIn(engine).get(transitionTo(name))?.is('tool') === true,
    ...(state &&
      next && {
        stepName: namedNode(state),
        leadsTo: name => name === stateName || next.has(name) || !names.has(name),
      }),
  };
}

/**
 * The nodes of the flow or component around a text; `undefined` for a component whose surrounding flow is in another
 * file, because the text may name a node of the flow.
 */
function nodesOf(text: Cursor): Steps | undefined {
  const owners = ownersOf(text),
    [place] = owners;
  if (!place || !owners.at(-1)!.is('conversation-flow')) return undefined;
  const { names, plain: plainNames } = place.remember(nodesOf, () => {
    const names = new Set(owners.flatMap(owner => [...stepNames(owner)]));
    return { names, plain: new Set(Array.from(names, plainly)) };
  });
  const node = text.parent?.parent,
    ownId = node?.is('node') ? node.get('id').string() : undefined,
    flow = drawnFlow(place),
    isNext = flow && ownId !== undefined && reachabilityFrom(ownId, flow);
  return {
    noun: 'node',
    names,
    words: () => place.remember(wordsOf, () => new Set([...names].flatMap(wordsOf))),
    isNamed: (name, offset) =>
      plainNames.has(plainly(name)) || nodeNamedAt(text.string()!, offset, place) !== undefined,
    ...(isNext && {
      stepName: namedNode(node!),
      leadsTo: name => {
        const id = namesIn(place).get(plainly(name));
        return id === undefined || isNext(id);
      },
    }),
  };
}
function* stepNames(owner: Cursor): Iterable<string> {
  for (const list of ['nodes', 'components'])
    for (const item of owner.get(list).items())
      for (const name of [item.peek('id'), item.peek('name')]) if (typeof name === 'string' && name !== '') yield name;
}
const plainly = (name: string): string => name.trim().toLowerCase();

/**
 * Returns whether a node is followed, or may be followed, by another, directly or through nodes that do not wait for
 * the caller.
 */
function reachabilityFrom(id: string, flow: Flow): (goal: string) => boolean {
  const next = lazy(() => {
    const ids = new Set(flow.next.get(id) ?? []);
    // the loop also visits ids that are added during the loop
    for (const nodeId of ids)
      if (flow.automaticNodes.has(nodeId)) for (const nextId of flow.next.get(nodeId) ?? []) ids.add(nextId);
    return ids;
  });
  return nextId => nextId === id || flow.looseNodes.has(id) || flow.globals.includes(nextId) || next().has(nextId);
}

/**
 * The node whose name or id is at an offset of a text. The longest match counts; `undefined` if several nodes share
 * the name.
 */
function nodeNamedAt(
  text: string,
  start: number,
  place: Cursor,
): { readonly id: string; readonly length: number } | undefined {
  const names = namesIn(place);
  const rest = text.slice(start, start + 100).toLowerCase();
  for (let length = rest.length; length >= MIN_LENGTH; length--) {
    if (/[\p{L}\p{N}_]/u.test(rest[length] ?? '') || /^ [-–—&/+] /.test(rest.slice(length))) continue;
    const id = names.get(rest.slice(0, length));
    if (id) return { id, length };
  }
  return undefined;
}

const namesIn = (place: Cursor): ReadonlyMap<string, string | undefined> =>
  place.remember(namesIn, () => idsByName(place));
function idsByName(place: Cursor): ReadonlyMap<string, string | undefined> {
  const names = new Map<string, string | undefined>();
  for (const node of place.get('nodes').items()) {
    const id = node.get('id').string();
    if (id === undefined) continue;
    for (const name of new Set([id, node.get('name').string() ?? id].map(name => name.trim().toLowerCase())))
      names.set(name, names.has(name) && names.get(name) !== id ? undefined : id);
  }
  return names;
}
