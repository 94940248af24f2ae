import { count } from '../../core/numbers.ts';
import { badge, blocksOf, code, section, values, words, type Badge, type Block } from '../blocks.ts';
import type { Comparison, ViewReference } from '../panels/index.ts';
import { callersBlock } from './callers.ts';
import { changesBlocks, effectBadge } from './plan.ts';
import { selectedText } from './resolution.ts';

type Sides = Pick<Comparison, 'before' | 'after' | 'effect'>;

/** A change before and after: side by side, and its effect on every reference. */
export function comparisonBlock(key: string, comparison: Comparison): Block {
  const { title, outcome, because, headline, before, after, effect, variables, causes, more, contents } = comparison;
  const isNothing =
    outcome === 'applied' &&
    causes.length + more + contents.length + comparison.callers.length === 0 &&
    effect === null;
  return section(
    key,
    title,
    [
      outcome === 'needless' && words({ badge: badge('plain', '=', 'It is so already') }),
      outcome === 'impossible' && words({ badge: badge('bad', '✕', 'This is impossible, or its effect is unknown') }),
      because !== null && words(because),
      words(headline, causes.some(({ live }) => live) ? 'strong' : 'plain'),
      !isNothing &&
        (before !== null || after !== null) && {
          is: 'sides',
          sides: [sideOf('Before', before), sideOf('After', after)],
          between: betweenBadge(comparison),
        },
      values(variables.map(({ name, words }) => ({ name: code(name), words }))),
      callersBlock(comparison, `${key}-`),
      changesBlocks(comparison, `${key}-`),
    ],
    { count: outcome === 'applied' ? countOf(comparison) : outcome, open: !isNothing },
  );
}

function countOf(comparison: Comparison): string {
  const { causes, more } = comparison,
    some = causes.flatMap(({ live, subjects }) => subjects.map(() => live)),
    all = some.length + more;
  if (all === 0) return betweenBadge(comparison).words;
  const live = some.filter(Boolean).length;
  return [count(all, 'change'), live > 0 ? `${live} live` : ''].filter(part => part !== '').join(', ');
}

/** For the same version, the change is whether it is published. */
function betweenBadge({ before, after, effect }: Sides): Badge {
  if (effect === null) return badge('plain', '=', 'no change');
  const [was, is] = [before?.result, after?.result];
  const isSame = effect === 'version' && was?.agent_version === is?.agent_version && was?.agent_id === is?.agent_id;
  if (isSame && is?.is_published === true) return badge('changed', '✓', 'becomes published');
  return effectBadge({ effect, live: before?.live != null, isBreak: effect === 'breaks', after: is ?? null });
}

function sideOf(
  title: string,
  reference: ViewReference | null,
): { readonly title: string; readonly blocks: readonly Block[] } {
  if (reference === null) return { title, blocks: [words('not there', 'quiet')] };
  const { result, why, places } = reference;
  const variables =
    result.variables_from === null ? 'no tag gives it variables' : `variables from the tag ${result.variables_from}`;
  return { title, blocks: blocksOf(words(selectedText(result, places), 'large'), words(why || variables, 'quiet')) };
}
