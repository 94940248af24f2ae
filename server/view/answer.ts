import type { Block } from './blocks.ts';
import { viewMarkdown } from './markdown.ts';
import { viewText, type TextOptions } from './text.ts';

/** The answer of a command: its published result, and functions that print the result for people. */
export interface Answer {
  readonly result: object;
  text(options: TextOptions): string;
  /** Prints a part of the result, if the part can be printed alone. */
  textOf?(part: object): string;
  markdown?(): string;
  html?(): string;
  ids?(): string;
}

/** An answer whose text and markdown are made from blocks. The blocks are created only when they are needed. */
export const answerOf = (
  result: object,
  blocks: () => readonly Block[],
): Answer & Required<Pick<Answer, 'markdown'>> => {
  const withBlocks = (view: (blocks: readonly Block[]) => string): string => {
    const allBlocks = blocks();
    return allBlocks.length === 0 ? '' : view(allBlocks);
  };
  return {
    result,
    text: options => withBlocks(blocks => viewText(blocks, options)),
    markdown: () => withBlocks(viewMarkdown),
  };
};
