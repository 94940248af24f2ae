import type { Step } from '../core/workspace/resolve.ts';
import { count as counted } from '../core/numbers.ts';
import { assumedBy } from '../simulator/resolution-words.ts';
import type { Element } from './element.ts';
import type { FilePlace } from '../core/locate.ts';
import type { ProtocolPlace } from './panels/place.ts';
import type { Plot } from './plot.ts';

/*
 * A result as a tree of blocks: plain data with the content in order, and no styles. Each result has one builder;
 * `text.ts`, `markdown.ts` and `html.ts` render the blocks. Strings may come from anybody's files, so each renderer
 * escapes every string once.
 */

/** The meaning of a badge, a row or a bar. A sign or words always accompany the color. */
export type Tone = 'good' | 'bad' | 'open' | 'draft' | 'changed' | 'live' | 'plain';

export interface Badge {
  readonly tone: Tone;
  /** One character. */
  readonly sign: string;
  readonly words: string;
  /** The words for output without badges. */
  readonly spoken?: string;
  /** A tooltip with details. */
  readonly hint?: string;
}

/**
 * A place for editors: a file and a span where blocks are made, a uri and a range once the language server sends them.
 */
export type BlockPlace = FilePlace | ProtocolPlace;
/** Text within a line. */
export type Text =
  | string
  | readonly Text[]
  | { readonly code: string }
  | { readonly strong: Text }
  | { readonly quiet: Text }
  /** One of Preflight's own sentences, with backticks around code. */
  | { readonly prose: string }
  | { readonly badge: Badge }
  /** A link to a place in a file; plain text if there is no place or the output cannot link. */
  | { readonly link: Text; readonly to: BlockPlace | null | undefined }
  /** A command that an editor runs on a click; only for editors. */
  | { readonly text: Text; readonly does: { readonly command: string; readonly with: unknown } }
  /** A tooltip; its facts are also shown elsewhere. */
  | { readonly hover: string; readonly text: Text }
  /** Places, unfolded on request; `total` counts also those that are not listed. */
  | { readonly places: readonly BlockPlace[]; readonly total: number; readonly noun: string };
export const isList = (text: Text): text is readonly Text[] => Array.isArray(text);

/** An action in a panel: `act` is its name there, `value` its argument. */
export interface Act {
  readonly act: string;
  readonly value: string;
  readonly text: string;
}
/** An entry of a list. */
export interface Item {
  readonly badge?: Badge | undefined;
  /** Why the item is live; absent if it is not. */
  readonly live?: string | null | undefined;
  readonly head: Text;
  /** The number of equal entries, if more than one. */
  readonly times?: number;
  /** The consequence for the item. */
  readonly words?: Text;
  /** Further lines. */
  readonly lines?: readonly Text[];
  readonly blocks?: readonly Block[];
  readonly acts?: readonly Act[] | undefined;
  /** Details that a page shows on request. */
  readonly more?: { readonly title: string; readonly blocks: readonly Block[] } | undefined;
}
export interface Column {
  readonly title: Text;
  readonly align?: 'right';
  /** The column of the page's own subject. */
  readonly isCurrent?: boolean;
}
export interface Row {
  readonly cells: readonly Text[];
  readonly isBad?: boolean;
}
/** A name and its value; a long text is shown by its differing lines, each beginning with `+`, `-` or a space. */
export interface Value {
  readonly name: Text;
  readonly words: Text;
  /** A note, on a separate line. */
  readonly note?: Text;
  readonly hunk?: readonly string[];
  readonly acts?: readonly Act[] | undefined;
}
/** A share of a count with its 95 % interval, drawn over the expected share. */
export interface Bar {
  readonly name: Text;
  readonly count: number;
  readonly share: number;
  readonly interval: readonly [low: number, high: number];
  readonly expected: number;
  readonly tone?: Tone;
  readonly note?: Text | undefined;
  readonly isCurrent?: boolean;
}
/** A part of a whole; equal `number`s mean the same thing in every bar of a page. */
export interface Part {
  readonly name: string;
  readonly number: number;
  /** From 0 to 1. */
  readonly share: number;
}
/** A highlighted part of a text on a page; `words` give its meaning without color. */
export interface Piece {
  readonly text: string;
  readonly tone?: Tone;
  readonly hint?: string;
  readonly words?: string;
}
type Voice = 'plain' | 'quiet' | 'note' | 'alarm' | 'strong' | 'large' | 'box';

export type Block =
  | { readonly is: 'title'; readonly text: Text }
  | { readonly is: 'words'; readonly text: Text; readonly voice: Voice }
  | { readonly is: 'list'; readonly label: string; readonly items: readonly Item[] }
  | { readonly is: 'table'; readonly label: string; readonly columns: readonly Column[]; readonly rows: readonly Row[] }
  /** A text as it is, with its line breaks. */
  | { readonly is: 'verbatim'; readonly text: string; readonly pieces?: readonly Piece[] | undefined }
  | { readonly is: 'values'; readonly values: readonly Value[]; readonly foldsHunks: boolean }
  | { readonly is: 'bars'; readonly noun: string; readonly total: number; readonly bars: readonly Bar[] }
  /** One bar for each state, divided into parts; only for pages, because the words beside the bars say the same. */
  | { readonly is: 'stacked'; readonly bars: readonly { readonly name: string; readonly parts: readonly Part[] }[] }
  /** A summary in a few numbers. */
  | { readonly is: 'figures'; readonly figures: readonly (Badge & { readonly value: number })[] }
  | { readonly is: 'steps'; readonly steps: readonly Step[] }
  | {
      readonly is: 'section';
      /** The identity of the section across updates. */
      readonly key: string;
      readonly title: Text;
      readonly count?: string | undefined;
      /** `page`: on a page and in a terminal, where there is room, but not in a comment. */
      readonly open: boolean | 'page';
      /** The page's own subject. */
      readonly isCurrent?: boolean;
      readonly blocks: readonly Block[];
    }
  /** Two states side by side. */
  | {
      readonly is: 'sides';
      readonly sides: readonly { readonly title: string; readonly blocks: readonly Block[] }[];
      readonly between?: Badge;
    }
  /** The direct answer to the question, set apart. */
  | { readonly is: 'card'; readonly label: string; readonly tone: Tone; readonly blocks: readonly Block[] }
  | { readonly is: 'plot'; readonly plot: Plot }
  /** Preflight's own markup; shown on pages only. */
  | { readonly is: 'pictures'; readonly pictures: readonly { readonly title: string; readonly svg: string }[] }
  /** Drawings, for pages only, because the text beside them says the same. */
  | { readonly is: 'drawings'; readonly drawings: readonly Element[] }
  /** A placeholder for controls of a panel. */
  | { readonly is: 'slot'; readonly name: string };

type Section = Extract<Block, { is: 'section' }>;
export type Maybe<T> = T | null | undefined | false;
/** Drops absent blocks and flattens lists. */
export const blocksOf = (...blocks: readonly Maybe<Block | readonly Maybe<Block>[]>[]): readonly Block[] =>
  (blocks.flat() as readonly Maybe<Block>[]).filter(block => block !== null && block !== undefined && block !== false);

export const title = (text: Text): Block => ({ is: 'title', text });
export const words = (text: Text, voice: Voice = 'plain'): Block => ({ is: 'words', text, voice });
export const list = (label: string, items: readonly Item[]): Block => ({ is: 'list', label, items });
export const table = (label: string, columns: readonly (string | Column)[], rows: readonly Row[]): Block => ({
  is: 'table',
  label,
  columns: columns.map(column => (typeof column === 'string' ? { title: column } : column)),
  rows,
});
export const verbatim = (text: string, pieces?: readonly Piece[]): Block => ({ is: 'verbatim', text, pieces });
export const values = (values: readonly Value[], canFoldHunks = false): Maybe<Block> =>
  values.length > 0 && { is: 'values', values, foldsHunks: canFoldHunks };
export const section = (
  key: string,
  title: Text,
  blocks: readonly Maybe<Block | readonly Maybe<Block>[]>[],
  { count, open = true, isCurrent = false }: Partial<Pick<Section, 'count' | 'open' | 'isCurrent'>> = {},
): Block => ({
  is: 'section',
  key,
  title,
  count,
  open,
  ...(isCurrent && { isCurrent }),
  blocks: blocksOf(...blocks),
});
export const steps = (steps: readonly Step[]): Block => ({ is: 'steps', steps });
export const slot = (name: string): Block => ({ is: 'slot', name });

export const code = (text: string): Text => ({ code: text });
export const quietText = (text: Text): Text => ({ quiet: text });
export const strong = (text: Text): Text => ({ strong: text });
export const link = (text: Text, place: BlockPlace | null | undefined): Text => ({ link: text, to: place });
export const badge = (tone: Tone, sign: string, words: string, extras: Pick<Badge, 'spoken' | 'hint'> = {}): Badge => ({
  tone,
  sign,
  words,
  ...extras,
});
export const joinTexts = (texts: readonly Text[], separator: Text): readonly Text[] =>
  texts.flatMap((text, i) => (i === 0 ? [text] : [separator, text]));

/** `and 1,234 more references`; nothing if there are none. */
export const andMore = (omitted: number, noun: string, ending = ''): Maybe<Block> =>
  omitted > 0 && words(`and ${counted(omitted, noun).replace(' ', ' more ')}${ending}`, 'quiet');

/** The assumptions of a result where the specification is silent. */
export function assumed(names: Iterable<string>, key = 'assumptions'): Maybe<Block> {
  const notes = assumedBy(names);
  return (
    notes.length > 0 &&
    section(
      key,
      'Assumed where the specification is silent',
      [values(notes.map(({ name, assumes }) => ({ name: code(name), words: { prose: assumes } })))],
      { count: String(notes.length), open: false },
    )
  );
}

export const liveBadge = (reason: string): Badge =>
  badge('live', '●', 'live', { spoken: '(live)', hint: `Live: ${reason}` });

type Steps = Extract<Block, { is: 'steps' }>;
export const isSteps = (block: Block): block is Steps => block.is === 'steps';
/** `tag prod is assigned to version 2 [Versioning 3]; …` */
export const stepsInShort = (block: Block): string =>
  isSteps(block) ? block.steps.map(({ text, spec }) => `${text}${spec === null ? '' : ` [${spec}]`}`).join('; ') : '';
