import type { FilePlace } from '../../core/locate.ts';
import type { Prompt as PromptResult } from '../../core/generated/outputs.js';
import type { UnsetJudgement } from '../../core/domain/inbound-variables.ts';
import { partNouns } from '../../core/reach/requests.ts';
import { templatesIn } from '../../core/domain/templates.ts';
import { count } from '../../core/numbers.ts';
import { didYouMean, listed } from '../../core/wording.ts';
import { placeOf } from '../../core/workspace/records.ts';
import type { Resolution } from '../../core/workspace/resolve.ts';
import type { Prompt } from '../../simulator/prompt.ts';
import { tokenizer } from '../../simulator/tokenizer.ts';
import {
  assumed,
  blocksOf,
  code,
  link,
  quietText,
  section,
  title,
  verbatim,
  words,
  type Block,
  type Piece,
} from '../blocks.ts';
import { sentence } from './asked.ts';

/**
 * The content of `schemas/outputs/prompt.json`.
 * @param version the version number of the record, if it has one
 */
export const promptOutput = (
  { turn, parts, tokens, unset, unknowns, assumptions }: Prompt,
  { agentId }: Resolution,
  version: number | null,
  pathOf: (file: string) => string,
): PromptResult => ({
  version: 1,
  agent_id: agentId === '' ? null : agentId,
  agent_version: version,
  state: turn.at.is('llm-state') ? turn.id : null,
  node: turn.id !== null && !turn.at.is('llm-state') ? turn.id : null,
  tokenizer: tokenizer.name,
  tokens,
  parts: parts.map(part => {
    const { file, pointer } = placeOf(part.at);
    const { kind, name, text } = part;
    return { kind, name, text, tokens: part.tokens, file: pathOf(file), pointer, unset: part.unset };
  }),
  unset,
  open: unknowns,
  assumptions: [...assumptions, ...(parts[0]?.tokens == null ? [] : [tokenizer.assumption])].sort(),
});

/**
 * The title of a request: `agent_desk@prod (version 2), node verify "Verify"`.
 * @param hasId whether to include the id of a node that has a name
 */
export function requestTitle(text: string, version: number | null, { turn }: Prompt, hasId = true): string {
  const number = version === null ? '' : ` (version ${version})`;
  if (turn.id === null) return text + number;
  const name = turn.name && turn.name !== turn.id ? JSON.stringify(turn.name) : '',
    id = hasId || name === '' ? turn.id : '';
  return `${text}${number}, ${[turn.at.is('llm-state') ? 'state' : 'node', id, name].filter(Boolean).join(' ')}`;
}

/**
 * A remark about given values that no text uses.
 * @param isTyped whether a person typed the value; the values of a test may be for other texts
 */
export function unusedInWords({ unused, unset }: Prompt, isTyped: (name: string) => boolean = () => true): string[] {
  const names = unused.filter(isTyped).map(name => `{{${name}}}${didYouMean(name, unset)}`);
  return names.length > 0 ? [`no text contains ${listed(names, 'and')}`] : [];
}

/** Options for the output of a prompt in a panel. */
interface PromptShown {
  /** The effect of each unset variable. */
  readonly unsetJudgement: UnsetJudgement;
  /** Returns how the part with this index is shown. */
  part(i: number): PartShown;
}
interface PartShown {
  readonly place: FilePlace;
  /** The place in words: file and line. */
  readonly placeText: string;
  readonly isOpen: boolean;
  readonly isCurrent: boolean;
  readonly pieces: readonly Piece[];
}

/**
 * The texts for the model and for callers, part by part.
 * @param heading the version, and the state or node
 */
export const promptBlocks = (result: PromptResult, heading: string, options?: PromptShown): readonly Block[] =>
  blocksOf(
    title(heading),
    result.tokens !== null &&
      words(
        `A request has ${count(result.tokens, 'token')} before a word is spoken, counted with ${result.tokenizer}.`,
      ),
    result.unset.length > 0 &&
      words(
        `Unset: ${listed(
          result.unset.map(name => `{{${name}}}`),
          'and',
        )}${options ? `; ${options.unsetJudgement.words}` : ''}.`,
        options?.unsetJudgement.isCertain === false ? 'note' : 'alarm',
      ),
    result.open.length > 0 && words(sentence(result.open.join('; ')), 'note'),
    result.parts.map(({ kind, name, text, tokens, unset, file, pointer }, i) => {
      const part = options?.part(i),
        { isOpen = true, isCurrent = false, pieces } = part ?? {};
      return section(
        `part-${i}`,
        [
          partNouns[kind],
          name === '' ? '' : [' ', code(name)],
          tokens === null ? '' : quietText(`, ${count(tokens, 'token')}`),
        ],
        [
          words(quietText(part ? link(part.placeText, part.place) : code(`${file} ${pointer}`))),
          verbatim(markUnset(text, unset), pieces),
        ],
        { open: isOpen, isCurrent },
      );
    }),
    assumed(result.assumptions),
  );

/** Marks unset variables at the places where their placeholders would be read out. */
function markUnset(text: string, unsetNames: readonly string[]): string {
  let result = '',
    offset = 0;
  for (const { name, end } of templatesIn(text)) {
    result += text.slice(offset, end) + (unsetNames.includes(name) ? ' [unset]' : '');
    offset = end;
  }
  return result + text.slice(offset);
}
