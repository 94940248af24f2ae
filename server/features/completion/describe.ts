import { docAt } from '../../core/generated/docs.js';
import { replacementAdvice } from '../../core/domain/deprecation.ts';
import { marksOf, rootOf, type Marks } from '../../core/shapes/table.ts';
import { duration, listed, show } from '../../core/wording.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { agentInWords } from '../hover/agent.ts';
import { blocks, capital, code, sentence } from '../hover/markdown.ts';
import { resolutionInWords } from '../hover/version.ts';
import type { CompletionToken } from './item.ts';

/**
 * The documentation of a completion item, as markdown. It is computed when a person selects the item. `undefined` if
 * there is none.
 */
export function describe(token: CompletionToken, workspace?: Workspace): string | undefined {
  if ('entry' in token) return describeEntry(token);
  return workspace && describeAgent(token, workspace);
}

function describeEntry({ entry, value, note }: Extract<CompletionToken, { entry: number }>): string | undefined {
  const doc = docAt(entry);
  const meaning = value === undefined ? undefined : meaningOf(entry, value);
  const parts =
    value === undefined
      ? [doc?.description, facts(marksOf(entry)), doc?.['x-spec'] && `Specification: ${doc['x-spec']}`]
      : [meaning && sentence(capital(meaning)), deprecation(marksOf(entry), value)];
  const text = [...parts, note].filter(part => part !== undefined && part !== '').join('\n\n');
  return text === '' ? undefined : text;
}

/** Facts about an agent, about the version that a reference selects, and the meaning of the reference itself. */
function describeAgent(
  { agent, reference }: Extract<CompletionToken, { agent: string }>,
  workspace: Workspace,
): string | undefined {
  if (reference === undefined) return agentInWords(agent, workspace);
  const reservedMeaning = typeof reference === 'string' && meaningOf(rootOf('agent-version-reference'), reference);
  const words = workspace.agent(agent) && resolutionInWords(workspace.resolve(agent, reference), workspace);
  return blocks(reservedMeaning ? sentence(capital(reservedMeaning)) : undefined, words);
}

/** The meaning of a value: from the schema of the place, or from the shape of the variant that the value selects. */
const meaningOf = (entry: number, value: string): string | undefined => {
  const values = docAt(entry)?.['x-values'];
  return values && Object.hasOwn(values, value) ? values[value] : undefined;
};

function deprecation(marks: Marks, value: string): string | undefined {
  const replacements = marks['x-deprecated-values'];
  if (!replacements || !Object.hasOwn(replacements, value)) return undefined;
  return replacements[value] === null ? 'Deprecated.' : `Deprecated; use ${show(replacements[value])}.`;
}

/** The default, bounds and other schema facts of a field, in one line. */
function facts(marks: Marks): string | undefined {
  const { default: usualValue, minimum, maximum, minLength, maxLength, maxItems, 'x-applies-when': condition } = marks;
  const milliseconds = (number: number): string =>
    marks['x-unit'] === 'ms' && number >= 1000 ? `${number} (${duration(number)})` : String(number);
  const words = [
    marks.deprecated ? `${['Deprecated', replacementAdvice(marks, code)].filter(Boolean).join('; ')}.` : undefined,
    usualValue === undefined
      ? undefined
      : `Default: \`${typeof usualValue === 'number' ? milliseconds(usualValue) : JSON.stringify(usualValue)}\`.`,
    bounds(
      minimum === undefined ? undefined : milliseconds(minimum),
      maximum === undefined ? undefined : milliseconds(maximum),
      '',
    ),
    bounds(
      minLength ? String(minLength) : undefined,
      maxLength === undefined ? undefined : String(maxLength),
      ' characters',
    ),
    maxItems === undefined ? undefined : `At most ${maxItems} items.`,
    condition?.is && condition.field
      ? `Counts only where \`${condition.field}\` is ${listed(condition.is.map(value => show(value)))}.`
      : undefined,
  ].filter(word => word !== undefined);
  return words.length === 0 ? undefined : words.join(' ');
}

function bounds(lower: string | undefined, upper: string | undefined, unit: string): string | undefined {
  const words = [lower === undefined ? '' : `at least ${lower}`, upper === undefined ? '' : `at most ${upper}`]
    .filter(part => part !== '')
    .join(', ');
  return words === '' ? undefined : `A${words.slice(1)}${unit}.`;
}
