import { count, type AlertView } from '../../../../server/lsp/protocol.ts';
import { h, type Element } from '../element.ts';
import { badge, section } from '../parts.ts';

export function alertSection({ condition, missing, notes, emails, webhooks }: AlertView): Element {
  const told = [emails > 0 ? count(emails, 'e-mail recipient') : '', webhooks > 0 ? count(webhooks, 'webhook') : '']
    .filter(Boolean)
    .join(' and ');
  return section(
    'alert',
    'Alert rule',
    { count: undefined },
    condition === null
      ? h(
          'p',
          { class: 'because' },
          badge('missing', '✕', 'incomplete'),
          ` missing or not known: ${missing.join(', ')}`,
        )
      : h('p', { class: 'condition' }, h('code', {}, condition)),
    notes.length > 0 &&
      h(
        'ul',
        { class: 'notes' },
        notes.map(note => h('li', {}, h('span', { class: 'sign', 'aria-hidden': 'true' }, '⚠'), h('span', {}, note))),
      ),
    h('p', { class: 'quiet' }, told === '' ? 'Nobody is notified.' : `Notified: ${told}.`),
  );
}
