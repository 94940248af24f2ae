import { repeatsIn } from '../server/core/json/multimap.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';
import { masked } from '../server/core/secrets.ts';
import { show } from '../server/core/wording.ts';
import { remove } from '../server/core/engine/fixes.ts';

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
    // letter case does not make a different mailbox, but it does make a different path
    const nameOf = (text: string | undefined): string | undefined =>
      targets.key === 'emails' ? text?.toLowerCase() : text;
    for (const [target, earlier] of repeatsIn(targets.items(), one => nameOf(one.string()?.trim()))) {
      const shown = show(masked(target.string()!.trim()));
      yield {
        at: target,
        message: `${targets.key}: ${shown} is listed twice, so it may be notified twice`,
        related: [{ at: earlier, message: 'first listed here' }],
        fix: remove(target, { title: `Remove the second ${shown}` }),
      };
    }
  },

  examples: {
    invalid: files`
      -- calls.alert-rule.json --
      {
        "emails": ["oncall@clinic.example", "desk@clinic.example", "OnCall@clinic.example"],
                                                                   ^^^^^^^^^^^^^^^^^^^^^^^
                                              | warning: emails: "OnCall@clinic.example" is listed twice, so it may
                                              | be notified twice
      => "emails": ["oncall@clinic.example", "desk@clinic.example"],
        "webhook_urls": ["https://desk:s3cr3t@hooks.clinic.example/a", "https://desk:s3cr3t@hooks.clinic.example/a"]
                                                                       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
                                              | warning: webhook_urls: "https://desk:…@hooks.clinic.example/a" is
                                              | listed twice, so it may be notified twice
      => "webhook_urls": ["https://desk:s3cr3t@hooks.clinic.example/a"]
      }
    `,
    valid: files`
      -- calls.alert-rule.json --
      {
        "emails": ["oncall@clinic.example", "desk@clinic.example", "", ""],
        "webhook_urls": ["https://hooks.clinic.example/a", "https://hooks.clinic.example/A"]
      }
    `,
  },
});
