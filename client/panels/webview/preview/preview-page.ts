import type { Preview } from '../../../../server/lsp/protocol.ts';
import { h, keyed, type Child, type Element } from '../element.ts';
import { frame, tool } from '../frame.ts';
import type { PlaceShown, PreviewControls } from '../messages.ts';
import { assumptionsSection, notesList, stateBadge, toPlace, versionWords } from '../parts.ts';
import { isDrawn, simulationSections } from '../simulation/sections.ts';
import { drawControls } from '../simulation/weights.ts';
import { alertSection } from './alert.ts';
import { comparisonSection } from './comparison.ts';
import { answerCard, traceSection } from './resolution.ts';
import { matrixSection, variablesSection } from './variables.ts';

const canSimulate = new Set<Preview['subject']>(['agent', 'version', 'tag', 'reference', 'weights', 'batch', 'alert']);

export const previewPage = (shown: PlaceShown<Preview, PreviewControls>): Element =>
  frame(
    shown,
    shown.answer && canSimulate.has(shown.answer.subject)
      ? [tool('simulate', 'simulate', 'Simulate', { title: 'Simulate what is shown here' })]
      : [],
    answer => previewContent(answer, shown.controls),
  );

export function previewContent(preview: Preview, { calls, seed }: PreviewControls): readonly Child[] {
  const {
    title,
    detail,
    place,
    explanation,
    notes,
    resolution,
    variables,
    matrix,
    unsaved,
    hypothetical,
    simulations,
    alert,
    assumptions,
  } = preview;
  return [
    keyed(
      'heading',
      h(
        'header',
        { class: 'heading' },
        h('h1', {}, toPlace(place, title)),
        detail !== '' && h('p', { class: 'quiet' }, detail),
      ),
    ),
    notesList(notes),
    explanation !== null && keyed('explanation', h('p', { class: 'explanation' }, explanation)),
    resolution && answerCard(resolution, title),
    unsaved && comparisonSection('unsaved', unsaved),
    hypothetical && comparisonSection('hypothetical', hypothetical),
    isDrawn(simulations) ? drawControls(calls, seed) : null,
    ...simulationSections(simulations, false),
    alert && alertSection(alert),
    resolution && traceSection(resolution.result),
    variables && variablesSection(variables),
    matrix && matrixSection(matrix),
    assumptionsSection(assumptions),
  ];
}

/** What a screen reader announces when the content changes. */
export function previewWords({ title, explanation, resolution, unsaved, matrix }: Preview): string {
  if (explanation !== null) return explanation;
  const state = resolution === null ? '' : `${versionWords(resolution.result)}, ${textOfBadge(resolution.result)}`;
  return [title, state, unsaved?.headline ?? '', matrix && matrix.holes > 0 ? `${matrix.holes} holes` : '']
    .filter(Boolean)
    .join('. ');
}
const textOfBadge = (resolution: NonNullable<Preview['resolution']>['result']): string =>
  stateBadge(resolution)
    .children.filter(child => typeof child === 'string')
    .join('');
