import type { SimulatedOf } from '../../../../server/lsp/protocol.ts';
import { h, keyed, type Element } from '../element.ts';
import { badge, section, tableOf } from '../parts.ts';

type Agent = SimulatedOf<'outage'>['result']['agents'][number];

function speakerBadge({ outcome, voice_id: voice }: Agent): Element {
  if (outcome === 'speaks') return badge('published', '✓', voice ?? 'a voice');
  return outcome === 'none' ? badge('missing', '✕', 'none') : badge('unknown', '?', 'unknown');
}

/** One row per provider that is down. */
export function outageSection(all: readonly SimulatedOf<'outage'>[]): Element {
  const rows = all.flatMap(({ result }) => result.agents.map(agent => ({ agent, out: result.outage.join(', ') })));
  const silent = rows.filter(({ agent }) => agent.outcome === 'none').length;
  return section(
    'outages',
    'When a voice provider is out',
    { count: silent > 0 ? `${silent} of ${rows.length} without a voice` : 'a voice in every case' },
    tableOf(
      ['Out', 'Speaks', 'Because'],
      rows.map(({ agent, out }) =>
        keyed(
          `${out}${agent.pointer}`,
          h(
            'tr',
            { class: agent.outcome === 'none' ? 'hole' : undefined },
            h('th', { scope: 'row' }, out),
            h('td', {}, speakerBadge(agent)),
            h('td', {}, agent.because),
          ),
        ),
      ),
    ),
  );
}
