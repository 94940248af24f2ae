import type { Cursor } from '../../core/cursor.ts';
import { verdictOf } from '../../core/domain/metrics.ts';
import { duration } from '../../core/wording.ts';
import type { AlertView } from '../../view/panels/index.ts';
import { ruleInWords } from '../../simulator/alert-words.ts';
import { ruleOf } from '../../simulator/alert-rule.ts';

const oddities = { always: ['the condition is always true'], never: ['the condition is never true'] } as const;

/** What an alert rule watches. @param alert a place of shape `alert-rule` or `alert-rule-response` */
export function alertView(alert: Cursor): AlertView {
  const rule = ruleOf(alert),
    told = { emails: alert.get('emails').items().length, webhooks: alert.get('webhook_urls').items().length };
  const notes = [
    ...(alert.get('active').value === false ? ['the rule is not active, so the platform does not evaluate it'] : []),
    ...(told.emails + told.webhooks === 0 ? ['nobody is notified: there are neither emails nor webhook_urls'] : []),
  ];
  if ('missing' in rule) return { condition: null, missing: rule.missing, notes, ...told };
  const { condition, window } = rule,
    verdict = verdictOf(condition);
  const odd = verdict ? oddities[verdict] : [];
  const before = condition.relative ? `, against the ${duration(window)} before` : '';
  return {
    condition: `${ruleInWords(rule)}${before}`,
    missing: [],
    notes: [...odd, ...notes],
    ...told,
  };
}
