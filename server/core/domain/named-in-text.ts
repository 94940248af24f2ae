import { byText } from '../json/by-text.ts';
import type { Cursor } from '../cursor.ts';
import { Dispatch } from '../dispatch.ts';
import { split, type Pointer } from '../json/pointer.ts';
import { lazy } from '../memory.ts';
import type { PlaceSelector } from '../shapes/at.ts';
import { childEntry, entryCount, nameNumber, namesOf, UNKNOWN_ENTRY, type ShapeName } from '../shapes/table.ts';
import { recordsOf } from '../workspace/records.ts';
import { toolNamesIn } from './tools.ts';

/** The position of a name in a text: UTF-16 units of the decoded string, with an exclusive end. */
export interface Mention {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

const extracted: readonly Pointer[] = ['/description', '/conditional_prompt'];
/** The texts that a model reads and that may name tools, nodes, states and agents. */
export const textPlaces: PlaceSelector = {
  llm: ['/general_prompt', '/states/*/state_prompt', '/begin_message'],
  'conversation-flow': '/global_prompt',
  'node-instruction': '/text',
  'prompt-condition': '/prompt',
  'global-node-setting': '/condition',
  'prompt-handoff': '/prompt',
  'inferred-transfer-destination': '/prompt',
  tool: ['/description', '/execution_message_description'],
  'llm-state-edge': '/description',
  'tool-parameters': '/description',
  'json-schema': '/description',
  'string-analysis-data': extracted,
  'enum-analysis-data': extracted,
  'boolean-analysis-data': extracted,
  'number-analysis-data': extracted,
};

/** Whether a place is a text that a model reads (`textPlaces`). */
export const isTextPlace = (place: Cursor): boolean =>
  keysOutward().some(({ shape, keys }) => {
    let cursor: Cursor | undefined = place;
    for (const key of keys) cursor = cursor && (key === '*' || key === cursor.key) ? cursor.parent : undefined;
    return cursor?.is(shape) === true;
  });
/** For each text in `textPlaces`: the keys from the text outward to the shape that contains it. */
const keysOutward = lazy(() =>
  Object.entries(textPlaces).flatMap(([shape, paths]) =>
    [paths].flat().map(path => ({ shape: shape as ShapeName, keys: split(path).toReversed() })),
  ),
);

/** Whether an entry of the shape table describes a text in `textPlaces`. */
export const isTextEntry = (entry: number): boolean => textEntries().has(entry);
const textEntries = lazy(() => {
  const places = Object.entries(textPlaces).map(
    ([shape, paths]) => [nameNumber(shape), [paths].flat().map(split)] as const,
  );
  const entries = new Set<number>();
  for (let holder = 0; holder < entryCount; holder++) {
    const names = namesOf(holder);
    for (const [name, paths] of places)
      if (name !== undefined && names.includes(name))
        for (const path of paths)
          entries.add(path.reduce<number>((entry, key) => childEntry(entry, key === '*' ? 0 : key), holder));
  }
  entries.delete(UNKNOWN_ENTRY);
  return entries;
});

const textDispatch = lazy(() => new Dispatch<true>([[textPlaces, true]]));

/** Calls `visit` for each text in `textPlaces` of an engine or component, and of the components inside it. */
export function visitTexts(owner: Cursor, visit: (place: Cursor, text: string) => void): void {
  textDispatch().walk(owner, (_, place) => {
    const text = place.string();
    if (text) visit(place, text);
  });
}

/** Whether a name cannot be a word of prose: `get_slots`, `check-slots`, `findAccount`. */
const isCode = (name: string): boolean => /[A-Za-z0-9][_-][A-Za-z0-9]|[a-z][A-Z]|[A-Za-z]\d/.test(name);

/** Every occurrence of a name as a whole word. */
export function mentionsOf(name: string, text: string): readonly Mention[] {
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

/** The kinds of thing that a text can name. */
export type NamedKind = 'tool' | 'state' | 'node' | 'component' | 'agent';

/**
 * The mentions of a thing in a text. A name that is an ordinary word counts only in quotes, or after words that call
 * the thing or hand over to it.
 */
export const namingsOf = (name: string, kind: NamedKind, text: string): readonly Mention[] =>
  text.includes(name) ? mentionsOf(name, text).filter(mention => isMeant(mention, kind, text)) : [];

function isMeant({ name, start, end }: Mention, kind: NamedKind, text: string): boolean {
  // a hyphen is not enough: "front-desk" may be an agent or plain English
  if (kind === 'agent' || kind === 'component' ? name.includes('_') : isCode(name)) return true;
  if (/["'`“]/.test(text[start - 1] ?? '') && /["'`”]/.test(text[end] ?? '')) return true;
  if (kind === 'tool') return callsIn(text).some(call => call.start === start);
  return destinationPatterns[kind].test(text.slice(Math.max(0, start - 60), start));
}

const goToPattern = String.raw`\b(?:transition|route|go|move|proceed|switch)(?:s|ing)?\s+(?:\w+\s+)?to\s+(?:the\s+)?`;
const step = new RegExp(`${goToPattern}(?:node|state)?\\s*["'\`“]?$`, 'i');
const transfer = 'transfer|swap|switch|hand|route|connect|forward|escalat';
/** The pattern of the text before the name of a destination, by kind. */
const destinationPatterns: Readonly<Record<Exclude<NamedKind, 'tool'>, RegExp>> = {
  state: step,
  node: step,
  component: new RegExp(String.raw`(?:${goToPattern}|\b(?:run|start|enter)\s+(?:the\s+)?)(?:component\s+)?$`, 'i'),
  agent: new RegExp(
    String.raw`\b(?:${transfer})(?:e|s|ed|red|ing|ring|ping)?\b[^.!?:;\n]{0,30}\bto\s+(?:the\s+)?(?:agent\s+)?$`,
    'i',
  ),
};

/** A name that is being typed. */
interface NameBegun {
  /** The part typed so far. */
  readonly typedText: string;
  /** The quote that opens the name; empty if the name is not quoted. */
  readonly quote: string;
  readonly kinds: readonly NamedKind[];
}
const names: readonly NamedKind[] = ['tool', 'state', 'node', 'component', 'agent'];
/** The maximum number of words of a name that is not in quotes. */
const MAX_WORDS = 5;

/** The name that is being typed at the end of a text; undefined in prose. */
export function nameBegunIn(text: string): NameBegun | undefined {
  const line = /[^\n]*$/.exec(text.slice(-200))![0],
    quotedParts = line.split('`');
  if (quotedParts.length % 2 === 0) return { typedText: quotedParts.at(-1)!, quote: '`', kinds: names };
  let start = line.length;
  for (let wordCount = 0; wordCount <= MAX_WORDS; wordCount++) {
    const [, textBefore = '', quote = ''] = /^(.*?)(["'“]?)$/s.exec(line.slice(0, start))!,
      kinds = names.filter(kind => (kind === 'tool' ? toolBefore : destinationPatterns[kind]).test(textBefore));
    if (kinds.length > 0) return { typedText: line.slice(start), quote, kinds };
    const word = /[\p{L}\p{N}_-]+ ?$/u.exec(line.slice(0, start));
    if (!word) return undefined;
    start = word.index;
  }
  return undefined;
}

/**
 * The names that a text calls or describes as callable, whether or not such a tool exists. Prose also names variables,
 * values and fields, so one of these signs is required: a word for "tool" beside the name; an order to call the name;
 * or a name that begins with a verb (`get_slots`) in a place where tools are named.
 */
export const callsIn = (text: string): readonly Call[] => byText(callsIn, text, () => [...searchCalls(text)]);
function* searchCalls(text: string): Iterable<Call> {
  for (const { name, start, end } of wordsIn(text)) {
    const textBefore = text.slice(Math.max(0, start - MAX_DISTANCE), start),
      textAfterName = text.slice(end, end + MAX_DISTANCE);
    const sign =
      name === name.toUpperCase()
        ? undefined
        : signOf(name, textBefore.slice(textBefore.lastIndexOf('\n') + 1), textAfterName);
    if (sign)
      yield {
        name,
        start,
        end,
        mayBePhrase: sign === 'order' && /^[A-Za-z]+-/.test(name) && text[start - 1] !== '`',
        isOrder: sign === 'order' || arrow.test(textBefore),
      };
  }
}
export interface Call extends Mention {
  /** Whether the word may be plain English, like "walk-in". */
  readonly mayBePhrase: boolean;
  /** Whether the text says to call the name now, as "call get_slots" or "→ get_slots". */
  readonly isOrder: boolean;
}
const arrow = /(?:→|->|=>|⇒)[ \t]*[`"']?$/;
/** The maximum distance of a sign from its name, in UTF-16 units. */
const MAX_DISTANCE = 40;

/**
 * A sign of a name inside a word: an underscore, a capital letter, or a word of prose in quotes or before "tool".
 * Signs are rare; checking each word instead takes four times as long.
 */
export const nameSign = /_|[a-z][A-Z]|["'`“][A-Za-z][A-Za-z0-9]*["'`”-]|-[A-Za-z0-9]+["'`”]?[ \t]+(?:tool|function)\b/;
const nameSigns = new RegExp(nameSign, 'g');
/** Words that look like names in code: `get_slots`, `check-slots`, `findAccount`, `Check_Booked_Slots`. */
const wordPattern = /^(?:[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)+|[a-z][a-z0-9]*(?:[A-Z][a-z0-9]*)+)$/;

/** The words of a text that may be names; in quotes, a capital first letter is enough. */
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
    if (!wordPattern.test(name) && !(isQuoted && /^[A-Z][a-z]+$/.test(name))) continue;
    if (/[\p{L}\p{N}{./@=]$/u.test(text.slice(Math.max(0, start - 2), start))) continue;
    if (!/^(?:[\p{L}\p{N}}@]|[./][A-Za-z])/u.test(text.slice(end, end + 2))) yield { name, start, end };
  }
}
/** Whether a UTF-16 unit can be part of a name: a letter, a digit, `_` or `-`. */
const isPart = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95 || code === 45;

/**
 * The sign that a name is called; undefined without a sign.
 * @param textBefore the text before the name in its line
 * @param rightText the text after the name
 */
function signOf(name: string, textBefore: string, rightText: string): 'noun' | 'order' | 'place' | undefined {
  const [quote = ''] = /[`"'“‘«]*\**$/.exec(textBefore)!,
    isQuoted = quote !== '' && /^[`"'”’»]/.test(rightText),
    isCode = name.includes('_') || /[a-z][A-Z]/.test(name) || quote.includes('`');
  const before = textBefore.slice(0, textBefore.length - quote.length),
    textAfter = rightText.replace(/^[`"'”’»*]+/, '');
  const isVerb = isCode && beginsWithVerb(name);
  // a name before a colon or equals sign is a key, not a call
  if (/^\s*[:=](?!\s*$)/.test(textAfter) && !listMark.test(before)) return undefined;
  if (noun.test(textAfter))
    return isQuoted || isCode || (name.includes('-') && callVerb.test(before)) ? 'noun' : undefined;
  if (!isQuoted && !isVerb) return undefined;
  if (nounAfterCall.test(before)) return isQuoted || isVerb ? 'noun' : undefined;
  if (callOrder.test(before)) return (isQuoted ? isCode || name.includes('-') : isVerb) ? 'order' : undefined;
  const isPlace =
    hint.test(before) || outcome.test(textAfter) || (listMark.test(before) && explanationStart.test(textAfter));
  return isVerb && isPlace ? 'place' : undefined;
}

const noun = /^[ \t]+(?:tool|function|funktion|werkzeug)\b/i;
/** The verb that is required before a name that may be plain English, such as "the built-in tool". */
const callVerb = /\b(?:call|invoke|trigger|run|execute|use)(?:[ \t]+(?:the|your))?[ \t]+$/i;
/** The text before the name of a tool that is being typed: an order to call it, or a word for "tool". */
const toolBefore = new RegExp(String.raw`${callVerb.source}|\b(?:tools?|functions?|funktion|werkzeug):?[ \t]+$`, 'i');
const nounAfterCall = /\b(?:tools?|functions?|funktion|werkzeug)[ \t]*:?[ \t]*$/i;
const adverbPattern = String.raw`(?:[ \t]+(?:the|your|immediately|silently|now|directly|again|only|also|sofort|nicht|auch))?[ \t]+`;
const callVerbs =
  'call(?:s|ed|ing)?|invok(?:e[sd]?|ing)|trigger(?:s|ed|ing)?|execut(?:e[sd]?|ing)|run(?:s|ning)?|rufe?|starte';
/** An order to call a tool. "make the call" does not match, because its "call" is a noun. */
const callOrder = new RegExp(
  String.raw`(?<!\b(?:the|this|that|a|each|every|per|your|phone)[ \t]+)\b(?:${callVerbs})${adverbPattern}$`,
  'i',
);
const placeWords =
  'us(?:e[sd]?|ing)|via|with|from|after|before|offer|then|to|and|verwende|nutze|mit|aus|von|nach|bevor|auf|dann';
const hint = new RegExp(String.raw`(?:\b(?:${placeWords})${adverbPattern}|(?:→|->|=>|⇒|\()[ \t]*)$`, 'i');
/** The beginning of a list item. */
const listMark = /^[ \t]*(?:[-*•]|\d+[.)])?[ \t]*(?:(?:step|schritt)[ \t]+\d+[.:)]?)?[ \t]*$/i;
const explanationStart = /^\s*(?:[-–—:(]|(?:with|mit|to|um)\b)/;
/** The text after a name that shows that the name is called: an argument list, a result, or an error. */
const outcome =
  /^(?:\(|[ \t]+(?:call|result|response|returns?|returned|has|fails|failed|tool|liefert|aufrufen|aufgerufen|ausführen|auf)\b)/i;

/**
 * Whether a name begins with a verb, like `get_slots` and `findAccount`. Variables and fields begin with nouns, with
 * exceptions such as `end_date`.
 */
const beginsWithVerb = (name: string): boolean =>
  verbs.has(/^(?:[A-Z]?[a-z]+|[A-Z]+)/.exec(name)?.[0].toLowerCase() ?? '') && !moment.test(name);
const moment = /^[a-z]+_?(?:date|time|day|hour|at|flag)(?![a-z])/i;
const verbs: ReadonlySet<string> = new Set(
  `add analyze answer append apply archive arrange ask assign attach authenticate authorize book bring build calculate
  cancel capture change charge check claim classify clear close collect compare complete compute confirm connect
  convert create decline delete deliver detect determine dial direct disconnect dispatch do download edit end enrich
  enroll escalate estimate evaluate execute export extract fetch fill filter find finish flag forward generate geocode
  get give grant hand handle hang hangup identify import increment inform initiate insert invite invoke join list load
  locate log look lookup make manage mark match modify move notify open page parse pay place post predict prepare
  process publish push put query quote read receive recommend record redeem redirect refer refresh refund register
  reject release reload remember remind remove renew reply report request reschedule reserve reset resolve restart
  restore resume retrieve retry return revoke route run save scan schedule search select send set share show sign
  start stop store submit subscribe suggest summarize swap switch sync take tell tokenize track transcribe transfer
  translate trigger unlock unsubscribe update upload upsert validate verify view warn write`.split(/\s+/),
);

/** Something that an engine or component defines by name. */
export interface Definition {
  readonly kind: 'tool' | 'state' | 'node' | 'component';
  /** The field of the name. */
  readonly nameField: string;
  readonly name: string;
  readonly at: Cursor;
}

/** The fields that name a definition; the one that texts use comes first. */
export const nameFields: Readonly<Record<Definition['kind'], readonly string[]>> = {
  tool: ['name', 'tool_id'],
  state: ['name'],
  node: ['name', 'id'],
  component: ['name', 'conversation_flow_component_id'],
};

/** The things that an engine or component defines, one for each name. */
export const definitionsIn = (owner: Cursor): readonly Definition[] =>
  owner.remember(definitionsIn, () => {
    const definitionsOf = (kind: Definition['kind'], items: readonly Cursor[]): Definition[] =>
      nameFields[kind].flatMap(ownField =>
        items.flatMap(cursor => {
          const name = cursor.get(ownField).string();
          return name ? [{ kind, nameField: ownField, name, at: cursor }] : [];
        }),
      );
    return [
      ...definitionsOf(
        'tool',
        Array.from(toolNamesIn(owner).values()).filter(cursor => cursor.is('tool')),
      ),
      ...definitionsOf('state', owner.get('states').items()),
      ...definitionsOf('node', owner.get('nodes').items()),
      ...definitionsOf('component', owner.get('components').items()),
    ];
  });

/** The agents that an engine or component hands over to, and the shared components that it runs. */
export const recordsNamedBy = ({ document, pointer }: Cursor) =>
  recordsOf(document)
    .contents.filter(content => content.pointer === pointer || content.pointer.startsWith(`${pointer}/`))
    .flatMap(({ handOvers, components }) => [
      ...handOvers.map(({ agentId: id }) => ({ kind: 'agent' as const, id })),
      ...components.map(id => ({ kind: 'component' as const, id })),
    ]);
