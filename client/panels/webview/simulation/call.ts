import type { CallMoment, SimulationReport } from '../../../../server/lsp/protocol.ts';
import { h, keyed, type Element } from '../element.ts';
import type { SimulationControls } from '../messages.ts';
import { badge, section } from '../parts.ts';

type Call = NonNullable<SimulationReport['call']>;
const kinds: Readonly<Record<SimulationControls['call'], string>> = {
  silent: 'a silent caller',
  voicemail: 'a voicemail',
  ivr: 'a phone menu (IVR)',
  'barge-in': 'a caller who barges in',
  dtmf: 'a caller who presses keys',
};
const speakers: Readonly<Record<CallMoment['by'], string>> = {
  platform: '⚙',
  agent: '◆',
  'other side': '☎',
  webhook: '↗',
};

/** What the other side does. */
export const callControls = ({ call, outbound, digits }: SimulationControls): Element =>
  keyed(
    'call-controls',
    h(
      'div',
      { class: 'controls' },
      h(
        'label',
        {},
        'The call is with ',
        h(
          'select',
          { 'data-act': 'call', name: 'call' },
          Object.entries(kinds).map(([value, words]) => h('option', { value, selected: value === call }, words)),
        ),
      ),
      call === 'dtmf'
        ? h(
            'label',
            {},
            'Keys ',
            h('input', {
              type: 'text',
              name: 'digits',
              'data-act': 'digits',
              value: digits,
              placeholder: '1234#',
              inputmode: 'tel',
              maxlength: 100,
              autocomplete: 'off',
              class: 'seed',
            }),
          )
        : null,
      h(
        'label',
        { class: 'check' },
        h('input', { type: 'checkbox', name: 'outbound', 'data-act': 'outbound', checked: outbound }),
        ' the agent calls',
      ),
    ),
  );

export function callSection({ moments, reason, endedAtMs, unsetVariables, webhooks, outbound }: Call): Element {
  return section(
    'call',
    'The call',
    { count: `${clockOf(endedAtMs)}, ends by ${reason.replaceAll('_', ' ')}` },
    unsetVariables.length === 0
      ? null
      : h(
          'p',
          { class: 'because' },
          badge('missing', '✕', 'unset'),
          ' Nobody sets ',
          unsetVariables.map((name, i) => [i > 0 ? ', ' : '', h('code', {}, name)]),
          ': their names would be spoken.',
        ),
    h(
      'ol',
      {
        class: 'timeline',
        'aria-label': outbound ? 'Timeline of a call by the agent' : 'Timeline of a call to the agent',
      },
      moments.map((moment, i) => momentItem(moment, i)),
    ),
    h('p', { class: 'quiet' }, `Webhook events: ${webhooks}.`),
  );
}

const clockOf = (ms: number): string =>
  `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, '0')}`;

const momentItem = ({ clock, by, text, setting }: CallMoment, index: number): Element =>
  keyed(
    `moment-${index}`,
    h(
      'li',
      { class: `moment by-${by.replace(' ', '-')}` },
      h('span', { class: 'clock' }, clock),
      h(
        'span',
        { class: 'who', title: by },
        h('span', { class: 'sign', 'aria-hidden': 'true' }, speakers[by]),
        h('span', {}, by),
      ),
      h(
        'span',
        { class: 'what' },
        text,
        setting === null
          ? null
          : h(
              'span',
              { class: 'setting' },
              h('code', {}, `${setting.name} ${setting.value}`),
              setting.isDefault ? ' by default' : null,
            ),
      ),
    ),
  );

type Outage = SimulationReport['outages'][number];
function speakerBadge({ outcome, voice }: Outage): Element {
  if (outcome === 'speaks') return badge('published', '✓', voice ?? 'a voice');
  return outcome === 'none' ? badge('missing', '✕', 'nobody') : badge('unknown', '?', voice ?? 'cannot be known');
}

export function outagesSection(outages: SimulationReport['outages']): Element | null {
  if (outages.length === 0) return null;
  const silent = outages.filter(({ outcome }) => outcome === 'none').length;
  return section(
    'outages',
    'When a voice provider is out',
    { count: silent > 0 ? `${silent} of ${outages.length} without a voice` : 'a voice in every case' },
    h(
      'table',
      {},
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          ['Out', 'Speaks', 'Because'].map(title => h('th', { scope: 'col' }, title)),
        ),
      ),
      h(
        'tbody',
        {},
        outages.map(outage =>
          keyed(
            outage.provider,
            h(
              'tr',
              { class: outage.outcome === 'none' ? 'hole' : undefined },
              h('th', { scope: 'row' }, outage.provider),
              h('td', {}, speakerBadge(outage)),
              h('td', {}, outage.because),
            ),
          ),
        ),
      ),
    ),
  );
}
