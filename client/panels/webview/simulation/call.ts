import { clockOf, type SimulatedOf } from '../../../../server/lsp/protocol.ts';
import { h, keyed, type Element } from '../element.ts';
import type { SimulationControls } from '../messages.ts';
import { badge, section } from '../parts.ts';

type Result = SimulatedOf<'call'>['result'];
type Moment = Result['timeline'][number];
const kinds: Readonly<Record<SimulationControls['call'], string>> = {
  silent: 'a silent caller',
  voicemail: 'a voicemail',
  ivr: 'a phone menu',
  'barge-in': 'a caller who interrupts',
  dtmf: 'a caller who presses keys',
};
const speakers: Readonly<Record<Moment['by'], string>> = {
  platform: '⚙',
  agent: '◆',
  'other side': '☎',
  webhook: '↗',
};

/** The behavior of the other side. */
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

export function callSection({ result }: SimulatedOf<'call'>): Element {
  const { timeline, disconnection_reason: reason, ended_at_ms: end, unset_variables: unset, outbound } = result;
  return section(
    'call',
    'The call',
    { count: `${clockOf(Math.floor(end / 1000) * 1000)}, ends by ${reason.replaceAll('_', ' ')}` },
    unset.length > 0 &&
      h(
        'p',
        { class: 'because' },
        badge('missing', '✕', 'unset'),
        ' ',
        unset.map((name, i) => [i > 0 ? ', ' : '', h('code', {}, name)]),
        unset.length === 1 ? ' is read out as a placeholder.' : ' are read out as placeholders.',
      ),
    h(
      'ol',
      {
        class: 'timeline',
        'aria-label': outbound ? 'Timeline of a call by the agent' : 'Timeline of a call to the agent',
      },
      timeline.map((moment, i) => momentItem(moment, i)),
    ),
    h('p', { class: 'quiet' }, `Webhook events: ${webhookWords(result)}.`),
  );
}

function webhookWords({ webhooks: { url, url_from: from, events, default_events: isDefault } }: Result): string {
  const chosen = events.filter(({ selected }) => selected).map(({ event }) => event);
  const origin = from === 'account' ? " (the account's: the agent has none)" : '';
  const to = url === null ? "the account's webhook (not in this workspace)" : `${url}${origin}`;
  return `${chosen.length === 0 ? 'none' : chosen.join(', ')}${isDefault ? ' (the default)' : ''}, sent to ${to}`;
}

const momentItem = ({ at_ms: at, by, text, setting }: Moment, index: number): Element =>
  keyed(
    `moment-${index}`,
    h(
      'li',
      { class: `moment by-${by.replace(' ', '-')}` },
      h('span', { class: 'clock' }, clockOf(at)),
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
        setting !== null &&
          h(
            'span',
            { class: 'setting' },
            h('code', {}, `${setting.name} ${setting.value}`),
            setting.is_default ? ' by default' : null,
          ),
      ),
    ),
  );
