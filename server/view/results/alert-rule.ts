import { count } from '../../core/numbers.ts';
import { badge, code, section, words, type Block } from '../blocks.ts';
import type { AlertView } from '../panels/index.ts';

/** What an alert rule watches, and who is told. */
export function alertRuleBlock({ condition, missing, notes, emails, webhooks }: AlertView): Block {
  const told = [emails > 0 ? count(emails, 'e-mail recipient') : '', webhooks > 0 ? count(webhooks, 'webhook') : '']
    .filter(part => part !== '')
    .join(' and ');
  return section('alert', 'Alert rule', [
    condition === null
      ? words([{ badge: badge('bad', '✕', 'incomplete') }, ` missing or not known: ${missing.join(', ')}`])
      : words(code(condition), 'box'),
    notes.map(note => words(note, 'note')),
    words(told === '' ? 'Nobody is notified.' : `Notified: ${told}.`, 'quiet'),
  ]);
}
