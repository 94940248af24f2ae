import {
  count,
  grouped,
  type ChangeView,
  type Comparison,
  type EffectName,
  type ResolutionView,
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
  versionWords,
} from '../parts.ts';

const effects: Readonly<Record<EffectName, readonly [kind: string, sign: string, words: string]>> = {
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

function countOf({ before, after, effect, changes, more }: Comparison): string {
  const all = changes.length + more;
  if (all === 0) return betweenWords(before, after, effect)[2];
  const live = changes.filter(change => change.live).length;
  return [count(all, 'change'), live > 0 ? `${live} live` : ''].filter(Boolean).join(', ');
}

/** A change before and after: side by side, and its effect on every reference, live ones first. */
export function comparisonSection(key: string, comparison: Comparison): Element {
  const { title, outcome, because, headline, before, after, effect, variables, contents, changes, more, assumptions } =
    comparison;
  const ordered = [...changes].sort((a, b) => Number(b.live) - Number(a.live));
  const count = outcome === 'applied' ? countOf(comparison) : outcome;
  const isNothing = outcome === 'applied' && changes.length + more + contents.length === 0 && effect === null;
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
    because === null ? null : h('p', { class: 'because' }, because),
    h('p', { class: changes.some(change => change.live) ? 'headline alive' : 'headline' }, headline),
    isNothing || (before === null && after === null) ? null : sideBySide(before, after, effect),
    variables.length === 0
      ? null
      : h(
          'ul',
          { class: 'variables' },
          variables.map(({ name, words }) => h('li', {}, h('code', {}, name), ' ', words)),
        ),
    ordered.length === 0
      ? null
      : h(
          'ol',
          { class: 'changes', 'aria-label': 'What changes' },
          ordered.map((change, i) => changeItem(change, `${key}-${i}`)),
        ),
    contentsSection(`${key}-contents`, contents),
    more === 0 ? null : h('p', { class: 'quiet' }, `and ${grouped(more)} more references`),
    assumptionsSection(assumptions),
  );
}

const sideBySide = (before: ResolutionView | null, after: ResolutionView | null, effect: EffectName | null): Element =>
  h(
    'div',
    { class: 'sides' },
    side('Before', before),
    h(
      'div',
      { class: 'between' },
      h('span', { class: 'arrow', 'aria-hidden': 'true' }, '→'),
      betweenBadge(before, after, effect),
    ),
    side('After', after),
  );

const betweenBadge = (
  before: ResolutionView | null,
  after: ResolutionView | null,
  effect: EffectName | null,
): Element => badge(...(effect === null ? (['unknown', '=', 'stays'] as const) : betweenWords(before, after, effect)));

/** For the same version, the change is whether it is published. */
function betweenWords(
  before: ResolutionView | null,
  after: ResolutionView | null,
  effect: EffectName | null,
): readonly [kind: string, sign: string, words: string] {
  if (effect === null) return ['unknown', '=', 'no change'];
  const isSame = effect === 'version' && before?.version === after?.version && before?.agentId === after?.agentId;
  return isSame && after?.isPublished === true ? ['changed', '✓', 'becomes published'] : effects[effect];
}

const side = (title: string, resolution: ResolutionView | null): Element =>
  h(
    'div',
    { class: 'side' },
    h('h3', {}, title),
    resolution === null
      ? h('p', { class: 'quiet' }, 'not there')
      : [
          h(
            'p',
            { class: 'version' },
            toPlace(resolution.target, h('strong', {}, versionWords(resolution))),
            stateBadge(resolution),
          ),
          h(
            'p',
            { class: 'quiet' },
            resolution.because ??
              (resolution.variablesFrom === null
                ? 'no tag gives it variables'
                : `variables from the tag ${resolution.variablesFrom}`),
          ),
        ],
  );

/** One effect; `before → after` if its text alone is not enough. */
export function changeItem(
  { effect, live, subject, words, variables, steps, count, place }: ChangeView,
  key: string,
): Element {
  const why: Child[] = [
    ...(steps.before.length > 0 ? [h('div', { class: 'side' }, h('h3', {}, 'Before'), stepsList(steps.before))] : []),
    ...(steps.after.length > 0 ? [h('div', { class: 'side' }, h('h3', {}, 'After'), stepsList(steps.after))] : []),
  ];
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
        toPlace(place, subject),
        count > 1 ? h('span', { class: 'count' }, `×${grouped(count)}`) : null,
      ),
      h('p', { class: 'effect' }, badge(isLost ? 'missing' : kind, ...effectWords), h('span', {}, words)),
      variables.length === 0
        ? null
        : h(
            'ul',
            { class: 'variables' },
            variables.map(({ name, words: said }) => h('li', {}, h('code', {}, name), ' ', said)),
          ),
      why.length === 0
        ? null
        : h('details', { class: 'fold' }, h('summary', {}, 'why'), h('div', { class: 'sides' }, why)),
    ),
  );
}
