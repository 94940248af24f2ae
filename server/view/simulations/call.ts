import { duration, listed } from '../../core/wording.ts';
import { clockOf } from '../../core/numbers.ts';
import type { SubjectAnswers } from '../../simulator/subjects/index.ts';
import { printable } from '../printable.ts';
import { table } from '../table.ts';
import { assumedLines, type Shown } from './simulation.ts';

type Result = SubjectAnswers['call']['result'];

export function callText({ title, result }: SubjectAnswers['call'], { paint, columns }: Shown): string {
  const { timeline, unset_variables: unset, ended_at_ms: end, disconnection_reason: reason, assumptions } = result;
  const widest = Math.max(...timeline.map(({ at_ms }) => clockOf(at_ms).length));
  const rows = timeline.map(event => [
    clockOf(event.at_ms).padStart(widest),
    event.by,
    printable(`${event.text}${settingOf(event)}`),
  ]);
  const engine = engineRows(result);
  return [
    `${paint.bold(printable(title))}\n\n`,
    table(rows, Math.max(columns, 80)),
    `\nEnds after ${duration(end)} as ${reason}.\n`,
    ...(unset.length > 0
      ? [
          `Read out as placeholders, because nothing sets them: ${printable(
            listed(
              unset.map(name => `{{${name}}}`),
              'and',
            ),
          )}\n`,
        ]
      : []),
    `\nWebhook events\n${table(webhookRows(result), columns)}`,
    ...(engine.length === 0 ? [] : [`\nThe engine in this call\n${table(engine, columns)}`]),
    ...assumedLines(assumptions, columns).map(line => `${line}\n`),
  ].join('');
}

/** The setting behind an event, and the source of its value. */
function settingOf({ setting }: Result['timeline'][number]): string {
  if (setting === null) return '';
  const { name, value, is_default } = setting;
  const isSaid = value !== 'nothing' && !/^(an? |\{)/.test(value);
  const origin = value === 'nothing' ? ' not set' : ', the default';
  return ` [${name}${isSaid ? ` ${value}` : ''}${is_default ? origin : ''}]`;
}

function webhookRows({ webhooks, swaps }: Result): string[][] {
  const { url, url_from, timeout_ms, events, default_events } = webhooks;
  const to =
    url === null
      ? "the account's webhook (set accountWebhookUrl in preflight.config.json)"
      : `${printable(url)} (${url_from === 'agent' ? 'webhook_url of the agent' : "the account's: the agent has none"})`;
  const named = (selected: boolean): string => {
    const some = events.filter(one => one.selected === selected).map(({ event }) => event);
    return some.length === 0 ? 'none' : listed(some, 'and');
  };
  return [
    ['  go to', to],
    ['  timeout', timeout_ms === null ? 'not a number' : duration(timeout_ms)],
    ['  sent', `${named(true)}${default_events ? ' (the default)' : ''}`],
    ['  not selected', named(false)],
    ...swaps.map(({ swap, agent_id, agent_version, webhook_setting, urls }) => [
      '  after swap',
      printable(
        `${swap} to ${agent_id}${agent_version === null ? '' : ` version ${agent_version}`}: ${listed(
          urls.map(one => one ?? 'a webhook that is not in this workspace'),
          'and',
        )} (${webhook_setting})`,
      ),
    ]),
  ];
}

/** How long transfers ring, in which time zone bookings are made, and which variables are read out as placeholders. */
function engineRows({
  outbound,
  engine: { ring_duration_ms: ring, transfers, bookings, literal },
}: Result): string[][] {
  const bounded = transfers
    .slice(0, 1)
    .map(() => `each transfer (${listed([...new Set(transfers.map(({ name }) => name))], 'and')})`);
  const ringing = [...(outbound ? ['this call'] : []), ...bounded];
  return [
    ...(ring === null || ringing.length === 0
      ? []
      : [['  rings', printable(`${duration(ring)} at most: ${listed(ringing, 'and')} [ring_duration_ms]`)]]),
    ...bookings.map(({ name, timezone }) => [
      '  books',
      printable(`${name} in ${timezone ?? "the time zone of the call, else the server's: the tool gives none"}`),
    ]),
    ...literal.map(({ name, file, pointer }) => ['  unset', printable(`{{${name}}} in ${file} ${pointer}`)]),
  ];
}
