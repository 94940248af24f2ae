import { defineRule, files } from '../server/core/engine/rule.ts';
import type { Cursor } from '../server/core/cursor.ts';

export default defineRule({
  id: 'unnotified-alert',
  group: 'alerts',
  severity: 'warning',
  summary: 'An alert rule notifies nobody.',
  why: `
    An alert rule notifies its \`emails\` and \`webhook_urls\`, and both are empty, so its incidents are seen only by
    someone who happens to look. Add an address or a URL. A disabled rule (\`active\` is false) is skipped.
  `,
  spec: 'Events 5',
  clause: [
    'Alert rule, alert incident: emails, webhook_urls: whom to notify',
    'Events: 5: an alert notifies its addresses',
  ],
  at: { 'alert-rule': '', 'alert-rule-response': '' },

  check(alert) {
    if (!alert.isObject || alert.get('active').value === false) return undefined;
    const lists = [alert.get('emails'), alert.get('webhook_urls')];
    if (lists.some(list => !isEmpty(list) || list.value === null)) return undefined;
    return {
      at: lists.find(list => list.exists) ?? lists[0]!,
      message: 'emails and webhook_urls are both empty, so nobody is notified when the alert triggers',
      help: 'add an email address to emails or a URL to webhook_urls',
    };
  },

  examples: {
    invalid: files`
      -- success.alert-rule.json --
      {
      ^ warning: emails and webhook_urls are both empty, so nobody is notified when the alert triggers
      }
      -- cost.alert-rule.json --
      { "webhook_urls": [""] }
                        ^ warning: emails and webhook_urls are both empty, so nobody is notified when the alert
                        | triggers
    `,
    valid: files`
      -- slip.alert-rule.json --
      { "emails": null }
      -- success.alert-rule.json --
      { "emails": [], "webhook_urls": ["https://hooks.clinic.example/alerts"] }
      -- paused.alert-rule.json --
      { "alert_rule_id": "alert_1", "active": false, "emails": [], "webhook_urls": [] }
      -- past.alert-incident.json --
      { "alert_incident_id": "incident_1", "alert_rule_id": "alert_1", "emails": [], "webhook_urls": [] }
    `,
  },
});

/** Values of other types are another rule's finding. */
const isEmpty = (list: Cursor): boolean =>
  !list.exists || list.isNull || (list.isArray && list.items().every(item => item.value === ''));
