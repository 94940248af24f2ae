import type { Cursor } from '../server/core/cursor.ts';
import { flowOf, type Flow } from '../server/core/domain/flows.ts';
import { namedNode } from '../server/core/domain/loose-edges.ts';
import { rewrite } from '../server/core/engine/fixes.ts';
import { defineRule, type Problem } from '../server/core/engine/rule.ts';
import { anyOf } from '../server/core/patterns.ts';
import { nearest, show, suggested } from '../server/core/wording.ts';

const orders =
  /\b(?:transition|route)(?:s|ing)?\s+(?:directly\s+|straight\s+|back\s+)?to\s+(?:the\s+)?(?:node\s+)?["'`“]?/gi;
/** Without one of these words a prompt does not ask to take an edge. */
const mentions = /\b(?:transition|rout)|\bstate\b/i;
/** Shorter names are ordinary words of a sentence. */
const SHORTEST = 4;

export default defineRule({
  id: 'prompt-names-missing-edge',
  group: 'flows',
  severity: 'warning',
  spec: 'domain',
  at: { 'node-instruction': '/text', 'llm-state': '/state_prompt', llm: '/general_prompt' },

  when: { text: mentions },

  *check(text): Generator<Problem> {
    const prompt = text.string()!,
      engine = text.within('llm');
    if (engine) {
      yield* statesIn(prompt, text, engine);
      return;
    }
    const node = text.parent?.parent,
      place = text.within('conversation-flow', 'flow-component');
    if (!node?.is('node') || !place) return;
    const id = node.get('id').string();
    if (id === undefined || place.get('flex_mode').value === true) return;
    const flow = flowOf(place);
    const next = leadsTo(flow, id),
      reported = new Set<string>();
    for (const match of prompt.matchAll(orders)) {
      const start = match.index + match[0].length;
      const named = nodeNamedAt(prompt, start, place);
      if (!named || named.id === id || reported.has(named.id)) continue;
      if (next.has(named.id) || flow.globals.includes(named.id) || flow.open.has(id)) continue;
      reported.add(named.id);
      const other = place.get('nodes').get(flow.nodes.get(named.id)!);
      yield {
        at: { within: text.pointer, start, end: start + named.length },
        message:
          `the prompt routes to ${show(prompt.slice(start, start + named.length))}, ` +
          `but ${namedNode(node)} has no edge to it`,
        related: [{ at: other.get('id'), message: 'the node it names' }],
      };
    }
  },
});

/** Only what is called a state, or is one: a prompt also transitions to a topic, or routes to a person. */
const stateOrders = anyOf(
  'gi',
  /\b(?:transition|move|switch|go)(?:s|ing)?\s+(?:back\s+)?(?:in)?to\s+(?:the\s+)?(?:state\s+["'`“]?([\w-]+)|\[([\w-]+)\])/,
  /\b(?:transition|move|switch|go)(?:s|ing)?\s+(?:back\s+)?(?:in)?to\s+(?:the\s+)?["'`“]?([\w-]+)["'`”]?\s+state\b/,
);

function* statesIn(prompt: string, text: Cursor, engine: Cursor): Generator<Problem> {
  const names = engine
    .get('states')
    .items()
    .flatMap(state => state.get('name').string() || []);
  if (names.length === 0) return;
  const state = text.parent?.is('llm-state') ? text.parent : undefined,
    next = state
      ?.get('edges')
      .items()
      .map(edge => edge.get('destination_state_name').value),
    reported = new Set<string>();
  for (const match of prompt.matchAll(stateOrders)) {
    const word = match.slice(1).find(one => one !== undefined)!,
      isNamed = names.includes(word),
      near = isNamed ? undefined : nearest(word, names);
    // "the next state", "the booked state" are no names
    if (
      reported.has(word) ||
      word === state?.get('name').value ||
      (!isNamed && near === undefined && !/[_\d]/.test(word))
    )
      continue;
    if (isNamed && (next === undefined || next.includes(word))) continue;
    reported.add(word);
    const start = match.index + match[0].lastIndexOf(word),
      at = { within: text.pointer, start, end: start + word.length };
    yield {
      at,
      fix: near === undefined ? undefined : rewrite(at, near, `Use ${show(near)}`),
      message: isNamed
        ? `the prompt routes to ${show(word)}, but state ${show(state!.get('name').value)} has no edge to it`
        : `the prompt routes to ${show(word)}, but there is no such state${suggested(near)}`,
    };
  }
}

/** Where a node leads, also through nodes that are left without waiting for the caller. */
function leadsTo(flow: Flow, id: string): ReadonlySet<string> {
  const next = new Set(flow.next.get(id) ?? []);
  for (const one of next) if (flow.automatic.has(one)) for (const to of flow.next.get(one) ?? []) next.add(to);
  return next;
}

/**
 * The node whose name or id occurs at an offset of a text: the longest match; nothing if several nodes share the name.
 */
function nodeNamedAt(
  text: string,
  start: number,
  place: Cursor,
): { readonly id: string; readonly length: number } | undefined {
  const names = place.remember(nodeNamedAt, () => namesIn(place));
  const rest = text.slice(start, start + 100).toLowerCase();
  for (let length = rest.length; length >= SHORTEST; length--) {
    if (/[\p{L}\p{N}_]/u.test(rest[length] ?? '') || /^ [-–—&/+] /.test(rest.slice(length))) continue;
    const id = names.get(rest.slice(0, length));
    if (id) return { id, length };
  }
  return undefined;
}

function namesIn(place: Cursor): ReadonlyMap<string, string | undefined> {
  const names = new Map<string, string | undefined>();
  for (const node of place.get('nodes').items()) {
    const id = node.get('id').string();
    if (id === undefined) continue;
    for (const name of new Set([id, node.get('name').string() ?? id].map(one => one.trim().toLowerCase())))
      names.set(name, names.has(name) && names.get(name) !== id ? undefined : id);
  }
  return names;
}
