import type { ResolveResolution, ShownReference } from '../../../../server/lsp/protocol.ts';
import { h, keyed, type Child, type Element } from '../element.ts';
import { entryOf, liveBadge, section, stateBadge, stepsList, versionLink } from '../parts.ts';

/** What it resolves to, large. @param title what is already shown above */
export function answerCard({ result, written, why, live, names, places }: ShownReference, title: string): Element {
  const { agent_id: agentId, outcome, candidates } = result;
  return keyed(
    'answer',
    h(
      'section',
      {
        class: `answer ${outcome === 'resolved' && result.is_published === false ? 'is-draft' : outcome}`,
        'aria-label': 'Resolves to',
      },
      h(
        'p',
        { class: 'reference' },
        written === title ? null : [h('code', {}, written), h('span', { class: 'arrow', 'aria-hidden': 'true' }, '→')],
        h('span', {}, entryOf(names, agentId) ?? agentId),
      ),
      h(
        'p',
        { class: 'version' },
        versionLink(result, places, words => h('strong', {}, words)),
        stateBadge(result),
        liveBadge(live),
      ),
      why !== '' && h('p', { class: 'because' }, why),
      candidates === null || candidates.length === 0
        ? null
        : h('p', { class: 'quiet' }, `It may be version ${candidates.join(', ')}.`),
      live !== null && h('p', { class: 'quiet' }, `Live through ${live}.`),
      h('p', { class: 'quiet' }, variablesWords(result)),
    ),
  );
}

function variablesWords({ variables_from: from, variables_outcome: outcome }: ResolveResolution): string {
  if (outcome === 'unknowable') return 'Which variables apply is not known.';
  return from === null || outcome === 'none'
    ? 'No tag gives it variables.'
    : `Its variables come from the tag ${from}.`;
}

export const traceSection = ({ steps }: ResolveResolution): Child =>
  steps.length > 0 && section('trace', 'Why', { count: undefined }, stepsList(steps));
