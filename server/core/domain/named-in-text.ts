import type { Cursor } from '../cursor.ts';
import { Dispatch } from '../dispatch.ts';
import { split } from '../json/pointer.ts';
import { lazy } from '../lazy.ts';
import type { At } from '../shapes/at.ts';
import type { ShapeName } from '../shapes/table.ts';

/** A name in a text: UTF-16 units of the decoded string, end exclusive. */
export interface Mention {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** The texts that a model reads, and that may name what the agent has. */
export const textPlaces: At = {
  llm: ['/general_prompt', '/states/*/state_prompt', '/begin_message'],
  'conversation-flow': '/global_prompt',
  'node-instruction': '/text',
  'prompt-condition': '/prompt',
  tool: '/description',
  'llm-state-edge': '/description',
};

/** Whether a place is one of them. */
export const isTextPlace = (place: Cursor): boolean =>
  Object.entries(textPlaces).some(([shape, paths]) =>
    [paths].flat().some(path => {
      let at: Cursor | undefined = place;
      for (const key of split(path).toReversed()) at = at && (key === '*' || key === at.key) ? at.parent : undefined;
      return at?.is(shape as ShapeName) === true;
    }),
  );

const texts = lazy(() => new Dispatch<true>([[textPlaces, true]]));

/** Visits these texts of an engine or component, and of the components within it. */
export function visitTexts(owner: Cursor, visit: (place: Cursor, text: string) => void): void {
  texts().walk(owner, (_, place) => {
    const text = place.string();
    if (text) visit(place, text);
  });
}

/** A name that cannot be a word of prose: `get_slots`, `check-slots`, `findAccount`. */
const isCode = (name: string): boolean => /[A-Za-z0-9][_-][A-Za-z0-9]|[a-z][A-Z]|[A-Za-z]\d/.test(name);

/** Every place where a text has a name as a whole word. */
function mentionsOf(name: string, text: string): readonly Mention[] {
  const mentions: Mention[] = [];
  for (let start = text.indexOf(name); start !== -1; start = text.indexOf(name, start + name.length)) {
    const end = start + name.length;
    if (
      !/^[\p{L}\p{N}_-]/u.test(text.slice(end, end + 2)) &&
      !/[\p{L}\p{N}_-]$/u.test(text.slice(Math.max(0, start - 2), start))
    )
      mentions.push({ name, start, end });
  }
  return mentions;
}

/** What a text can speak of by name. */
export type NamedKind = 'tool' | 'state' | 'node' | 'component' | 'agent';

/**
 * The places where a text speaks of a thing by name: an ordinary word counts only in quotes, or where the text calls it,
 * goes or hands over to it.
 */
export const namingsOf = (name: string, kind: NamedKind, text: string): readonly Mention[] =>
  text.includes(name) ? mentionsOf(name, text).filter(one => isMeant(one, kind, text)) : [];

function isMeant({ name, start, end }: Mention, kind: NamedKind, text: string): boolean {
  // "front-desk" is an agent or plain English
  if (kind === 'agent' || kind === 'component' ? name.includes('_') : isCode(name)) return true;
  if (/["'`“]/.test(text[start - 1] ?? '') && /["'`”]/.test(text[end] ?? '')) return true;
  if (kind === 'tool') return [...callsIn(text)].some(one => one.start === start);
  return leadsTo[kind].test(text.slice(Math.max(0, start - 60), start));
}

const goTo = String.raw`\b(?:transition|route|go|move|proceed|switch)(?:s|ing)?\s+(?:\w+\s+)?to\s+(?:the\s+)?`;
const step = new RegExp(`${goTo}(?:node|state)?\\s*["'\`“]?$`, 'i');
const transfer = 'transfer|swap|switch|hand|route|connect|forward|escalat';
/** What comes before a name in a text that leads there. */
const leadsTo: Readonly<Record<Exclude<NamedKind, 'tool'>, RegExp>> = {
  state: step,
  node: step,
  component: new RegExp(String.raw`(?:${goTo}|\b(?:run|start|enter)\s+(?:the\s+)?)(?:component\s+)?$`, 'i'),
  agent: new RegExp(
    String.raw`\b(?:${transfer})(?:e|s|ed|red|ing|ring|ping)?\b[^.!?:;\n]{0,30}\bto\s+(?:the\s+)?(?:agent\s+)?$`,
    'i',
  ),
};

/** A name that is being written. */
interface NameBegun {
  /** As far as it is written. */
  readonly typed: string;
  /** What opens it, if anything. */
  readonly quote: string;
  readonly kinds: readonly NamedKind[];
}
const names: readonly NamedKind[] = ['tool', 'state', 'node', 'component', 'agent'];
/** The most words of a name that is not in quotes. */
const MOST_WORDS = 5;

/** The name that begins at the end of a text which is being typed; undefined in prose. */
export function nameBegunIn(text: string): NameBegun | undefined {
  const line = /[^\n]*$/.exec(text.slice(-200))![0],
    quoted = line.split('`');
  if (quoted.length % 2 === 0) return { typed: quoted.at(-1)!, quote: '`', kinds: names };
  let start = line.length;
  for (let words = 0; words <= MOST_WORDS; words++) {
    const [, left = '', quote = ''] = /^(.*?)(["'“]?)$/s.exec(line.slice(0, start))!,
      kinds = names.filter(kind => (kind === 'tool' ? callVerb : leadsTo[kind]).test(left));
    if (kinds.length > 0) return { typed: line.slice(start), quote, kinds };
    const word = /[\p{L}\p{N}_-]+ ?$/u.exec(line.slice(0, start));
    if (!word) return undefined;
    start = word.index;
  }
  return undefined;
}

/**
 * The names that a text calls, or speaks of as something to call, whether or not there is such a tool. Prose has many
 * names of variables, values and fields, so a name counts only with one of these signs: a word for "tool" beside it; an
 * order to call it; or a name that begins with a verb (`get_slots`) and a place where tools are named.
 */
export function* callsIn(text: string): Iterable<Call> {
  for (const { name, start, end } of wordsIn(text)) {
    const left = text.slice(Math.max(0, start - REACH), start),
      right = text.slice(end, end + REACH);
    const sign = name === name.toUpperCase() ? undefined : signOf(name, left.slice(left.lastIndexOf('\n') + 1), right);
    if (sign)
      yield { name, start, end, mayBePhrase: sign === 'order' && /^[A-Za-z]+-/.test(name) && text[start - 1] !== '`' };
  }
}
export interface Call extends Mention {
  /** Whether it may still be plain English, like "walk-in". */
  readonly mayBePhrase: boolean;
}
/** Words further away than this say nothing about a name. */
const REACH = 40;

/**
 * What is inside of a word that may be a name: an underscore, a capital letter, or, in quotes or before "tool", a word of
 * prose. Few places of a text have one, so that looking at each word takes four times as long.
 */
export const nameSign = /_|[a-z][A-Z]|["'`“][A-Za-z][A-Za-z0-9]*["'`”-]|-[A-Za-z0-9]+["'`”]?[ \t]+(?:tool|function)\b/;
const nameSigns = new RegExp(nameSign, 'g');
/** `get_slots`, `check-slots`, `findAccount`, `Check_Booked_Slots` */
const whole = /^(?:[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)+|[a-z][a-z0-9]*(?:[A-Z][a-z0-9]*)+)$/;

/** The words of a text that may be names; in quotes a capital letter at the beginning is enough. */
function* wordsIn(text: string): Iterable<Mention> {
  let last = 0;
  for (const { 0: sign, index } of text.matchAll(nameSigns)) {
    let start = /^["'`“]/.test(sign) ? index + 1 : index,
      end = start;
    if (start < last) continue;
    while (start > last && isPart(text.charCodeAt(start - 1))) start--;
    while (end < text.length && isPart(text.charCodeAt(end))) end++;
    last = end;
    const name = text.slice(start, end),
      isQuoted = /["'`“]/.test(text[start - 1] ?? '') && /["'`”]/.test(text[end] ?? '');
    if (!whole.test(name) && !(isQuoted && /^[A-Z][a-z]+$/.test(name))) continue;
    if (/[\p{L}\p{N}{./@=]$/u.test(text.slice(Math.max(0, start - 2), start))) continue;
    if (!/^(?:[\p{L}\p{N}}@]|[./][A-Za-z])/u.test(text.slice(end, end + 2))) yield { name, start, end };
  }
}
/** Letters, digits, `_` and `-`. */
const isPart = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95 || code === 45;

/** What shows that a name is called. */
function signOf(name: string, left: string, right: string): 'noun' | 'order' | 'place' | undefined {
  const [quote = ''] = /[`"'“‘«]*\**$/.exec(left)!,
    isQuoted = quote !== '' && /^[`"'”’»]/.test(right),
    isCode = name.includes('_') || /[a-z][A-Z]/.test(name) || quote.includes('`');
  const ahead = left.slice(0, left.length - quote.length),
    behind = right.replace(/^[`"'”’»*]+/, '');
  const isVerb = isCode && beginsWithVerb(name);
  // a key or a value
  if (/^\s*[:=](?!\s*$)/.test(behind) && !listed.test(ahead)) return undefined;
  if (noun.test(behind)) return isQuoted || isCode || (name.includes('-') && callVerb.test(ahead)) ? 'noun' : undefined;
  if (!isQuoted && !isVerb) return undefined;
  if (nounAhead.test(ahead)) return isQuoted || isVerb ? 'noun' : undefined;
  if (order.test(ahead)) return (isQuoted ? isCode || name.includes('-') : isVerb) ? 'order' : undefined;
  const isPlace = hint.test(ahead) || outcome.test(behind) || (listed.test(ahead) && explained.test(behind));
  return isVerb && isPlace ? 'place' : undefined;
}

const noun = /^[ \t]+(?:tool|function|funktion|werkzeug)\b/i;
/** Of a name that may be plain English, "the built-in tool". */
const callVerb = /\b(?:call|invoke|trigger|run|execute|use)(?:[ \t]+(?:the|your))?[ \t]+$/i;
const nounAhead = /\b(?:tools?|functions?|funktion|werkzeug)[ \t]*:?[ \t]*$/i;
const adverb = String.raw`(?:[ \t]+(?:the|your|immediately|silently|now|directly|again|only|also|sofort|nicht|auch))?[ \t]+`;
const callVerbs =
  'call(?:s|ed|ing)?|invok(?:e[sd]?|ing)|trigger(?:s|ed|ing)?|execut(?:e[sd]?|ing)|run(?:s|ning)?|rufe?|starte';
/** Not "make the call", which is a noun. */
const order = new RegExp(
  String.raw`(?<!\b(?:the|this|that|a|each|every|per|your|phone)[ \t]+)\b(?:${callVerbs})${adverb}$`,
  'i',
);
const placeWords =
  'us(?:e[sd]?|ing)|via|with|from|after|before|offer|then|to|and|verwende|nutze|mit|aus|von|nach|bevor|auf|dann';
const hint = new RegExp(String.raw`(?:\b(?:${placeWords})${adverb}|(?:→|->|=>|⇒|\()[ \t]*)$`, 'i');
/** The beginning of an item. */
const listed = /^[ \t]*(?:[-*•]|\d+[.)])?[ \t]*(?:(?:step|schritt)[ \t]+\d+[.:)]?)?[ \t]*$/i;
const explained = /^\s*(?:[-–—:(]|(?:with|mit|to|um)\b)/;
/** What a text says about a call. */
const outcome =
  /^(?:\(|[ \t]+(?:call|result|response|returns?|returned|has|fails|failed|tool|liefert|aufrufen|aufgerufen|ausführen|auf)\b)/i;

/** `get_slots`, `findAccount`; the names of variables and fields begin with nouns, but for `end_date` and the like. */
const beginsWithVerb = (name: string): boolean =>
  verbs.has(/^(?:[A-Z]?[a-z]+|[A-Z]+)/.exec(name)?.[0].toLowerCase() ?? '') && !moment.test(name);
const moment = /^[a-z]+_?(?:date|time|day|hour|at|flag)(?![a-z])/i;
const verbs: ReadonlySet<string> = new Set(
  `analyze answer apply ask assign authenticate authorize book build calculate cancel capture change charge
  check claim classify clear close collect compare complete compute confirm connect convert create decline deliver delete
  detect determine disconnect dispatch do end enrich enroll escalate estimate evaluate execute extract fetch fill filter
  find finish flag forward generate get give handle hang hangup identify initiate insert invoke join list load locate log
  lookup look make manage mark match modify move notify open page parse pay place post predict process publish push put
  query quote read receive record redeem refer refresh refund register reject release reload remind remove renew reply
  report request reschedule reserve reset resolve retrieve return route run save schedule search select send set share
  show sign start stop store submit subscribe suggest swap switch sync take tell tokenize track transcribe transfer trigger
  unsubscribe update upload upsert validate verify view write`.split(/\s+/),
);
