import type { Block } from './blocks.ts';
import { viewMarkdown } from './markdown.ts';
import { viewText, type TextOptions } from './text.ts';

/** A command's answer: the published result, and functions that print it for people. */
export interface Answer {
  readonly result: object;
  text(options: TextOptions): string;
  /** The text of a part of the result, if the part makes sense alone. */
  textOf?(part: object): string;
  markdown?(): string;
  html?(): string;
  ids?(): string;
}

/** An answer that is printed for people as blocks, which are made on request. */
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
