import type { Prompt } from '../../core/generated/outputs.js';
import { partNouns } from '../../core/reach/requests.ts';
import { templatesIn } from '../../core/domain/templates.ts';
import { count } from '../../core/numbers.ts';
import { listed } from '../../core/wording.ts';
import { assumed, blocksOf, code, quiet, section, title, verbatim, words, type Block } from '../blocks.ts';
import { sentence } from './asked.ts';

/** What the model gets, and callers hear, part by part. @param called the version, and the state or node */
export const promptBlocks = (result: Prompt, called: string): readonly Block[] =>
  blocksOf(
    title(called),
    result.tokens !== null &&
      words(`A request has ${count(result.tokens, 'token')} before a word is spoken (${result.tokenizer}).`),
    result.unset.length > 0 &&
      words(
        `Unset: ${listed(
          result.unset.map(name => `{{${name}}}`),
          'and',
        )}.`,
        'alarm',
      ),
    result.open.map(line => words(sentence(line), 'note')),
    result.parts.map(({ kind, name, text, tokens, unset, file, pointer }, i) =>
      section(
        `part-${i}`,
        [
          partNouns[kind],
          name === '' ? '' : [' ', code(name)],
          tokens === null ? '' : quiet(`, ${count(tokens, 'token')}`),
        ],
        [words(quiet(code(`${file} ${pointer}`))), verbatim(marked(text, unset))],
      ),
    ),
    assumed(result.assumptions),
  );

/** A variable that nothing sets is marked where it is read out. */
function marked(text: string, unset: readonly string[]): string {
  let whole = '',
    at = 0;
  for (const { name, end } of templatesIn(text)) {
    whole += text.slice(at, end) + (unset.includes(name) ? ' [unset]' : '');
    at = end;
  }
  return whole + text.slice(at);
}
