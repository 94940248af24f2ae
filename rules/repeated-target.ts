import { defineRule, files } from '../server/core/engine/rule.ts';
import type { Cursor } from '../server/core/cursor.ts';
import { masked } from '../server/core/domain/secrets.ts';
import { show } from '../server/core/wording.ts';

const lists = ['/emails', '/webhook_urls'] as const;

export default defineRule({
  id: 'repeated-target',
  group: 'batches',
  severity: 'warning',
  summary: 'An alert lists the same email address or URL twice.',
  why: `
    An alert notifies each entry of \`emails\` and \`webhook_urls\`. The duplicate is notified twice at best; often
    another address was meant.
  `,
  spec: 'Alert rule, alert incident',
  clause: 'Alert rule, alert incident: emails, webhook_urls: whom to notify',
  at: { 'alert-rule': lists, 'alert-rule-response': lists },

  *check(targets) {
    const first = new Map<string, Cursor>();
    for (const target of targets.items()) {
      const text = target.string()?.trim();
      if (!text) continue;
      // letter case does not make a different mailbox, but it does make a different path
      const name = targets.key === 'emails' ? text.toLowerCase() : text;
      const earlier = first.get(name);
      if (!earlier) {
        first.set(name, target);
        continue;
      }
      yield {
        at: target,
        message: `${targets.key}: ${show(masked(text))} is listed twice, so it may be notified twice`,
        related: [{ at: earlier, message: 'first listed here' }],
        fix: { title: `Remove the second ${show(masked(text))}`, safe: false, edits: [{ remove: target.pointer }] },
      };
    }
  },

  examples: {
    invalid: files`
      -- calls.alert-rule.json --
      {
        "name": "Too many calls",
        "metric_type": "call_count",
        "emails": ["oncall@clinic.example", "desk@clinic.example", "OnCall@clinic.example"],
                                                                   ^^^^^^^^^^^^^^^^^^^^^^^
                                              | warning: emails: "OnCall@clinic.example" is listed twice, so it may
                                              | be notified twice
      => "emails": ["oncall@clinic.example", "desk@clinic.example"],
        "webhook_urls": ["https://desk:s3cr3t@hooks.clinic.example/a", "https://desk:s3cr3t@hooks.clinic.example/a"]
                                                                       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
                                              | warning: webhook_urls: "https://desk:…@…inic.example/a" is listed
                                              | twice, so it may be notified twice
      => "webhook_urls": ["https://desk:s3cr3t@hooks.clinic.example/a"]
      }
    `,
    valid: files`
      -- calls.alert-rule.json --
      {
        "name": "Too many calls",
        "metric_type": "call_count",
        "emails": ["oncall@clinic.example", "desk@clinic.example", "", ""],
        "webhook_urls": ["https://hooks.clinic.example/a", "https://hooks.clinic.example/A"]
      }
    `,
  },
});
