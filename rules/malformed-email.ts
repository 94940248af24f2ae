import { hasVariable } from '../server/core/domain/fields.ts';
import { defineRule, files, formatted } from '../server/core/engine/rule.ts';
import { show } from '../server/core/wording.ts';
import { set } from '../server/core/engine/fixes.ts';

/** A local part, an @, and a domain of at least two labels, in any script. */
const address = /^[^\s@"(),:;<>[\]\\]+@[^\s@"(),:;<>[\]\\.]+(\.[^\s@"(),:;<>[\]\\.]+)+$/u;

export default defineRule({
  id: 'malformed-email',
  group: 'alerts',
  severity: 'warning',
  summary: 'A string is not an email address.',
  why: `
    An alert notifies the addresses in \`emails\`, one per item. Anything else reaches nobody, and nobody notices
    until an alert is missed.
  `,
  spec: 'Alert rule, alert incident',
  clause: 'Alert rule, alert incident: emails, webhook_urls: whom to notify',
  at: formatted('email'),

  check(node) {
    // surrounding whitespace is stray-whitespace's finding
    const text = node.string()?.trim();
    if (text === undefined || hasVariable(text) || address.test(text) || node.within('alert-incident'))
      return undefined;
    const meant = [text.replace(/^mailto:/i, ''), /<([^<>]+)>$/.exec(text)?.[1]?.trim()].find(
      candidate => candidate !== undefined && address.test(candidate),
    );
    const several = text.split(/[,;\s]+/).filter(part => address.test(part)).length > 1;
    return {
      message: `${node.label}: expected an email address, got ${show(text)}, so nobody is notified`,
      ...(several && { help: 'make each address its own item' }),
      fix: set(node, meant, { title: `Use "${meant}"` }),
    };
  },

  examples: {
    invalid: files`
      -- calls.alert-rule.json --
      {
        "emails": [
          "",
          ^^ warning: emails[0]: expected an email address, got "", so nobody is notified
          "oncall@clinic",
          ^^^^^^^^^^^^^^^ warning: emails[1]: expected an email address, got "oncall@clinic", so nobody is notified
          "mailto:desk@clinic.example",
          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: emails[2]: expected an email address, got
                                     | "mailto:desk@clinic.example", so nobody is notified
       => "desk@clinic.example",
          "Night Desk <night@clinic.example>",
          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: emails[3]: expected an email address, got "Night Desk
                                            | <night@clinic.exam…", so nobody is notified
       => "night@clinic.example",
          "day@clinic.example, late@clinic.example"
          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: emails[4]: expected an email address, got
                                              | "day@clinic.example, late@clin…", so nobody is notified
        ]
      }
    `,
    valid: files`
      -- calls.alert-rule.json --
      {
        "emails": [" desk@clinic.example", "on-call+alerts@eu.clinic.example", "büro@praxis.example", "{{oncall_email}}"]
      }
      -- past.alert-incident.json --
      { "alert_incident_id": "incident_1", "emails": ["oncall"] }
    `,
  },
});
