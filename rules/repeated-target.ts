import { maskSecrets } from '../server/core/secrets.ts';
import { defineRule, remove, repeatsIn, show } from '../server/core/engine/rule.ts';

const lists = ['/emails', '/webhook_urls'] as const;

export default defineRule({
  id: 'repeated-target',
  group: 'batches',
  severity: 'warning',
  spec: 'Alert rule, alert incident',
  clause: 'Alert rule, alert incident: emails, webhook_urls: whom to notify',
  at: { 'alert-rule': lists, 'alert-rule-response': lists },

  *check(targets) {
    // mail addresses are compared without case, but paths are not
    const nameOf = (text: string | undefined): string | undefined =>
      targets.key === 'emails' ? text?.toLowerCase() : text;
    for (const [target, previous] of repeatsIn(targets.items(), target => nameOf(target.string()?.trim()))) {
      const words = show(maskSecrets(target.string()!.trim()));
      yield {
        at: target,
        message: `${targets.key}: ${words} is listed twice, so it may be notified twice`,
        related: [{ at: previous, message: 'first listed here' }],
        fix: remove(target, { title: `Remove the second ${words}` }),
      };
    }
  },
});
