import { groupDigits } from '../core/numbers.ts';
import { sampleInWords } from './bars.ts';
import { isList, isSteps, stepsInShort, type Block, type Item, type Text, type Tone, type Value } from './blocks.ts';
import type { Paint } from './paint.ts';
import { plotText } from './plot.ts';
import { wordChanges } from './hunks.ts';
import { linesOf, makeReadable } from './printable.ts';

export interface TextOptions {
  readonly paint: Paint;
  readonly columns: number;
}
type Style = (text: string) => string;
/** A piece of a line, which is not broken if it is code. */
interface Run {
  readonly text: string;
  readonly style: Style;
  readonly isUnbreakable?: boolean;
}
const unstyled: Style = text => text;
/** The minimum number of columns to which lines are wrapped. */
const MIN_COLUMNS = 30;
/** The maximum width of the column of names. */
const WIDEST_NAME = 32;

/** Prints blocks for a terminal, with lines wrapped to its columns under a hanging indent. */
export const viewText = (blocks: readonly Block[], options: TextOptions): string => {
  const lines = new Terminal(options).blocks(blocks, '');
  return `${(lines[0] === '' ? lines.slice(1) : lines).join('\n')}\n`;
};

class Terminal {
  readonly #paint: Paint;
  readonly #columns: number;

  constructor({ paint, columns }: TextOptions) {
    this.#paint = paint;
    this.#columns = columns;
  }

  blocks(blocks: readonly Block[], indent: string): string[] {
    return blocks.flatMap((block, i) => {
      const lines = this.#block(block, indent);
      // an empty line separates a strong text from the blocks before it
      return block.is === 'words' && block.voice === 'strong' && i > 1 ? ['', ...lines] : lines;
    });
  }

  #block(block: Block, indent: string): string[] {
    const { bold, dim, red, cyan } = this.#paint;
    switch (block.is) {
      case 'title':
        return this.#wrap(indent, this.#runs(block.text, bold));
      case 'words': {
        const style = { plain: unstyled, quiet: dim, note: unstyled, alarm: red, strong: bold, large: bold, box: bold }[
          block.voice
        ];
        return this.#wrap(block.voice === 'note' ? `${indent}note: ` : indent, this.#runs(block.text, style));
      }
      case 'section': {
        const content = this.blocks(block.blocks, `${indent}  `);
        if (content.length === 0) return [];
        return ['', ...this.#wrap(indent, this.#runs(block.title, bold)), ...content];
      }
      case 'list':
        const badgeWidth = largestOf(block.items, ({ badge }) => badge?.spokenWords?.length ?? 0);
        return block.items.flatMap((item, i) => {
          const isLong = i > 0 && item.blocks?.some(({ is }) => is === 'steps');
          return [...(isLong ? [''] : []), ...this.#item(item, indent, badgeWidth)];
        });
      case 'verbatim':
        return linesOf(block.text).map(line => `${indent}${line}`.trimEnd());
      case 'values':
        return this.#values(block.values, indent);
      case 'table':
        return this.#table(block, indent);
      case 'steps':
        return block.steps.flatMap(({ text, spec }, i) =>
          this.#wrap(`${indent}${i + 1}. `, this.#runs(`${text}${spec === null ? '' : ` [${spec}]`}`)),
        );
      case 'figures':
        return block.figures.flatMap(({ sign, tone, words, value }) =>
          this.#wrap(
            `${indent}${this.#styleFor(tone)(sign || ' ')} `,
            this.#runs(`${groupDigits(value)} ${words}`),
            indent.length + 2,
          ),
        );
      case 'bars':
        return block.bars.flatMap(bar => {
          const width = Math.max(10, Math.min(40, this.#columns - indent.length - 54));
          const barText = (bar.tone ? this.#styleFor(bar.tone) : cyan)(barOf(bar.share, width).padEnd(width));
          return [
            ...this.#wrap(indent, this.#runs(bar.name)),
            ...this.#wrap(`${indent}${barText}  `, this.#runs(sampleInWords(bar)), indent.length + width + 2),
            ...(bar.note === undefined ? [] : this.#wrap(`${indent}  `, this.#runs(bar.note))),
          ];
        });
      case 'sides':
        return block.sides.flatMap(({ title, blocks }) => [
          ...(blocks.every(isSteps) ? [] : this.#wrap(indent, this.#runs(title))),
          ...(blocks.every(isSteps)
            ? this.#wrap(`${indent}${title}  `, this.#runs(blocks.map(stepsInShort).join('; ')))
            : this.blocks(blocks, `${indent}  `)),
        ]);
      case 'card':
        return this.blocks(block.blocks, indent);
      case 'plot':
        return plotText(block.plot, this.#columns - indent.length, this.#paint)
          .trimEnd()
          .split('\n')
          .map(line => indent + line);
      case 'stacked':
      case 'pictures':
      case 'drawings':
      case 'slot':
        return [];
    }
  }

  #item(
    { badge, liveReason, head, times, words, lines = [], blocks = [], details }: Item,
    indent: string,
    badgeWidth: number,
  ): string[] {
    const mark = badge && (badgeWidth > 0 ? `${badge.spokenWords ?? ''}`.padEnd(badgeWidth + 1) : badge.sign);
    const sign = badge ? `${indent}${this.#styleFor(badge.tone)(mark!)} ` : indent,
      width = indent.length + (badge ? mark!.length + 1 : 0),
      indentWidth = ' '.repeat(indent.length + 4);
    const text: Text = [
      head,
      times !== undefined && times > 1 ? ` ×${groupDigits(times)}` : '',
      liveReason ? ' (live)' : '',
      words === undefined ? '' : [': ', words],
    ];
    return [
      ...this.#wrap(sign, this.#runs(text), badge ? width : width + 4, width),
      ...lines.flatMap(line => this.#wrap(indentWidth, this.#runs(line))),
      ...this.blocks(blocks, indentWidth),
      ...this.blocks(details?.blocks ?? [], indentWidth),
    ];
  }

  #values(values: readonly Value[], indent: string): string[] {
    const names = values.map(({ name }) => widthOf(this.#runs(name)));
    // a longer name gets a separate line and does not widen the column
    const width = largestOf(names, length => (length <= WIDEST_NAME ? length : 0));
    return values.flatMap(({ name, words, note = '', hunk = [] }, i) => {
      const isFit = indent.length + names[i]! + 2 + widthOf(this.#runs(words)) <= this.#columns;
      const isLong = names[i]! > width && !isFit,
        ownText = styleRuns(this.#runs(name)),
        column = names[i] === 0 ? indent.length : indent.length + width + 2;
      const head = isLong
        ? ' '.repeat(column)
        : indent + (names[i] === 0 ? '' : ownText + ' '.repeat(Math.max(0, width - names[i]!) + 2));
      return [
        ...(isLong ? [`${indent}${ownText}`] : []),
        ...this.#wrap(head, this.#runs(words), names[i] === 0 ? column + 2 : column, column),
        ...(note === '' ? [] : this.#wrap(' '.repeat(column), this.#runs(note, this.#paint.dim))),
        ...hunk.map(line => `${indent}  ${this.#styleChange(makeReadable(line))}`.trimEnd()),
      ];
    });
  }

  #styleChange(line: string): string {
    const { dim, green, red } = this.#paint;
    if (line.startsWith('~'))
      return line.replace(wordChanges, (mark, went: string | undefined) =>
        went === undefined ? green(mark) : red(mark),
      );
    if (line.startsWith('+')) return green(line);
    return line.startsWith('-') ? red(line) : dim(line);
  }

  /**
   * A table whose last column is wrapped. In a narrow terminal, the cells of a row are printed below its first cell.
   */
  #table({ columns, rows }: Block & { is: 'table' }, indent: string): string[] {
    const titles = columns.map(column => this.#runs(column.title, this.#paint.dim)),
      hasTitles = titles.some(runs => widthOf(runs) > 0);
    const allRows = [...(hasTitles ? [titles] : []), ...rows.map(({ cells }) => cells.map(cell => this.#runs(cell)))];
    const widths = columns.map((_, i) => largestOf(allRows, row => widthOf(row[i] ?? [])));
    const before = widths.slice(0, -1).reduce((sum, width) => sum + width + 2, indent.length);
    const minimum = Math.min(widths.at(-1) ?? 0, MIN_COLUMNS);
    if (columns.length > 2 && before + minimum > Math.max(this.#columns, 100))
      return this.#stackedRows(columns, rows, indent);
    return allRows.flatMap(row => {
      const head = row.slice(0, -1).map((runs, i) => {
        const space = ' '.repeat(widths[i]! - widthOf(runs));
        return `${columns[i]!.align === 'right' ? space + styleRuns(runs) : styleRuns(runs) + space}  `;
      });
      const last = row.at(-1) ?? [],
        space = columns.at(-1)?.align === 'right' ? ' '.repeat(widths.at(-1)! - widthOf(last)) : '';
      return this.#wrap(`${indent}${head.join('')}${space}`, last, before + space.length);
    });
  }

  #stackedRows(columns: (Block & { is: 'table' })['columns'], rows: (Block & { is: 'table' })['rows'], indent: string) {
    return rows.flatMap(({ cells: [first = '', ...otherTexts] }) => [
      ...this.#wrap(indent, this.#runs(first)),
      ...otherTexts.flatMap((cell, i) => {
        const runs = this.#runs(cell),
          label = styleRuns(this.#runs(columns[i + 1]!.title, this.#paint.dim));
        const width = indent.length + 4 + widthOf(this.#runs(columns[i + 1]!.title));
        return widthOf(runs) === 0
          ? []
          : this.#wrap(`${indent}  ${label}${label === '' ? '' : '  '}`, runs, indent.length + 4, width);
      }),
    ]);
  }

  #styleFor(tone: Tone): Style {
    const { red, green, cyan } = this.#paint;
    const yellow: Style = text => this.#paint.severity('warning', text);
    return { good: green, live: green, bad: red, open: yellow, draft: yellow, changed: cyan, plain: unstyled }[tone];
  }

  #runs(text: Text, style: Style = unstyled): Run[] {
    if (typeof text === 'string') return text === '' ? [] : [{ text: makeReadable(text), style }];
    if (isList(text)) return text.flatMap(text => this.#runs(text, style));
    if ('code' in text) return [{ text: makeReadable(text.code), style, isUnbreakable: true }];
    if ('prose' in text) return [{ text: makeReadable(text.prose), style }];
    if ('strong' in text) return this.#runs(text.strong, this.#paint.bold);
    if ('quiet' in text) return this.#runs(text.quiet, this.#paint.dim);
    if ('link' in text) return this.#runs(text.link, style);
    if ('hover' in text || 'does' in text) return this.#runs(text.text, style);
    if ('places' in text)
      return [{ text: `${groupDigits(text.total)} ${text.noun}${text.total === 1 ? '' : 's'}`, style }];
    return [{ text: makeReadable(text.badge.spokenWords ?? text.badge.words), style: this.#styleFor(text.badge.tone) }];
  }

  /**
   * Wraps runs after a head.
   * @param width the indent of the second and later lines
   * @param first the visible width of the head, without color codes
   */
  #wrap(head: string, runs: readonly Run[], width = head.length, first = width): string[] {
    const lines: Run[][] = [[]];
    let usedWidth = 0,
      room = Math.max(MIN_COLUMNS, this.#columns - first);
    for (const word of wordsOf(runs)) {
      const length = widthOf(word);
      if (usedWidth > 0 && usedWidth + 1 + length > room) {
        lines.push([...word]);
        room = Math.max(MIN_COLUMNS, this.#columns - width);
        usedWidth = length;
      } else {
        const line = lines.at(-1)!,
          style = line.at(-1)?.style === word[0]!.style ? word[0]!.style : unstyled;
        line.push(...(usedWidth > 0 ? [{ text: ' ', style }] : []), ...word);
        usedWidth += length + (usedWidth > 0 ? 1 : 0);
      }
    }
    return lines.map((line, i) => `${i === 0 ? head : ' '.repeat(width)}${styleRuns(line)}`.trimEnd());
  }
}

/** The largest number; `Math.max` fails with too many arguments. */
const largestOf = <T>(items: readonly T[], number: (item: T) => number): number =>
  items.reduce((largest, item) => Math.max(largest, number(item)), 0);
const widthOf = (runs: readonly Run[]): number => runs.reduce((sum, { text }) => sum + text.length, 0);

/** Prints runs; adjacent runs of the same style share their color codes. */
function styleRuns(runs: readonly Run[]): string {
  let text = '',
    open = '',
    style = unstyled;
  for (const run of runs) {
    if (run.style !== style) {
      text += open === '' ? '' : style(open);
      open = '';
      ({ style } = run);
    }
    open += run.text;
  }
  return (text + (open === '' ? '' : style(open))).replaceAll('\u00a0', ' ');
}

function wordsOf(runs: readonly Run[]): Run[][] {
  const wordList: Run[][] = [];
  let word: Run[] = [];
  for (const run of runs)
    for (const [i, part] of (run.isUnbreakable ? [run.text] : run.text.split(/ +/)).entries()) {
      if (i > 0 && word.length > 0) {
        wordList.push(word);
        word = [];
      }
      if (part !== '') word.push({ text: part, style: run.style });
    }
  return word.length > 0 ? [...wordList, word] : wordList;
}

/**
 * A bar, drawn in eighths of a column.
 * @param share from 0 to 1
 */
function barOf(share: number, width: number): string {
  const eighths = Math.round(share * width * 8);
  return '█'.repeat(eighths >> 3) + (eighths % 8 === 0 ? '' : '▏▎▍▌▋▊▉'[(eighths % 8) - 1]!);
}
