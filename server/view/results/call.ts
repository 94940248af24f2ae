import type { PanelGuide } from './asked.ts';
import { clockOf } from '../../core/numbers.ts';
import { duration, listed } from '../../core/wording.ts';
import {
  badge,
  blocksOf,
  code,
  joinTexts,
  link,
  quietText,
  section,
  table,
  values,
  words,
  type Badge,
  type Block,
  type Text,
} from '../blocks.ts';
import type { SubjectAnswers } from '../../simulator/subjects/index.ts';

type Result = SubjectAnswers['call']['result'];
type Moment = Result['timeline'][number];
const speakers: Readonly<Record<Moment['by'], string>> = {
  platform: '⚙',
  agent: '◆',
  'other side': '☎',
  webhook: '↗',
};
const speaker = (by: Moment['by']): Badge => badge(by === 'agent' ? 'changed' : 'plain', speakers[by], by);

export const callBlocks = (
  results: readonly SubjectAnswers['call'][],
  { nameOf, guide }: PanelGuide,
): readonly Block[] =>
  results.flatMap(({ result }) => {
    const {
      timeline,
      disconnection_reason: reason,
      ended_at_ms: end,
      unset_variables: unsetVariables,
      outbound,
    } = result;
    return blocksOf(
      section(
        'call',
        'The call',
        [
          unsetVariables.length > 0 &&
            words(
              [
                joinTexts(
                  unsetVariables.map(name => code(`{{${name}}}`)),
                  ', ',
                ),
                unsetVariables.length === 1
                  ? ' is read out as a placeholder, because nothing sets it'
                  : ' are read out as placeholders, because nothing sets them',
              ],
              'alarm',
            ),
          table(
            outbound ? 'Timeline of a call by the agent' : 'Timeline of a call to the agent',
            [{ title: '', align: 'right' }, '', ''],
            timeline.map(moment => ({
              cells: [clockOf(moment.at_ms), { badge: speaker(moment.by) }, [moment.text, settingOf(moment)]],
            })),
          ),
          words(`Ends after ${duration(end)} as ${reason}.`, 'strong'),
        ],
        { count: `${clockOf(Math.floor(end / 1000) * 1000)}, ended because of ${reason.replaceAll('_', ' ')}` },
      ),
      section('webhooks', 'Webhook events', [values(webhookRows(result, nameOf).map(valueOf))]),
      engineRows(result, nameOf, guide).length > 0 &&
        section('engine', 'The engine in this call', [values(engineRows(result, nameOf, guide).map(valueOf))]),
    );
  });

const valueOf = ([name, words]: readonly [string, Text]) => ({ name, words });

/** The setting behind an event, and the source of its value. */
function settingOf({ setting }: Moment): Text {
  if (setting === null) return '';
  const { name, value, is_default } = setting;
  const isValueShown = value !== 'nothing' && !/^(an? |\{)/.test(value);
  const origin = value === 'nothing' ? ' not set' : ', the default';
  return quietText(` [${name}${isValueShown ? ` ${value}` : ''}${is_default ? origin : ''}]`);
}

function webhookRows({ webhooks, swaps }: Result, nameOf: PanelGuide['nameOf']): (readonly [string, Text])[] {
  const { url, url_from, timeout_ms, events, default_events } = webhooks;
  const destination =
    url === null
      ? "the account's webhook (set accountWebhookUrl in preflight.config.json)"
      : `${url} (${url_from === 'agent' ? 'webhook_url of the agent' : 'the webhook of the account, because the agent has none'})`;
  const eventNames = (isSelected: boolean): string => {
    const eventsSelected = events.filter(event => event.selected === isSelected).map(({ event }) => event);
    return eventsSelected.length === 0 ? 'none' : listed(eventsSelected, 'and');
  };
  return [
    ['go to', destination],
    ['timeout', timeout_ms === null ? 'not a number' : duration(timeout_ms)],
    ['selected', `${eventNames(true)}${default_events ? ' (the default)' : ''}`],
    ['not selected', eventNames(false)],
    ...swaps.map(
      ({ swap, agent_id, agent_version, webhook_setting, urls }) =>
        [
          'after swap',
          `${swap} to ${nameOf(agent_id)}${agent_version === null ? '' : ` v${agent_version}`}: ${listed(
            urls.map(url => url ?? 'a webhook that is not in this workspace'),
            'and',
          )} (${webhook_setting})`,
        ] as const,
    ),
  ];
}

/** A mediated transfer in words: `Floor v2 for to_manager: has 30 s to decide, then cancel_transfer`. */
function mediation(
  name: string,
  agent: NonNullable<Result['engine']['transfers'][number]['agent']>,
  nameOf: PanelGuide['nameOf'],
): string {
  const { agent_id: id, agent_version: version, timeout_ms: timeout, on_timeout: fallback } = agent;
  const limit = timeout === null ? 'decides' : `has ${duration(timeout)} to decide`;
  return `${nameOf(id)}${version === null ? '' : ` v${version}`} for ${name}: ${limit}, then ${fallback}`;
}

/**
 * The ring time of transfers, their mediators, the time zone of bookings, and the variables that are read out as
 * placeholders.
 */
function engineRows(
  { outbound, engine: { ring_duration_ms: ring, transfers, bookings, literal } }: Result,
  nameOf: PanelGuide['nameOf'],
  guide: PanelGuide['guide'],
): (readonly [string, Text])[] {
  const boundedNames = new Set(
    transfers.flatMap(transfer => (transfer.ring_duration_ms === null ? [transfer.name] : [])),
  );
  const ringing = [
    ...(outbound ? ['this call'] : []),
    ...(boundedNames.size > 0 ? [`each transfer (${listed([...boundedNames], 'and')})`] : []),
  ];
  return [
    ...(ring === null || ringing.length === 0
      ? []
      : [['rings', `${duration(ring)} at most: ${listed(ringing, 'and')} [ring_duration_ms]`] as const]),
    ...transfers.flatMap(({ name, ring_duration_ms: ownDuration }) =>
      ownDuration === null
        ? []
        : [['rings', `${duration(ownDuration)} at most: ${name} [transfer_ring_duration_ms]`] as const],
    ),
    ...transfers.flatMap(({ name, agent }) => (agent ? [['mediates', mediation(name, agent, nameOf)] as const] : [])),
    ...bookings.map(
      ({ name, timezone }) =>
        [
          'books',
          `${name} in ${timezone ?? 'the time zone of the call or, without one, of the server, because the tool sets none'}`,
        ] as const,
    ),
    ...literal.map(({ name, file, pointer }) => {
      const text = guide?.text({ file, pointer });
      return [
        'unset',
        [code(`{{${name}}}`), ' in ', text ? link(text.words, text.place) : `${file} ${pointer}`],
      ] as const;
    }),
  ];
}
