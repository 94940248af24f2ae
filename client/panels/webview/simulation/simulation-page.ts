import type { SimulationReport } from '../../../../server/lsp/protocol.ts';
import { h, keyed, type Child, type Element } from '../element.ts';
import { frame, tool } from '../frame.ts';
import type { PlaceShown, SimulationControls } from '../messages.ts';
import { assumptionsSection, notesList, toPlace } from '../parts.ts';
import { alertReplaySection, seriesControls } from './alert.ts';
import { callControls } from './call.ts';
import { isDrawn, notesOf, simulationSections } from './sections.ts';
import { drawControls } from './weights.ts';

export const simulationPage = (shown: PlaceShown<SimulationReport, SimulationControls>): Element =>
  frame(
    shown,
    shown.answer ? [tool('preview', 'preview', 'Preview', { title: 'Show what this resolves to' })] : [],
    answer => simulationContent(answer, shown.controls),
  );

export function simulationContent(report: SimulationReport, controls: SimulationControls): readonly Child[] {
  const { title, place, alert, done, assumptions } = report;
  const isCall = done.some(({ subject }) => subject === 'call');
  return [
    keyed('heading', h('header', { class: 'heading' }, h('h1', {}, toPlace(place, title)))),
    isDrawn(report) ? drawControls(controls.calls, controls.seed) : null,
    isCall ? callControls(controls) : null,
    alert && place && seriesControls(alert, place.uri),
    notesList(notesOf(report)),
    alert && alertReplaySection(alert),
    ...simulationSections(report, true),
    assumptionsSection(assumptions),
  ];
}

/** What a screen reader announces when the content changes. */
export function simulationWords({ title, done, not }: SimulationReport): string {
  const call = done.find(({ subject }) => subject === 'call');
  if (call?.subject === 'call') return `${title}: ends by ${call.result.disconnection_reason.replaceAll('_', ' ')}`;
  return done.length === 0 ? (not[0]?.because ?? title) : title;
}
