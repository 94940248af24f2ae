import type { SimulationReport } from '../../../../server/lsp/protocol.ts';
import { h, keyed, type Child, type Element } from '../element.ts';
import { frame, tool } from '../frame.ts';
import type { PlaceShown, SimulationControls } from '../messages.ts';
import { assumptionsSection, badge, notesList, plural, section, toPlace } from '../parts.ts';
import { batchSection } from '../preview/batch.ts';
import { drawControls, shareBar, shareNumbers, weightSections } from '../preview/weights.ts';
import { alertReplaySection, seriesControls } from './alert.ts';
import { callControls, callSection, outagesSection } from './call.ts';

export const simulationPage = (shown: PlaceShown<SimulationReport, SimulationControls>): Element =>
  frame(shown, shown.answer ? [tool('preview', 'preview', 'Preview', 'Show what this resolves to')] : [], answer =>
    simulationContent(answer, shown.controls),
  );

export function simulationContent(report: SimulationReport, controls: SimulationControls): readonly Child[] {
  const { title, notes, because, place, lists, batch, call, alert, outages, routes, agents, assumptions } = report;
  return [
    keyed('heading', h('header', { class: 'heading' }, h('h1', {}, toPlace(place, title)))),
    because === null ? null : keyed('explanation', h('p', { class: 'explanation' }, because)),
    routes.length > 0 || lists.length > 0 ? drawControls(controls.calls, controls.seed) : null,
    call && callControls(controls),
    alert && place && seriesControls(alert, place.uri),
    notesList(notes),
    weightSections(lists),
    routesSection(routes),
    alert && alertReplaySection(alert),
    call && callSection(call),
    outagesSection(outages),
    batch && batchSection(batch, tasksTable(batch)),
    agentsSection(agents),
    assumptionsSection(assumptions),
  ];
}

function routesSection(routes: SimulationReport['routes']): Element | null {
  if (routes.length === 0) return null;
  const calls = routes.reduce((sum, route) => sum + route.calls, 0);
  return section(
    'routes',
    'Who transcribes',
    { count: plural(routes.length, 'provider') },
    h(
      'ol',
      { class: 'arms' },
      routes.map((route, i) =>
        keyed(
          `route-${i}`,
          h(
            'li',
            { class: 'arm' },
            h('p', { class: 'arm-name' }, toPlace(route.place, route.provider)),
            shareBar(route, route.expected, calls),
            shareNumbers(route, route.expected),
          ),
        ),
      ),
    ),
  );
}

const outcomeBadge = (outcome: 'missing' | 'unknowable'): Element =>
  outcome === 'missing' ? badge('missing', '✕', 'missing') : badge('unknown', '?', 'cannot be known');

function tasksTable({ shown, tasks }: NonNullable<SimulationReport['batch']>): Child {
  if (shown.length === 0) return null;
  return [
    h('h3', {}, shown.length < tasks ? `${plural(shown.length, 'task')} of ${tasks}` : 'Tasks'),
    h(
      'div',
      { class: 'scrolling stacking', tabindex: 0, role: 'region', 'aria-label': 'Tasks' },
      h(
        'table',
        {},
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            ['Task', 'To', 'Gets', 'To know'].map(title => h('th', { scope: 'col' }, title)),
          ),
        ),
        h(
          'tbody',
          {},
          shown.map(({ place, index, to, gets, outcome, remarks }) =>
            keyed(
              String(index),
              h(
                'tr',
                { class: outcome === 'missing' ? 'hole' : undefined },
                h('th', { scope: 'row' }, toPlace(place, String(index + 1))),
                h('td', { class: 'to' }, to),
                h('td', {}, outcome === 'resolved' ? null : [outcomeBadge(outcome), ' '], gets),
                h(
                  'td',
                  {},
                  remarks.length === 0
                    ? h('span', { class: 'quiet' }, '–')
                    : h(
                        'ul',
                        { class: 'plain' },
                        remarks.map(remark => h('li', {}, remark)),
                      ),
                ),
              ),
            ),
          ),
        ),
      ),
    ),
  ];
}

function selectedBadge(selected: boolean | null): Element {
  if (selected === null) return badge('unknown', '?', 'cannot be known');
  return selected ? badge('published', '✓', 'yes') : badge('draft', '–', 'no');
}

function agentsSection(agents: SimulationReport['agents']): Element | null {
  if (agents.length === 0) return null;
  const selected = agents.filter(agent => agent.selected === true);
  const order = (agent: (typeof agents)[number]): number => [true, null, false].indexOf(agent.selected);
  return section(
    'agents',
    'Agents under the filter',
    { count: `${selected.length} of ${agents.length}` },
    h(
      'table',
      {},
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          ['Agent', 'Listed', 'Because'].map(title => h('th', { scope: 'col' }, title)),
        ),
      ),
      h(
        'tbody',
        {},
        [...agents]
          .sort((a, b) => order(a) - order(b))
          .map(agent =>
            keyed(
              agent.agentId,
              h(
                'tr',
                {},
                h('th', { scope: 'row', title: agent.agentId }, toPlace(agent.place, agent.name ?? agent.agentId)),
                h('td', {}, selectedBadge(agent.selected)),
                h('td', {}, agent.because),
              ),
            ),
          ),
      ),
    ),
  );
}

/** What a screen reader says when something else is shown. */
export const simulationWords = ({ title, because, call }: SimulationReport): string =>
  because ?? (call ? `${title}: ends by ${call.reason.replaceAll('_', ' ')}` : title);
