import type { Cursor } from '../../core/cursor.ts';
import { verdictOf } from '../../core/domain/metrics.ts';
import { count } from '../../core/numbers.ts';
import { duration } from '../../core/wording.ts';
import { ruleOf } from '../../simulator/alert-rule.ts';
import { ruleInWords } from '../../simulator/alert-words.ts';
import { badge, code, section, words, type Block } from '../../view/blocks.ts';

const oddities = { always: 'the condition is always true', never: 'the condition is never true' } as const;

/**
 * The block about an alert rule: what it watches, and whom it notifies.
 * @param alert a place of shape `alert-rule` or `alert-rule-response`
 */
export function alertBlock(alert: Cursor): Block {
  const rule = ruleOf(alert),
    [emails, webhooks] = [alert.get('emails').items().length, alert.get('webhook_urls').items().length],
    verdict = 'missing' in rule ? undefined : verdictOf(rule.condition);
  const notes = [
    verdict && oddities[verdict],
    alert.get('active').value === false && 'the rule is not active, so the platform does not evaluate it',
    emails + webhooks === 0 && 'nobody is notified: there are neither emails nor webhook_urls',
  ];
  const recipients = [
    emails > 0 && count(emails, 'e-mail recipient'),
    webhooks > 0 && count(webhooks, 'webhook'),
  ].filter(Boolean);
  return section('alert', 'Alert rule', [
    'missing' in rule
      ? words([{ badge: badge('bad', '✕', 'incomplete') }, ` missing or not known: ${rule.missing.join(', ')}`])
      : words(
          code(
            `${ruleInWords(rule)}${rule.condition.isRelative ? `, against the ${duration(rule.window)} before` : ''}`,
          ),
          'box',
        ),
    notes.map(note => (note ? words(note, 'note') : false)),
    words(recipients.length === 0 ? 'Nobody is notified.' : `Notified: ${recipients.join(' and ')}.`, 'quiet'),
  ]);
}
