import { hasVariable } from '../server/core/domain/fields.ts';
import { defineRule, formatted } from '../server/core/engine/rule.ts';
import { show } from '../server/core/wording.ts';
import { set } from '../server/core/engine/fixes.ts';

/** A local part, an @, and a domain of at least two labels, in any script. */
const address = /^[^\s@"(),:;<>[\]\\]+@[^\s@"(),:;<>[\]\\.]+(\.[^\s@"(),:;<>[\]\\.]+)+$/u;

export default defineRule({
  id: 'malformed-email',
  group: 'alerts',
  severity: 'warning',
  spec: 'Alert rule, alert incident',
  clause: 'Alert rule, alert incident: emails, webhook_urls: whom to notify',
  at: formatted('email'),

  check(node) {
    // surrounding whitespace is stray-whitespace's finding
    const text = node.string()?.trim();
    if (text === undefined || hasVariable(text) || address.test(text) || node.within('alert-incident'))
      return undefined;
    const repaired = [text.replace(/^mailto:/i, ''), /<([^<>]+)>$/.exec(text)?.[1]?.trim()].find(
      candidate => candidate !== undefined && address.test(candidate),
    );
    const several = text.split(/[,;\s]+/).filter(part => address.test(part)).length > 1;
    return {
      message: `${node.label}: expected an email address, got ${show(text)}, so nobody is notified`,
      ...(several && { help: 'make each address its own item' }),
      fix: set(node, repaired, { title: `Use "${repaired}"` }),
    };
  },
});
