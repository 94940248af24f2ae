import { groupDigits } from '../core/numbers.ts';
import { sampleInWords } from './bars.ts';
import { isList, isSteps, stepsInShort, type Badge, type Block, type Item, type Text, type Value } from './blocks.ts';
import { linesOf, makeReadable } from './printable.ts';

/** A code span whose fence is longer than any backticks in the text. */
export function code(text: string): string {
  const runs = [...text.matchAll(/`+/g)].map(run => run[0].length);
  const fence = '`'.repeat(Math.max(0, ...runs) + 1);
  const pad = runs.length > 0 ? ' ' : '';
  return fence + pad + makeReadable(text) + pad + fence;
}

/**
 * Escapes a text, so that markdown shows it unchanged and user names and issue numbers in it do not become mentions.
 */
export const escape = (text: string): string =>
  makeReadable(text)
    .replace(/[\\`*_~[\]|]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/([@#])(?=\w)/g, '$1<!-- -->');

/** Options for the headings and the length of markdown. */
export interface MarkdownOptions {
  /** The level of the title's heading; sections have the next levels. */
  readonly level?: number;
  /** The text before the title. */
  readonly titlePrefix?: string;
  /** The approximate limit of characters; omitted items are counted, and `rest` names the command that shows them. */
  readonly limit?: number;
  readonly rest?: string;
}
/** The maximum length of a comment; GitHub allows 65,536 characters. */
export const COMMENT = 55_000;

/** Blocks as markdown for a page or a comment. */
export const viewMarkdown = (blocks: readonly Block[], options: MarkdownOptions = {}): string =>
  `${new Comment(options).blocks(blocks, options.level ?? 2).join('\n\n')}\n`;

/** Badges that a comment shows without words. */
const verdicts: Readonly<Record<string, string>> = { '✓': '✅', '✕': '❌' };
const marks = { good: '🟢', live: '🟢', bad: '🔴', open: '🟡', draft: '🟡', changed: '🔵', plain: '⚪' } as const;

class Comment {
  readonly #titlePrefix: string;
  readonly #rest: string;
  readonly #level: number;
  #remaining: number;

  constructor({ level = 2, titlePrefix = '', limit = Number.MAX_SAFE_INTEGER, rest = '' }: MarkdownOptions) {
    this.#level = level;
    this.#titlePrefix = titlePrefix;
    this.#rest = rest;
    this.#remaining = limit;
  }

  blocks(blocks: readonly Block[], level: number): string[] {
    return blocks.map(block => this.#block(block, level)).filter(text => text !== '');
  }

  #block(block: Block, level: number): string {
    switch (block.is) {
      case 'title':
        return this.#take(
          level > this.#level
            ? `**${textIn(block.text)}**`
            : `${'#'.repeat(level)} ${this.#titlePrefix}${textIn(block.text)}`,
        );
      case 'words': {
        const text = textIn(block.text),
          voices = { note: `> ${text}`, alarm: `> ⚠️ ${text}`, strong: `**${text}**`, large: `**${text}**` };
        return this.#take(block.voice in voices ? voices[block.voice as keyof typeof voices] : text);
      }
      case 'section': {
        const total = this.#remaining;
        this.#remaining = (total * 2) / 3;
        const formerRemaining = this.#remaining,
          content = this.blocks(block.blocks, level + 1).join('\n\n');
        this.#remaining = total - (formerRemaining - this.#remaining);
        if (content === '') return '';
        const title = textIn(block.title);
        return block.open === true
          ? `${'#'.repeat(Math.min(6, level + 1))} ${title}\n\n${content}`
          : foldSection(`${title}${block.count === undefined ? '' : ` (${escape(block.count)})`}`, content);
      }
      case 'list':
        return this.#list(block.items, level);
      case 'verbatim':
        return this.#take(fence(linesOf(block.text), 'text'));
      case 'values':
        return this.#fittingTexts(block.values, value => valueIn(value, block.foldsHunks)).join('\n');
      case 'table': {
        const [head, ...rows] = [block.columns.map(({ title }) => title), ...block.rows.map(({ cells }) => cells)].map(
          cells => `| ${cells.map(cell => textIn(cell).replaceAll(/(?<!\\)\|/g, '\\|')).join(' | ')} |`,
        );
        const lines = block.columns.map(({ align }) => (align === 'right' ? '---:' : '---'));
        return this.#take(`${head}\n| ${lines.join(' | ')} |`) + this.#fittingTexts(rows, row => `\n${row}`).join('');
      }
      case 'steps':
        return this.#take(
          block.steps
            .map(({ text, spec }, i) => `${i + 1}. ${escape(text)}${spec === null ? '' : ` (${spec})`}`)
            .join('\n'),
        );
      case 'figures':
        return this.#take(
          block.figures
            .map(({ sign, value, words }) => `- ${sign === '' ? '' : `${sign} `}${groupDigits(value)} ${escape(words)}`)
            .join('\n'),
        );
      case 'bars':
        return this.#fittingTexts(block.bars, bar => {
          const note = bar.note === undefined ? '' : `<br>${textIn(bar.note)}`;
          return `- ${textIn(bar.name)}: ${escape(sampleInWords(bar))}${note}`;
        }).join('\n');
      case 'sides':
        return block.sides
          .map(({ title, blocks }) =>
            blocks.every(isSteps)
              ? this.#take(`- ${escape(title)}: ${escape(blocks.map(stepsInShort).join('; '))}`)
              : `\n**${escape(title)}**\n\n${this.blocks(blocks, level + 1).join('\n\n')}`,
          )
          .join('\n');
      case 'card':
        return this.blocks(block.blocks, level).join('\n\n');
      case 'plot':
      case 'stacked':
      case 'pictures':
      case 'drawings':
      case 'slot':
        return '';
    }
  }

  #list(items: readonly Item[], level: number): string {
    const fullText = (item: Item): string => {
      const { blocks = [], details } = item;
      const parts = [
        ...this.blocks(blocks, level + 1),
        ...(details ? [foldSection(escape(details.title), this.blocks(details.blocks, level + 1).join('\n\n'))] : []),
      ];
      return [itemIn(item), ...parts.map(text => indentText(text))].join('\n\n');
    };
    return this.#fittingTexts(items, (item, isShort) => (isShort ? itemIn(item) : fullText(item))).join('\n');
  }

  /** The texts of the first items that fit, in full as long as possible, and the number of omitted items. */
  #fittingTexts<T>(items: readonly T[], write: (item: T, isShort: boolean) => string): string[] {
    const texts: string[] = [];
    for (const item of items) {
      const before = this.#remaining;
      let text = write(item, false);
      // restores the room that inner blocks have used
      this.#remaining = before;
      if (text.length > before) text = write(item, true);
      this.#remaining = before;
      if (text.length > before) {
        const remainder = `${groupDigits(items.length - texts.length)} more would make this too long`;
        return [...texts, `\n${remainder}${this.#rest === '' ? '' : `; ${code(this.#rest)} shows them`}.`];
      }
      texts.push(this.#take(text));
    }
    return texts;
  }

  #take(text: string): string {
    this.#remaining -= text.length + 2;
    return text;
  }
}

function textIn(text: Text): string {
  if (typeof text === 'string') return escape(text);
  if (isList(text)) return text.map(textIn).join('');
  if ('code' in text) return code(text.code);
  if ('prose' in text) return makeReadable(text.prose);
  if ('strong' in text) return `**${textIn(text.strong)}**`;
  if ('quiet' in text) return textIn(text.quiet);
  if ('link' in text) return textIn(text.link);
  if ('hover' in text || 'does' in text) return textIn(text.text);
  if ('places' in text) return `${groupDigits(text.total)} ${text.noun}${text.total === 1 ? '' : 's'}`;
  return badgeIn(text.badge);
}
const badgeIn = ({ spokenWords, words }: Badge): string => escape(spokenWords ?? words);

function itemIn({ badge, liveReason, head, times, words, lines = [] }: Item): string {
  const mark = badge ? markOf(badge) : '',
    text = textIn(head),
    // bold text must not contain bold text
    subject = (typeof head === 'object' && 'code' in head) || text.includes('**') ? text : `**${text}**`,
    repetition = times !== undefined && times > 1 ? ` ×${groupDigits(times)}` : '';
  const subjectText = `${subject}${repetition}${liveReason ? ' (live)' : ''}${words === undefined ? '' : `: ${textIn(words)}`}`;
  return `- ${mark}${[subjectText, ...lines.map(textIn)].filter(line => line !== '').join('<br>')}`;
}

const markOf = ({ sign, tone, spokenWords }: Badge): string =>
  verdicts[sign] === undefined
    ? `${marks[tone]} ${spokenWords === undefined ? '' : `${escape(spokenWords)} `}`
    : `${verdicts[sign]} `;

function valueIn({ name, words, note = '', hunk = [] }: Value, canFold: boolean): string {
  const head = textIn(name),
    line = `- ${head === '' ? '' : `${head}: `}${textIn(words)}${note === '' ? '' : `; ${textIn(note)}`}`;
  if (hunk.length === 0) return line;
  // renderers of diffs color a line that begins with ! as changed
  const patch = fence(hunk.map(line => makeReadable(line).replace(/^~/, '!')));
  return `${line}\n${indentText(canFold ? foldSection('what changes', patch) : `\n${patch}`)}\n`;
}

/** A code block whose fence is longer than any fence in its lines. */
function fence(lines: readonly string[], language = 'diff'): string {
  const longest = Math.max(3, ...lines.flatMap(line => [...line.matchAll(/`+/g)].map(run => run[0].length + 1)));
  const mark = '`'.repeat(longest);
  return [`${mark}${language}`, ...lines, mark].join('\n');
}

const foldSection = (title: string, content: string): string =>
  content === '' ? '' : `<details><summary>${title}</summary>\n\n${content}\n\n</details>`;
const indentText = (text: string): string => text.replace(/^(?=[^\n])/gm, '  ');
