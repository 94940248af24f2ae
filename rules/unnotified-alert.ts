import { defineRule, type Cursor } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'unnotified-alert',
  group: 'alerts',
  severity: 'warning',
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
});

/** Whether a list is empty. Values of other types are reported by wrong-type. */
const isEmpty = (list: Cursor): boolean =>
  !list.exists || list.isNull || (list.isArray && list.items().every(item => item.value === ''));
