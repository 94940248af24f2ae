import {
  count,
  grouped,
  type Comparison,
  type ShownChange,
  type ShownPlan,
  type ShownReference,
} from '../../../../server/lsp/protocol.ts';
import { h, keyed, type Child, type Element } from '../element.ts';
import { contentsSection } from './contents.ts';
import {
  assumptionsSection,
  badge,
  liveBadge,
  section,
  stateBadge,
  stepsList,
  toPlace,
  versionLink,
} from '../parts.ts';

type Sides = Pick<Comparison, 'before' | 'after' | 'effect'>;

const effects: Readonly<Record<ShownChange['effect'], readonly [kind: string, sign: string, words: string]>> = {
  version: ['changed', '⇄', 'another version'],
  variables: ['changed', '≠', 'other variables'],
  'version+variables': ['changed', '⇄', 'another version and variables'],
  breaks: ['missing', '✕', 'breaks'],
  heals: ['published', '✓', 'works again'],
  'becomes-unknown': ['unknown', '?', 'no longer known'],
  'becomes-known': ['published', '!', 'now known'],
  added: ['changed', '+', 'added'],
  removed: ['changed', '−', 'removed'],
};

function countOf(comparison: Comparison): string {
  const { changes, more } = comparison,
    all = changes.length + more;
  if (all === 0) return betweenWords(comparison)[2];
  const live = changes.filter(change => change.live).length;
  return [count(all, 'change'), live > 0 ? `${live} live` : ''].filter(Boolean).join(', ');
}

/** A change before and after: side by side, and its effect on every reference, live ones first. */
export function comparisonSection(key: string, comparison: Comparison): Element {
  const { title, outcome, because, headline, before, after, effect, variables, changes, more } = comparison;
  const count = outcome === 'applied' ? countOf(comparison) : outcome;
  const isNothing =
    outcome === 'applied' && changes.length + more + comparison.contents.length === 0 && effect === null;
  return section(
    key,
    title,
    { count, isOpen: !isNothing },
    outcome === 'applied'
      ? null
      : h(
          'p',
          {},
          outcome === 'needless'
            ? badge('unknown', '=', 'It is so already')
            : badge('missing', '✕', 'This is impossible, or its effect is unknown'),
        ),
    because !== null && h('p', { class: 'because' }, because),
    h('p', { class: changes.some(change => change.live) ? 'headline alive' : 'headline' }, headline),
    isNothing || (before === null && after === null) ? null : sideBySide(comparison),
    variablesList(variables),
    changes.length > 0 &&
      h(
        'ol',
        { class: 'changes', 'aria-label': 'What changes' },
        changes.map((change, i) => changeItem(change, comparison, `${key}-${i}`)),
      ),
    contentsSection(`${key}-contents`, comparison),
    more > 0 && h('p', { class: 'quiet' }, `and ${grouped(more)} more references`),
    assumptionsSection(comparison.assumptions),
  );
}

const variablesList = (variables: Comparison['variables']): Child =>
  variables.length > 0 &&
  h(
    'ul',
    { class: 'variables' },
    variables.map(({ name, words }) => h('li', {}, h('code', {}, name), ' ', words)),
  );

const sideBySide = (sides: Sides): Element =>
  h(
    'div',
    { class: 'sides' },
    side('Before', sides.before),
    h(
      'div',
      { class: 'between' },
      h('span', { class: 'arrow', 'aria-hidden': 'true' }, '→'),
      badge(...(sides.effect === null ? (['unknown', '=', 'stays'] as const) : betweenWords(sides))),
    ),
    side('After', sides.after),
  );

/** For the same version, the change is whether it is published. */
function betweenWords({ before, after, effect }: Sides): readonly [kind: string, sign: string, words: string] {
  if (effect === null) return ['unknown', '=', 'no change'];
  const [was, is] = [before?.result, after?.result];
  const isSame = effect === 'version' && was?.agent_version === is?.agent_version && was?.agent_id === is?.agent_id;
  return isSame && is?.is_published === true ? ['changed', '✓', 'becomes published'] : effects[effect];
}

function side(title: string, reference: ShownReference | null): Element {
  const heading = h('h3', {}, title);
  if (reference === null) return h('div', { class: 'side' }, heading, h('p', { class: 'quiet' }, 'not there'));
  const { result, why, places } = reference;
  const variables =
    result.variables_from === null ? 'no tag gives it variables' : `variables from the tag ${result.variables_from}`;
  return h(
    'div',
    { class: 'side' },
    heading,
    h(
      'p',
      { class: 'version' },
      versionLink(result, places, words => h('strong', {}, words)),
      stateBadge(result),
    ),
    h('p', { class: 'quiet' }, why || variables),
  );
}

/** One effect; `before → after` if its text alone is not enough. */
export function changeItem(change: ShownChange, { places }: Pick<ShownPlan, 'places'>, key: string): Element {
  const { effect, live, subject, accepted, count, file, pointer } = change;
  const why = (['before', 'after'] as const).flatMap(when => {
    const steps = change[when]?.steps ?? [],
      title = when === 'before' ? 'Before' : 'After';
    return steps.length > 0 ? [h('div', { class: 'side' }, h('h3', {}, title), stepsList(steps))] : [];
  });
  const isLost = effect === 'breaks' || (live && (effect === 'removed' || effect === 'becomes-unknown')),
    [kind, ...effectWords] = effects[effect];
  return keyed(
    key,
    h(
      'li',
      { class: `change${live ? ' live' : ''}${isLost ? ' breaks' : ''}` },
      h(
        'p',
        { class: 'subject' },
        liveBadge(live ? 'a change here changes calls' : null),
        toPlace(places[`${file}#${pointer}`], subject),
        count > 1 ? h('span', { class: 'count' }, `×${grouped(count)}`) : null,
      ),
      h(
        'p',
        { class: 'effect' },
        badge(isLost ? 'missing' : kind, ...effectWords),
        h('span', {}, accepted === '' ? change.words : `${change.words}; ${accepted}`),
      ),
      variablesList(change.variables),
      why.length > 0 && h('details', { class: 'fold' }, h('summary', {}, 'why'), h('div', { class: 'sides' }, why)),
    ),
  );
}
