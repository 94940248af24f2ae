import type { ResolutionView } from '../../../../server/lsp/protocol.ts';
import { h, keyed, type Element } from '../element.ts';
import { liveBadge, section, stateBadge, stepsList, toPlace, versionWords } from '../parts.ts';

/** What it resolves to, large. @param title what is already shown above */
export function answerCard(resolution: ResolutionView, title: string): Element {
  const { agentName, agentId, written, because, candidates, variablesFrom, variablesOutcome, live, target, outcome } =
    resolution;
  return keyed(
    'answer',
    h(
      'section',
      {
        class: `answer ${outcome === 'resolved' && resolution.isPublished === false ? 'is-draft' : outcome}`,
        'aria-label': 'Resolves to',
      },
      h(
        'p',
        { class: 'reference' },
        written === title ? null : [h('code', {}, written), h('span', { class: 'arrow', 'aria-hidden': 'true' }, '→')],
        h('span', {}, agentName ?? agentId),
      ),
      h(
        'p',
        { class: 'version' },
        toPlace(target, h('strong', {}, versionWords(resolution))),
        stateBadge(resolution),
        liveBadge(live),
      ),
      because === null ? null : h('p', { class: 'because' }, because),
      candidates === null || candidates.length === 0
        ? null
        : h('p', { class: 'quiet' }, `It may be version ${candidates.join(', ')}.`),
      live === null ? null : h('p', { class: 'quiet' }, `Live through ${live}.`),
      h('p', { class: 'quiet' }, variablesWords(variablesFrom, variablesOutcome)),
    ),
  );
}

function variablesWords(from: string | null, outcome: ResolutionView['variablesOutcome']): string {
  if (outcome === 'unknowable') return 'Which variables apply is not known.';
  return from === null || outcome === 'none'
    ? 'No tag gives it variables.'
    : `Its variables come from the tag ${from}.`;
}

export const traceSection = ({ steps }: ResolutionView): Element | null =>
  steps.length === 0 ? null : section('trace', 'Why', { count: undefined }, stepsList(steps));
