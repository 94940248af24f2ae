import type { Step } from '../core/workspace/resolve.ts';
import { count as counted } from '../core/numbers.ts';
import { assumedBy } from '../simulator/resolution.ts';
import type { Element } from './element.ts';
import type { FilePlace } from '../core/locate.ts';
import type { ProtocolPlace } from './panels.ts';
import type { Plot } from './plot.ts';

/*
 * Blocks are a result as a tree of plain data: the content in order, without styles. Each result has one builder;
 * `text.ts`, `markdown.ts` and `html.ts` render the blocks. Strings may come from anybody's files, so each renderer
 * escapes every string once.
 */

/** The meaning of a badge, a row or a bar. A sign or words always accompany the color. */
export type Tone = 'good' | 'bad' | 'open' | 'draft' | 'changed' | 'live' | 'plain';

export interface Badge {
  readonly tone: Tone;
  /** A symbol of one character. */
  readonly sign: string;
  readonly words: string;
  /** The words for output without badges. */
  readonly spokenWords?: string;
  /** A tooltip with details. */
  readonly hint?: string;
}

/**
 * A place for editors. Builders of blocks use a file and a span; the language server converts them to a URI and a
 * range.
 */
export type BlockPlace = FilePlace | ProtocolPlace;
/** Text within a line. */
export type Text =
  | string
  | readonly Text[]
  | { readonly code: string }
  | { readonly strong: Text }
  | { readonly quiet: Text }
  /** A sentence written by Preflight itself, with backticks around code. */
  | { readonly prose: string }
  | { readonly badge: Badge }
  /** A link to a place in a file; plain text if there is no place or the output cannot link. */
  | { readonly link: Text; readonly to: BlockPlace | null | undefined }
  /** A command that an editor runs on a click; only for editors. */
  | { readonly text: Text; readonly does: { readonly command: string; readonly argument: unknown } }
  /** A text with a tooltip, whose facts are also shown outside the tooltip. */
  | { readonly hover: string; readonly text: Text }
  /** A list of places that is unfolded on request; `total` includes places that are not listed. */
  | { readonly places: readonly BlockPlace[]; readonly total: number; readonly noun: string };
export const isList = (text: Text): text is readonly Text[] => Array.isArray(text);

/** An action in a panel: `act` is the name of the action, `value` its argument. */
export interface Act {
  readonly act: string;
  readonly value: string;
  readonly text: string;
}
/** An entry of a list. */
export interface Item {
  readonly badge?: Badge | undefined;
  /** The reason why the item is live; absent if it is not live. */
  readonly liveReason?: string | null | undefined;
  readonly head: Text;
  /** The number of equal entries, if more than one. */
  readonly times?: number;
  /** The consequence for the item. */
  readonly words?: Text;
  /** Further lines below the item. */
  readonly lines?: readonly Text[];
  readonly blocks?: readonly Block[];
  readonly acts?: readonly Act[] | undefined;
  /** Details that a page shows on request. */
  readonly details?: { readonly title: string; readonly blocks: readonly Block[] } | undefined;
}
interface Column {
  readonly title: Text;
  readonly align?: 'right';
  /** Whether this is the column of the subject of the page. */
  readonly isCurrent?: boolean;
}
export interface Row {
  readonly cells: readonly Text[];
  readonly isBad?: boolean;
}
/**
 * A name and its value. Of a changed long text, only the differing lines are shown, each of which begins with `+`, `-`
 * or a space.
 */
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
/** A part of a whole. Parts with the same `number` mean the same thing in all bars of a page. */
export interface Part {
  readonly name: string;
  readonly number: number;
  /** The share of the whole, from 0 to 1. */
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
  /** A text that is printed unchanged, with its line breaks. */
  | { readonly is: 'verbatim'; readonly text: string; readonly pieces?: readonly Piece[] | undefined }
  | { readonly is: 'values'; readonly values: readonly Value[]; readonly foldsHunks: boolean }
  | { readonly is: 'bars'; readonly noun: string; readonly total: number; readonly bars: readonly Bar[] }
  /**
   * One bar for each state, divided into parts. It is shown only on pages, because the text beside it has the same
   * facts.
   */
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
      /** Whether the section is open at first; `page`: open on pages and in terminals, but folded in comments. */
      readonly open: boolean | 'page';
      /** Whether the section is about the subject of the page. */
      readonly isCurrent?: boolean;
      readonly blocks: readonly Block[];
    }
  /** Two states side by side. */
  | {
      readonly is: 'sides';
      readonly sides: readonly { readonly title: string; readonly blocks: readonly Block[] }[];
      readonly middleBadge?: Badge;
    }
  /** The direct answer to the question, set apart. */
  | { readonly is: 'card'; readonly label: string; readonly tone: Tone; readonly blocks: readonly Block[] }
  | { readonly is: 'plot'; readonly plot: Plot }
  /** SVG markup made by Preflight, shown only on pages. */
  | { readonly is: 'pictures'; readonly pictures: readonly { readonly title: string; readonly svg: string }[] }
  /** Drawings that are shown only on pages, because the text beside them has the same facts. */
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
export const badge = (
  tone: Tone,
  sign: string,
  words: string,
  extras: Pick<Badge, 'spokenWords' | 'hint'> = {},
): Badge => ({
  tone,
  sign,
  words,
  ...extras,
});
export const joinTexts = (texts: readonly Text[], separator: Text): readonly Text[] =>
  texts.flatMap((text, i) => (i === 0 ? [text] : [separator, text]));

/** The block `and 1,234 more references`; absent if nothing is omitted. */
export const andMore = (omittedCount: number, noun: string, ending = ''): Maybe<Block> =>
  omittedCount > 0 && words(`and ${counted(omittedCount, noun).replace(' ', ' more ')}${ending}`, 'quiet');

/** The section with the assumptions of a result, for which the specification has no rule. */
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
  badge('live', '●', 'live', { spokenWords: '(live)', hint: `Live: ${reason}` });

type Steps = Extract<Block, { is: 'steps' }>;
export const isSteps = (block: Block): block is Steps => block.is === 'steps';
/** Describes the steps on one line: `tag prod is assigned to version 2 [Versioning 3]; …`. */
export const stepsInShort = (block: Block): string =>
  isSteps(block) ? block.steps.map(({ text, spec }) => `${text}${spec === null ? '' : ` [${spec}]`}`).join('; ') : '';
