import { hasVariable } from '../server/core/domain/fields.ts';
import { defineRule, set, show, stringsWithFormat } from '../server/core/engine/rule.ts';

/** A local part, an @, and a domain of at least two labels, in any script. */
const address = /^[^\s@"(),:;<>[\]\\]+@[^\s@"(),:;<>[\]\\.]+(\.[^\s@"(),:;<>[\]\\.]+)+$/u;

export default defineRule({
  id: 'malformed-email',
  group: 'alerts',
  severity: 'warning',
  spec: 'Alert rule, alert incident',
  clause: 'Alert rule, alert incident: emails, webhook_urls: whom to notify',
  at: stringsWithFormat('email'),

  check(node) {
    // stray-whitespace reports surrounding whitespace
    const text = node.string()?.trim();
    if (text === undefined || hasVariable(text) || address.test(text) || node.within('alert-incident'))
      return undefined;
    const repairedEmail = [text.replace(/^mailto:/i, ''), /<([^<>]+)>$/.exec(text)?.[1]?.trim()].find(
      candidate => candidate !== undefined && address.test(candidate),
    );
    const hasSeveral = text.split(/[,;\s]+/).filter(part => address.test(part)).length > 1;
    return {
      message: `${node.label}: expected an email address, got ${show(text)}, so nobody is notified`,
      ...(hasSeveral && { help: 'make each address its own item' }),
      fix: set(node, repairedEmail, { title: `Use "${repairedEmail}"` }),
    };
  },
});
